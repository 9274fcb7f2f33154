//! A job: the program to be run, and its limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use crate::Stop;

/// A program, its arguments and its limits.
pub(crate) struct ProcessJob<'a> {
    pub program: &'a Path,
    pub arguments: &'a [OsString],
    /// The file on the program's standard input; by default, standard input is empty.
    pub input: Option<&'a Path>,
    pub work_dir: &'a Path,
    pub wall: Option<Duration>,
    pub cpu: Option<Duration>,
    pub memory_mb: Option<u64>,
    pub output_bytes: u64,
    pub stop: Stop,
}

/// Makes a path absolute, because a solver does not run in the directory of this process.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

// The resource usage of a solver's processes, and the mark that identifies them.

/// The environment variable that marks the processes started in a work directory; it holds the path of the
/// directory, and descendants inherit it.
pub(crate) const MARK: &str = "ENCYCLE_WORK_DIR";

/// The resource usage of a solver's processes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessUsage {
    /// CPU time.
    pub cpu: Duration,
    /// Resident memory in bytes; shared pages count once for each process.
    pub resident: u64,
}

/// The exit status of a child, and the resource usage of the child and of the children that it waited for (on Windows,
/// of all its descendants).
pub(crate) struct ExitedChild {
    pub status: ExitStatus,
    pub cpu: Duration,
    /// The peak resident memory of a single process among these, in KiB.
    pub peak_kb: u64,
}
