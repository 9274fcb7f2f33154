//! The processes of this machine, from the system calls of macOS (`libproc.h`, `sysctl`).
//!
//! The crates `sysinfo` and `libproc` offer this too. They are not used, because `sysinfo` links frameworks of Apple's
//! SDK, so that a release could not be linked on another system, and `libproc` compiles bindings with libclang.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::mem::{size_of, zeroed};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use nix::libc;
use nix::unistd::Pid;

use crate::process::job::{MARK, ProcessUsage};

/// Sums up the resource usage of the living processes of a group, of all descendants of its leader, and of the
/// processes with the mark of this directory. A process that cannot be read counts as zero, and so does a child that
/// has ended.
pub(super) fn usage(leader: Pid, directory: &Path) -> ProcessUsage {
    let processes: Vec<(Pid, libc::proc_taskallinfo)> =
        all_processes().into_iter().filter_map(|pid| Some((pid, information(pid)?))).collect();
    let group_number = leader.as_raw().unsigned_abs();
    let mark = mark_of(directory);
    let is_root = |(pid, info): &&(Pid, libc::proc_taskallinfo)| {
        info.pbsd.pbi_pgid == group_number || has_mark(*pid, &mark)
    };
    let mut group: HashSet<u32> =
        processes.iter().filter(is_root).map(|(_, info)| info.pbsd.pbi_pid).collect();
    let mut size = 0;
    while group.len() > size {
        size = group.len();
        let children = processes.iter().filter(|(_, info)| group.contains(&info.pbsd.pbi_ppid));
        let children: Vec<u32> = children.map(|(_, info)| info.pbsd.pbi_pid).collect();
        group.extend(children);
    }
    let (mut ticks, mut resident) = (0, 0);
    for (_, info) in processes.iter().filter(|(_, info)| group.contains(&info.pbsd.pbi_pid)) {
        ticks += info.ptinfo.pti_total_user + info.ptinfo.pti_total_system;
        resident += info.ptinfo.pti_resident_size;
    }
    ProcessUsage { cpu: of_ticks(ticks), resident }
}

/// Returns the processes with the mark of this directory.
pub(super) fn marked(directory: &Path) -> Vec<Pid> {
    let mark = mark_of(directory);
    all_processes().into_iter().filter(|&pid| has_mark(pid, &mark)).collect()
}

/// Returns the resident memory of this process in MiB.
pub(crate) fn own_resident_mb() -> Option<u64> {
    Some(information(Pid::this())?.ptinfo.pti_resident_size / (1 << 20))
}

/// Does nothing, because only Linux lets a process adopt its descendants.
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Does nothing, because no orphan is adopted.
pub(crate) fn disown_orphans() -> io::Result<()> {
    Ok(())
}

/// Does nothing, because only Linux ends a process with its parent. The watchdog kills the process instead.
pub(super) fn end_with_parent() -> io::Result<()> {
    Ok(())
}

/// Does nothing, because orphans become children of the init process. [`marked`] finds them.
pub(crate) fn kill_orphans(_: &Path, _: &HashSet<u32>, _: bool) {}

/// Returns the numbers of all processes.
fn all_processes() -> Vec<Pid> {
    // SAFETY: without a buffer, the call returns the number of processes.
    let count = unsafe { libc::proc_listallpids(std::ptr::null_mut(), 0) };
    // more processes may start before the next call
    let mut pids = vec![0_i32; usize::try_from(count).unwrap_or(0) + 256];
    let bytes = libc::c_int::try_from(size_of_val(&pids[..])).unwrap_or(libc::c_int::MAX);
    // SAFETY: the pointer points to `bytes` writable bytes.
    let count = unsafe { libc::proc_listallpids(pids.as_mut_ptr().cast(), bytes) };
    pids.truncate(usize::try_from(count).unwrap_or(0));
    pids.into_iter().filter(|&pid| pid > 0).map(Pid::from_raw).collect()
}

/// Returns the group, the parent, the CPU time and the memory of a process; `None` if it has ended or belongs to
/// another user.
fn information(pid: Pid) -> Option<libc::proc_taskallinfo> {
    // SAFETY: `proc_taskallinfo` is a struct of integers, for which zeros are valid values.
    let mut info: libc::proc_taskallinfo = unsafe { zeroed() };
    let bytes = size_of::<libc::proc_taskallinfo>() as libc::c_int;
    let place = (&raw mut info).cast();
    // SAFETY: the pointer points to a live struct of this length, which this kind of information requires.
    let written =
        unsafe { libc::proc_pidinfo(pid.as_raw(), libc::PROC_PIDTASKALLINFO, 0, place, bytes) };
    (written == bytes).then_some(info)
}

/// Returns the mark of a directory as an entry of an environment.
fn mark_of(directory: &Path) -> Vec<u8> {
    [OsStr::new(MARK), directory.as_os_str()].join(OsStr::new("=")).as_bytes().to_vec()
}

/// Returns whether a process has this entry in its environment. Arguments count too, because the system returns them in
/// the same list. Returns false for a process that has ended or belongs to another user.
fn has_mark(pid: Pid, mark: &[u8]) -> bool {
    let mut name = [libc::CTL_KERN, libc::KERN_PROCARGS2, pid.as_raw()];
    // the maximum length of arguments and environment (ARG_MAX of macOS)
    let mut buffer = vec![0_u8; 1 << 20];
    let mut length = buffer.len();
    // SAFETY: `name` has three numbers, and the buffer `length` writable bytes; nothing is set.
    let result = unsafe {
        libc::sysctl(
            name.as_mut_ptr(),
            3,
            buffer.as_mut_ptr().cast(),
            &raw mut length,
            std::ptr::null_mut(),
            0,
        )
    };
    result == 0 && buffer[..length].split(|&byte| byte == 0).any(|entry| entry == mark)
}

/// Converts the unit of CPU times, which depends on the processor.
fn of_ticks(ticks: u64) -> Duration {
    #[expect(deprecated, reason = "`mach2` would be a dependency for this call")]
    let (numerator, denominator) = {
        let mut base = libc::mach_timebase_info { numer: 0, denom: 0 };
        // SAFETY: the pointer points to a live variable of the type that the call writes.
        unsafe { libc::mach_timebase_info(&raw mut base) };
        (u128::from(base.numer), u128::from(base.denom.max(1)))
    };
    let nanos = u128::from(ticks) * numerator / denominator;
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}
