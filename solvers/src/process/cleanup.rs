//! Leaving nothing behind: the processes, directories and unfinished files that are alive right now.
//!
//! Every process group that we start, and every [`WorkDir`] is in one global
//! list, so that a signal which ends this program (see [`install_handler`]) also ends and removes them. Each
//! work directory has a watchdog besides, for the signal that cannot be seen.

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

use crate::process::Stop;
use crate::process::usage::{ExitedChild, has_mark, marked, own_children, reap};
use crate::process::watchdog::Watchdog;

#[derive(Default)]
struct Live {
    groups: HashSet<i32>,
    directories: HashMap<PathBuf, Option<Watchdog>>,
}

fn live() -> MutexGuard<'static, Live> {
    static LIVE: LazyLock<Mutex<Live>> = LazyLock::new(Mutex::default);
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// On SIGINT, SIGTERM, SIGHUP and SIGQUIT, from now on: waits for whoever has a [`SignalDelay`], kills every solver that is running, removes
/// every [`WorkDir`] and [`UnfinishedFile`](encycle_files::UnfinishedFile), and exits with 128 and the signal's number, as shells say it.
/// A file that grows beyond its limit is an error from now on, not the end (SIGXFSZ). To be called once, by
/// the program and not by a library.
///
/// # Errors
/// If the system refuses.
pub fn install_handler() -> io::Result<()> {
    // SAFETY: a signal is ignored, no handler runs.
    unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) }?;
    adopt_orphans()?;
    // who started us with a signal ignored (`nohup`) wants it so
    let ours = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];
    let heard = ours.into_iter().filter(|&one| !is_ignored(one)).map(|one| one as i32);
    let mut signals = Signals::new(heard)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(number) = signals.forever().next() {
            wait_for_delays();
            end_everything();
            std::process::exit(128 + number);
        }
    })?;
    Ok(())
}

/// How long a signal waits for those who want to put something in order first.
const PATIENCE: Duration = Duration::from_secs(5);

/// Those that are to be asked to stop before a signal ends us, and whether one has come.
#[derive(Default)]
struct Delays {
    stops: Vec<Stop>,
    is_ending: bool,
}

static DELAYS: Mutex<Delays> = Mutex::new(Delays { stops: Vec::new(), is_ending: false });
static DELAY_IS_OVER: Condvar = Condvar::new();

fn wait_for_delays() {
    let mut delays = DELAYS.lock().unwrap_or_else(PoisonError::into_inner);
    delays.is_ending = true;
    delays.stops.iter().for_each(Stop::request);
    let is_held = |delays: &mut Delays| !delays.stops.is_empty();
    drop(DELAY_IS_OVER.wait_timeout_while(delays, PATIENCE, is_held));
}

/// As long as it is there, a signal that [`install_handler`] sees first requests a stop, and ends the program once
/// this is dropped, or after five seconds.
#[derive(Debug)]
pub struct SignalDelay(Stop);

impl SignalDelay {
    /// Has this requested.
    #[must_use]
    pub fn new(stop: &Stop) -> Self {
        let mut delays = DELAYS.lock().unwrap_or_else(PoisonError::into_inner);
        delays.stops.push(stop.clone());
        Self(stop.clone())
    }
}

impl Drop for SignalDelay {
    /// Does not come back if a signal is ending the program.
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
    // SAFETY: no handler of ours runs: the default for a moment, then what was there before.
    unsafe {
        let Ok(before) = sigaction(which, &default) else { return false };
        let _ = sigaction(which, &before);
        matches!(before.handler(), SigHandler::SigIgn)
    }
}

/// Children must stay until we ask how they ended: not so if we were started with SIGCHLD ignored.
fn keep_ended_children() {
    if is_ignored(Signal::SIGCHLD) {
        // SAFETY: no handler runs.
        let _ = unsafe { signal(Signal::SIGCHLD, SigHandler::SigDfl) };
    }
}

/// From now on, whoever loses its parent among our descendants becomes our child, and not that of the
/// system's first process: so we find it.
fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_child_subreaper(true)?;
    ADOPTS.store(cfg!(target_os = "linux"), Ordering::Relaxed);
    Ok(())
}

