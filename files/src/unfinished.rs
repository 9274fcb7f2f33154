//! Atomic file writes: a file appears under its name only when it is complete.
//!
//! All [`UnfinishedFile`]s of this process are in one list, so that a signal handler can remove them before the process
//! exits ([`remove_unfinished`]).

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

/// Locks the list of the unfinished files of this process.
fn unfinished() -> MutexGuard<'static, HashSet<PathBuf>> {
    static UNFINISHED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all [`UnfinishedFile`]s of this process.
///
/// Call it only immediately before the process exits, because creating, finishing or dropping an [`UnfinishedFile`]
/// afterwards blocks forever.
pub fn remove_unfinished() {
    let files = unfinished();
    for file in files.iter() {
        let _ = std::fs::remove_file(file);
    }
    // keep the lock, because a file created from here on would not be removed
    std::mem::forget(files);
}

/// A file that is written under a temporary name and renamed when it is complete.
///
/// Dropping it before [`Self::finish`] removes the file, and so does [`remove_unfinished`].
#[derive(Debug)]
pub struct UnfinishedFile {
    file: File,
    path: Option<TempPath>,
}

impl UnfinishedFile {
    /// Creates a temporary file in `folder`, with the permissions of an ordinary new file.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let mut files = unfinished();
        // the errors of `tempfile_in` name the temporary file, which the user does not know
        let create =
            |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        let (file, path) = tempfile::Builder::new().make_in(folder, create)?.into_parts();
        files.insert(path.to_path_buf());
        Ok(Self { file, path: Some(path) })
    }

    /// Returns a handle for writing.
    ///
    /// # Errors
    /// The handle cannot be duplicated.
    pub fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Renames the file to `name`, replacing an existing file.
    ///
    /// # Errors
    /// The file cannot be renamed.
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
