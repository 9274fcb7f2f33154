//! Solving of a puzzle with any solver: [`Solve`], and the layers below it.
//!
//! [`Solve`] is the library form of `encycle solve`. It chooses solvers and encodings ([`Engine`]), lets them race,
//! confirms negative verdicts, and records the rounds. Each attempt is a search (the loop driver [`Finder`],
//! [`Enumerator`]) in a [`Session`] with one solver.

mod attempt;
mod builder;
mod counting;
mod cubes;
mod deadline;
mod engine;
mod pieces;
mod race;
mod relaxation;
mod result;
mod rounds;
mod search;
mod second;
mod session;
mod settings;
mod threads;

pub use builder::Solve;
pub use cubes::cubes;
pub(crate) use deadline::memory_limit_reached;
pub use deadline::{Deadline, JobLimits};
pub use engine::*;
pub use race::{confirmed, needs_confirmation};
pub use relaxation::RowCombination;
pub use result::{Attempt, SolveError, SolveOutcome, cut_kind};
pub use rounds::{LedgerEntry, RoundEvent, RoundsFolder};
pub use search::*;
#[cfg(feature = "process")]
pub use second::excluding_solution;
pub use second::{SecondError, second_solution};
pub use session::*;
pub use threads::{Race, race};
