//! Work directories, each with a watchdog.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use super::group::ProcessGroup;
use super::signals::keep_ended_children;
use super::watchdog::Watchdog;

/// A guard of a work directory, which removes the directory if this process is killed.
#[derive(Debug)]
pub(crate) struct DirectoryGuard(Option<Watchdog>);

impl DirectoryGuard {
    /// Creates the directory, with access only for this user.
    ///
    /// # Errors
    /// The directory cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        keep_ended_children();
        // the watchdog comes first, so that the directory never exists without a watchdog; if there is no shell, there
        // is no watchdog, but everything else works
        let mut watchdog = Watchdog::new().ok();
        watchdog.as_mut().map_or(Ok(()), |watchdog| watchdog.guard(path))?;
        DirBuilder::new().mode(0o700).create(path)?;
        Ok(Self(watchdog))
    }

    /// Returns the process number of the watchdog.
    pub fn process(&self) -> Option<u32> {
        self.0.as_ref().map(Watchdog::process)
    }

    /// Sets the group that runs in the directory, or that no group runs in it.
    pub fn watch(&mut self, group: Option<&ProcessGroup>) {
        if let Some(watchdog) = &mut self.0 {
            watchdog.watch(group.map_or(0, |group| group.number()));
        }
    }

    /// Does nothing, because on Unix a directory can be removed while its watchdog runs.
    pub fn release(&mut self) {}
}
