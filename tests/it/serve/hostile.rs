//! A thousand random and hostile requests.

use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::time::Duration;

use super::client::{ABOUT, Server, Session, empty};
use crate::support::random::Random;

/// The number of requests.
const REQUESTS: usize = 1000;
/// The seed of the requests. An error names the request, which depends on the seed only.
const SEED: u64 = 18;

/// How long an answer is waited for: the server waits for the rest of an incomplete request.
const PATIENCE: Duration = Duration::from_millis(200);

const METHODS: [&str; 14] = [
    "GET",
    "POST",
    "HEAD",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PATCH",
    "PRI",
    "get",
    "",
    "G\0T",
    "POST POST",
];
const TARGETS: [&str; 26] = [
    "/",
    "/api/job",
    "/api/job",
    "/api/job/",
    "/api/../api/job",
    "/js/main.js",
    "/../../../../etc/passwd",
    "/..%2f..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/js/..\\..\\Cargo.toml",
    "//etc/passwd",
    "/etc/passwd",
    "/proc/self/environ",
    "/.git/config",
    "/page/../Cargo.toml",
    "file:///etc/passwd",
    "http://evil.example/",
    "http://127.0.0.1/",
    "*",
    "etc/passwd",
    "/?token=",
    "/?token=%00",
    "/%00",
    "/\u{e9}\u{1f40}",
    "/#p=x",
    "",
];
const VERSIONS: [&str; 7] =
    ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "x"];
