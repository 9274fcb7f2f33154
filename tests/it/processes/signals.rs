//! Signals that end a process which runs a solver.

use std::process::{Command, ExitStatus, Stdio};

use encycle::solvers::process::cleanup;
use nix::sys::signal::Signal;
use nix::unistd::Pid;

use super::run;
use crate::support::waiting::{processes_in, wait_until, wait_until_none_is_in};

/// The program that the tests below start: it runs a solver that hangs. Without `ENCYCLE_TEST_CHILD` it does nothing.
#[test]
fn as_a_child() {
    let Some(name) = std::env::var_os("ENCYCLE_TEST_CHILD") else { return };
    cleanup::install_handler(|| {}).unwrap();
    run(name.to_str().unwrap());
}

/// Starts [`as_a_child`] with a temporary directory, waits until its solver runs, and sends it a signal.
fn end_a_child_by(signal: Signal, name: &str) -> (ExitStatus, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    // the test runner may ignore signals (`nohup`, a background job), and children inherit that
    let mut child = Command::new("env")
        .arg("--default-signal=INT,TERM,HUP,QUIT")
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "processes::signals::as_a_child", "--nocapture"])
        .env("ENCYCLE_TEST_CHILD", name)
        .env("TMPDIR", directory.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the start of the solver", || !processes_in(directory.path()).is_empty());
    nix::sys::signal::kill(Pid::from_raw(child.id() as i32), signal).unwrap();
    let status = child.wait().unwrap();
    if signal != Signal::SIGKILL {
        wait_until_none_is_in(directory.path(), name);
    }
    (status, directory)
}

#[test]
fn a_signal_kills_the_solver_and_removes_its_files() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT] {
        for name in ["hangs-deaf", "hides-a-child-and-hangs"] {
            let (status, directory) = end_a_child_by(signal, name);
            assert_eq!(status.code(), Some(128 + signal as i32), "{signal}");
            assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "{signal}");
        }
    }
}

/// SIGKILL cannot be handled. The watchdog kills the solver and removes the files.
#[test]
fn after_sigkill_the_watchdog_removes_everything() {
    for name in ["hangs-alone", "hangs", "hides-a-child-and-hangs"] {
        let (_, directory) = end_a_child_by(Signal::SIGKILL, name);
        let is_empty = || std::fs::read_dir(directory.path()).unwrap().count() == 0;
        wait_until(&format!("the end of the directory of {name}"), is_empty);
        wait_until_none_is_in(directory.path(), name);
    }
}
