//! Sessions: a solver with its formula, called repeatedly while constraints are added.

mod confirmed;
#[cfg(feature = "process")]
mod external;
mod in_process;
mod program;
mod reduced;

pub use confirmed::ConfirmedSession;
#[cfg(feature = "process")]
pub use external::{ExternalCnf, ExternalLp, ExternalOpb, external_session};
#[cfg(feature = "process")]
pub(crate) use external::{call_result, creating_directory, io_failure};
pub use in_process::*;
pub use program::ProgramPoint;
pub(in crate::solve) use reduced::ReducedSession;

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use encycle_encodings::logic::{
    Assignment, ConstraintSink, Lit, ObjectiveError, Origin, ProgramPart, TooLarge,
};
use encycle_encodings::puzzle::BrokenRule;
use encycle_solvers::{BuiltIn, IncrementalSolver, Limits, SolverKind, SolverStatus, thread_cpu};
#[cfg(feature = "process")]
use encycle_solvers::{Catalogue, Solver};

use crate::solve::deadline::{STOPPED, memory_limit_reached};

/// The name and version of a solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolverId {
    /// The name.
    pub name: String,
    /// The version, if known.
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    pub version: SolverVersion,
}

/// The version of a solver. A program is asked for it when it is first needed, because that takes as long as a small puzzle.
///
/// ```
/// use encycle_core::solve::SolverVersion;
///
/// let version = SolverVersion::from(Some("1.2".to_owned()));
/// assert_eq!(version.get().as_deref(), Some("1.2"));
/// ```
#[derive(Clone, Debug)]
pub struct SolverVersion(VersionSource);

#[derive(Clone, Debug)]
enum VersionSource {
    Known(Option<String>),
    #[cfg(feature = "process")]
    Program(Box<Solver>),
}

impl SolverVersion {
    /// Returns the version, if known. The first call for a program runs it.
    #[must_use]
    pub fn get(&self) -> Option<String> {
        match &self.0 {
            VersionSource::Known(version) => version.clone(),
            #[cfg(feature = "process")]
            VersionSource::Program(solver) => solver.version(),
        }
    }
}

impl From<Option<String>> for SolverVersion {
    fn from(version: Option<String>) -> Self {
        Self(VersionSource::Known(version))
    }
}

impl PartialEq for SolverVersion {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for SolverVersion {}

impl Serialize for SolverVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SolverVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|version: Option<String>| version.into())
    }
}

/// The name, and the version of a built-in solver. A program is not run for its version.
impl fmt::Display for SolverId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version.0 {
            VersionSource::Known(Some(version)) => write!(f, "{} {version}", self.name),
            _ => write!(f, "{}", self.name),
        }
    }
}

#[cfg(feature = "process")]
impl SolverId {
    /// Returns the name and version of a program.
    pub(crate) fn of_program(name: String, solver: &Solver) -> Self {
        Self { name, version: SolverVersion(VersionSource::Program(Box::new(solver.clone()))) }
    }
}

impl From<BuiltIn> for SolverId {
    fn from(solver: BuiltIn) -> Self {
        Self { name: solver.name.to_owned(), version: solver.version.map(str::to_owned).into() }
    }
}

/// The result of a solver call on the formula so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallResult {
    /// Satisfiable, with this model; variables without a value are false.
    Model(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// Neither of these, for this reason, for example a limit.
    Unknown(String),
}

