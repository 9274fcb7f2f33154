//! How the server starts: the puzzle to open, the port, and errors before anything starts.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

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
    // `slitherlink 2 2\n3.\n..\n` as Base64
    let place = reply.place().unwrap();
    assert!(
        place.starts_with("/#k=") && place.ends_with("&p=c2xpdGhlcmxpbmsgMiAyCjMuCi4uCg"),
        "{place}"
    );
    // also at an address, and for a page that is opened again
    let address = "https://puzz.link/p?slither/5/5/8bj1326dd3cd";
    let server = Server::start(&[address]);
    let session = server.session();
    let again = session.get(&format!("/?token={}", server.token), &[]);
    assert_eq!(again.status, 200);
    assert!(again.place().unwrap().starts_with("/#p=c2xpdGhlcmxpbmsgNSA1"), "{again:?}");
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
    assert!(reply.place().unwrap().contains("&p=c2xpdGhlcmxpbmsg"), "{reply:?}");
    // an empty input is no puzzle
    assert!(refused(&["-"]).starts_with("error: "));
}

/// The port changed with each start, but browsers keep games by the port.
#[test]
fn the_port_is_the_same_at_each_start() {
    const USUAL: u16 = 27495;
    let start = || {
        let mut server = Command::new(env!("CARGO_BIN_EXE_encycle"));
        server.args(["serve", "--no-open"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = server.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        server.kill().unwrap();
        let errors = server.wait_with_output().unwrap().stderr;
        let port = line.split(['/', ':']).find_map(|word| word.parse::<u16>().ok());
        (port.expect(&line), String::from_utf8(errors).unwrap())
    };
    // another program may use the port already
    let listener = TcpListener::bind(("127.0.0.1", USUAL));
    let (port, note) = start();
    assert_ne!(port, USUAL);
    assert!(note.contains(&format!("note: port {USUAL} is in use")), "{note}");
    if listener.is_ok() {
        drop(listener);
        assert_eq!(start(), (USUAL, String::new()));
        assert_eq!(start(), (USUAL, String::new()));
    }
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
