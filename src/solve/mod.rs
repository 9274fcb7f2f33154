//! Sessions with a solver: solve with cuts, find all solutions one by one, decide uniqueness.

mod budget;
mod checkpoint;
mod confirm;
mod defaults;
mod engine;
mod enumerate;
mod external;
mod finder;
mod forced;
mod incremental;
mod linear;
mod outcome;
mod race;
mod session;

pub(crate) use checkpoint::puzzle_sha256;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use confirm::{confirmed, wants_confirmation};
pub use engine::Engine;
pub use enumerate::left_out;
pub use enumerate::{EnumeratedCount, Enumerator, count};
pub use external::{ExternalCnf, ExternalLp, external_session};
pub use finder::{Finder, LoopCheckMode, NextSolution, Observer, SearchOptions, TimeSpent};
pub use forced::{CommonAtoms, ForcedError, forced};
#[cfg(feature = "cadical")]
pub use incremental::CadicalSession;
pub use incremental::{BatSatSession, IncrementalSession, IncrementalSolver, IpasirSession};
pub use linear::MicrolpSession;
pub use outcome::{Outcome, RoundReport, Verdict, solve};
pub use race::{Race, race};
pub use session::{Answer, Failure, FormulaSize, Session, SolverId, SolverUsage};
