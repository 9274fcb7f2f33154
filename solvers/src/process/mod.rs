//! Running programs: in a process group of their own, within limits, with no process or file left behind.
//!
//! What depends on the operating system is in the modules `unix` and `windows`, which have the same items.
//! One of them is compiled, as `system`:
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

mod capture;
pub mod cleanup;
mod measure;
mod run;
mod solver;
mod supervise;
#[cfg(unix)]
pub(crate) mod unix;
mod usage;
#[cfg(windows)]
pub(crate) mod windows;

#[cfg(unix)]
pub(crate) use unix as system;
#[cfg(windows)]
pub(crate) use windows as system;

pub use cleanup::WorkDir;
pub use measure::{MeasuredRun, measure};
pub use run::{RunEnd, SolverRun};
pub use solver::Solver;
pub(crate) use solver::{absolute, launch};

use std::process::ExitStatus;

/// Returns the number of the signal that ended a program; on Windows, the code of the exception. `None` if
/// the program exited by itself.
#[must_use]
pub fn crash(status: ExitStatus) -> Option<i32> {
    system::crash(status)
}
