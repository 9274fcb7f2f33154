//! Files that appear whole or not at all.
//!
//! Every [`UnfinishedFile`] of this process is in one list, so that a program that a signal ends can remove
//! them all ([`remove_unfinished`]).

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

fn unfinished() -> MutexGuard<'static, HashSet<PathBuf>> {
    static UNFINISHED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every [`UnfinishedFile`] of this process. No other can be made afterwards: call it just before the
/// process exits.
pub fn remove_unfinished() {
    let files = unfinished();
    for file in files.iter() {
        let _ = std::fs::remove_file(file);
    }
    // the lock stays held: a file that appears now would be left behind
    std::mem::forget(files);
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
        let mut files = unfinished();
        let mut builder = tempfile::Builder::new();
        // the process's umask is applied to them
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        files.insert(path.to_path_buf());
        Ok(Self { file, path: Some(path) })
    }

    /// A handle to write through.
    pub fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Gives the file its name, in place of whatever had it.
    pub fn finish(mut self, name: &Path) -> io::Result<()> {
        let mut files = unfinished();
        let Some(path) = self.path.take() else { return Ok(()) };
        files.remove(&path.to_path_buf());
        path.persist(name).map_err(|error| error.error)
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            unfinished().remove(&path.to_path_buf());
        }
    }
}
