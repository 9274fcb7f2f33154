//! Windows: job objects, events of the console, and a lock file in each work directory.
//!
//! Every descendant of a solver stays in the solver's job, and the system kills the job when this process ends, however
//! it ends.

mod directory;
mod group;
mod job;
mod prepare;
mod signals;
mod streams;

pub(crate) use directory::DirectoryGuard;
pub(crate) use group::ProcessGroup;
pub(crate) use prepare::prepare;
pub(crate) use signals::{crash, crash_name, exceeded_file_limit, install_handler};
pub(crate) use streams::{Streams, end_mark};

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::time::Duration;

use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetCurrentThread, GetThreadTimes};

/// Does nothing, because no descendant leaves the job.
pub(crate) fn kill_marked(_: &Path) {}

/// Does nothing, because no descendant leaves the job.
pub(crate) fn kill_orphans(_: &Path, _: &HashSet<u32>, _: bool) {}

/// Does nothing, because no descendant leaves the job.
pub(crate) fn disown_orphans() -> io::Result<()> {
    Ok(())
}

/// Puts this process into a job that limits the memory of each of its processes. The job lives as long as this process.
///
/// # Errors
/// A call of the system fails.
pub(crate) fn limit_own_memory(bytes: u64) -> io::Result<()> {
    let job = job::JobObject::new(Some(bytes))?;
    job.assign_this()?;
    // the handle is closed, and the job ends, when this process has ended
    std::mem::forget(job);
    Ok(())
}

/// Returns the resident memory of this process in MiB.
pub(crate) fn own_resident_mb() -> Option<u64> {
    // SAFETY: the function takes nothing and returns a constant.
    let own = unsafe { GetCurrentProcess() };
    Some(job::memory_of(own)?.WorkingSetSize as u64 / (1 << 20))
}

/// Returns the CPU time of this thread; zero where it cannot be read.
pub(crate) fn thread_cpu() -> Duration {
    // SAFETY: the first function takes nothing and returns a constant, which is a handle of this thread;
    // the second writes to four live variables.
    let times = |of: &mut [_; 4]| unsafe {
        let [created, ended, kernel, user] = of;
        GetThreadTimes(GetCurrentThread(), created, ended, kernel, user)
    };
    job::cpu_time(times).unwrap_or_default()
}
