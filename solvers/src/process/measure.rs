//! Measured runs: a program's output and its resource usage.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use crate::process::job::ProcessJob;
use crate::process::supervise::execute;
use crate::{Limits, Stop};

/// The output and the resource usage of a run.
pub struct MeasuredRun {
    /// The exit status.
    pub status: ExitStatus,
    /// Whether the program was killed because it exceeded a limit.
    pub killed: bool,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// The last lines of standard output and standard error.
    pub last_lines: Vec<String>,
    /// Wall-clock time.
    pub wall: Duration,
    /// CPU time of the program and of all descendants that have been waited for (as in `getrusage`).
    pub cpu: Duration,
    /// The largest peak resident set size of any single process among these, in KiB.
    pub peak_kb: u64,
}

/// Runs a program for at most `wall` and returns its output and resource usage.
///
/// `work_dir`, usually a [`WorkDir`](crate::WorkDir), is the program's working directory and its `TMPDIR`. Before the
/// function returns, it kills all processes that the program has started and that are still running.
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
        input: None,
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
