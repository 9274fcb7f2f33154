//! The processes of this machine where there is no `/proc`: macOS and the BSDs.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::time::Duration;

use nix::unistd::{Pid, getpgid};
use sysinfo::{Process, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

use crate::process::usage::{MARK, ProcessUsage};

/// Reads CPU time, memory and environment of all processes of this user.
fn all_processes() -> System {
    let mut system = System::new();
    let what = ProcessRefreshKind::nothing()
        .with_cpu()
        .with_memory()
        .with_environ(UpdateKind::Always)
        .without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    system
}

fn pid_of(process: &Process) -> Option<Pid> {
    i32::try_from(process.pid().as_u32()).ok().map(Pid::from_raw)
}

fn has_mark(process: &Process, directory: &Path) -> bool {
    let mark = [OsStr::new(MARK), directory.as_os_str()].join(OsStr::new("="));
    process.environ().contains(&mark)
}

/// Sums over the living processes of a group, all descendants of its leader, and the processes with the mark
/// of this directory. A process that cannot be read counts as zero, and so does a child that has ended.
pub(super) fn usage(leader: Pid, directory: &Path) -> ProcessUsage {
    let system = all_processes();
    let processes = system.processes();
    let is_root = |process: &&Process| {
        pid_of(process).is_some_and(|pid| getpgid(Some(pid)) == Ok(leader))
            || has_mark(process, directory)
    };
    let mut group: HashSet<sysinfo::Pid> =
        processes.values().filter(is_root).map(Process::pid).collect();
    let mut size = 0;
    while group.len() > size {
        size = group.len();
        let is_child = |one: &&Process| one.parent().is_some_and(|parent| group.contains(&parent));
        let children: Vec<_> = processes.values().filter(is_child).map(Process::pid).collect();
        group.extend(children);
    }
    let mut sum = ProcessUsage::default();
    for process in group.iter().filter_map(|pid| processes.get(pid)) {
        sum.cpu += Duration::from_millis(process.accumulated_cpu_time());
        sum.resident += process.memory();
    }
    sum
}

/// Returns the processes with the mark of this directory.
pub(super) fn marked(directory: &Path) -> Vec<Pid> {
    let system = all_processes();
    system.processes().values().filter(|one| has_mark(one, directory)).filter_map(pid_of).collect()
}

/// Returns the resident memory of this process in MiB.
pub(crate) fn own_resident_mb() -> Option<u64> {
    let own = sysinfo::get_current_pid().ok()?;
    let mut system = System::new();
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), true, memory);
    Some(system.process(own)?.memory() / (1 << 20))
}

/// Does nothing: only Linux lets a process adopt its descendants.
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Does nothing: only Linux ends a process with its parent. The watchdog kills it.
pub(super) fn end_with_parent() -> io::Result<()> {
    Ok(())
}

/// Does nothing, since orphans become children of the init process. [`marked`] finds them.
pub(crate) fn kill_orphans(_: &Path, _: &HashSet<u32>, _: bool) {}
