//! Campaigns on a cluster: the jobs run in batches, and each batch is a task of one Slurm job array.
//!
//! All nodes share the campaign's folder. Its subfolder `slurm` contains one folder per array, which has the name of
//! the array in Slurm and contains one folder per task:
//!
//! ```text
//! DIR/rows.jsonl                               the collected rows
//! DIR/slurm/encycle-4Fh2mQ7Lr0/script          the batch script of each task
//! DIR/slurm/encycle-4Fh2mQ7Lr0/0/jobs          the ids of the jobs of task 0, one per line
//! DIR/slurm/encycle-4Fh2mQ7Lr0/0/rows.jsonl    the rows of task 0, written by its own `RowLog`
//! DIR/slurm/encycle-4Fh2mQ7Lr0/0/log           the output of task 0
//! ```
//!
//! A task runs the command line of the campaign, restricted to its batch. The process that waits for an array
//! collects the rows of the tasks. It may be killed at any time: the name of an array is written to the
//! folder before the array is submitted, so a later process can query Slurm by that name.
//!
//! Source: the manual pages sbatch(1), squeue(1), scontrol(1) and slurm.conf(5) of Slurm 22.05.

mod array;
mod parts;
mod queue;

use std::io;
use std::path::PathBuf;

pub use array::{ArrayEvent, ArrayOptions, Arrays, Submitted, TaskArray, UnfinishedTask, batches};
pub use parts::{Task, TaskRows, read_rows};
pub use queue::QueueEntry;

use crate::bench::campaign::CampaignError;
use crate::bench::log::LogError;

/// The name of the folder of arrays in a campaign's folder.
const FOLDER: &str = "slurm";

/// An error in a campaign on Slurm.
#[derive(Debug, thiserror::Error)]
pub enum SlurmError {
    /// A program of Slurm is not installed.
    #[error(
        "Slurm's `{0}` is not on the PATH\nhelp: load the Slurm module, or use a machine with Slurm"
    )]
    Missing(&'static str),
    /// sbatch rejected the array.
    #[error("sbatch failed: {0}")]
    Refused(String),
    /// The state of the arrays cannot be determined.
    #[error("squeue failed, so the state of the tasks is unknown: {0}")]
    Unknown(String),
    /// The campaign failed, or a file cannot be read or written.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
}

impl SlurmError {
    fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let what = path.into().display().to_string();
        |error| Self::Campaign(CampaignError::Io { what, error })
    }
}

impl From<LogError> for SlurmError {
    fn from(error: LogError) -> Self {
        Self::Campaign(error.into())
    }
}
