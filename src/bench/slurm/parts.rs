//! The rows of tasks, wherever they are.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::bench::log::{FILE, LogError, read_file};
use crate::bench::row::ResultRow;
use crate::bench::slurm::FOLDER;

/// The file with the ids of a task's jobs.
pub(super) const JOBS: &str = "jobs";
/// The file with what a task says.
pub(super) const LOG: &str = "log";

/// A task of an array: its folder, which is `ARRAY/NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The folder.
    pub folder: PathBuf,
}

impl Task {
    /// The ids of its jobs.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn jobs(&self) -> Result<HashSet<String>, LogError> {
        let path = self.folder.join(JOBS);
        let text = std::fs::read_to_string(&path).map_err(|error| LogError::Io { path, error })?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// The last line that it said, if it said anything.
    pub(super) fn last_words(&self) -> Option<String> {
        let log = std::fs::read(self.folder.join(LOG)).ok()?;
        let text = String::from_utf8_lossy(&log);
        text.lines().rfind(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
    }

    /// The name of its array, and its number there.
    pub(super) fn names(&self) -> [String; 2] {
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [self.folder.parent().map(name).unwrap_or_default(), name(&self.folder)]
    }
}

/// All tasks of a campaign's folder, in the order of their folders' names.
pub(super) fn tasks(folder: &Path) -> Vec<Task> {
    let folders = |folder: &Path| {
        // what is not there, or vanishes meanwhile, has been collected
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        folders
    };
    let arrays = folders(&folder.join(FOLDER));
    arrays.iter().flat_map(|array| folders(array)).map(|folder| Task { folder }).collect()
}

/// What of the tasks' rows has been seen.
#[derive(Debug, Default)]
pub struct TaskRows {
    known: HashSet<String>,
    lengths: HashMap<PathBuf, u64>,
}

impl TaskRows {
    /// As if these had been seen.
    #[must_use]
    pub fn after(rows: &[ResultRow]) -> Self {
        Self { known: rows.iter().map(|row| row.id.clone()).collect(), ..Self::default() }
    }

    /// The rows of the tasks in this campaign's folder that have not been seen: whole lines, each id once.
    ///
    /// # Errors
    /// A file that cannot be read, or has a line that is no row.
    pub fn fresh(&mut self, folder: &Path) -> Result<Vec<ResultRow>, LogError> {
        let mut fresh = Vec::new();
        for task in tasks(folder) {
            let path = task.folder.join(FILE);
            let length = path.metadata().map_or(0, |data| data.len());
            if self.lengths.insert(path, length) == Some(length) {
                continue;
            }
            match read_file(&task.folder) {
                Ok(rows) => {
                    fresh.extend(rows.into_iter().filter(|row| self.known.insert(row.id.clone())))
                }
                // it was collected in the meantime
                Err(LogError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(fresh)
    }
}
