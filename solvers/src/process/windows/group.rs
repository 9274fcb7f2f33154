//! A started program and its descendants, which are the processes of one job.

use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use windows_sys::Win32::Foundation::{INVALID_HANDLE_VALUE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::Threading::{
    GetExitCodeProcess, INFINITE, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME,
    WaitForSingleObject,
};

use super::job::{JobObject, checked, memory_of};
use crate::process::job::ProcessJob;
use crate::process::job::{ExitedChild, ProcessUsage};

/// The maximum time to wait until killed processes have ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// A started program and its descendants.
#[derive(Clone, Debug)]
pub(crate) struct ProcessGroup(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    job: JobObject,
    leader: OwnedHandle,
    id: u32,
    started: SystemTime,
}

impl ProcessGroup {
    /// Puts a child that [`prepare`](super::prepare) made suspended into a job of its own, and resumes it.
    ///
    /// # Errors
    /// A call of the system fails. The child is still suspended.
    pub fn new(child: &Child, job: &ProcessJob) -> io::Result<Self> {
        let leader = child.as_handle().try_clone_to_owned()?;
        let limits = JobObject::new(job.memory_mb.map(|mb| mb.saturating_mul(1 << 20)))?;
        limits.assign(&leader)?;
        let (id, started) = (child.id(), SystemTime::now());
        resume(id)?;
        Ok(Self(Arc::new(Inner { job: limits, leader, id, started })))
    }

    /// Asks every process of the group to end (Ctrl-Break). Does nothing if the group has ended.
    pub fn request_end(&self) {
        // SAFETY: the call takes numbers only. The child was started as the leader of a console group.
        let _ = unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, self.0.id) };
    }

    /// Kills every process of the group. Does nothing if the group has ended.
    pub fn kill(&self) {
        self.0.job.kill();
    }

    /// Returns the current resource usage of the group.
    pub fn usage(&self, _: &Path) -> ProcessUsage {
        let memory = |process: &OwnedHandle| memory_of(process.as_raw_handle());
        let processes = self.0.job.processes();
        let resident =
            processes.iter().filter_map(memory).map(|one| one.WorkingSetSize as u64).sum();
        ProcessUsage { cpu: self.0.job.accounting().1, resident }
    }

    /// Returns whether a process has written a file in the work directory beyond the limit. It checks the files,
    /// because the system does not limit them.
    pub fn exceeds_file_limit(&self, job: &ProcessJob) -> bool {
        let files = std::fs::read_dir(job.work_dir).into_iter().flatten().flatten();
        // the metadata of the directory entry are out of date while the file is open
        files.filter_map(|file| std::fs::metadata(file.path()).ok()).any(|file| {
            let is_new = file.modified().is_ok_and(|time| time >= self.0.started);
            file.is_file() && is_new && file.len() > job.output_bytes
        })
    }

    /// Waits until the leader has ended.
    ///
    /// # Errors
    /// The call of the system fails.
    pub fn wait(&self) -> io::Result<()> {
        // SAFETY: the handle is open.
        let result = unsafe { WaitForSingleObject(self.0.leader.as_raw_handle(), INFINITE) };
        if result == WAIT_OBJECT_0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Returns the exit status of the leader, which has ended, and the resource usage of the group. Waits until all
    /// processes of the group have ended, because they hold their files open until then.
    ///
    /// # Errors
    /// The call of the system fails.
    pub fn reap(&self) -> io::Result<ExitedChild> {
        let Inner { job, leader, .. } = &*self.0;
        let since = Instant::now();
        while job.accounting().0 > 0 && since.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut code = 0;
        // SAFETY: the handle is open, and the pointer points to a live variable.
        checked(unsafe { GetExitCodeProcess(leader.as_raw_handle(), &raw mut code) })?;
        let resident = memory_of(leader.as_raw_handle());
        let resident = resident.map_or(0, |memory| memory.PeakWorkingSetSize as u64);
        Ok(ExitedChild {
            status: ExitStatus::from_raw(code),
            cpu: job.accounting().1,
            peak_kb: resident.max(job.peak_memory()) / 1024,
        })
    }
}

/// Resumes a suspended process. Its only thread must be searched for, because the standard library closes the handle of
/// the thread.
fn resume(process: u32) -> io::Result<()> {
    // SAFETY: the call takes numbers only.
    let snapshot = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if snapshot == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and nothing else owns it.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(snapshot) };
    let mut entry =
        THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..THREADENTRY32::default() };
    // SAFETY: the snapshot is open, and the pointer points to a live struct that contains its size.
    let mut found = unsafe { Thread32First(snapshot.as_raw_handle(), &raw mut entry) };
    while found != 0 {
        if entry.th32OwnerProcessID == process {
            // SAFETY: the call takes numbers only.
            let thread = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID) };
            if thread.is_null() {
                return Err(io::Error::last_os_error());
            }
            // SAFETY: the handle was just made, and nothing else owns it.
            let thread = unsafe { OwnedHandle::from_raw_handle(thread) };
            // SAFETY: the handle is open.
            return match unsafe { ResumeThread(thread.as_raw_handle()) } {
                u32::MAX => Err(io::Error::last_os_error()),
                _ => Ok(()),
            };
        }
        // SAFETY: as above.
        found = unsafe { Thread32Next(snapshot.as_raw_handle(), &raw mut entry) };
    }
    Err(io::Error::other("the started process has no thread"))
}
