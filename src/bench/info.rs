//! The file `campaign.json`: the collections of a campaign and the commands that ran it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use encycle_files::UnfinishedFile;
use serde::{Deserialize, Serialize};

use crate::bench::row::ResultRow;

/// The name of the file in a campaign's folder.
const FILE: &str = "campaign.json";

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
        let path = folder.join(FILE);
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
        let path = folder.join(FILE);
        let write = || {
            let unfinished = UnfinishedFile::new(folder)?;
            serde_json::to_writer(unfinished.writer()?, &info)?;
            unfinished.writer()?.write_all(b"\n")?;
            unfinished.finish(&path)
        };
        write().map_err(|error: io::Error| LogError::Io { path: path.clone(), error })
    }
}
