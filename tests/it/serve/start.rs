//! How the server starts: the puzzle to open, the port, and errors before anything starts.

use std::fs;
use std::net::TcpListener;

use super::client::{Server, command};
use crate::support::binary::{code, stderr, stdout};

/// Runs `encycle serve` with arguments that it refuses.
fn refused(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path(), arguments).output().unwrap();
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{}", stderr(&output));
    stderr(&output)
}

#[test]
fn the_puzzle_is_in_the_fragment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.txt");
    fs::write(&file, "slitherlink 2 2\n3.\n..\n").unwrap();
    let server = Server::start(&[file.to_str().unwrap()]);
    let reply = server.send(server.login().as_bytes());
    // `slitherlink 2 2\n3.\n..\n` as Base64; the client writes headers in lower case
    let code = "c2xpdGhlcmxpbmsgMiAyCjMuCi4uCg".to_lowercase();
    assert_eq!(reply.header("location"), Some(format!("/#p={code}").as_str()));
    // also at an address, and for a page that is opened again
    let address = "https://puzz.link/p?slither/5/5/8bj1326dd3cd";
    let server = Server::start(&[address]);
    let session = server.session();
    let again = session.get(&format!("/?token={}", server.token), &[]);
    assert_eq!(again.status, 303);
    assert!(again.header("location").unwrap().starts_with("/#p=c2xpdghlcmxpbmsgnsa1"), "{again:?}");
}

#[test]
fn a_bad_puzzle_is_an_error_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.txt");
    fs::write(&file, "slitherlink 2 2\n3.\n.9\n").unwrap();
    let name = file.to_str().unwrap();
    assert!(refused(&[name]).starts_with(&format!("error: {name}:3:2: ")), "{}", refused(&[name]));
    assert!(refused(&["missing.txt"]).starts_with("error: missing.txt: "));
    assert!(refused(&["--kind", "sudoku"]).contains("need a puzzle"));
    let row = format!("{}\n", ".".repeat(400));
    fs::write(&file, format!("slitherlink 400 400\n{}", row.repeat(400))).unwrap();
    assert!(refused(&[name]).contains("too large for an address"), "{}", refused(&[name]));
}

#[test]
fn standard_input_is_read() {
    let server = Server::start_with(&["-"], "slitherlink 2 2\n3.\n..\n");
    let reply = server.send(server.login().as_bytes());
    assert!(reply.header("location").unwrap().starts_with("/#p=c2xpdghlcmxpbmsg"), "{reply:?}");
    // an empty input is no puzzle
    assert!(refused(&["-"]).starts_with("error: "));
}

#[test]
fn a_port_in_use_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let error = refused(&["--port", &port]);
    assert!(error.starts_with(&format!("error: cannot listen on port {port}: ")), "{error}");
    assert!(error.contains("\nhelp: choose another port"), "{error}");
    drop(listener);
    assert_eq!(Server::start(&["--port", &port]).port.to_string(), port);
}
