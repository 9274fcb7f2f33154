//! Benchmark campaigns: every configuration solves every puzzle, and each run is a process of its own.
//!
//! A [`Campaign`] is a list of jobs with stable ids. Each job is one process of `encycle solve --json`. Therefore the
//! operating system accounts CPU time and memory for Encycle and the solver together, and a crash costs one row. Each
//! finished run appends a row to a [`RowLog`]; a resumed campaign skips the ids that already have a row. [`slurm`] runs
//! the jobs on a cluster, and [`report`] turns rows into tables and plots.

mod campaign;
mod collection;
mod configuration;
mod entry;
mod hashes;
mod ledgers;
mod log;
pub mod report;
mod row;
mod run;
pub mod slurm;
pub mod stats;

pub use campaign::{Campaign, CampaignError, CampaignJob, Entrant, Settings};
pub use collection::{
    Collection, CollectionEntry, FolderPuzzles, SkippedPuzzle, puzzle_of_solution,
};
pub use configuration::{Configuration, Matrix, TrialResult, try_solver};
pub use entry::{CampaignEntry, CampaignProblem, ProblemText};
pub use ledgers::RecordedLedger;
pub use log::{CampaignCommand, CampaignInfo, LogError, RowLog};
pub use row::{Machine, ResultRow, RunStatus, UsedProgram, mark_contradictions};
pub use slurm::read_rows;
