//! How jobs end: with their connection, and with the server.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::client::{Server, silent, slow};
use crate::support::waiting::{once_in, wait_until};

#[test]
fn a_closed_connection_ends_the_job_within_a_second() {
    let server = Server::start(&[]);
    let session = server.session();
    let ways: [fn(TcpStream); 3] = [
        drop,
        |stream| stream.shutdown(Shutdown::Write).unwrap(),
        // a second request hides the end of the connection
        |mut stream| stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap(),
    ];
    for way in ways {
        once_in(
            3,
            || {
                let stream = session.begin(&silent());
                server.wait_for_jobs(1);
                // the job computes
                std::thread::sleep(Duration::from_millis(300));
                let start = Instant::now();
                way(stream);
                server.wait_for_jobs(0);
                start.elapsed()
            },
            |life| *life < Duration::from_secs(1),
        );
    }
}

#[test]
fn a_closed_connection_ends_the_solver() {
    let server = Server::start(&[]);
    let session = server.session();
    let stream = session.begin(&slow());
    server.wait_for_solver();
    drop(stream);
    server.wait_for_no_solver();
    server.wait_for_jobs(0);
}

/// Whether any process of a server is left.
fn wait_for_nothing(server: &Server, jobs: &[i32]) {
    wait_until("the end of all jobs", || {
        !jobs.iter().any(|job| std::path::Path::new(&format!("/proc/{job}")).exists())
    });
    server.wait_for_no_solver();
}

#[test]
fn a_signal_ends_the_server_and_all_jobs() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let server = Server::start(&[]);
        let session = server.session();
        let _streams = [session.begin(&silent()), session.begin(&slow()), session.begin(&slow())];
        server.wait_for_solver();
        server.wait_for_jobs(3);
        let jobs = server.jobs();
        server.signal(signal);
        let folder = server.folder.path().to_owned();
        let (status, errors) = server.end();
        assert_eq!(status.code(), Some(128 + signal as i32), "{errors}");
        assert_eq!(errors, "interrupted: the server and its jobs have ended\n");
        // at once: the server waits for its jobs
        let left = |job: &i32| std::path::Path::new(&format!("/proc/{job}")).exists();
        assert!(!jobs.iter().any(left), "{signal}: {jobs:?}");
        let tmp = folder.join("tmp");
        assert!(crate::support::waiting::processes_in(&tmp).is_empty(), "{signal}");
    }
}

/// A server that is killed closes the input of its jobs, and they end themselves.
#[test]
fn a_killed_server_leaves_no_job() {
    let server = Server::start(&[]);
    let session = server.session();
    let _streams = [session.begin(&silent()), session.begin(&slow())];
    server.wait_for_solver();
    server.wait_for_jobs(2);
    let jobs = server.jobs();
    server.signal(Signal::SIGKILL);
    wait_for_nothing(&server, &jobs);
}
