//! The limits of requests and connections.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::client::{ABOUT, Server};
use crate::support::waiting::wait_until;

const BODY_BYTES: usize = 2 << 20;

#[test]
fn a_body_has_at_most_two_mebibytes() {
    let server = Server::start(&[]);
    let session = server.session();
    let padded = |length: usize| format!("{ABOUT}{}", " ".repeat(length - ABOUT.len()));
    assert_eq!(session.post(&[], &padded(BODY_BYTES)).status, 200);
    let reply = session.post(&[], &padded(BODY_BYTES + 1));
    assert_eq!((reply.status, reply.body.as_str()), (413, "The body is larger than 2 MiB.\n"));
    // without a length
    let chunked = [("Content-Length", ""), ("Transfer-Encoding", "chunked")];
    let long = padded(BODY_BYTES + 1);
    let body = format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    assert_eq!(session.post(&chunked, &body).status, 413);
    let body = format!("{:x}\r\n{ABOUT}\r\n0\r\n\r\n", ABOUT.len());
    assert_eq!(session.post(&chunked, &body).status, 200);
    // a false length
    let huge = [("Content-Length", "18446744073709551615")];
    let reply = server.try_send(&session.request("POST /api/job", &huge, ABOUT));
    assert!(reply.as_ref().map_or(true, |reply| reply.status >= 400), "{reply:?}");
    server.wait_for_jobs(0);
}

#[test]
fn a_head_has_at_most_sixteen_kibibytes_and_64_headers() {
    let server = Server::start(&[]);
    let session = server.session();
    let status = |request: &[u8]| server.try_send(request).map_or(0, |reply| reply.status);
    let filled = |length: usize| session.request("GET /", &[("X", &"x".repeat(length))], "");
    assert_eq!(status(&filled(12 << 10)), 200);
    // the answer may be lost in the reset of the connection
    assert!(matches!(status(&filled(32 << 10)), 0 | 431), "{}", status(&filled(32 << 10)));
    let target = |length: usize| session.request(&format!("GET /{}", "x".repeat(length)), &[], "");
    assert_eq!(status(&target(12 << 10)), 404);
    assert!(matches!(status(&target(32 << 10)), 0 | 414 | 431));
    let many = |number: usize| session.request("GET /", &vec![("X", "x"); number], "");
    assert_eq!(status(&many(60)), 200);
    assert_eq!(status(&many(65)), 431);
}

/// Sends a byte now and then, and returns how long the server waits.
fn drip(mut stream: TcpStream, bytes: &[u8]) -> Duration {
    let start = Instant::now();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    for byte in bytes.iter().cycle() {
        let sent = stream.write_all(&[*byte]);
        let closed = match stream.read(&mut [0; 1024]) {
            Ok(read) => read == 0,
            Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
        };
        if sent.is_err() || closed || start.elapsed() > Duration::from_secs(60) {
            break;
        }
    }
    start.elapsed()
}

#[test]
fn slow_clients_are_dropped() {
    let server = Server::start(&[]);
    let session = server.session();
    let start_of = |request: Vec<u8>, length: usize| {
        let mut stream = server.connect();
        stream.write_all(&request[..length]).unwrap();
        stream
    };
    let body = session.request("POST /api/job", &[("Content-Length", "1000")], ABOUT);
    let length = body.len();
    let streams = [
        // nothing, a part of the head, a part of the body
        (start_of(Vec::new(), 0), &b""[..]),
        (start_of(session.request("GET /", &[], ""), 20), b"x"),
        (start_of(body, length), b" "),
    ];
    let threads = streams.map(|(stream, bytes)| {
        std::thread::spawn(move || match bytes {
            b"" => {
                let start = Instant::now();
                // the end of the connection, with or without an answer
                let _ = { stream }.read_to_end(&mut Vec::new());
                start.elapsed()
            }
            _ => drip(stream, bytes),
        })
    });
    for thread in threads {
        let waited = thread.join().unwrap();
        assert!(waited > Duration::from_secs(5) && waited < Duration::from_secs(40), "{waited:?}");
    }
    assert!(server.jobs().is_empty());
}

#[test]
fn at_most_64_connections_are_open() {
    let server = Server::start(&[]);
    let session = server.session();
    let idle: Vec<TcpStream> = (0..64).map(|_| server.connect()).collect();
    let mut reply = String::new();
    let _ = server.connect().read_to_string(&mut reply);
    assert!(reply.starts_with("HTTP/1.1 503 "), "{reply}");
    assert!(reply.ends_with("\r\n\r\nToo many connections.\n"), "{reply}");
    drop(idle);
    wait_until("a free connection", || {
        let reply = server.try_send(&session.request("GET /", &[], ""));
        reply.is_ok_and(|reply| reply.status == 200)
    });
}
