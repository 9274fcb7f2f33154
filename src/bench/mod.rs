//! Campaigns: every configuration on every puzzle, each run a process of its own, and what comes out of them.
//!
//! A [`Campaign`] is a list of jobs with stable ids. Each is one `encycle solve --json`, so that CPU time and memory
//! are those of all processes together as the system tells, and a crash costs one row. Rows go into a [`RowLog`] as
//! they finish; a campaign that goes on skips the ids that are there. [`slurm`] has the jobs done by a cluster.
//! [`report`] makes tables and pictures of rows.

mod campaign;
mod collection;
mod configuration;
mod log;
mod machine;
pub mod report;
mod row;
mod run;
pub mod slurm;
pub mod stats;
mod verdicts;

pub use campaign::{Campaign, CampaignError, CampaignJob, Entrant, Settings};
pub use collection::{Collection, CollectionEntry, SkippedPuzzle};
pub use configuration::{Configuration, Matrix};
pub use log::{LogError, RowLog, read_rows};
pub use machine::Machine;
pub use row::{Program, PuzzleSize, ResultRow, RunStatus, SCHEMA};
pub use verdicts::mark_contradictions;
