//! A session: a conversation with one solver. Add, ask, read, add cuts, ask again.

#[cfg(feature = "process")]
mod external;
mod incremental;
#[cfg(feature = "process")]
mod ipasir;
mod linear;

#[cfg(feature = "process")]
pub use external::{ExternalCnf, ExternalLp, external_session};
#[cfg(feature = "cadical")]
pub use incremental::CadicalSession;
pub use incremental::{BatSatSession, IncrementalSession, IncrementalSolver};
#[cfg(feature = "process")]
pub use ipasir::IpasirSession;
pub use linear::MicrolpSession;

use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use encycle_encodings::logic::{Assignment, ConstraintSink, Lit, Origin, TooLarge};

use encycle_encodings::logic::ExternalPropagator;
use encycle_encodings::puzzle::BrokenRule;

use encycle_solvers::{BuiltIn, Limits, SolverStatus, TrailStep};

/// Which solver a session talks to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SolverId {
    /// Its name.
    pub name: String,
    /// Its version, where it says one.
    pub version: Option<String>,
}

impl fmt::Display for SolverId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{} {version}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

impl From<BuiltIn> for SolverId {
    fn from(solver: BuiltIn) -> Self {
        Self { name: solver.name.to_owned(), version: solver.version.map(str::to_owned) }
    }
}

/// What a solver says of the formula so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, by this assignment; a variable that the solver left out is false.
    Model(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// It gave up, for this reason: a limit.
    Unknown(String),
}

/// Why a session ended without an answer that can be believed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The solver crashed, printed what cannot be read, or could not be started.
    #[error("solver {solver}: {reason}{}", tail(.last_lines))]
    Solver {
        /// Name and version.
        solver: String,
        /// The end reason.
        reason: String,
        /// The last lines that it printed.
        last_lines: Vec<String>,
    },
    /// The solver called the formula satisfiable and gave an assignment that does not satisfy it.
    #[error("solver {solver}: wrong model: it breaks {origin}")]
    WrongModel {
        /// Name and version.
        solver: String,
        /// The first constraint that the model breaks.
        origin: Origin,
    },
    /// A second solver found what the first denied.
    #[error(
        "solver {solver}: wrong verdict `{said}`: {by} found {found}, checked against the rules"
    )]
    Refuted {
        /// Name and version of the one that is wrong.
        solver: String,
        /// What it said.
        said: &'static str,
        /// Name and version of the other.
        by: String,
        /// What that one found.
        found: &'static str,
    },
    /// The solver cannot be watched, or the encoding has nothing to watch it with.
    #[error(
        "--mode propagate needs the built-in solver and an encoding with inside and outside and \
         without a part that says \"one loop\", such as colour or edge+colours; use --mode cuts"
    )]
    NoPropagator,
    /// The solver cannot be asked for models in which given literals are true.
    #[error("solver {solver} takes no assumptions; use the built-in one, or another as a program")]
    NoAssumptions {
        /// Name and version.
        solver: String,
    },
    /// A constraint would become too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// An encoding without a separation has a model that is no solution.
    #[error("encoding {encoding} is not exact: a model breaks {broken}; please report this puzzle")]
    Inexact {
        /// The encoding.
        encoding: String,
        /// The broken rule.
        broken: BrokenRule,
    },
    /// Encycle itself: constraints and rules disagree. Never seen; a defect if it is.
    #[error("internal disagreement: {0}; please report this puzzle")]
    Disagreement(String),
    /// A file could not be written or read.
    #[error("{what}: {error}")]
    Io {
        /// What was being done.
        what: String,
        /// The system's word.
        error: std::io::Error,
    },
}

impl Failure {
    /// What kind of failure it is, in one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Solver { .. } => "solver",
            Self::WrongModel { .. } => "wrong-model",
            Self::Refuted { .. } => "refuted",
            Self::NoPropagator | Self::NoAssumptions { .. } => "unsupported",
            Self::TooLarge(_) => "too-large",
            Self::Inexact { .. } => "inexact-encoding",
            Self::Disagreement(_) => "internal",
            Self::Io { .. } => "io",
        }
    }
}

fn tail(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n  | {line}")).collect()
}

/// The size of the formula that a solver is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    /// Number of variables, or columns.
    pub variables: usize,
    /// Number of clauses, or rows.
    pub clauses: usize,
}

/// A conversation with one solver: a sink of constraints that can be asked.
pub trait Session: ConstraintSink {
    /// Which solver.
    fn solver(&self) -> &SolverId;

    /// The size so far.
    ///
    /// # Errors
    /// If a constraint was left out because it would become too many clauses.
    fn size(&mut self) -> Result<FormulaSize, Failure>;

    /// Asks the solver about everything added so far.
    ///
    /// # Errors
    /// If the solver fails. A limit is no failure, but [`Answer::Unknown`].
    fn solve(&mut self, limits: &Limits) -> Result<Answer, Failure>;

    /// Gives the solver somebody who looks at its assignments while it searches. False: it has no place for one.
    fn attach_propagator(&mut self, _: Box<dyn ExternalPropagator>) -> bool {
        false
    }

    /// In the next [`Self::solve`], and in no other, only models count in which these literals are true. False: the
    /// session cannot ask so.
    fn assume(&mut self, _: &[Lit]) -> bool {
        false
    }

    /// Literals among those of the last [`Self::assume`] that have no model together, after an
    /// [`Answer::Unsatisfiable`]; `None` if the session does not tell.
    fn core(&mut self) -> Option<Vec<Lit>> {
        None
    }

    /// How the solver came to its last model, behind what was assumed; `None` if it does not tell.
    fn trail(&mut self) -> Option<&[TrailStep]> {
        None
    }

    /// A vertex of the linear relaxation of everything added so far, by variable index, its values from 0 to 1;
    /// `None` if there is none, a limit was reached, or the session has no relaxation.
    ///
    /// # Errors
    /// If the solver fails.
    fn relax(&mut self, _: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        Ok(None)
    }

    /// What the solver used in the last [`Self::solve`] or [`Self::relax`].
    fn last_usage(&self) -> SolverUsage;
}

/// What one call of a solver used, as the system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverUsage {
    /// CPU time.
    pub cpu: Option<Duration>,
    /// Wall time of its process; `None` for one inside Encycle.
    pub wall: Option<Duration>,
    /// The most memory that its process had resident, in KiB; `None` for one inside Encycle.
    pub peak_kb: Option<u64>,
}

/// Variables that a solver leaves out are free; we take them as false and check the whole.
pub(super) fn complete(values: Vec<Option<bool>>) -> Assignment {
    values.into_iter().map(|value| value.unwrap_or(false)).collect()
}

/// What a solver in this process has said, which was stopped by nothing but these limits.
pub(super) fn answer(reply: SolverStatus, limits: &Limits) -> Answer {
    match reply {
        SolverStatus::Satisfiable(values) => Answer::Model(complete(values)),
        SolverStatus::Unsatisfiable => Answer::Unsatisfiable,
        SolverStatus::Unknown if limits.stop.is_requested() => {
            Answer::Unknown("it was stopped".to_owned())
        }
        SolverStatus::Unknown => {
            Answer::Unknown("a limit of time or memory was reached".to_owned())
        }
    }
}