/// A failure of a session, or a wrong result.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The solver crashed, printed malformed output, or could not be started.
    #[error("solver {solver}: {reason}{}", tail(.last_lines))]
    Solver {
        /// Name and version.
        solver: String,
        /// The reason.
        reason: String,
        /// The last lines of the solver's output.
        last_lines: Vec<String>,
    },
    /// The solver returned a model that does not satisfy the formula.
    #[error(
        "solver {solver}: wrong model: it violates {origin}\n\
         help: use another solver, such as a built-in one"
    )]
    WrongModel {
        /// Name and version.
        solver: String,
        /// The first constraint that the model violates.
        origin: Origin,
    },
    /// A second solver found a solution or a model that contradicts the first solver's verdict.
    #[error("solver {solver}: wrong verdict `{verdict}`: {other_solver} found {counterexample}")]
    Refuted {
        /// Name and version of the solver with the wrong verdict.
        solver: String,
        /// The wrong verdict.
        verdict: &'static str,
        /// Name and version of the other solver.
        other_solver: String,
        /// The solution or model that the other solver found.
        counterexample: &'static str,
    },
    /// The solver does not support external propagators, or the encoding has none.
    #[error(
        "checking loops during the search requires a built-in solver and an encoding with inside and outside but \
         without an eager part for \"one loop\", such as colour or edge+colours\nhelp: cut loops off between the searches"
    )]
    NoPropagator,
    /// The solver does not support assumptions.
    #[error(
        "solver {solver} does not support assumptions\nhelp: use a built-in or an external solver"
    )]
    NoAssumptions {
        /// Name and version.
        solver: String,
    },
    /// The objective is not one that the solver can count.
    #[error("{0}")]
    Objective(ObjectiveError),
    /// The solver returned a point that violates a row or a bound of a column.
    #[error(
        "solver {solver}: wrong solution: {violation}\nhelp: {}",
        other_mip_solvers(.solver)
    )]
    WrongPoint {
        /// Name and version.
        solver: String,
        /// What the point violates.
        violation: String,
    },
    /// The solver cannot take the part of a linear program beyond constraints over Boolean variables.
    #[error(
        "solver {solver} cannot solve this linear program: {reason}\nhelp: {}",
        other_mip_solvers(.solver)
    )]
    NoProgram {
        /// Name and version.
        solver: String,
        /// What the solver cannot take.
        reason: &'static str,
    },
    /// A constraint would become too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// An exact encoding has a model that is not a solution.
    #[error(
        "encoding {encoding} is not exact: a model violates {broken}\nhelp: please report this puzzle"
    )]
    Inexact {
        /// The name of the encoding.
        encoding: String,
        /// The violated rule.
        broken: BrokenRule,
    },
    /// A defect of Encycle: constraints and rules disagree.
    #[error("internal error: {0}\nhelp: please report this puzzle")]
    Internal(String),
    /// A file could not be written or read.
    #[error("{what}: {error}")]
    Io {
        /// The operation that failed.
        what: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
}

/// Returns the help for a problem that a solver does not solve: the other MIP solvers that are installed.
fn other_mip_solvers(solver: &str) -> String {
    let builtin = BuiltIn::present().filter(|one| one.kind == SolverKind::Mip);
    let mut names: Vec<String> = builtin.map(|one| one.name.to_owned()).collect();
    #[cfg(feature = "process")]
    for (description, path) in Catalogue::builtin().installed() {
        if description.kind == SolverKind::Mip && path.is_some() {
            names.push(description.name);
        }
    }
    let own = solver.split_whitespace().next();
    names.retain(|name| Some(&**name) != own);
    match names.is_empty() {
        true => "install another MIP solver".to_owned(),
        false => format!("use a MIP solver: {}", names.join(", ")),
    }
}

impl Failure {
    /// Returns the failure of a solver that printed nothing.
    fn solver(solver: &dyn fmt::Display, reason: &dyn fmt::Display) -> Self {
        let (solver, reason) = (solver.to_string(), reason.to_string());
        Self::Solver { solver, reason, last_lines: Vec::new() }
    }

    /// Returns the name of the class of failure.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Solver { .. } => "solver",
            Self::WrongModel { .. } | Self::WrongPoint { .. } => "wrong-model",
            Self::Objective(_) => "unsupported",
            Self::Refuted { .. } => "refuted",
            Self::NoPropagator | Self::NoAssumptions { .. } | Self::NoProgram { .. } => {
                "unsupported"
            }
            Self::TooLarge(_) => "too-large",
            Self::Inexact { .. } => "inexact-encoding",
            Self::Internal(_) => "internal",
            Self::Io { .. } => "io",
        }
    }
}

