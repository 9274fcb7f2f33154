//! Signals end Encycle at random moments, a thousand times in a long campaign, and leave no file and no process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::binary::own_binary;
use crate::support::long_or;
use crate::support::misbehaving;
use crate::support::waiting::DEADLINE;

/// The processes of Encycle and its solvers with this temporary directory.
fn processes_of(temporary: &Path) -> Vec<PathBuf> {
    let mark = format!("={}", temporary.display());
    let has_mark = |process: &PathBuf| {
        fs::read(process.join("environ"))
            .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(&mark))
    };
    let processes = fs::read_dir("/proc").expect("Linux").flatten().map(|entry| entry.path());
    processes.filter(has_mark).collect()
}

/// A pseudo-random number, the same in each run (splitmix64).
fn random(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The solvers that run when the signal arrives; without installed ones, solvers that work, that hang, and a race of both.
fn solvers() -> Vec<String> {
    if cfg!(feature = "installed-solvers") {
        return ["minisat", "kissat", "glpsol", "minisat,cadical"].map(str::to_owned).to_vec();
    }
    let (own, hangs) = (own_binary(), misbehaving::text("hangs"));
    let race = format!("{own},{hangs}");
    vec![own, hangs, misbehaving::text("hides-a-child-and-hangs"), race]
}

#[test]
fn random_kills_leave_no_file_and_no_process() {
    let temporary = tempfile::tempdir().expect("a folder");
    let signals = [Signal::SIGKILL, Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP];
    let solvers = solvers();
    let killed = AtomicU32::new(0);
    let solve = |number: u64| {
        // the test runner may ignore signals (`nohup`, a background job), and children inherit that
        let mut child = Command::new("env")
            .arg("--default-signal=INT,TERM,HUP")
            .arg(assert_cmd::cargo::cargo_bin("encycle"))
            .args([
                "solve",
                "examples/slitherlink/ten.txt",
                "--unique",
                "--timeout",
                "5",
                "--solver",
            ])
            .arg(&solvers[random(number) as usize % solvers.len()])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        std::thread::sleep(Duration::from_micros(5_000 + random(number + 1_000_000) % 60_000));
        let signal = signals[random(number + 2_000_000) as usize % signals.len()];
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process number"));
        // the process may have ended already; it stays until it is waited for
        let _ = kill(pid, signal);
        let status = child.wait().expect("it ends");
        killed.fetch_add(u32::from(!status.success()), Ordering::Relaxed);
    };
    let count = long_or(1_000, 200) as u64;
    std::thread::scope(|scope| {
        for first in 0..2 {
            scope.spawn(move || (0..count / 2).for_each(|number| solve(2 * number + first)));
        }
    });
    assert!(u64::from(killed.into_inner()) > count * 3 / 10, "most were killed while they worked");
    // after SIGKILL the watchdog removes the files, a moment later
    let files = || {
        let files = fs::read_dir(temporary.path()).expect("a folder").flatten();
        files.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let started = Instant::now();
    while !(files().is_empty() && processes_of(temporary.path()).is_empty()) {
        let left = (files(), processes_of(temporary.path()));
        assert!(started.elapsed() < DEADLINE, "left are files and processes: {left:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
