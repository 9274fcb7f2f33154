//! What a job may do: solvers by name only, limits, and crashes.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::client::{ABOUT, Server, empty, read_all, silent, slow};

/// The message of the last event, `failed`.
fn failure(body: &str) -> &str {
    let (_, rest) = body.rsplit_once(r#"data: {"event":"failed","error":""#).expect(body);
    rest.split_once(r#"","line":"#).expect(body).0
}

#[test]
fn a_solver_is_a_name_of_the_catalogue() {
    let server = Server::start(&[]);
    let session = server.session();
    // a program that leaves a mark if it runs
    let (program, mark) = (server.folder.path().join("program"), server.folder.path().join("mark"));
    fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", mark.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = program.to_str().unwrap();
    let names = [
        path.to_owned(),
        format!("{path} --x"),
        format!("file://{path}"),
        format!("slow={path}"),
        format!("slow,{path}"),
        format!("./{}/../program", server.folder.path().display()),
        "../program".to_owned(),
        "hangs-alone".to_owned(),
        "slow --verbose".to_owned(),
        "slow;touch mark".to_owned(),
        "$(touch mark)".to_owned(),
        "kissat --x".to_owned(),
        "sh".to_owned(),
        "ipasir:/lib/libc.so.6".to_owned(),
        "ipasir".to_owned(),
        "SLOW".to_owned(),
        " slow".to_owned(),
        "slow\\u0000".to_owned(),
        String::new(),
    ];
    for name in names {
        let job =
            format!(r#"{{"do":"solve","puzzle":"{}","runs":[{{"solver":"{name}"}}]}}"#, empty(2));
        let reply = session.post(&[], &job);
        assert!(failure(&reply.body).starts_with("unknown solver"), "{name}: {}", reply.body);
        assert!(!mark.exists(), "{name}");
    }
    // no request has another field for a program
    for job in [
        format!(r#"{{"do":"solvers","path":"{path}"}}"#),
        format!(r#"{{"do":"solve","puzzle":"{}","runs":[{{"path":"{path}"}}]}}"#, empty(2)),
        format!(r#"{{"do":"{path}"}}"#),
    ] {
        assert!(failure(&session.post(&[], &job).body).starts_with("malformed request"), "{job}");
    }
    assert!(!mark.exists());
}

#[test]
fn at_most_six_jobs_run_at_once() {
    let server = Server::start(&[]);
    let session = server.session();
    let mut running: Vec<_> = (0..6).map(|_| session.begin(&silent())).collect();
    server.wait_for_jobs(6);
    let reply = session.post(&[], ABOUT);
    assert_eq!(reply.status, 429);
    assert!(reply.body.contains("At most 6 jobs"), "{}", reply.body);
    // the page is still there
    assert_eq!(session.get("/", &[]).status, 200);
    running.pop();
    server.wait_for_jobs(5);
    assert_eq!(session.post(&[], ABOUT).status, 200);
}

#[test]
fn a_job_ends_at_its_time_limit() {
    let server = Server::start(&["--timeout", "1"]);
    let session = server.session();
    for job in [silent(), slow()] {
        let reply = session.post(&[], &job);
        let error = failure(&reply.body);
        assert!(error.starts_with("the job reached its time limit of 1 seconds"), "{error}");
        server.wait_for_jobs(0);
        server.wait_for_no_solver();
    }
}

#[test]
fn a_job_ends_at_its_memory_limit() {
    let server = Server::start(&["--memory", "64"]);
    let session = server.session();
    let job = format!(r#"{{"do":"count","puzzle":"{}"}}"#, empty(22));
    let reply = session.post(&[], &job);
    let error = failure(&reply.body);
    assert!(error.starts_with("the job reached its memory limit of 64 MiB"), "{error}");
    server.wait_for_jobs(0);
    assert_eq!(session.post(&[], ABOUT).status, 200);
}

/// The server reports a job that dies, and the watchdog ends the solver of that job.
#[test]
fn a_crash_is_the_last_event() {
    let server = Server::start(&[]);
    let session = server.session();
    for signal in [Signal::SIGKILL, Signal::SIGABRT] {
        let stream = session.begin(&slow());
        server.wait_for_solver();
        let [job] = server.jobs()[..] else { panic!("{:?}", server.jobs()) };
        kill(Pid::from_raw(job), signal).unwrap();
        let reply = read_all(stream).unwrap();
        let error = failure(&reply.body);
        assert!(error.starts_with("the job ended unexpectedly (signal: "), "{error}");
        server.wait_for_no_solver();
        server.wait_for_jobs(0);
    }
    assert_eq!(session.post(&[], ABOUT).status, 200);
}
