//! The file of result rows (JSON lines). A worker flushes the row of a run to disk before it starts the next job.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use encycle_files::UnfinishedFile;
use serde::{Deserialize, Serialize};

use crate::bench::row::ResultRow;

/// The name of the file in a campaign's folder.
pub(super) const FILE: &str = "rows.jsonl";

/// The file of result rows in a campaign's folder, open for appending. It is locked exclusively, so that two
/// processes cannot run the same campaign at once.
#[derive(Debug)]
pub struct RowLog {
    path: PathBuf,
    file: Mutex<File>,
    /// The file that is locked, if it is not the file of rows.
    _lock: Option<File>,
}

impl RowLog {
    /// Opens or creates the file in `folder`, which must exist, and returns the rows already in it.
    ///
    /// Removes a last line without a line feed, because the process that wrote it was killed before the line was
    /// complete.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, is locked by another process, or has a line that is not a row.
    pub fn open(folder: &Path) -> Result<(Self, Vec<ResultRow>), LogError> {
        let path = folder.join(FILE);
        let failed = |error| LogError::Io { path: path.clone(), error };
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        let lock = lock_file(folder).map_err(failed)?;
        lock.as_ref().unwrap_or(&file).try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LogError::Locked(path.clone()),
            // this happens, for example, if the file system does not support locks
            TryLockError::Error(error) => failed(error),
        })?;
        let (rows, whole) = rows_in(&mut file, &path)?;
        // on Windows, a file that is open for appending cannot be shortened
        let shorten = || OpenOptions::new().write(true).open(&path)?.set_len(whole);
        shorten().map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { path, file: Mutex::new(file), _lock: lock }, rows))
    }

    /// Appends a row and flushes it to disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append(&self, row: &ResultRow) -> Result<(), LogError> {
        self.append_all(std::slice::from_ref(row))
    }

    /// Appends rows and flushes them to disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append_all(&self, rows: &[ResultRow]) -> Result<(), LogError> {
        let write = || {
            let mut lines = Vec::new();
            for row in rows {
                serde_json::to_writer(&mut lines, row)?;
                lines.push(b'\n');
            }
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            // the rows are written at once, so that a killed process leaves at most one incomplete line
            file.write_all(&lines)?;
            file.sync_data()
        };
        write().map_err(|error| LogError::Io { path: self.path.clone(), error })
    }
}

/// Opens the file that is locked in place of the rows. It exists only on Windows, where other processes cannot read a
/// locked file.
fn lock_file(folder: &Path) -> io::Result<Option<File>> {
    if !cfg!(windows) {
        return Ok(None);
    }
    let path = folder.join("rows.lock");
    OpenOptions::new().write(true).create(true).truncate(false).open(path).map(Some)
}

/// Reads the rows of `rows.jsonl` in a folder.
pub(super) fn read_file(folder: &Path) -> Result<Vec<ResultRow>, LogError> {
    let path = folder.join(FILE);
    let mut file = File::open(&path).map_err(|error| LogError::Io { path: path.clone(), error })?;
    Ok(rows_in(&mut file, &path)?.0)
}

/// Reads the complete lines. Returns their rows and their total length in bytes, without an incomplete last line.
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
        let fault = |column: usize, message: String| LogError::InvalidRow {
            path: path.to_owned(),
            line: number,
            column,
            message,
        };
        let row: ResultRow = serde_json::from_slice(&line)
            .map_err(|error| fault(error.column().max(1), error.to_string()))?;
        if row.schema != ResultRow::SCHEMA {
            return Err(fault(1, format!("unknown schema: `{}`", row.schema)));
        }
        rows.push(row);
    }
    Ok((rows, whole))
}

// The file `campaign.json`: the collections of a campaign and the commands that ran it.

/// The name of the file in a campaign's folder.
const INFO_FILE: &str = "campaign.json";

/// An error in reading or writing the files of a campaign.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A complete line is not a result row.
    #[error(
        "{}:{line}:{column}: invalid {} row: {message}\nhelp: correct or delete the line",
        path.display(),
        ResultRow::SCHEMA
    )]
    InvalidRow {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The error of the JSON parser, or the unexpected schema.
        message: String,
    },
    /// `campaign.json` has another layout.
    #[error(
        "{}:{line}:{column}: invalid {} file: {message}\nhelp: delete the file; the report then lacks the commands",
        path.display(),
        CampaignInfo::SCHEMA
    )]
    InvalidInfo {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The error of the JSON parser, or the unexpected schema.
        message: String,
    },
    /// Another process holds the lock of the file.
    #[error(
        "{}: locked by another `encycle bench`\nhelp: wait until it has ended, or use another folder",
        .0.display()
    )]
    Locked(PathBuf),
}

/// The collections of a campaign, and the commands that ran it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CampaignInfo {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = CampaignInfo::SCHEMA)))]
    pub schema: String,
    /// The collections of the last command, as named by the user.
    pub collections: Vec<String>,
    /// The commands that started and resumed the campaign, oldest first.
    pub commands: Vec<CampaignCommand>,
}

/// A command that started or resumed a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CampaignCommand {
    /// The words of the command, the first of which is `encycle`.
    pub command: Vec<String>,
    /// The working folder.
    pub folder: String,
    /// The start time, in seconds since 1970-01-01 UTC.
    pub started: u64,
}

impl CampaignInfo {
    /// The name of the layout (`docs/reference/json.md`).
    pub const SCHEMA: &'static str = "encycle-campaign-1";

    /// Reads `campaign.json` in a campaign's folder. Returns `None` if the folder does not contain it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has another layout.
    pub fn read(folder: &Path) -> Result<Option<Self>, LogError> {
        let path = folder.join(INFO_FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LogError::Io { path, error }),
        };
        let fault = |line, column, message| LogError::InvalidInfo {
            path: path.clone(),
            line,
            column,
            message,
        };
        let info: Self = serde_json::from_str(&text)
            .map_err(|error| fault(error.line(), error.column().max(1), error.to_string()))?;
        if info.schema != Self::SCHEMA {
            return Err(fault(1, 1, format!("unknown schema: `{}`", info.schema)));
        }
        Ok(Some(info))
    }

    /// Adds a command that starts at this moment to `campaign.json` in a campaign's folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, or has another layout.
    pub fn record(
        folder: &Path,
        collections: &[String],
        command: Vec<String>,
    ) -> Result<(), LogError> {
        let mut commands = Self::read(folder)?.map_or_else(Vec::new, |info| info.commands);
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let here = std::env::current_dir().unwrap_or_default();
        commands.push(CampaignCommand {
            command,
            folder: here.display().to_string(),
            started: since.map_or(0, |since| since.as_secs()),
        });
        let (schema, collections) = (Self::SCHEMA.to_owned(), collections.to_vec());
        let info = Self { schema, collections, commands };
        let path = folder.join(INFO_FILE);
        let write = || {
            let unfinished = UnfinishedFile::new(folder)?;
            serde_json::to_writer(unfinished.writer()?, &info)?;
            unfinished.writer()?.write_all(b"\n")?;
            unfinished.finish(&path)
        };
        write().map_err(|error: io::Error| LogError::Io { path: path.clone(), error })
    }
}
