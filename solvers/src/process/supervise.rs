//! The supervision of one program under limits that it cannot escape.

use std::fs::File;
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::Resource;
use crate::process::capture::{CapturedOutput, capture};
use crate::process::cleanup::Group;
use crate::process::job::ProcessJob;
use crate::process::system::{self, Streams};

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
        let killed = guard.join().unwrap_or(None);
        // children of the program may outlive it
        group.processes().kill();
        drop(end_mark);
        let lost = CapturedOutput { last_lines: Vec::new(), overflow: false };
        let captured = reader.join().unwrap_or(lost);
        Ok((waited, wall, killed, captured))
    })
    .and_then(|(waited, wall, killed, captured)| {
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
            cpu: ended.cpu,
            peak_kb: ended.peak_kb,
            last_lines: captured.last_lines,
        })
    })
}

/// Watches the limits until the program has ended, and ends its group as soon as it reaches a limit.
fn guard(
    job: &ProcessJob,
    group: &Group,
    started: Instant,
    ended: mpsc::Receiver<()>,
) -> Option<KillReason> {
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
    group.processes().request_end();
    if !has_ended(GRACE) {
        group.processes().kill();
    }
    Some(killed)
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
