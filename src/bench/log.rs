//! The file of rows: JSON lines, each on the disk before the next job of its worker begins.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};

use crate::bench::row::{ResultRow, SCHEMA};
use crate::bench::slurm::TaskRows;

/// The name of the file in a campaign's folder.
pub(super) const FILE: &str = "rows.jsonl";

/// Rows that cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Its word.
        error: io::Error,
    },
    /// A line in the middle is no row.
    #[error("{}:{line}:{column}: this is no row of {SCHEMA}: {message}; mend the line or remove it", path.display())]
    NoRow {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// Another campaign writes there.
    #[error("{}: another `encycle bench` writes there; wait for it or name another folder", .0.display())]
    Taken(PathBuf),
}

/// The rows of a campaign's folder, open for more. One campaign at a time.
#[derive(Debug)]
pub struct RowLog {
    path: PathBuf,
    file: Mutex<Flock<File>>,
}

impl RowLog {
    /// Opens the file of this folder, which must be there, and gives the rows in it. A last line without its end is
    /// of a run that was killed while it was written: it is cut off.
    ///
    /// # Errors
    /// A file that cannot be read, is in use, or has a line that is no row.
    pub fn open(folder: &Path) -> Result<(Self, Vec<ResultRow>), LogError> {
        let path = folder.join(FILE);
        let failed = |error| LogError::Io { path: path.clone(), error };
        let file =
            OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        let mut file = Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(
            |(_, error)| match error {
                Errno::EWOULDBLOCK => LogError::Taken(path.clone()),
                // a file system without locks, say
                error => failed(error.into()),
            },
        )?;
        let (rows, whole) = rows_in(&mut file, &path)?;
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { path, file: Mutex::new(file) }, rows))
    }

    /// Adds a row. When this returns, it is on the disk.
    ///
    /// # Errors
    /// The system's.
    pub fn append(&self, row: &ResultRow) -> Result<(), LogError> {
        self.append_all(std::slice::from_ref(row))
    }

    /// Adds rows, like [`Self::append`].
    ///
    /// # Errors
    /// The system's.
    pub fn append_all(&self, rows: &[ResultRow]) -> Result<(), LogError> {
        let write = || {
            let mut lines = Vec::new();
            for row in rows {
                serde_json::to_writer(&mut lines, row)?;
                lines.push(b'\n');
            }
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            // at once: a process that is killed leaves a part of one line at most
            file.write_all(&lines)?;
            file.sync_data()
        };
        write().map_err(|error| LogError::Io { path: self.path.clone(), error })
    }
}

/// The rows of a campaign's folder, whole lines only; with those of tasks on a cluster that nobody has collected yet.
///
/// # Errors
/// A file that cannot be read, or a line that is no row.
pub fn read_rows(folder: &Path) -> Result<Vec<ResultRow>, LogError> {
    // before the others: what is collected in the meantime is then seen twice, and not missed
    let tasks = TaskRows::default().fresh(folder)?;
    let mut rows = read_file(folder)?;
    let known: HashSet<String> = rows.iter().map(|row| row.id.clone()).collect();
    rows.extend(tasks.into_iter().filter(|row| !known.contains(&row.id)));
    Ok(rows)
}

/// The rows of the file of this folder alone.
pub(super) fn read_file(folder: &Path) -> Result<Vec<ResultRow>, LogError> {
    let path = folder.join(FILE);
    let mut file = File::open(&path).map_err(|error| LogError::Io { path: path.clone(), error })?;
    Ok(rows_in(&mut file, &path)?.0)
}

/// The rows, and how many bytes their lines have.
fn rows_in(file: &mut File, path: &Path) -> Result<(Vec<ResultRow>, u64), LogError> {
    let failed = |error| LogError::Io { path: path.to_owned(), error };
    let mut reader = BufReader::new(file);
    let (mut rows, mut whole, mut line) = (Vec::new(), 0, Vec::new());
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(failed)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        whole += length as u64;
        let fault = |column: usize, message: String| LogError::NoRow {
            path: path.to_owned(),
            line: number,
            column,
            message,
        };
        let row: ResultRow = serde_json::from_slice(&line)
            .map_err(|error| fault(error.column().max(1), error.to_string()))?;
        if row.schema != SCHEMA {
            return Err(fault(1, format!("its schema is `{}`", row.schema)));
        }
        rows.push(row);
    }
    Ok((rows, whole))
}
