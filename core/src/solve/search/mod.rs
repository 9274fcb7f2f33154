//! Searches in one session: for the next solution, all solutions, their common atoms, or a verdict.
//!
//! The loop driver ([`Finder`]) is the base: it calls the solver, checks the model, and adds cuts until the model
//! contains a solution. [`solve`], [`forced`] and [`Enumerator`] call it repeatedly with different additions: a
//! blocking clause, a clause that requires a different solution, or assumptions.

mod check;
mod checkpoint;
mod decide;
mod enumerate;
mod finder;
mod forced;
mod incumbent;
mod objective;
mod optimize;
mod options;
mod outcome;
mod refit;
mod repair;
mod target;
mod unbounded;
mod windows;

pub(in crate::solve) use check::check;
pub use checkpoint::{Checkpoint, CheckpointError, puzzle_sha256};
pub use decide::solve;
pub(in crate::solve) use decide::{SearchEnd, concluded, wanted};
pub use enumerate::{EnumerateError, EnumeratedCount, Enumerator, count, incompleteness_reason};
pub use finder::{Finder, NextSolution};
pub use forced::atom_literals;
pub use forced::{CommonAtoms, ForcedError, forced};
pub(in crate::solve) use optimize::{is_clearly_better, optimize};
pub use options::{LengthGoal, LoopCheckMode, RepairMode, SearchOptions, SearchStart};
pub use outcome::{ObjectiveValue, Observer, Outcome, RoundReport, TimeSpent, Verdict};
pub(in crate::solve) use target::{Objective, PuzzleGoal};
