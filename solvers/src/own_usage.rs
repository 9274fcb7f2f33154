//! Memory and CPU time of this process.

use std::time::Duration;

/// Returns the resident memory of this process in MiB; `None` outside of Linux or without the feature
/// `process`.
#[must_use]
pub fn own_resident_mb() -> Option<u64> {
    #[cfg(all(feature = "process", target_os = "linux"))]
    return procfs::process::Process::myself()
        .and_then(|own| own.statm())
        .map(|memory| memory.resident * procfs::page_size() / (1 << 20))
        .ok();
    #[cfg(not(all(feature = "process", target_os = "linux")))]
    None
}

/// Returns the CPU time of this thread; zero where it cannot be read or without the feature `process`.
#[must_use]
pub fn thread_cpu() -> Duration {
    #[cfg(feature = "process")]
    {
        let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID);
        now.map(Duration::from).unwrap_or_default()
    }
    #[cfg(not(feature = "process"))]
    Duration::ZERO
}
