//! Clean-up of processes, directories and unfinished files when this program ends.
//!
//! One global list holds every process group that this crate starts and every [`WorkDir`]. A signal that
//! ends the program (see [`install_handler`]) also kills and removes them. In addition, each work directory
//! has a watchdog process for SIGKILL, which cannot be handled.

use std::collections::{HashMap, HashSet};
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nix::sys::signal::{
    SaFlags, SigAction, SigHandler, SigSet, Signal, kill, killpg, sigaction, signal,
};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use signal_hook::iterator::Signals;

use crate::Stop;
use crate::process::usage::{ExitedChild, has_mark, marked, own_children, reap};
use crate::process::watchdog::Watchdog;

/// The running process groups and the existing work directories.
#[derive(Default)]
struct Live {
    groups: HashSet<i32>,
    directories: HashMap<PathBuf, Option<Watchdog>>,
}

fn live() -> MutexGuard<'static, Live> {
    static LIVE: LazyLock<Mutex<Live>> = LazyLock::new(Mutex::default);
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a handler of SIGINT, SIGTERM, SIGHUP and SIGQUIT. On a signal, it waits for every
/// [`SignalDelay`], kills every running solver, removes every [`WorkDir`] and
/// [`UnfinishedFile`](encycle_files::UnfinishedFile), calls `farewell`, and exits with 128 plus the signal's
/// number, as shells do. Signals that the parent process ignored, as `nohup` does, stay ignored. In addition, this
/// process ignores SIGXFSZ, so that a write beyond the file size limit is an error, and becomes the parent
/// of orphaned descendants (`PR_SET_CHILD_SUBREAPER`, on Linux).
///
/// To be called once, by the program and not by a library.
///
/// # Errors
/// A system call fails.
pub fn install_handler(farewell: fn()) -> io::Result<()> {
    // SAFETY: a signal is ignored, no handler runs.
    unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) }?;
    adopt_orphans()?;
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];
    let handled = signals.into_iter().filter(|&one| !is_ignored(one)).map(|one| one as i32);
    let mut signals = Signals::new(handled)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(number) = signals.forever().next() {
            wait_for_delays();
            end_everything();
            farewell();
            std::process::exit(128 + number);
        }
    })?;
    Ok(())
}

/// The longest time that a signal waits for delays.
const PATIENCE: Duration = Duration::from_secs(5);

/// The runs to stop before a signal ends the program, and whether a signal has come.
#[derive(Default)]
struct Delays {
    stops: Vec<Stop>,
    is_ending: bool,
}

static DELAYS: Mutex<Delays> = Mutex::new(Delays { stops: Vec::new(), is_ending: false });
static DELAY_IS_OVER: Condvar = Condvar::new();

/// Requests every stop and waits until all delays are dropped.
fn wait_for_delays() {
    let mut delays = DELAYS.lock().unwrap_or_else(PoisonError::into_inner);
    delays.is_ending = true;
    delays.stops.iter().for_each(Stop::request);
    let is_held = |delays: &mut Delays| !delays.stops.is_empty();
    drop(DELAY_IS_OVER.wait_timeout_while(delays, PATIENCE, is_held));
}

/// A guard that delays the end by a signal. While it exists, a signal handled by [`install_handler`]
/// requests a stop, and ends the program when the guard is dropped, at the latest after five seconds.
#[derive(Debug)]
pub struct SignalDelay(Stop);

impl SignalDelay {
    /// Makes a guard for this stop request.
    #[must_use]
    pub fn new(stop: &Stop) -> Self {
        let mut delays = DELAYS.lock().unwrap_or_else(PoisonError::into_inner);
        delays.stops.push(stop.clone());
        Self(stop.clone())
    }
}

impl Drop for SignalDelay {
    /// Does not return if a signal is ending the program.
    fn drop(&mut self) {
        let mut delays = DELAYS.lock().unwrap_or_else(PoisonError::into_inner);
        delays.stops.retain(|stop| *stop != self.0);
        DELAY_IS_OVER.notify_all();
        let is_ending = delays.is_ending;
        drop(delays);
        if is_ending {
            loop {
                std::thread::park();
            }
        }
    }
}

/// Whether a signal is ignored.
fn is_ignored(which: Signal) -> bool {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    // SAFETY: no handler runs: the action is the default for a moment, then the previous one.
    unsafe {
        let Ok(before) = sigaction(which, &default) else { return false };
        let _ = sigaction(which, &before);
        matches!(before.handler(), SigHandler::SigIgn)
    }
}

/// Makes children stay as zombies until they are reaped, which is not so if SIGCHLD was ignored at the start.
fn keep_ended_children() {
    if is_ignored(Signal::SIGCHLD) {
        // SAFETY: no handler runs.
        let _ = unsafe { signal(Signal::SIGCHLD, SigHandler::SigDfl) };
    }
}

/// Makes this process the parent of descendants that lose their parent, instead of the init process, so
/// that they can be found.
fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_child_subreaper(true)?;
    ADOPTS.store(cfg!(target_os = "linux"), Ordering::Relaxed);
    Ok(())
}

