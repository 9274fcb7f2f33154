//! Searches in one session: for the next solution, all solutions, their common atoms, or a verdict.
//!
//! The loop driver ([`Finder`]) is the base: it calls the solver, checks the model, and adds cuts until the model
//! contains a solution. [`solve`], [`forced`] and [`Enumerator`] call it repeatedly with different additions: a
//! blocking clause, a clause that requires a different solution, or assumptions.

mod budget;
mod call;
mod checkpoint;
mod decide;
mod drawn_models;
mod enumerate;
mod finder;
mod forced;
mod options;
mod outcome;
mod relaxations;
mod repair;
mod round;
mod rules;

pub use checkpoint::{Checkpoint, CheckpointError, puzzle_sha256};
pub use decide::solve;
pub(in crate::solve) use decide::{SearchEnd, verdict, wanted};
pub use enumerate::{EnumeratedCount, Enumerator, count, incompleteness_reason};
pub use finder::{Finder, NextSolution};
pub(crate) use forced::atom_literals;
pub use forced::{CommonAtoms, ForcedError, forced};
pub use options::{LoopCheckMode, RepairMode, SearchOptions, SearchStart};
pub use outcome::{Outcome, Verdict};
pub use round::{Observer, RoundReport, TimeSpent};
pub(in crate::solve) use rules::check;
