//! Work directories, each with a lock file that this process holds open.
//!
//! If this process is killed, the system kills its solvers but leaves the directory. The next process that creates a
//! work directory finds that no process holds the lock file, and removes the directory.

use std::fs::{self, File};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Once;

use super::group::ProcessGroup;
use crate::process::cleanup::PREFIX;

/// The name of the lock file.
const LOCK: &str = ".encycle-lock";

/// A guard of a work directory.
#[derive(Debug)]
pub(crate) struct DirectoryGuard(Option<File>);

impl DirectoryGuard {
    /// Creates the directory. The user's folder of temporary files gives access only to this user.
    ///
    /// # Errors
    /// The directory cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| path.parent().map_or((), remove_abandoned));
        fs::create_dir(path)?;
        let lock = path.join(LOCK);
        // no other process can open or remove the file until this process has ended
        Ok(Self(Some(File::options().write(true).create_new(true).share_mode(0).open(lock)?)))
    }

    /// Returns `None`, because the guard has no process of its own.
    pub fn process(&self) -> Option<u32> {
        None
    }

    /// Does nothing, because the job of a group ends with this process.
    pub fn watch(&mut self, _: Option<&ProcessGroup>) {}

    /// Releases the directory, so that it can be removed.
    pub fn release(&mut self) {
        self.0 = None;
    }
}

/// Removes the work directories of processes that were killed.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        // the lock file of a running process cannot be removed
        if is_ours && fs::remove_file(entry.path().join(LOCK)).is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
