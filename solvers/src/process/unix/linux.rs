//! The processes of this machine, from `/proc`, and the system calls that only Linux has.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use crate::process::job::{MARK, ProcessUsage};

/// Sums up the resource usage of the living processes of a group, of all descendants of its leader, and of the orphans
/// with the mark of this directory. A process that cannot be read counts as zero. The CPU time includes the time of
/// children that were waited for.
pub(super) fn usage(leader: Pid, directory: &Path) -> ProcessUsage {
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
            // an orphan is a child of the init process, or of this process if it is a subreaper
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
    ProcessUsage { cpu, resident: pages * procfs::page_size() }
}

/// Returns the processes with the mark of this directory.
pub(super) fn marked(directory: &Path) -> Vec<Pid> {
    let processes = procfs::process::all_processes().into_iter().flatten().flatten();
    let pids = processes.map(|process| Pid::from_raw(process.pid()));
    pids.filter(|&pid| has_mark(pid, Some(directory))).collect()
}

/// Returns whether a process has the mark of this directory or, for `None`, no mark. Returns false for a process that
/// has ended.
fn has_mark(pid: Pid, directory: Option<&Path>) -> bool {
    let environment = procfs::process::Process::new(pid.as_raw()).and_then(|one| one.environ());
    let environment = environment.unwrap_or_default();
    environment.get(std::ffi::OsStr::new(MARK)).map(Path::new) == directory
}

/// Returns the children of this process, both started and adopted.
fn own_children() -> Vec<Pid> {
    let tasks = procfs::process::Process::myself().and_then(|own| own.tasks());
    let children = tasks.into_iter().flatten().flatten().filter_map(|task| task.children().ok());
    children.flatten().filter_map(|pid| i32::try_from(pid).ok()).map(Pid::from_raw).collect()
}

/// Returns the resident memory of this process in MiB.
pub(crate) fn own_resident_mb() -> Option<u64> {
    let memory = procfs::process::Process::myself().and_then(|own| own.statm()).ok()?;
    Some(memory.resident * procfs::page_size() / (1 << 20))
}

/// Whether children of this process that are not on the list are orphans of a solver. In a program that has not called
/// `install_handler`, such children may be the program's own.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Makes this process the parent of descendants that lose their parent, instead of the init process, so
/// that they can be found.
pub(super) fn adopt_orphans() -> io::Result<()> {
    nix::sys::prctl::set_child_subreaper(true)?;
    ADOPTS.store(true, Ordering::Relaxed);
    Ok(())
}

/// Ends the adoption: orphans become children of the init process.
pub(crate) fn disown_orphans() -> io::Result<()> {
    ADOPTS.store(false, Ordering::Relaxed);
    Ok(nix::sys::prctl::set_child_subreaper(false)?)
}

/// Makes this process end when its parent ends. It makes only a system call, which is all that is allowed between fork
/// and exec.
pub(super) fn end_with_parent() -> io::Result<()> {
    Ok(nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?)
}

/// Kills the orphans of a solver that has ended: the children of this process that are not `known` and have the mark of
/// the solver's directory or, if no other solver runs (`alone`), no mark.
pub(crate) fn kill_orphans(directory: &Path, known: &HashSet<u32>, alone: bool) {
    if !ADOPTS.load(Ordering::Relaxed) {
        return;
    }
    // repeat, because the children of a killed orphan become children of this process, and an orphan may be starting
    // another process
    for _ in 0..super::ROUNDS {
        let is_unlisted = |child: &Pid| !known.contains(&child.as_raw().unsigned_abs());
        let orphans = own_children().into_iter().filter(is_unlisted).filter(|&orphan| {
            has_mark(orphan, Some(directory)) || (alone && has_mark(orphan, None))
        });
        let orphans: Vec<Pid> = orphans.collect();
        if orphans.is_empty() {
            break;
        }
        for &orphan in &orphans {
            let _ = kill(orphan, Signal::SIGKILL);
        }
        for orphan in orphans {
            let _ = waitpid(orphan, None);
        }
    }
}
