//! Waiting for conditions.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Far longer than any condition takes on a busy machine; it turns a hang into a failure.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// Waits until a condition holds.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < DEADLINE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Repeats a measurement until one is good. The load of the machine spoils a few, a defect spoils all.
pub fn once_in<T: std::fmt::Debug>(
    tries: usize,
    mut measure: impl FnMut() -> T,
    is_good: impl Fn(&T) -> bool,
) {
    let mut seen = Vec::new();
    while !seen.last().is_some_and(&is_good) {
        assert!(seen.len() < tries, "none is good of {seen:?}");
        seen.push(measure());
    }
}

/// The processes whose working directory is in this folder.
pub fn processes_in(folder: &Path) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").expect("Linux").flatten().map(|entry| entry.path());
    let works_there = |process: &PathBuf| {
        fs::read_link(process.join("cwd")).is_ok_and(|at| at.starts_with(folder))
    };
    processes.filter(works_there).collect()
}

/// Waits until no process works in this folder. A killed process disappears a moment later.
pub fn wait_until_none_is_in(folder: &Path, what: &str) {
    wait_until(&format!("the end of all processes of {what}"), || processes_in(folder).is_empty());
}
