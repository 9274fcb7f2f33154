//! Unix (Linux and macOS): process groups, resource limits, signals, and a watchdog for each work directory.

mod directory;
mod group;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod macos;
mod prepare;
mod signals;
mod streams;

#[cfg(target_os = "linux")]
use linux as processes;
#[cfg(not(target_os = "linux"))]
use macos as processes;

pub(crate) use directory::DirectoryGuard;
pub(crate) use group::ProcessGroup;
pub(crate) use prepare::{limit_own_memory, prepare};
pub(crate) use processes::{disown_orphans, kill_orphans, own_resident_mb};
pub(crate) use signals::{crash, crash_name, exceeded_file_limit, install_handler};
pub(crate) use streams::{Streams, end_mark};

use std::path::Path;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};

/// The maximum number of searches for processes. One search is not enough, because processes may be started while
/// others are being killed.
const ROUNDS: usize = 100;

/// Kills all processes that were started in this directory, including those that left their process group.
pub(crate) fn kill_marked(directory: &Path) {
    // a process may be starting another process
    for _ in 0..ROUNDS {
        let left = processes::marked(directory);
        if left.is_empty() {
            break;
        }
        for process in left {
            let _ = kill(process, Signal::SIGKILL);
        }
    }
}

/// Returns the CPU time of this thread; zero where it cannot be read.
pub(crate) fn thread_cpu() -> Duration {
    let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID);
    now.map(Duration::from).unwrap_or_default()
}
