//! The resource usage of a solver's processes, and the mark that identifies them.

use std::process::ExitStatus;
use std::time::Duration;

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
