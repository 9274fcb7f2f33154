//! The folders of tasks, and the rows in these folders.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::bench::log::LogError;
use crate::bench::log::{FILE, read_file};
use crate::bench::row::ResultRow;
use crate::bench::slurm::FOLDER;

/// The name of the file with the ids of a task's jobs.
pub(super) const JOBS: &str = "jobs";
/// The name of the file with the output of a task.
pub(super) const LOG: &str = "log";

/// A task of an array, identified by its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The folder, `ARRAY/NUMBER`.
    pub folder: PathBuf,
}

impl Task {
    /// Reads the ids of the task's jobs.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn jobs(&self) -> Result<HashSet<String>, LogError> {
        let path = self.folder.join(JOBS);
        let text = std::fs::read_to_string(&path).map_err(|error| LogError::Io { path, error })?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// Returns the last non-blank line of the task's log, if there is one.
    pub(super) fn last_words(&self) -> Option<String> {
        let log = std::fs::read(self.folder.join(LOG)).ok()?;
        let text = String::from_utf8_lossy(&log);
        text.lines().rfind(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
    }

    /// Returns the name of the array and the number of the task in it.
    pub(super) fn names(&self) -> [String; 2] {
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [self.folder.parent().map(name).unwrap_or_default(), name(&self.folder)]
    }
}

/// Lists all tasks of a campaign's folder, sorted by the names of their folders.
pub(super) fn tasks(folder: &Path) -> Vec<Task> {
    let folders = |folder: &Path| {
        // a folder that is missing, or disappears in the meantime, has been collected
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        folders
    };
    let arrays = folders(&folder.join(FOLDER));
    arrays.iter().flat_map(|array| folders(array)).map(|folder| Task { folder }).collect()
}

/// Reads the rows of a campaign's folder, including rows of cluster tasks that have not been collected.
/// Ignores an incomplete last line.
///
/// # Errors
/// Returns an error if a file cannot be read or has a line that is not a row.
pub fn read_rows(folder: &Path) -> Result<Vec<ResultRow>, LogError> {
    // read the tasks before the campaign's file, so that a row collected in between is seen twice instead of never
    let tasks = TaskRows::default().fresh(folder)?;
    let mut rows = read_file(folder)?;
    let known: HashSet<String> = rows.iter().map(|row| row.id.clone()).collect();
    rows.extend(tasks.into_iter().filter(|row| !known.contains(&row.id)));
    Ok(rows)
}

/// A reader of the tasks' rows that returns each row once.
#[derive(Debug, Default)]
pub struct TaskRows {
    known: HashSet<String>,
    lengths: HashMap<PathBuf, u64>,
}

impl TaskRows {
    /// Creates a reader that skips `rows`.
    #[must_use]
    pub fn after(rows: &[ResultRow]) -> Self {
        Self { known: rows.iter().map(|row| row.id.clone()).collect(), ..Self::default() }
    }

    /// Reads the new rows of the tasks in this campaign's folder, each id once. Incomplete last lines are ignored.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or has a line that is not a row.
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
                // the folder was removed after another process had collected it
                Err(LogError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(fresh)
    }
}
