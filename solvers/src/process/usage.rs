//! Resource usage of processes, and the marks that identify the processes of a run.

use std::collections::HashSet;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use nix::libc;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;

/// The environment variable that marks the processes started in a work directory; it holds the path of the
/// directory, and descendants inherit it.
pub(crate) const MARK: &str = "ENCYCLE_WORK_DIR";

/// The resource usage of a solver's processes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessUsage {
    /// CPU time, including that of children that were waited for.
    pub cpu: Duration,
    /// Resident memory in bytes; shared pages count once for each process.
    pub resident: u64,
}

impl ProcessUsage {
    /// Sums over the living processes of a group, all descendants of its leader, and the orphans with the
    /// mark of this directory. A process that cannot be read counts as zero.
    #[cfg(target_os = "linux")]
    pub fn of_group(leader: Pid, directory: &Path) -> Self {
        let stats: Vec<procfs::process::Stat> = procfs::process::all_processes()
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|process| process.stat().ok())
            .collect();
        let mut group: HashSet<i32> = HashSet::new();
        let own = std::process::id() as i32;
        let is_root = |stat: &procfs::process::Stat| {
            stat.pgrp == leader.as_raw()
                // an orphan is a child of the init process, or of this one as a subreaper
                || ((stat.ppid == 1 || stat.ppid == own)
                    && has_mark(Pid::from_raw(stat.pid), Some(directory)))
        };
        group.extend(stats.iter().filter(|stat| is_root(stat)).map(|stat| stat.pid));
        let mut size = 0;
        while group.len() > size {
            size = group.len();
            let children = stats.iter().filter(|stat| group.contains(&stat.ppid));
            let children: Vec<i32> = children.map(|stat| stat.pid).collect();
            group.extend(children);
        }
        let (mut ticks, mut pages) = (0, 0);
        for stat in stats.iter().filter(|stat| group.contains(&stat.pid)) {
            let ended = u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
            ticks += stat.utime + stat.stime + ended;
            pages += stat.rss;
        }
        let cpu = Duration::from_secs_f64(ticks as f64 / procfs::ticks_per_second() as f64);
        Self { cpu, resident: pages * procfs::page_size() }
    }

    /// Returns zero, since only Linux is supported.
    #[cfg(not(target_os = "linux"))]
    pub fn of_group(_: Pid, _: &Path) -> Self {
        Self::default()
    }
}

/// Returns the processes with the mark of this directory.
#[cfg(target_os = "linux")]
pub(crate) fn marked(directory: &Path) -> Vec<Pid> {
    let processes = procfs::process::all_processes().into_iter().flatten().flatten();
    let pids = processes.map(|process| Pid::from_raw(process.pid()));
    pids.filter(|&pid| has_mark(pid, Some(directory))).collect()
}

/// Whether a process has the mark of this directory, or for `None`, no mark. A process that has ended has
/// none.
#[cfg(target_os = "linux")]
pub(crate) fn has_mark(pid: Pid, directory: Option<&Path>) -> bool {
    let environment = procfs::process::Process::new(pid.as_raw()).and_then(|one| one.environ());
    let environment = environment.unwrap_or_default();
    environment.get(std::ffi::OsStr::new(MARK)).map(Path::new) == directory
}

/// Returns the children of this process, both started and adopted.
#[cfg(target_os = "linux")]
pub(crate) fn own_children() -> Vec<Pid> {
    let tasks = procfs::process::Process::myself().and_then(|own| own.tasks());
    let children = tasks.into_iter().flatten().flatten().filter_map(|task| task.children().ok());
    children.flatten().filter_map(|pid| i32::try_from(pid).ok()).map(Pid::from_raw).collect()
}

/// Returns nothing, since only Linux is supported.
#[cfg(not(target_os = "linux"))]
pub(crate) fn own_children() -> Vec<Pid> {
    Vec::new()
}

/// Returns false, since only Linux is supported.
#[cfg(not(target_os = "linux"))]
pub(crate) fn has_mark(_: Pid, _: Option<&Path>) -> bool {
    false
}

/// Returns nothing, since only Linux is supported.
#[cfg(not(target_os = "linux"))]
pub(crate) fn marked(_: &Path) -> Vec<Pid> {
    Vec::new()
}

/// Waits until a child has ended and leaves it as a zombie, so that its process number is not reused.
pub(crate) fn wait_for_end(child: Pid) -> io::Result<()> {
    loop {
        match waitid(Id::Pid(child), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            Err(nix::errno::Errno::EINTR) => {}
            other => return Ok(other.map(drop)?),
        }
    }
}

/// The exit status of a child, and the resource usage of it and of the children that it waited for.
pub(crate) struct ExitedChild {
    pub status: ExitStatus,
    pub cpu: Duration,
    /// The peak resident memory of one of them, in KiB.
    pub peak_kb: u64,
}

/// Reaps a child that has ended. The standard library's `wait` does not return the resource usage, and the
/// usage of all children together cannot be attributed if several run at once.
pub(crate) fn reap(child: Pid) -> io::Result<ExitedChild> {
    let mut status = 0;
    // SAFETY: `rusage` is a struct of integers, for which zeros are values.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live variables of the types that `wait4` writes.
        let reaped = unsafe { libc::wait4(child.as_raw(), &raw mut status, 0, &raw mut usage) };
        if reaped == child.as_raw() {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let time = |value: libc::timeval| {
        let micros = value.tv_sec * 1_000_000 + value.tv_usec;
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    };
    Ok(ExitedChild {
        status: ExitStatus::from_raw(status),
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        peak_kb: u64::try_from(usage.ru_maxrss).unwrap_or(0),
    })
}
