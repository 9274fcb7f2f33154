//! Benchmark campaigns: every configuration solves every puzzle, and each run is a process of its own.
//!
//! A [`Campaign`] is a list of jobs with stable ids. Each job is one process of `encycle solve --json`. Therefore the
//! operating system accounts CPU time and memory for Encycle and the solver together, and a crash costs one row. Each
//! finished run appends a row to a [`RowLog`]; a resumed campaign skips the ids that already have a row. [`slurm`] runs
//! the jobs on a cluster, and [`report`] turns rows into tables and plots.

mod campaign;
mod collection;
mod configuration;
mod hashes;
mod info;
mod ledgers;
mod log;
mod machine;
pub mod report;
mod row;
mod run;
pub mod slurm;
pub mod stats;
mod trial;
mod verdicts;
mod workers;

pub use campaign::{Campaign, CampaignError, CampaignJob, Entrant, Settings};
pub use collection::{Collection, CollectionEntry, SkippedPuzzle};
pub use configuration::{Configuration, Matrix};
pub use info::{CampaignCommand, CampaignInfo, LogError};
pub use ledgers::RecordedLedger;
pub use log::RowLog;
pub use machine::Machine;
pub use row::{ResultRow, RunStatus, UsedProgram};
pub use slurm::read_rows;
pub use trial::{TrialResult, try_solver};
pub use verdicts::mark_contradictions;
