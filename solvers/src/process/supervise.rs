//! Supervision of one program under limits that it cannot escape.

use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use nix::sys::resource::Resource::{RLIMIT_AS, RLIMIT_FSIZE};
use nix::sys::resource::{getrlimit, setrlimit};
use nix::sys::signal::Signal;

use crate::process::capture::{Captured, capture};
use crate::process::cleanup::Group;
use crate::process::usage::{MARK, ProcessUsage, wait_for_end};
use crate::{Resource, Stop};

/// The time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_millis(100);

/// The interval at which the stop request is polled.
const TICK: Duration = Duration::from_millis(20);

/// The interval at which the resource usage is read, which takes milliseconds.
const SAMPLE: Duration = Duration::from_millis(100);

/// A program, its arguments and its limits.
pub(crate) struct ProcessJob<'a> {
    pub program: &'a Path,
    pub arguments: &'a [OsString],
    pub work_dir: &'a Path,
    pub wall: Option<Duration>,
    pub cpu: Option<Duration>,
    pub memory_mb: Option<u64>,
    pub output_bytes: u64,
    pub stop: Stop,
}

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

/// Runs a program to its end and passes each line of its standard output to `on_line`. When this returns,
/// no process of its group is left.
///
/// # Errors
/// The program cannot be started or waited for.
pub(crate) fn execute(
    job: &ProcessJob,
    mut on_line: impl FnMut(&[u8]) + Send,
) -> io::Result<FinishedProcess> {
    let mut command = Command::new(job.program);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    restrain(&mut command, job)?;
    let (stop_reader, stop) = io::pipe()?;
    let started = Instant::now();
    let (mut child, group) = Group::spawn(&mut command, job.work_dir)?;
    let leader = group.leader();
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("the child has no pipes"));
    };
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let kill = || group.signal(Signal::SIGKILL);
            capture(stdout, stderr, stop_reader, job.output_bytes, kill, &mut on_line)
        });
        let (ended, has_ended) = mpsc::channel();
        let guard = scope.spawn(|| guard(job, &group, started, has_ended));
        let waited = wait_for_end(leader);
        let wall = started.elapsed();
        drop(ended);
        let killed = guard.join().unwrap_or(None);
        // children of the program may outlive it
        group.signal(Signal::SIGKILL);
        drop(stop);
        let lost = Captured { last_lines: Vec::new(), overflow: false };
        let captured = reader.join().unwrap_or(lost);
        Ok((waited, wall, killed, captured))
    })
    .and_then(|(waited, wall, killed, captured)| {
        let ended = group.end();
        waited?;
        let ended = ended?;
        let overflow = captured.overflow.then_some(KillReason::Limit(Resource::Output));
        let too_long = by_signal(&ended.status, Signal::SIGXFSZ);
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

fn by_signal(status: &ExitStatus, signal: Signal) -> bool {
    std::os::unix::process::ExitStatusExt::signal(status) == Some(signal as i32)
}

/// Watches the limits until the program has ended, and ends its group at the first limit that is reached.
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
    group.signal(Signal::SIGTERM);
    if !has_ended(GRACE) {
        group.signal(Signal::SIGKILL);
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

/// Checks the limits of CPU time and memory.
fn resource_exceeded(job: &ProcessJob, group: &Group) -> Option<KillReason> {
    if job.cpu.is_none() && job.memory_mb.is_none() {
        return None;
    }
    let used = ProcessUsage::of_group(group.leader(), job.work_dir);
    if job.cpu.is_some_and(|cpu| used.cpu >= cpu) {
        return Some(KillReason::Limit(Resource::Cpu));
    }
    let too_large = job.memory_mb.is_some_and(|mb| used.resident > mb.saturating_mul(1 << 20));
    too_large.then_some(KillReason::Limit(Resource::Memory))
}

/// Makes the program end with this process, limits its memory and its files, and sets its environment.
/// Starts it with `execve`, since the standard library's `execvp` runs a file that is not a program as a
/// shell script.
fn restrain(command: &mut Command, job: &ProcessJob) -> io::Result<()> {
    let memory = job.memory_mb.map(|mb| allowed(RLIMIT_AS, mb.saturating_mul(1 << 20)));
    let file = allowed(RLIMIT_FSIZE, job.output_bytes);
    let program = std::iter::once(job.program.as_os_str());
    let words = List::of(program.chain(job.arguments.iter().map(OsString::as_os_str)))?;
    let own = [("TMPDIR", job.work_dir), (MARK, job.work_dir)];
    let mut environment: Vec<OsString> = std::env::vars_os()
        .filter(|(name, _)| own.iter().all(|(own, _)| name != own))
        .map(|(name, value)| [name, value].join(OsStr::new("=")))
        .collect();
    environment.extend(
        own.map(|(name, value)| [OsStr::new(name), value.as_os_str()].join(OsStr::new("="))),
    );
    let environment = List::of(environment.iter().map(OsString::as_os_str))?;
    // SAFETY: between fork and exec only system calls are made (prctl, setrlimit, signal, execve). Nothing
    // is allocated, and no lock is taken that another thread might have held at the fork. Both lists end
    // with a null, `words` has at least the program's name, and the closure owns the strings.
    unsafe {
        command.pre_exec(move || {
            #[cfg(target_os = "linux")]
            nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
            // ignored signals stay ignored in the new program, and this process may ignore SIGXFSZ
            nix::sys::signal::signal(Signal::SIGXFSZ, nix::sys::signal::SigHandler::SigDfl)?;
            setrlimit(RLIMIT_FSIZE, file, file)?;
            if let Some(bytes) = memory {
                setrlimit(RLIMIT_AS, bytes, bytes)?;
            }
            nix::libc::execve(words.strings[0].as_ptr(), words.pointer(), environment.pointer());
            Err(io::Error::last_os_error())
        });
    }
    Ok(())
}

/// Lowers a limit to that of this process, since a limit above it could not be set.
fn allowed(what: nix::sys::resource::Resource, wanted: u64) -> u64 {
    getrlimit(what).map_or(wanted, |(_, most)| wanted.min(most))
}

/// A null-terminated list of C strings, as `execve` takes it.
struct List {
    strings: Vec<CString>,
    addresses: Vec<usize>,
}

impl List {
    fn of<'a>(words: impl Iterator<Item = &'a OsStr>) -> io::Result<Self> {
        let strings = words
            .map(|word| CString::new(word.as_bytes()).map_err(io::Error::from))
            .collect::<io::Result<Vec<CString>>>()?;
        // moving the list does not move the strings
        let addresses = strings.iter().map(|word| word.as_ptr() as usize).chain([0]).collect();
        Ok(Self { strings, addresses })
    }

    fn pointer(&self) -> *const *const nix::libc::c_char {
        self.addresses.as_ptr().cast()
    }
}
