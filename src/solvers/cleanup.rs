//! Leaving nothing behind: the processes, directories and unfinished files that are alive right now.
//!
//! Every process group that we start, every [`WorkDir`] and every [`UnfinishedFile`] is in one global
//! list, so that a signal which ends this program (see [`install_handler`]) also ends and removes them.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tempfile::{TempDir, TempPath};

#[derive(Default)]
struct Live {
    groups: HashSet<i32>,
    directories: HashSet<PathBuf>,
    files: HashSet<PathBuf>,
}

fn live() -> MutexGuard<'static, Live> {
    static LIVE: LazyLock<Mutex<Live>> = LazyLock::new(Mutex::default);
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// On SIGINT, SIGTERM and SIGHUP, from now on: kills every solver that is running, removes every
/// [`WorkDir`] and [`UnfinishedFile`] and exits with status 130. To be called once, by the program and not by a library.
pub fn install_handler() -> io::Result<()> {
    ctrlc::set_handler(|| {
        // The lock is kept until the exit, so that no other thread starts a process meanwhile.
        let live = live();
        for &group in &live.groups {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        for directory in &live.directories {
            let _ = std::fs::remove_dir_all(directory);
        }
        for file in &live.files {
            let _ = std::fs::remove_file(file);
        }
        std::process::exit(130);
    })
    .map_err(io::Error::other)
}

/// A process group of ours; dropping it kills whoever is still in it.
pub(super) struct Group(Pid);

impl Group {
    /// Starts a command that is to lead a group of its own.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        // Under the lock: there is no moment at which a process runs and is not in the list.
        let mut live = live();
        let child = command.spawn()?;
        // Process numbers fit: they come from the system as an i32.
        let group = child.id() as i32;
        live.groups.insert(group);
        Ok((child, Self(Pid::from_raw(group))))
    }

    /// Sends a signal to every process of the group; one that has ended is no error.
    pub fn signal(&self, signal: Signal) {
        let _ = killpg(self.0, signal);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::SIGKILL);
        live().groups.remove(&self.0.as_raw());
    }
}

/// A private temporary directory that goes away when it is dropped, or when a signal ends us.
#[derive(Debug)]
pub struct WorkDir(TempDir);

impl WorkDir {
    /// Makes a fresh one.
    pub fn new() -> io::Result<Self> {
        let mut live = live();
        let directory = TempDir::with_prefix("encycle-")?;
        live.directories.insert(directory.path().to_owned());
        Ok(Self(directory))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        live().directories.remove(self.0.path());
    }
}

/// A file that is being written under a name of its own, and gets its real name once it is whole. Until
/// then it goes away when it is dropped, or when a signal ends us.
#[derive(Debug)]
pub struct UnfinishedFile {
    file: File,
    path: Option<TempPath>,
}

impl UnfinishedFile {
    /// Makes one in this folder, with the permissions that a plain new file gets.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let mut live = live();
        let mut builder = tempfile::Builder::new();
        // the process's umask is applied to them
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        live.files.insert(path.to_path_buf());
        Ok(Self { file, path: Some(path) })
    }

    /// A handle to write through.
    pub fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Gives the file its name, in place of whatever had it.
    pub fn finish(mut self, name: &Path) -> io::Result<()> {
        let mut live = live();
        let Some(path) = self.path.take() else { return Ok(()) };
        live.files.remove(&path.to_path_buf());
        path.persist(name).map_err(|error| error.error)
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            live().files.remove(&path.to_path_buf());
        }
    }
}
