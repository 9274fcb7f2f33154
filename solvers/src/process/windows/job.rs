//! System calls for jobs and processes.

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::time::Duration;

use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation, JobObjectBasicProcessIdList,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION,
};

/// A job object.
#[derive(Debug)]
pub(super) struct JobObject(OwnedHandle);

/// The maximum number of processes of a job that are counted.
const MOST_PROCESSES: usize = 1024;

/// `JOBOBJECT_BASIC_PROCESS_ID_LIST`, with room for many processes in its last field, which can have any length.
#[repr(C)]
struct ProcessList {
    assigned: u32,
    listed: u32,
    ids: [usize; MOST_PROCESSES],
}

impl JobObject {
    /// Makes a job whose processes are killed when the last handle of the job is closed, show no dialog when they
    /// crash, and can each allocate this amount of memory.
    ///
    /// # Errors
    /// A call of the system fails.
    pub fn new(memory: Option<u64>) -> io::Result<Self> {
        // SAFETY: both arguments may be null: no security attributes, no name.
        let handle = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle was just made, and nothing else owns it.
        let job = Self(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(memory) = memory {
            limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
            limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        }
        // SAFETY: the pointer points to a live struct of the type that this class of information has.
        checked(unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32,
            )
        })?;
        Ok(job)
    }

    /// Puts a process into the job.
    ///
    /// # Errors
    /// A call of the system fails.
    pub fn assign(&self, process: &OwnedHandle) -> io::Result<()> {
        // SAFETY: both handles are open.
        checked(unsafe {
            AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle())
        })
    }

    /// Puts this process into the job.
    ///
    /// # Errors
    /// A call of the system fails.
    pub fn assign_this(&self) -> io::Result<()> {
        // SAFETY: the job's handle is open, and the other is a constant that stands for this process.
        checked(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), GetCurrentProcess()) })
    }

    /// Kills every process of the job with exit status 1. Does nothing if the job has no processes.
    pub fn kill(&self) {
        // SAFETY: the handle is open.
        let _ = unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }

    /// Returns the number of living processes, and the CPU time of all processes, living or not.
    pub fn accounting(&self) -> (u32, Duration) {
        let mut info = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // SAFETY: the struct has the type that this class of information has.
        let known = unsafe { self.query(JobObjectBasicAccountingInformation, &mut info) };
        let ticks = info.TotalUserTime.saturating_add(info.TotalKernelTime);
        let ticks = if known { u64::try_from(ticks).unwrap_or(0) } else { 0 };
        (if known { info.ActiveProcesses } else { 0 }, of_ticks(ticks))
    }

    /// Returns the peak memory of a single process in bytes: the memory that it allocated for itself, whether resident
    /// or not.
    pub fn peak_memory(&self) -> u64 {
        let mut info = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        // SAFETY: the struct has the type that this class of information has.
        let known = unsafe { self.query(JobObjectExtendedLimitInformation, &mut info) };
        if known { info.PeakProcessMemoryUsed as u64 } else { 0 }
    }

    /// Returns handles of the living processes that can be opened.
    pub fn processes(&self) -> Vec<OwnedHandle> {
        let mut list = ProcessList { assigned: 0, listed: 0, ids: [0; MOST_PROCESSES] };
        // SAFETY: the struct has the layout that this class of information has. If it is too small, the
        // system fills it and returns an error.
        unsafe { self.query(JobObjectBasicProcessIdList, &mut list) };
        let ids = list.ids.iter().take(list.listed as usize);
        ids.filter_map(|&id| open(u32::try_from(id).ok()?)).collect()
    }

    /// Reads information about the job, and returns whether that succeeded.
    ///
    /// # Safety
    /// `T` has the layout that this class of information has.
    unsafe fn query<T>(&self, class: JOBOBJECTINFOCLASS, info: &mut T) -> bool {
        let length = size_of::<T>() as u32;
        let info = std::ptr::from_mut(info).cast();
        // SAFETY: the handle is open, and the pointer points to `length` writable bytes.
        let done = unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                class,
                info,
                length,
                std::ptr::null_mut(),
            )
        };
        done != 0
    }
}

/// Opens a process for reading its resource usage.
fn open(id: u32) -> Option<OwnedHandle> {
    // SAFETY: the call takes numbers only.
    let handle = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, id) };
    // SAFETY: the handle was just made, and nothing else owns it.
    (!handle.is_null()).then(|| unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// Returns the memory counters of a process.
pub(super) fn memory_of(process: HANDLE) -> Option<PROCESS_MEMORY_COUNTERS> {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let length = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: the pointer points to a live struct of this length; a handle that is not open is an error.
    let done = unsafe { K32GetProcessMemoryInfo(process, &raw mut counters, length) };
    (done != 0).then_some(counters)
}

/// Returns the sum of kernel and user time, which `read` writes to the last two of four variables.
pub(super) fn cpu_time(read: impl FnOnce(&mut [FILETIME; 4]) -> i32) -> Option<Duration> {
    let mut times = [FILETIME::default(); 4];
    if read(&mut times) == 0 {
        return None;
    }
    let ticks =
        |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    let [_, _, kernel, user] = times;
    Some(of_ticks(ticks(kernel).saturating_add(ticks(user))))
}

/// Converts a time from the system's unit, which is 100 ns.
fn of_ticks(ticks: u64) -> Duration {
    Duration::from_micros(ticks / 10)
}

/// Converts the result of a system call, which is zero if the call failed.
pub(super) fn checked(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
