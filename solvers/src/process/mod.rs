//! Running programs: each in its own process group, within limits, so that no process or file is left behind.
//!
//! Code that depends on the operating system is in the modules `unix` and `windows`, which have the same items. One of
//! the modules is compiled, as `system`:
//!
//! | item | content |
//! |---|---|
//! | `prepare` | sets group, limits and environment of a program before it starts |
//! | `ProcessGroup` | the started program and its descendants: waits, reads the resource usage, ends, kills, reaps |
//! | `kill_marked`, `kill_orphans` | kill descendants that left the group |
//! | `Streams`, `end_mark` | read both output streams until the program has ended |
//! | `DirectoryGuard` | creates a work directory, and removes it if this process is killed |
//! | `install_handler` | calls a function when a signal ends this process |
//! | `crash`, `crash_name`, `exceeded_file_limit` | read from an exit status how a program ended |
//! | `own_resident_mb`, `thread_cpu` | memory of this process, CPU time of this thread |
//! | `limit_own_memory` | limits the memory of this process |
//! | `disown_orphans` | leaves orphans to the init process |

mod capture;
pub mod cleanup;
mod job;
mod supervise;
#[cfg(unix)]
pub(crate) mod unix;
#[cfg(windows)]
pub(crate) mod windows;

#[cfg(unix)]
pub(crate) use unix as system;
#[cfg(windows)]
pub(crate) use windows as system;

pub use cleanup::WorkDir;
pub(crate) use job::{ProcessJob, absolute};
pub(crate) use supervise::{FinishedProcess, KillReason, execute};
pub use supervise::{MeasuredRun, measure};

use std::process::ExitStatus;

/// Limits the memory of this process, and of each process that it starts later, to this number of MiB. An allocation
/// beyond the limit fails.
///
/// On Linux this is `RLIMIT_DATA`, on Windows the memory limit of a job object. macOS has no such limit.
///
/// # Errors
/// A system call fails.
pub fn limit_own_memory(mb: u64) -> std::io::Result<()> {
    system::limit_own_memory(mb.saturating_mul(1 << 20))
}

/// Returns the number of the signal that ended a program; on Windows, the code of the exception. `None` if
/// the program exited by itself.
#[must_use]
pub fn crash(status: ExitStatus) -> Option<i32> {
    system::crash(status)
}
