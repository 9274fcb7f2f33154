//! The token becomes a cookie, once, and nothing works without it.

use super::client::{ABOUT, Server};

#[test]
fn the_token_opens_one_session() {
    let server = Server::start(&[]);
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let token = &server.token;
    assert!(token.len() >= 64, "{token}");
    // none of these uses the token up
    for line in [
        format!("HEAD /?token={token}"),
        format!("POST /?token={token}"),
        format!("GET /index.html?token={token}"),
        format!("GET /?token={}", &token[1..]),
        format!("GET /?token={token}0"),
        format!("GET /?token={}", "0".repeat(token.len())),
        "GET /?token=".to_owned(),
        "GET /?token".to_owned(),
    ] {
        let reply = server.send(format!("{line} HTTP/1.1\r\n{host}\r\n").as_bytes());
        assert_eq!(reply.status, 403, "{line}");
        assert_eq!(reply.header("set-cookie"), None, "{line}");
    }
    let reply = server.send(server.login().as_bytes());
    assert_eq!(reply.status, 200, "{reply:?}");
    let place = reply.place().unwrap().to_owned();
    let key = place.strip_prefix("/#k=").unwrap();
    assert!(key.len() >= 64 && key != token, "{place}");
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    assert!(cookie.starts_with(&format!("encycle-{}=", server.port)), "{cookie}");
    for attribute in ["; path=/", "; httponly", "; samesite=strict"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains(token.as_str()), "the session is the token");
    assert!(!cookie.contains(key), "the session is the key");

    let again = server.send(server.login().as_bytes());
    assert_eq!((again.status, again.header("set-cookie")), (403, None));
    assert!(again.body.contains("works once"), "{}", again.body);
    assert!(again.body.contains("start it again"), "{}", again.body);
    // the browser that has the cookie may open the address again
    let (cookie, _) = cookie.split_once(';').unwrap();
    let login = server.login().replace("\r\n\r\n", &format!("\r\nCookie: {cookie}\r\n\r\n"));
    let again = server.send(login.as_bytes());
    assert_eq!((again.status, again.header("set-cookie")), (200, None));
    // but the cookie is not enough for the key
    assert_eq!(again.place(), Some("/"));
}

/// A browser sends its cookies to every port of a machine, so the server of another user could use the session.
#[test]
fn a_stolen_cookie_starts_no_job() {
    let server = Server::start(&[]);
    let session = server.session();
    let wrong = ["", "0", &session.key[1..], &format!("{}0", session.key), &server.token];
    for key in wrong {
        assert_eq!(session.post(&[("X-Encycle-Key", key)], ABOUT).status, 403, "{key}");
    }
    let twice = [("x-encycle-key", session.key.as_str())];
    assert_eq!(session.post(&twice, ABOUT).status, 403);
    assert!(server.jobs().is_empty());
    // the key without the cookie is not enough, either
    assert_eq!(session.post(&[("Cookie", "")], ABOUT).status, 403);
    assert_eq!(session.post(&[], ABOUT).status, 200);
}

#[test]
fn nothing_works_without_the_cookie() {
    let server = Server::start(&[]);
    let session = server.session();
    let (name, value) = session.cookie.split_once('=').unwrap();
    let wrong = [
        String::new(),
        format!("{name}="),
        format!("{name}={}", &value[1..]),
        format!("{name}={value}0"),
        format!("{name}={}", "0".repeat(value.len())),
        format!("{name}={}", server.token),
        format!("encycle={value}"),
        format!("{name}0={value}"),
        value.to_owned(),
    ];
    for cookie in &wrong {
        for path in ["/", "/js/main.js", "/nothing"] {
            assert_eq!(session.get(path, &[("Cookie", cookie)]).status, 403, "{path} {cookie}");
        }
        assert_eq!(session.post(&[("Cookie", cookie)], ABOUT).status, 403, "{cookie}");
    }
    assert!(server.jobs().is_empty());
    // among other cookies
    let cookies = format!("a=b; {}; c", session.cookie);
    assert_eq!(session.get("/", &[("Cookie", &cookies)]).status, 200);
    let reply = session.post(&[("Cookie", &cookies)], ABOUT);
    assert!(reply.body.contains(r#"data: {"event":"done""#), "{reply:?}");
}

/// Browsers share cookies between the ports of a machine.
#[test]
fn two_servers_have_different_sessions() {
    let (one, other) = (Server::start(&[]), Server::start(&[]));
    assert_ne!(one.token, other.token);
    let (a, b) = (one.session(), other.session());
    let (a_name, a_value) = a.cookie.split_once('=').unwrap();
    let (b_name, b_value) = b.cookie.split_once('=').unwrap();
    assert_ne!(a_name, b_name);
    assert_ne!(a_value, b_value);
    assert_eq!(b.get("/", &[("Cookie", &a.cookie)]).status, 403);
    assert_eq!(b.get("/", &[("Cookie", &format!("{b_name}={a_value}"))]).status, 403);
    let both = format!("{}; {}", a.cookie, b.cookie);
    assert_eq!(a.get("/", &[("Cookie", &both)]).status, 200);
    assert_eq!(b.get("/", &[("Cookie", &both)]).status, 200);
    let login = other.login().replace(&other.token, &one.token);
    assert_eq!(other.send(login.as_bytes()).status, 403);
}

/// Every answer has the headers, also a refusal.
#[test]
fn every_answer_has_the_security_headers() {
    let server = Server::start(&[]);
    let login = server.send(server.login().as_bytes());
    let session = super::client::Session::of(&server, &login);
    let file = session.get("/js/main.js", &[]);
    assert_eq!(file.status, 200);
    let tag = file.header("etag").expect("a tag").to_owned();
    assert_eq!(file.header("cache-control"), Some("no-cache"));
    assert_eq!(file.header("content-type"), Some("text/javascript; charset=utf-8"));
    let replies = [
        (200, login),
        (200, session.get("/", &[])),
        (200, session.get("/js/main.js", &[("If-None-Match", "\"0\"")])),
        (304, session.get("/js/main.js", &[("If-None-Match", &tag)])),
        (403, session.get("/", &[("Cookie", "")])),
        (404, session.get("/nothing", &[])),
        (405, session.get("/api/job", &[])),
        (405, server.send(&session.request("DELETE /", &[], ""))),
        (415, session.post(&[("Content-Type", "")], ABOUT)),
        (400, session.post(&[], "{")),
        (200, session.post(&[], ABOUT)),
    ];
    for (status, reply) in replies {
        assert_eq!(reply.status, status, "{reply:?}");
        let policy = reply.header("content-security-policy").unwrap();
        let parts =
            ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'"];
        let others = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
        for part in parts.into_iter().chain(others) {
            assert!(policy.split("; ").any(|one| one == part), "{part}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains('*'), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{status}");
        }
        let cache = if reply.header("etag").is_some() { "no-cache" } else { "no-store" };
        assert_eq!(reply.header("cache-control"), Some(cache), "{status}");
        // no other site may read the answer
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    let head = server.send(&session.request("HEAD /", &[], ""));
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}