const HEADERS: [(&str, &str); 24] = [
    ("Content-Length", "-1"),
    ("Content-Length", "3"),
    ("Content-Length", "99999999999999999999"),
    ("Content-Length", "0x10"),
    ("Transfer-Encoding", "chunked"),
    ("Transfer-Encoding", "chunked, chunked"),
    ("Transfer-Encoding", "gzip"),
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Upgrade", "h2c"),
    ("Expect", "100-continue"),
    ("Range", "bytes=0-1,5-9999999"),
    ("Host", "evil.example"),
    ("Origin", "null"),
    ("Cookie", "encycle=1"),
    ("Cookie", "\u{0}\u{1}"),
    ("X-Forwarded-Host", "evil.example"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Accept-Encoding", "gzip"),
    ("Content-Type", "text/html"),
    ("If-None-Match", "*"),
    ("\u{0}", "x"),
    (" folded", "x"),
    ("Authorization", "Basic eDp4"),
];

/// A body: valid jobs, wrong types, broken JSON and binary garbage.
fn body(random: &mut Random) -> Vec<u8> {
    let puzzle = empty(3);
    match random.below(14) {
        0 => Vec::new(),
        1 => ABOUT.into(),
        2 => format!(r#"{{"do":"open","text":"{puzzle}"}}"#).into(),
        3 => r#"{"do":"open","text":"/etc/passwd"}"#.into(),
        4 => r#"{"do":"example","name":"../../../../etc/passwd"}"#.into(),
        5 => format!(r#"{{"do":"export","puzzle":"{puzzle}","target":"/tmp/x"}}"#).into(),
        6 => format!(r#"{{"do":"solve","puzzle":"{puzzle}","runs":[{{"solver":"/bin/sh"}}]}}"#)
            .into(),
        7 => {
            let types = ["null", "true", "-1", "1e999", "[]", "{}", "\"\\ud800\"", "[[[["];
            format!(r#"{{"do":{},"text":{}}}"#, random.of(&types), random.of(&types)).into()
        }
        8 => "[".repeat(1 + random.below(200_000)).into(),
        9 => {
            let deep = 1 + random.below(50_000);
            format!(r#"{{"do":{}1{}}}"#, "[".repeat(deep), "]".repeat(deep)).into()
        }
        10 => {
            let marks = format!("[{}]", "18446744073709551615,".repeat(50).trim_end_matches(','));
            format!(r#"{{"do":"check","puzzle":"{puzzle}","marks":{{"present":{marks}}}}}"#).into()
        }
        11 => b"{\"do\":\"open\",\"text\":\"\0\xff\xfe\"}".into(),
        12 => (0..random.below(3000)).map(|_| random.below(256) as u8).collect(),
        _ => format!(r#"{{"do":"open","text":"slitherlink 99999 {}"}}"#, "9".repeat(40)).into(),
    }
}

/// A request, somewhere between a valid one and garbage.
fn request(session: &Session<'_>, random: &mut Random) -> Vec<u8> {
    if random.percent(5) {
        return (0..random.below(4000)).map(|_| random.below(256) as u8).collect();
    }
    let body = body(random);
    let line = format!("{} {}", random.of(&METHODS), random.of(&TARGETS));
    let line = if random.percent(50) { "POST /api/job".to_owned() } else { line };
    let mut text = format!("{line} {}\r\n", random.of(&VERSIONS)).into_bytes();
    if random.percent(85) {
        let (port, cookie, key) = (session.server.port, &session.cookie, &session.key);
        text.extend(format!("Host: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n").bytes());
        text.extend(format!("X-Encycle-Key: {key}\r\n").bytes());
    }
    if random.percent(80) {
        text.extend(b"Content-Type: application/json\r\n");
    }
    let chunk = match random.below(5) {
        0 => {
            text.extend(b"Transfer-Encoding: chunked\r\n");
            let size = random.of(&["x", "-1", "ffffffffffffffff", "10000000", "", "1;x=y", "7"]);
            format!("{size}\r\n")
        }
        1 => {
            // longer than the body, which then ends early
            text.extend(format!("Content-Length: {}\r\n", body.len() + 1).bytes());
            String::new()
        }
        _ => {
            text.extend(format!("Content-Length: {}\r\n", body.len()).bytes());
            String::new()
        }
    };
    for _ in 0..random.of(&[0, 0, 0, 1, 2, 5]) {
        let (name, value) = random.of(&HEADERS);
        text.extend(format!("{name}: {value}\r\n").bytes());
    }
    if random.percent(3) {
        text.extend(format!("X: {}\r\n", "x".repeat(1 << random.below(18))).bytes());
    }
    text.extend(random.of(&[&b"\r\n"[..], b"\r\n", b"\r\n", b"\r\n", b"\n", b""]));
    text.extend(chunk.bytes());
    text.extend(&body);
    if random.percent(10) {
        text.truncate(random.below(text.len() + 1));
    }
    text
}

#[test]
fn hostile_requests_change_nothing() {
    let server = Server::start(&["--timeout", "20"]);
    let session = server.session();
    let secrets = ["root:x:0:0", "[workspace.package]", "PATH=", server.token.as_str()];
    let mut random = Random::new(SEED);
    let mut answered = 0;
    for number in 0..REQUESTS {
        let request = request(&session, &mut random);
        let mut stream = server.connect();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // the server may close the connection before it has read everything
        let _ = stream.write_all(&request);
        if random.percent(90) {
            if random.percent(50) {
                // ends an incomplete request, and cancels a job
                let _ = stream.shutdown(Shutdown::Write);
            }
            let mut reply = Vec::new();
            let _ = stream.read_to_end(&mut reply);
            let reply = String::from_utf8_lossy(&reply);
            answered += usize::from(reply.starts_with("HTTP/1.1 "));
            for secret in secrets {
                let request = String::from_utf8_lossy(&request);
                assert!(!reply.contains(secret), "request {number}: {request}\n{reply}");
            }
        }
    }
    assert!(answered > REQUESTS / 4, "{answered} of {REQUESTS} were answered");
    server.wait_for_jobs(0);
    server.wait_for_no_solver();
    assert_eq!(session.get("/", &[]).status, 200);
    let reply = session.post(&[], ABOUT);
    assert!(reply.body.contains(r#"data: {"event":"done""#), "{reply:?}");
    // no more than the pipes, the listener and the runtime
    let files = std::fs::read_dir(format!("/proc/{}/fd", server.process())).unwrap().count();
    assert!(files < 40, "{files} open files");
    let written = std::fs::read_dir(server.folder.path().join("tmp")).unwrap().count();
    assert_eq!(written, 0);
}