/// Whether children of this process that are not on the list are orphans of a solver. In a program that has
/// not called [`install_handler`], they may be its own.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Kills the orphans of a solver that has ended: those with the mark of its directory and, if no other
/// solver runs, those without a mark.
fn end_orphans(live: &Live, directory: &Path, leader: Option<Pid>) {
    if !ADOPTS.load(Ordering::Relaxed) {
        return;
    }
    let watchdogs: Vec<Pid> = live.directories.values().flatten().map(Watchdog::pid).collect();
    let alone = live.groups.iter().all(|&group| Some(group) == leader.map(Pid::as_raw));
    // the children of a killed orphan become children of this process, and an orphan may be starting another
    for _ in 0..ROUNDS {
        let is_unlisted =
            |child: &Pid| !live.groups.contains(&child.as_raw()) && !watchdogs.contains(child);
        let orphans = own_children().into_iter().filter(is_unlisted).filter(|&orphan| {
            has_mark(orphan, Some(directory)) || (alone && has_mark(orphan, None))
        });
        let orphans: Vec<Pid> = orphans.collect();
        if orphans.is_empty() {
            break;
        }
        for &orphan in &orphans {
            let _ = kill(orphan, Signal::SIGKILL);
        }
        for orphan in orphans {
            let _ = waitpid(orphan, None);
        }
    }
}

/// The number of searches for processes that were started while others were being killed.
const ROUNDS: usize = 100;

/// Kills every process and removes every directory. It never releases the lock, so that no other thread
/// starts a process before the exit.
fn end_everything() {
    let mut live = live();
    for group in std::mem::take(&mut live.groups) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    for directory in live.directories.keys() {
        kill_marked(directory);
        end_orphans(&live, directory, None);
        let _ = std::fs::remove_dir_all(directory);
    }
    encycle_files::remove_unfinished();
    std::mem::forget(live);
}

/// Kills all processes that were started in this directory, including those that left their process group.
pub(crate) fn kill_marked(directory: &Path) {
    // a process may be starting another
    for _ in 0..ROUNDS {
        let left = marked(directory);
        if left.is_empty() {
            break;
        }
        for process in left {
            let _ = kill(process, Signal::SIGKILL);
        }
    }
}

/// A process group led by a started program.
pub(crate) struct Group {
    leader: Pid,
    work_dir: PathBuf,
}

impl Group {
    /// Starts a command in this directory. The command must lead a process group of its own.
    ///
    /// # Errors
    /// The command cannot be started.
    pub fn spawn(command: &mut Command, work_dir: &Path) -> io::Result<(Child, Self)> {
        command.current_dir(work_dir);
        // under the lock, so that no running process is missing in the list
        let mut live = live();
        let child = command.spawn()?;
        // process numbers fit: the system has them as an i32
        let group = child.id() as i32;
        live.groups.insert(group);
        if let Some(Some(watchdog)) = live.directories.get_mut(work_dir) {
            watchdog.watch(group);
        }
        Ok((child, Self { leader: Pid::from_raw(group), work_dir: work_dir.to_owned() }))
    }

    /// Returns the first process of the group.
    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// Sends a signal to every process of the group. A group that has ended is ignored.
    pub fn signal(&self, signal: Signal) {
        let _ = killpg(self.leader, signal);
    }

    /// Kills the whole group and its orphans, reaps the leader, which has ended, and removes it from the
    /// list. This order, under the lock, ensures that the process number is not reused meanwhile and that
    /// the leader is not taken for an orphan.
    ///
    /// # Errors
    /// The leader is not a child of this process any more.
    pub fn end(self) -> io::Result<ExitedChild> {
        let mut live = live();
        self.signal(Signal::SIGKILL);
        end_orphans(&live, &self.work_dir, Some(self.leader));
        let ended = reap(self.leader);
        live.groups.remove(&self.leader.as_raw());
        if let Some(Some(watchdog)) = live.directories.get_mut(&self.work_dir) {
            watchdog.rest();
        }
        ended
    }
}

/// A private temporary directory. It is removed, and all processes that were started in it are killed, when
/// it is dropped, when a signal ends this program, or when this program is killed.
#[derive(Debug)]
pub struct WorkDir(PathBuf);

impl WorkDir {
    /// Creates a directory in `TMPDIR`, by default `/tmp`, with access only for this user.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn new() -> io::Result<Self> {
        keep_ended_children();
        let mut live = live();
        let made = tempfile::Builder::new().prefix("encycle-").rand_bytes(12).make(|path| {
            // the watchdog first, so that the directory never exists without one; without a shell there is no
            // watchdog, and everything else works
            let mut watchdog = Watchdog::new().ok();
            watchdog.as_mut().map_or(Ok(()), |watchdog| watchdog.guard(path))?;
            DirBuilder::new().mode(0o700).create(path)?;
            Ok(watchdog)
        })?;
        let (watchdog, path) = made.keep().map_err(|error| error.error)?;
        live.directories.insert(path.clone(), watchdog);
        Ok(Self(path))
    }

    /// Returns the path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        kill_marked(self.path());
        let _ = std::fs::remove_dir_all(self.path());
        // under the lock until the watchdog has ended, so that it is not taken for an orphan
        let mut live = live();
        drop(live.directories.remove(self.path()));
    }
}
