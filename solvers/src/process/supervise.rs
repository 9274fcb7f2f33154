//! The supervision of one program under limits that it cannot escape.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::process::capture::{CapturedOutput, capture};
use crate::process::cleanup::Group;
use crate::process::job::ProcessJob;
use crate::process::system::{self, Streams};
use crate::{Limits, Resource, Stop};

/// The time between the request to end (on Unix, SIGTERM) and the kill.
const GRACE: Duration = Duration::from_millis(100);

/// The interval at which the stop request is polled.
const TICK: Duration = Duration::from_millis(20);

/// The interval at which the resource usage is read. It is longer, because a reading takes milliseconds.
const SAMPLE: Duration = Duration::from_millis(100);

/// The reason why a program was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KillReason {
    /// It reached a limit.
    Limit(Resource),
    /// A stop was requested.
    Stopped,
}

/// The exit status, resource usage and last output of a program.
pub(crate) struct FinishedProcess {
    pub status: ExitStatus,
    pub killed: Option<KillReason>,
    pub wall: Duration,
    pub cpu: Duration,
    pub peak_kb: u64,
    pub last_lines: Vec<String>,
}

/// Runs a program to its end and passes each line of its standard output to `on_line`. When this function returns, no
/// process of the group is left.
///
/// # Errors
/// The program cannot be started or waited for.
pub(crate) fn execute(
    job: &ProcessJob,
    mut on_line: impl FnMut(&[u8]) + Send,
) -> io::Result<FinishedProcess> {
    let mut command = Command::new(job.program);
    let input = match job.input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).current_dir(job.work_dir);
    system::prepare(&mut command, job)?;
    let (end_mark, end) = system::end_mark()?;
    let started = Instant::now();
    let (mut child, group) = Group::spawn(&mut command, job)?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("the child has no pipes"));
    };
    let streams = Streams::new(stdout, stderr, end);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            capture(streams, job.output_bytes, || group.processes().kill(), &mut on_line)
        });
        let (ended, has_ended) = mpsc::channel();
        let guard = scope.spawn(|| guard(job, &group, started, has_ended));
        let waited = group.processes().wait();
        let wall = started.elapsed();
        drop(ended);
        let (killed, used) = guard.join().unwrap_or(None).unzip();
        // children of the program may outlive it
        group.processes().kill();
        drop(end_mark);
        let lost = CapturedOutput { last_lines: Vec::new(), overflow: false };
        let captured = reader.join().unwrap_or(lost);
        Ok((waited, wall, killed, used, captured))
    })
    .and_then(|(waited, wall, killed, used, captured)| {
        let ended = group.end();
        waited?;
        let ended = ended?;
        let overflow = captured.overflow.then_some(KillReason::Limit(Resource::Output));
        let too_long = system::exceeded_file_limit(ended.status);
        let too_long = too_long.then_some(KillReason::Limit(Resource::Output));
        Ok(FinishedProcess {
            status: ended.status,
            killed: overflow.or(too_long).or(killed),
            wall,
            // a killed program has not waited for its children
            cpu: ended.cpu.max(used.unwrap_or_default()),
            peak_kb: ended.peak_kb,
            last_lines: captured.last_lines,
        })
    })
}

/// Watches the limits until the program has ended, and ends its group as soon as it reaches a limit. Returns the reason, and
/// the CPU time of the group until then.
fn guard(
    job: &ProcessJob,
    group: &Group,
    started: Instant,
    ended: mpsc::Receiver<()>,
) -> Option<(KillReason, Duration)> {
    let has_ended = |after| ended.recv_timeout(after) != Err(RecvTimeoutError::Timeout);
    let mut sampled = started;
    let killed = loop {
        let left = job.wall.map(|wall| wall.saturating_sub(started.elapsed()));
        if has_ended(left.map_or(TICK, |left| left.min(TICK))) {
            return None;
        }
        if let Some(killed) = stopped_or_late(job, started) {
            break killed;
        }
        if sampled.elapsed() >= SAMPLE {
            sampled = Instant::now();
            if let Some(killed) = resource_exceeded(job, group) {
                break killed;
            }
        }
    };
    let used = group.processes().usage(job.work_dir);
    group.processes().request_end();
    if !has_ended(GRACE) {
        group.processes().kill();
    }
    Some((killed, used.cpu))
}

/// Checks the stop request and the wall-clock limit.
fn stopped_or_late(job: &ProcessJob, started: Instant) -> Option<KillReason> {
    if job.stop.is_requested() {
        return Some(KillReason::Stopped);
    }
    let late = job.wall.is_some_and(|wall| started.elapsed() >= wall);
    late.then_some(KillReason::Limit(Resource::Wall))
}

/// Checks the limits of files, CPU time and memory.
fn resource_exceeded(job: &ProcessJob, group: &Group) -> Option<KillReason> {
    if group.processes().exceeds_file_limit(job) {
        return Some(KillReason::Limit(Resource::Output));
    }
    if job.cpu.is_none() && job.memory_mb.is_none() {
        return None;
    }
    let used = group.processes().usage(job.work_dir);
    if job.cpu.is_some_and(|cpu| used.cpu >= cpu) {
        return Some(KillReason::Limit(Resource::Cpu));
    }
    let too_large = job.memory_mb.is_some_and(|mb| used.resident > mb.saturating_mul(1 << 20));
    too_large.then_some(KillReason::Limit(Resource::Memory))
}

// Measured runs: a program's output and its resource usage.

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
    /// CPU time of the program and of all descendants that have been waited for (as in `getrusage`), or were alive when the
    /// program was killed.
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
