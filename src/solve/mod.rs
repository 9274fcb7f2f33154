//! Sessions with a solver: solve with cuts, find all solutions one by one, decide uniqueness.

mod budget;
mod checkpoint;
mod confirm;
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
pub use enumerate::{Counted, Enumerator, count};
pub use external::{ExternalCnf, ExternalLp, external_session};
pub use finder::{Finder, Found, Mode, Observer, Options, Spent};
pub use forced::{Forced, ForcedError, forced};
#[cfg(feature = "cadical")]
pub use incremental::EmbeddedCadicalSession;
pub use incremental::{EmbeddedSession, IncrementalSession, IncrementalSolver, IpasirSession};
pub use linear::EmbeddedMipSession;
pub use outcome::{Outcome, RoundReport, Verdict, solve};
pub use race::{Race, race};
pub use session::{Answer, Failure, FormulaSize, Session, SolverId, Usage};
