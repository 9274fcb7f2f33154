//! A campaign on a cluster: its jobs in batches, as one job array of Slurm.
//!
//! The campaign's folder, which all nodes share, has a folder `slurm`; in it is one for each array, with the name that
//! the array has in Slurm, and in that one for each task:
//!
//! ```text
//! DIR/rows.jsonl                           what has been collected
//! DIR/slurm/encycle-4Fh2mQ7Lr0/script      what Slurm runs for each task
//! DIR/slurm/encycle-4Fh2mQ7Lr0/0/jobs      the ids of the jobs of task 0, one a line
//! DIR/slurm/encycle-4Fh2mQ7Lr0/0/rows.jsonl    its rows, a [`Log`](crate::bench::Log) of its own
//! DIR/slurm/encycle-4Fh2mQ7Lr0/0/log       what it said
//! ```
//!
//! A task is the command line of the campaign once more, confined to its batch. Whoever waits for an array collects the
//! rows of its tasks; who waits may be killed at any moment, since whether an array is alive is asked of Slurm by its
//! name, which was there before the array.
//!
//! Source: the manual pages sbatch(1), squeue(1), scontrol(1) and slurm.conf(5) of Slurm 22.05.

mod array;
mod batches;
mod parts;
mod queue;
mod script;

use std::io;
use std::path::PathBuf;

pub use array::{ArrayEvent, ArrayOptions, Arrays, Submitted, UnfinishedTask};
pub use batches::batches;
pub use parts::{Task, TaskRows};
pub use queue::QueueEntry;

use crate::bench::campaign::CampaignError;
use crate::bench::log::LogError;

/// The folder of arrays in a campaign's folder.
const FOLDER: &str = "slurm";

/// Why Slurm does not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum SlurmError {
    /// Its programs are not there.
    #[error(
        "there is no `{0}` on the path, so that Slurm cannot be asked; load its module or go to a machine that has it"
    )]
    Missing(&'static str),
    /// It refuses the array.
    #[error("sbatch refuses: {0}")]
    Refused(String),
    /// It does not say which arrays are alive.
    #[error("squeue does not tell which tasks are alive: {0}")]
    Unknown(String),
    /// The rows.
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
