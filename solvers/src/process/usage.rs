//! What processes use, and which are ours, asked from the system.

use std::collections::HashSet;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use nix::libc;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;

/// The environment variable by which a process started in a work directory is known, wherever it goes.
pub(crate) const MARK: &str = "ENCYCLE_WORK_DIR";

/// What a solver's processes have used so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessUsage {
    /// CPU time, that of ended children included.
    pub cpu: Duration,
    /// Memory that is resident, in bytes; what they share counts several times.
    pub resident: u64,
}

impl ProcessUsage {
    /// Of a process group, of all descendants of its leader, and of the orphans with the mark of this
    /// directory, that are there now. What cannot be read counts nothing.
    #[cfg(target_os = "linux")]
    pub fn of_group(leader: Pid, directory: &Path) -> Self {
        let stats: Vec<procfs::process::Stat> = procfs::process::all_processes()
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|process| process.stat().ok())
            .collect();
        let mut ours: HashSet<i32> = HashSet::new();
        let own = std::process::id() as i32;
        let is_root = |stat: &procfs::process::Stat| {
            stat.pgrp == leader.as_raw()
                // an orphan is a child of the system's first process, or of ours
                || ((stat.ppid == 1 || stat.ppid == own)
                    && has_mark(Pid::from_raw(stat.pid), Some(directory)))
        };
        ours.extend(stats.iter().filter(|stat| is_root(stat)).map(|stat| stat.pid));
        let mut size = 0;
        while ours.len() > size {
            size = ours.len();
            let children = stats.iter().filter(|stat| ours.contains(&stat.ppid));
            let children: Vec<i32> = children.map(|stat| stat.pid).collect();
            ours.extend(children);
        }
        let (mut ticks, mut pages) = (0, 0);
        for stat in stats.iter().filter(|stat| ours.contains(&stat.pid)) {
            let ended = u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
            ticks += stat.utime + stat.stime + ended;
            pages += stat.rss;
        }
        let cpu = Duration::from_secs_f64(ticks as f64 / procfs::ticks_per_second() as f64);
        Self { cpu, resident: pages * procfs::page_size() }
    }

    /// Nothing is known here.
    #[cfg(not(target_os = "linux"))]
    pub fn of_group(_: Pid, _: &Path) -> Self {
        Self::default()
    }
}

/// The memory that this process has resident, in MiB; `None` where that cannot be known.
pub fn own_resident_mb() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return procfs::process::Process::myself()
        .and_then(|own| own.statm())
        .map(|memory| memory.resident * procfs::page_size() / (1 << 20))
        .ok();
    #[cfg(not(target_os = "linux"))]
    None
}

/// The CPU time that this thread has used; zero where that cannot be known.
pub fn thread_cpu() -> Duration {
    let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID);
    now.map(Duration::from).unwrap_or_default()
}

/// The processes that were started in this directory, or by one that was: those with the mark.
#[cfg(target_os = "linux")]
pub(crate) fn marked(directory: &Path) -> Vec<Pid> {
    let processes = procfs::process::all_processes().into_iter().flatten().flatten();
    let pids = processes.map(|process| Pid::from_raw(process.pid()));
    pids.filter(|&pid| has_mark(pid, Some(directory))).collect()
}

/// Whether a process has the mark of this directory, or that of none. Of one that has ended nothing is known,
/// and so it has none.
#[cfg(target_os = "linux")]
pub(crate) fn has_mark(pid: Pid, directory: Option<&Path>) -> bool {
    let environment = procfs::process::Process::new(pid.as_raw()).and_then(|one| one.environ());
    let environment = environment.unwrap_or_default();
    environment.get(std::ffi::OsStr::new(MARK)).map(Path::new) == directory
}

/// The children of this process, started by it or adopted.
#[cfg(target_os = "linux")]
pub(crate) fn own_children() -> Vec<Pid> {
    let tasks = procfs::process::Process::myself().and_then(|own| own.tasks());
    let children = tasks.into_iter().flatten().flatten().filter_map(|task| task.children().ok());
    children.flatten().filter_map(|pid| i32::try_from(pid).ok()).map(Pid::from_raw).collect()
}

/// They cannot be found here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn own_children() -> Vec<Pid> {
    Vec::new()
}

/// That cannot be known here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn has_mark(_: Pid, _: Option<&Path>) -> bool {
    false
}

/// They cannot be found here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn marked(_: &Path) -> Vec<Pid> {
    Vec::new()
}

/// Waits until a child has ended. It stays there as a zombie, so that its number is not given away.
pub(crate) fn wait_for_end(child: Pid) -> io::Result<()> {
    loop {
        match waitid(Id::Pid(child), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            Err(nix::errno::Errno::EINTR) => {}
            other => return Ok(other.map(drop)?),
        }
    }
}

/// How a child ended, and what it and the children that it waited for have used.
pub(crate) struct ExitedChild {
    pub status: ExitStatus,
    pub cpu: Duration,
    /// The most memory that one of them had resident, in KiB.
    pub peak_kb: u64,
}

/// Takes a child that has ended off the system's list. The standard library's `wait` does not say what
/// it has used, and the sum over all children is of no use where several run at once.
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
