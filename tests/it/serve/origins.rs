//! Pages of other sites, and other names of this machine.

use std::fs;

use super::client::{ABOUT, Server};

/// The requests of a page that the header belongs to.
fn statuses(session: &super::client::Session<'_>, header: (&str, &str)) -> [u16; 3] {
    let get = |path| session.get(path, &[header]).status;
    [get("/"), get("/js/main.js"), session.post(&[header], ABOUT).status]
}

#[test]
fn only_this_machine_can_connect() {
    let server = Server::start(&[]);
    let own = format!(":{:04X}", server.port);
    let addresses = |file: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let lines = text.lines().skip(1).filter_map(|line| {
            let mut words = line.split_whitespace().skip(1);
            let (local, state) = (words.next()?, words.nth(1)?);
            // listening
            (state == "0A").then(|| local.to_owned())
        });
        lines.filter(|address| address.ends_with(&own)).collect::<Vec<String>>()
    };
    assert_eq!(addresses("/proc/net/tcp"), [format!("0100007F{own}")]);
    assert_eq!(addresses("/proc/net/tcp6"), [""; 0]);
}

/// A site whose name resolves to this machine (DNS rebinding) has its own name in `Host`.
#[test]
fn foreign_hosts_are_refused() {
    let server = Server::start(&[]);
    let session = server.session();
    let port = server.port;
    for host in [
        format!("evil.example:{port}"),
        "evil.example".to_owned(),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.:{port}"),
        format!("127.0.0.2:{port}"),
        format!("127.1:{port}"),
        format!("[::1]:{port}"),
        format!("user@127.0.0.1:{port}"),
        format!("127.0.0.1:{port}, evil.example"),
        format!("0.0.0.0:{port}"),
        "\u{e9}".to_owned(),
    ] {
        for status in statuses(&session, ("Host", &host)) {
            assert!(status == 403 || status == 400, "{host}: {status}");
        }
    }
    assert_eq!(session.get("/", &[("Host", "")]).status, 403);
    let own = format!("127.0.0.1:{port}");
    for second in [&own, "evil.example"] {
        let twice = session.get("/", &[("host", second)]);
        assert_eq!(twice.status, 403, "{twice:?}");
    }
    // also with the right token
    let other = Server::start(&[]);
    let login = other.login().replace("Host: 127.0.0.1", "Host: evil.example");
    assert_eq!(other.send(login.as_bytes()).status, 403);
    assert_eq!(other.send(other.login().as_bytes()).status, 200);
    // absolute targets name a host too
    for target in [format!("http://{own}/"), format!("http://evil.example:{port}/")] {
        assert_eq!(session.get(&target, &[]).status, 400, "{target}");
    }
    for host in [own, format!("localhost:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(statuses(&session, ("Host", &host)), [200; 3], "{host}");
    }
}

#[test]
fn foreign_origins_are_refused() {
    let server = Server::start(&[]);
    let session = server.session();
    let port = server.port;
    for origin in [
        "null".to_owned(),
        "http://evil.example".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        "http://127.0.0.1".to_owned(),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{port}/"),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("http://127.0.0.1:{port} http://evil.example"),
        "file://".to_owned(),
    ] {
        assert_eq!(statuses(&session, ("Origin", &origin)), [403; 3], "{origin}");
    }
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(statuses(&session, ("Origin", &own)), [200; 3]);
    let both = [("Origin", own.as_str()), ("Origin", "http://evil.example")];
    assert_eq!(session.post(&both, ABOUT).status, 403);
    let login = |server: &Server| {
        let header = "\r\nOrigin: http://evil.example\r\n\r\n";
        server.login().replace("\r\n\r\n", header)
    };
    let other = Server::start(&[]);
    assert_eq!(other.send(login(&other).as_bytes()).status, 403);
    assert_eq!(other.send(other.login().as_bytes()).status, 200);
}

#[test]
fn requests_that_another_site_causes_are_refused() {
    let server = Server::start(&[]);
    let session = server.session();
    for site in ["cross-site", "same-site", "Cross-Site", "x"] {
        assert_eq!(statuses(&session, ("Sec-Fetch-Site", site)), [403; 3], "{site}");
    }
    // but the browser opens a file that leads to the address with the token
    let other = Server::start(&[]);
    let login = |token: &str| {
        let login = other.login().replace(&other.token, token);
        other.send(login.replace("\r\n\r\n", "\r\nSec-Fetch-Site: cross-site\r\n\r\n").as_bytes())
    };
    assert_eq!(login("0").status, 403);
    assert_eq!(login(&other.token).status, 200);
    for site in ["same-origin", "none"] {
        assert_eq!(statuses(&session, ("Sec-Fetch-Site", site)), [200; 3], "{site}");
    }
}

/// A form of another site can send these types without asking first.
#[test]
fn jobs_need_the_type_of_json() {
    let server = Server::start(&[]);
    let session = server.session();
    let types = ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
    for media_type in types.into_iter().chain(["application/jsonp", "text/plain; application/json"])
    {
        let reply = session.post(&[("Content-Type", media_type)], ABOUT);
        assert_eq!(reply.status, 415, "{media_type}");
    }
    for media_type in ["application/json", "Application/JSON; charset=utf-8"] {
        assert_eq!(session.post(&[("Content-Type", media_type)], ABOUT).status, 200);
    }
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X"] {
        let reply = server.send(&session.request(&format!("{method} /api/job"), &[], ABOUT));
        assert_eq!(reply.status, 405, "{method}");
        assert_eq!(reply.header("allow"), Some("post"), "{method}");
    }
}
