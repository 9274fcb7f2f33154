//! Clean-up of processes, directories and unfinished files when this program ends.
//!
//! One global list holds every process group that this crate starts and every [`WorkDir`]. A signal that ends the
//! program (see [`install_handler`]) also kills the groups and removes the directories. In addition, a watchdog process
//! for each work directory does the same after SIGKILL, which cannot be handled.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Stop;
use crate::process::job::ExitedChild;
use crate::process::job::ProcessJob;
use crate::process::system::{self, DirectoryGuard, ProcessGroup};

/// The running process groups, by the process number of their leader, and the existing work directories.
#[derive(Default)]
struct LiveGroups {
    groups: HashMap<u32, ProcessGroup>,
    directories: HashMap<PathBuf, DirectoryGuard>,
}

fn live() -> MutexGuard<'static, LiveGroups> {
    static LIVE: LazyLock<Mutex<LiveGroups>> = LazyLock::new(Mutex::default);
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a handler of SIGINT, SIGTERM, SIGHUP and SIGQUIT. On a signal, it waits for every [`SignalDelay`], kills
/// every running solver, removes every [`WorkDir`] and [`UnfinishedFile`](encycle_files::UnfinishedFile), calls
/// `farewell`, and exits with 128 plus the signal's number, as shells do. Signals that the parent process ignored, as
/// `nohup` does, stay ignored. In addition, this process ignores SIGXFSZ, so that a write beyond the file size limit is
/// an error, and becomes the parent of orphaned descendants (`PR_SET_CHILD_SUBREAPER`, on Linux).
///
/// On Windows, it handles the events of the console instead. It exits with 130 after Ctrl-C, and with 143 after
/// Ctrl-Break, when the console is closed, at logoff and at shutdown.
///
/// Must be called only once, by the program and not by a library.
///
/// # Errors
/// A system call fails.
pub fn install_handler(farewell: fn()) -> io::Result<()> {
    system::install_handler(move || {
        clean_up();
        farewell();
    })
}

/// Leaves orphans to the init process, which undoes the adoption by [`install_handler`]. This is for a program that
/// starts no solver itself, so that descendants of its children do not stay as zombies. Does nothing except on Linux.
///
/// # Errors
/// A system call fails.
pub fn disown_orphans() -> io::Result<()> {
    system::disown_orphans()
}

/// Kills every running solver and removes every [`WorkDir`] and [`UnfinishedFile`](encycle_files::UnfinishedFile), as a
/// signal does. Must be called only immediately before an exit, because a thread that starts a solver afterwards
/// blocks.
pub fn clean_up() {
    wait_for_delays();
    end_everything();
}

/// The maximum time for which delays postpone the end by a signal.
const PATIENCE: Duration = Duration::from_secs(5);

/// The runs that must stop before a signal ends the program, and whether a signal has arrived.
#[derive(Default)]
struct SignalDelays {
    stops: Vec<Stop>,
    is_ending: bool,
}

static DELAYS: Mutex<SignalDelays> =
    Mutex::new(SignalDelays { stops: Vec::new(), is_ending: false });
static DELAY_IS_OVER: Condvar = Condvar::new();

/// Requests every stop and waits until all delays have been dropped.
fn wait_for_delays() {
    let mut delays = DELAYS.lock().unwrap_or_else(PoisonError::into_inner);
    delays.is_ending = true;
    delays.stops.iter().for_each(Stop::request);
    let is_held = |delays: &mut SignalDelays| !delays.stops.is_empty();
    drop(DELAY_IS_OVER.wait_timeout_while(delays, PATIENCE, is_held));
}

/// A guard that delays the end of the program by a signal. While the guard exists, a signal handled by
/// [`install_handler`] requests a stop, and ends the program only when the guard is dropped, but at the latest after
/// five seconds.
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

/// Kills the orphans of the solver in this directory, which has ended.
fn end_orphans(live: &LiveGroups, directory: &Path, leader: Option<u32>) {
    let guards = live.directories.values().filter_map(DirectoryGuard::process);
    let known: HashSet<u32> = live.groups.keys().copied().chain(guards).collect();
    let alone = live.groups.keys().all(|&group| Some(group) == leader);
    system::kill_orphans(directory, &known, alone);
}

/// Kills every process and removes every directory. It never releases the lock, so that no other thread starts a
/// process before the exit.
fn end_everything() {
    let mut live = live();
    for (_, group) in live.groups.drain() {
        group.kill();
    }
    for guard in live.directories.values_mut() {
        guard.release();
    }
    for directory in live.directories.keys() {
        system::kill_marked(directory);
        end_orphans(&live, directory, None);
        let _ = std::fs::remove_dir_all(directory);
    }
    encycle_files::remove_unfinished();
    std::mem::forget(live);
}

/// The processes of a started program, which is on the list of running programs.
pub(crate) struct Group {
    leader: u32,
    processes: ProcessGroup,
    work_dir: PathBuf,
}

impl Group {
    /// Starts a command that [`prepare`](system::prepare) has prepared for this job.
    ///
    /// # Errors
    /// The command cannot be started.
    pub fn spawn(command: &mut Command, job: &ProcessJob) -> io::Result<(Child, Self)> {
        // under the lock, so that every running process is in the list
        let mut live = live();
        let mut child = command.spawn()?;
        let processes = match ProcessGroup::new(&child, job) {
            Ok(processes) => processes,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error);
            }
        };
        let leader = child.id();
        live.groups.insert(leader, processes.clone());
        if let Some(guard) = live.directories.get_mut(job.work_dir) {
            guard.watch(Some(&processes));
        }
        Ok((child, Self { leader, processes, work_dir: job.work_dir.to_owned() }))
    }

    /// Returns the processes.
    pub fn processes(&self) -> &ProcessGroup {
        &self.processes
    }

    /// Kills the whole group and its orphans, reaps the leader, which has ended, and removes it from the list. The
    /// order of these steps, under the lock, ensures that the process number is not reused in between and that the
    /// leader is not mistaken for an orphan.
    ///
    /// # Errors
    /// The leader is no longer a child of this process.
    pub fn end(self) -> io::Result<ExitedChild> {
        let mut live = live();
        self.processes.kill();
        end_orphans(&live, &self.work_dir, Some(self.leader));
        let ended = self.processes.reap();
        live.groups.remove(&self.leader);
        if let Some(guard) = live.directories.get_mut(&self.work_dir) {
            guard.watch(None);
        }
        ended
    }
}

/// The prefix of the names of work directories.
pub(crate) const PREFIX: &str = "encycle-";

/// A private temporary directory. When it is dropped, when a signal ends this program, or when this program is killed,
/// the directory is removed and all processes that were started in it are killed.
#[derive(Debug)]
pub struct WorkDir(PathBuf);

impl WorkDir {
    /// Creates a directory in the system's folder for temporary files (`TMPDIR`, by default `/tmp`; on Windows `TMP`),
    /// with access only for this user.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn new() -> io::Result<Self> {
        let mut live = live();
        let builder = &mut tempfile::Builder::new();
        let made = builder.prefix(PREFIX).rand_bytes(12).make(DirectoryGuard::create)?;
        let (guard, path) = made.keep().map_err(|error| error.error)?;
        live.directories.insert(path.clone(), guard);
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
        system::kill_marked(self.path());
        if let Some(guard) = live().directories.get_mut(self.path()) {
            guard.release();
        }
        let _ = std::fs::remove_dir_all(self.path());
        // hold the lock until the watchdog has ended, so that the watchdog is not mistaken for an orphan
        let mut live = live();
        drop(live.directories.remove(self.path()));
    }
}