/// Formats the last lines of a solver's output.
fn tail(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n  | {line}")).collect()
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    /// Number of variables, or columns.
    pub variables: usize,
    /// Number of clauses, or rows.
    pub clauses: usize,
}

/// A session with one solver: a sink of constraints with a solver call.
pub trait Session: ConstraintSink {
    /// Returns the name and version of the solver.
    fn solver(&self) -> &SolverId;

    /// Returns whether the solver is part of Encycle. If it is, a model that contains no solution need not be checked
    /// against the whole formula.
    fn is_built_in(&self) -> bool {
        false
    }

    /// Returns the size of the formula so far.
    ///
    /// # Errors
    /// Returns an error if a constraint was too large to be added.
    fn size(&mut self) -> Result<FormulaSize, Failure>;

    /// Solves the formula so far. A limit leads to [`CallResult::Unknown`], not to an error.
    ///
    /// # Errors
    /// Returns an error if the solver fails.
    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure>;

    /// Returns the solver, if it runs in this process and keeps its state between calls, for the operations that only
    /// such a solver supports. Also returns `None` if a constraint was too large to be added, which [`Self::solve`]
    /// reports.
    fn incremental(&mut self) -> Option<&mut dyn IncrementalSolver> {
        None
    }

    /// Sets the assumptions of the next [`Self::solve`] only. Returns `false` if the session does not support
    /// assumptions.
    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.incremental().is_some_and(|solver| solver.assume(literals))
    }

    /// Returns a vertex of the linear relaxation of the formula so far: for each variable, a value from 0 to 1. Returns
    /// `None` if the relaxation is infeasible, a limit was reached, or the session has no relaxation.
    ///
    /// # Errors
    /// Returns an error if the solver fails.
    fn relax(&mut self, _: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        Ok(None)
    }

    /// Adds the columns, rows and objective of a linear program. The caller adds a program at most once, after all
    /// variables. It adds constraints before or after it.
    ///
    /// # Errors
    /// [`Failure::NoProgram`] if the solver cannot take the program. Solvers of Boolean formulas take only programs
    /// without columns, rows and an objective.
    fn set_program(&mut self, program: &ProgramPart) -> Result<(), Failure> {
        program::require_boolean(self.solver(), program)
    }

    /// Returns the values of all columns, after [`Self::solve`] returned a model; `None` if no program was set.
    fn point(&self) -> Option<&ProgramPoint> {
        None
    }

    /// Returns the resource usage of the last [`Self::solve`] or [`Self::relax`].
    fn last_usage(&self) -> SolverUsage;
}

/// The resource usage of one solver call, as the operating system reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverUsage {
    /// CPU time.
    pub cpu: Option<Duration>,
    /// Wall time of the process; `None` for a built-in solver.
    pub wall: Option<Duration>,
    /// Peak resident memory of the process, in KiB; `None` for a built-in solver.
    pub peak_kb: Option<u64>,
}

impl SolverUsage {
    /// Returns the usage of a solver in this thread, which had used this CPU time `before`.
    fn in_thread(before: Duration) -> Self {
        Self { cpu: thread_cpu().checked_sub(before), ..Self::default() }
    }
}

/// Sets variables without a value to false. They are free, so any value is correct.
fn complete(values: Vec<Option<bool>>) -> Assignment {
    values.into_iter().map(|value| value.unwrap_or(false)).collect()
}

/// Converts the status of a solver in this process, which can only have been stopped by these limits.
fn answer(status: SolverStatus, limits: &Limits) -> CallResult {
    match status {
        SolverStatus::Satisfiable(values) => CallResult::Model(complete(values)),
        SolverStatus::Unsatisfiable => CallResult::Unsatisfiable,
        SolverStatus::Unknown if limits.stop.is_requested() => {
            CallResult::Unknown(STOPPED.to_owned())
        }
        SolverStatus::Unknown => {
            CallResult::Unknown(match (limits.memory_mb, limits.wall.or(limits.cpu)) {
                (Some(limit), None) => memory_limit_reached(limit),
                _ => "a limit of time or memory was reached".to_owned(),
            })
        }
    }
}
