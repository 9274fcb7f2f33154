//! Solving of a puzzle with any solver: [`Solve`], and the layers below it.
//!
//! [`Solve`] is the library form of `encycle solve`. It chooses solvers and encodings ([`Engine`]), lets them race,
//! confirms negative verdicts, and records the rounds. Each attempt is a search (the loop driver [`Finder`],
//! [`Enumerator`]) in a [`Session`] with one solver.

mod attempt;
mod builder;
mod confirm;
mod conquer;
mod cubes;
mod deadline;
mod defaults;
mod engine;
mod entrant;
mod forward;
mod ledger;
mod pieces;
mod race;
mod result;
mod rounds;
mod run;
mod search;
mod second;
mod select;
mod session;

pub use builder::Solve;
pub use confirm::{confirmed, needs_confirmation};
pub use cubes::cubes;
pub use deadline::{Deadline, JobLimits};
pub(crate) use deadline::{STOPPED, memory_limit_reached, time_limit_reached};
pub use engine::{Engine, SelectError};
#[cfg(feature = "process")]
pub use engine::{find_max_sat_solver, find_solver};
pub use ledger::LedgerEntry;
pub use race::{Race, race};
pub use result::{Attempt, RoundEvent, SolveError, SolveOutcome, cut_kind};
pub use rounds::RoundsFolder;
pub(crate) use search::atom_literals;
pub use search::{
    Checkpoint, CheckpointError, CommonAtoms, EnumeratedCount, Enumerator, Finder, ForcedError,
    LoopCheckMode, NextSolution, Observer, Outcome, RepairMode, RoundReport, SearchOptions,
    SearchStart, TimeSpent, Verdict, count, forced, incompleteness_reason, puzzle_sha256, solve,
};
#[cfg(feature = "process")]
pub(crate) use second::excluding_solution;
pub use second::{SecondError, second_solution};
pub use select::{Confirmation, Confirmer, SolverSelection};
#[cfg(feature = "cadical")]
pub use session::CadicalSession;
pub use session::{
    BatSatSession, CallResult, ConfirmedSession, Failure, FormulaSize, IncrementalSession,
    MicrolpSession, OutlinedSession, Session, SolverId, SolverUsage, StableSession,
};
#[cfg(feature = "process")]
pub use session::{ExternalCnf, ExternalLp, ExternalOpb, IpasirSession, external_session};
#[cfg(feature = "process")]
pub(crate) use session::{call_result, creating_directory, io_failure};
