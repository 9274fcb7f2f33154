//! A run of any program, with its output and its resource usage.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use crate::process::supervise::{ProcessJob, execute};
use crate::{Limits, Stop};

/// The output and the resource usage of a run.
pub struct MeasuredRun {
    /// The exit status.
    pub status: ExitStatus,
    /// Whether the run was killed at its limit.
    pub killed: bool,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// The last lines of both streams.
    pub last_lines: Vec<String>,
    /// Wall-clock time.
    pub wall: Duration,
    /// CPU time of the program and of all descendants that were waited for.
    pub cpu: Duration,
    /// The peak resident memory of one of these processes, in KiB.
    pub peak_kb: u64,
}

/// Runs a program in this directory, usually a [`WorkDir`](crate::WorkDir), which is also its directory for
/// temporary files. No process that it started is left when this returns.
///
/// # Errors
/// The program cannot be started or waited for.
pub fn measure(
    program: &Path,
    arguments: &[OsString],
    work_dir: &Path,
    wall: Duration,
) -> io::Result<MeasuredRun> {
    let mut stdout = Vec::new();
    let job = ProcessJob {
        program,
        arguments,
        work_dir,
        wall: Some(wall),
        cpu: None,
        memory_mb: None,
        output_bytes: Limits::default().output_bytes,
        stop: Stop::default(),
    };
    let finished = execute(&job, |line| {
        stdout.extend_from_slice(line);
        stdout.push(b'\n');
    })?;
    Ok(MeasuredRun {
        status: finished.status,
        killed: finished.killed.is_some(),
        stdout,
        last_lines: finished.last_lines,
        wall: finished.wall,
        cpu: finished.cpu,
        peak_kb: finished.peak_kb,
    })
}
