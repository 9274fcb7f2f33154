//! The memory and CPU time of this process.

use std::time::Duration;

/// Returns the resident memory of this process in MiB; `None` if it cannot be read or without the feature
/// `process`.
#[must_use]
pub fn own_resident_mb() -> Option<u64> {
    #[cfg(feature = "process")]
    return crate::process::system::own_resident_mb();
    #[cfg(not(feature = "process"))]
    None
}

/// Returns the CPU time of this thread; zero where it cannot be read or without the feature `process`.
#[must_use]
pub fn thread_cpu() -> Duration {
    #[cfg(feature = "process")]
    return crate::process::system::thread_cpu();
    #[cfg(not(feature = "process"))]
    Duration::ZERO
}