/// Whether children of this process that are not on the list are orphans of a solver. In a program that only
/// uses this library they may be anything.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Kills the orphans of a solver that has ended: those with the mark of its directory, and where no other
/// solver runs, those without a mark too.
fn end_orphans(live: &Live, directory: &Path, leader: Option<Pid>) {
    if !ADOPTS.load(Ordering::Relaxed) {
        return;
    }
    let watchdogs: Vec<Pid> = live.directories.values().flatten().map(Watchdog::pid).collect();
    let alone = live.groups.iter().all(|&group| Some(group) == leader.map(Pid::as_raw));
    // an orphan that is killed leaves its own children to us; one may be just now starting another
    for _ in 0..ROUNDS {
        let is_ours =
            |child: &Pid| !live.groups.contains(&child.as_raw()) && !watchdogs.contains(child);
        let orphans = own_children().into_iter().filter(is_ours).filter(|&orphan| {
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

/// How often we look again for processes that are started by those that we kill.
const ROUNDS: usize = 100;

/// Never gives the lock back, so that no other thread starts a process until the exit.
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

/// Kills whoever was started in this directory, also those that left their process group.
pub(crate) fn kill_marked(directory: &Path) {
    // one may be just now starting another
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

/// A process group of ours; dropping it kills whoever is still in it.
pub(crate) struct Group {
    leader: Pid,
    work_dir: PathBuf,
}

impl Group {
    /// Starts a command that is to lead a group of its own, in this directory.
    pub fn spawn(command: &mut Command, work_dir: &Path) -> io::Result<(Child, Self)> {
        command.current_dir(work_dir);
        // Under the lock: there is no moment at which a process runs and is not in the list.
        let mut live = live();
        let child = command.spawn()?;
        // Process numbers fit: they come from the system as an i32.
        let group = child.id() as i32;
        live.groups.insert(group);
        if let Some(Some(watchdog)) = live.directories.get_mut(work_dir) {
            watchdog.watch(group);
        }
        Ok((child, Self { leader: Pid::from_raw(group), work_dir: work_dir.to_owned() }))
    }

    /// The first process of the group.
    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// Sends a signal to every process of the group; one that has ended is no error.
    pub fn signal(&self, signal: Signal) {
        let _ = killpg(self.leader, signal);
    }

    /// Kills the whole group and the orphans that it left, and takes its leader, which has ended, off the
    /// system's list and off ours: in this order, and all under the lock, so that its number is not given to
    /// another process meanwhile, and that nobody takes it for an orphan.
    ///
    /// # Errors
    /// If the leader is no child of ours any more.
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

/// A private temporary directory that goes away, with all processes that were started in it, when it is
/// dropped, when a signal ends us, or when we are killed.
#[derive(Debug)]
pub struct WorkDir(PathBuf);

impl WorkDir {
    /// Makes a fresh one, which only this user may enter.
    ///
    /// # Errors
    /// If it cannot be made, where temporary files go (`TMPDIR`).
    pub fn new() -> io::Result<Self> {
        keep_ended_children();
        let mut live = live();
        let made = tempfile::Builder::new().prefix("encycle-").rand_bytes(12).make(|path| {
            // The watchdog first: there is no moment at which the directory is there and nobody would remove
            // it. Without a shell there is none, and everything else works.
            let mut watchdog = Watchdog::new().ok();
            watchdog.as_mut().map_or(Ok(()), |watchdog| watchdog.guard(path))?;
            DirBuilder::new().mode(0o700).create(path)?;
            Ok(watchdog)
        })?;
        let (watchdog, path) = made.keep().map_err(|error| error.error)?;
        live.directories.insert(path.clone(), watchdog);
        Ok(Self(path))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        kill_marked(self.path());
        let _ = std::fs::remove_dir_all(self.path());
        // The watchdog ends before the lock does, in a moment: nobody may take it for an orphan.
        let mut live = live();
        drop(live.directories.remove(self.path()));
    }
}
