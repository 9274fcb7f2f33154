//! A process group led by a started program.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::Duration;

use nix::libc;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::processes;
use crate::process::job::ProcessJob;
use crate::process::job::{ExitedChild, ProcessUsage};

/// A process group led by a started program.
#[derive(Clone, Debug)]
pub(crate) struct ProcessGroup(Pid);

impl ProcessGroup {
    /// Makes a handle on the group of a child that `prepare` made a group leader.
    ///
    /// # Errors
    /// There are no errors on Unix.
    pub fn new(leader: &Child, _: &ProcessJob) -> io::Result<Self> {
        // the system stores process numbers as an i32, so they fit
        Ok(Self(Pid::from_raw(leader.id() as i32)))
    }

    /// Returns the number of the group, which is the process number of its leader.
    pub fn number(&self) -> i32 {
        self.0.as_raw()
    }

    /// Asks every process of the group to end (SIGTERM). Does nothing if the group has ended.
    pub fn request_end(&self) {
        let _ = killpg(self.0, Signal::SIGTERM);
    }

    /// Kills every process of the group. Does nothing if the group has ended.
    pub fn kill(&self) {
        let _ = killpg(self.0, Signal::SIGKILL);
    }

    /// Returns the current resource usage of the group, and of its descendants that left it.
    pub fn usage(&self, work_dir: &Path) -> ProcessUsage {
        processes::usage(self.0, work_dir)
    }

    /// Returns whether a process has written a file beyond the limit. Always returns false, because on Unix this is a
    /// resource limit of the processes, which the system enforces.
    pub fn exceeds_file_limit(&self, _: &ProcessJob) -> bool {
        false
    }

    /// Waits until the leader has ended and leaves it as a zombie, so that its process number is not reused.
    ///
    /// # Errors
    /// The leader is no longer a child of this process.
    pub fn wait(&self) -> io::Result<()> {
        let pid = self.0.as_raw().unsigned_abs();
        loop {
            // SAFETY: `siginfo_t` is a struct of integers and pointers, for which zeros are valid values.
            let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
            let flags = libc::WEXITED | libc::WNOWAIT;
            // SAFETY: the pointer points to a live variable of the type that `waitid` writes.
            if unsafe { libc::waitid(libc::P_PID, pid, &raw mut info, flags) } == 0 {
                return Ok(());
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }

    /// Reaps the leader, which has ended. It calls `wait4`, because the `wait` of the standard library does not return
    /// the resource usage, and the usage of all children together cannot be divided among children that run at the same
    /// time.
    ///
    /// # Errors
    /// The leader is no longer a child of this process.
    pub fn reap(&self) -> io::Result<ExitedChild> {
        let mut status = 0;
        // SAFETY: `rusage` is a struct of integers, for which zeros are valid values.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        loop {
            // SAFETY: both pointers point to live variables of the types that `wait4` writes.
            let reaped =
                unsafe { libc::wait4(self.0.as_raw(), &raw mut status, 0, &raw mut usage) };
            if reaped == self.0.as_raw() {
                break;
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        let time = |value: libc::timeval| {
            let seconds = Duration::from_secs(u64::try_from(value.tv_sec).unwrap_or(0));
            seconds + Duration::from_micros(u64::try_from(value.tv_usec).unwrap_or(0))
        };
        Ok(ExitedChild {
            status: ExitStatus::from_raw(status),
            cpu: time(usage.ru_utime) + time(usage.ru_stime),
            peak_kb: u64::try_from(usage.ru_maxrss).unwrap_or(0) / MAXRSS_PER_KB,
        })
    }
}

/// The number of units of `ru_maxrss` in a KiB: Apple's systems count bytes, all others KiB.
const MAXRSS_PER_KB: u64 = if cfg!(target_vendor = "apple") { 1024 } else { 1 };
