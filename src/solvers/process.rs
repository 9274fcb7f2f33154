//! Running one program under limits that hold whatever it does.

use std::ffi::{CString, OsString};
use std::fmt;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{self, UsageWho};
use nix::sys::signal::Signal;
use wait_timeout::ChildExt;

use super::capture::{Captured, capture};
use super::cleanup::Group;

/// How long a program has between the polite signal and the other one.
const GRACE: Duration = Duration::from_millis(200);

/// What a run may use only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Time on the wall clock.
    Wall,
    /// Memory (address space).
    Memory,
    /// Bytes of output.
    Output,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Wall => "time",
            Self::Memory => "memory",
            Self::Output => "output",
        })
    }
}

/// What to run.
pub(super) struct Job<'a> {
    pub program: &'a Path,
    pub arguments: &'a [OsString],
    pub work_dir: &'a Path,
    pub wall: Option<Duration>,
    pub memory_mb: Option<u64>,
    pub output_bytes: u64,
}

/// How it ended.
pub(super) struct Finished {
    pub status: ExitStatus,
    /// The limit on which we killed it.
    pub stopped: Option<Resource>,
    pub wall: Duration,
    pub cpu: Option<Duration>,
    pub peak_kb: Option<u64>,
    pub last_lines: Vec<String>,
}

/// Runs it to its end; each line of its standard output goes to `on_line`. When this returns, no
/// process of its group is left.
pub(super) fn execute(job: &Job, mut on_line: impl FnMut(&[u8]) + Send) -> io::Result<Finished> {
    let mut command = Command::new(job.program);
    command
        .current_dir(job.work_dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    restrain(&mut command, job)?;
    let (stop_reader, stop) = io::pipe()?;
    let before = Usage::of_children();
    let started = Instant::now();
    let (mut child, group) = Group::spawn(&mut command)?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("the pipes were not made"));
    };
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let kill = || group.signal(Signal::SIGKILL);
            capture(stdout, stderr, stop_reader, job.output_bytes, kill, &mut on_line)
        });
        let waited = wait(&mut child, &group, job.wall);
        let wall = started.elapsed();
        // Children of the program may outlive it. (Its number, which names the group, could by now
        // belong to another process only if none is left and all numbers were used up meanwhile.)
        group.signal(Signal::SIGKILL);
        drop(stop);
        let lost = Captured { last_lines: Vec::new(), overflow: false };
        let captured = reader.join().unwrap_or(lost);
        let (status, on_time) = waited?;
        let stopped = match (captured.overflow, on_time) {
            (true, _) => Some(Resource::Output),
            (false, false) => Some(Resource::Wall),
            (false, true) => None,
        };
        let (cpu, peak_kb) = Usage::of_children().since(before);
        Ok(Finished { status, stopped, wall, cpu, peak_kb, last_lines: captured.last_lines })
    })
}

/// Waits for the end; kills the group when the time is over. False: it was.
fn wait(
    child: &mut Child,
    group: &Group,
    wall: Option<Duration>,
) -> io::Result<(ExitStatus, bool)> {
    let Some(wall) = wall else {
        return Ok((child.wait()?, true));
    };
    if let Some(status) = child.wait_timeout(wall)? {
        return Ok((status, true));
    }
    group.signal(Signal::SIGTERM);
    let status = match child.wait_timeout(GRACE)? {
        Some(status) => status,
        None => {
            group.signal(Signal::SIGKILL);
            child.wait()?
        }
    };
    Ok((status, false))
}

/// Makes the program end with us and limits its memory; then starts it with `execv`, since the
/// library's own `execvp` would give a file that is no program to the shell as a script.
fn restrain(command: &mut Command, job: &Job) -> io::Result<()> {
    let bytes = job.memory_mb.map(|mb| mb.saturating_mul(1 << 20));
    let words = std::iter::once(job.program.as_os_str())
        .chain(job.arguments.iter().map(OsString::as_os_str))
        .map(|word| CString::new(word.as_bytes()).map_err(io::Error::from))
        .collect::<io::Result<Vec<CString>>>()?;
    // Addresses, ended by a null: the list that `execv` wants. Moving `words` moves no string.
    let list: Vec<usize> =
        words.iter().map(|word| word.as_ptr() as usize).chain(std::iter::once(0)).collect();
    // SAFETY: between fork and exec only system calls are made (prctl, setrlimit, execve); nothing
    // is allocated and no lock is taken, which another thread might have held at the fork. `list`
    // has at least the program's name and ends with a null, and the closure owns the strings.
    unsafe {
        command.pre_exec(move || {
            #[cfg(target_os = "linux")]
            nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
            if let Some(bytes) = bytes {
                resource::setrlimit(resource::Resource::RLIMIT_AS, bytes, bytes)?;
            }
            nix::libc::execv(words[0].as_ptr(), list.as_ptr().cast());
            Err(io::Error::last_os_error())
        });
    }
    Ok(())
}

/// What our children have used so far. It counts all that have ended, so it says what *one* used
/// only if no other ended meanwhile; and the peak only if it was the largest so far.
#[derive(Clone, Copy)]
struct Usage(Option<(Duration, u64)>);

impl Usage {
    fn of_children() -> Self {
        Self(resource::getrusage(UsageWho::RUSAGE_CHILDREN).ok().map(|usage| {
            let time = |value: nix::sys::time::TimeVal| {
                let seconds = u64::try_from(value.tv_sec()).unwrap_or(0);
                Duration::from_secs(seconds)
                    + Duration::from_micros(u64::try_from(value.tv_usec()).unwrap_or(0))
            };
            let peak = u64::try_from(usage.max_rss()).unwrap_or(0);
            (time(usage.user_time()) + time(usage.system_time()), peak)
        }))
    }

    fn since(self, before: Self) -> (Option<Duration>, Option<u64>) {
        match (before.0, self.0) {
            (Some((cpu_0, peak_0)), Some((cpu_1, peak_1))) => {
                (cpu_1.checked_sub(cpu_0), (peak_1 > peak_0).then_some(peak_1))
            }
            _ => (None, None),
        }
    }
}
