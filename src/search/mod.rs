//! Sessions with a solver: solve with cuts, find all solutions one by one, decide uniqueness.

mod external;
mod finder;
mod outcome;
mod session;

pub use external::{ExternalCnf, ExternalLp, external_session};
pub use finder::{Finder, Found, Observer, Options};
pub use outcome::{Outcome, RoundReport, Verdict, solve};
pub use session::{Answer, EmbeddedSession, Failure, FormulaSize, Session, SolverId};
