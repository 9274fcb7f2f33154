//! Instances for the competitions of solvers. Candidates are encoded and timed, candidates of suitable difficulty are
//! selected and written as a bundle, and bundles are checked.
//!
//! A [`Competition`] holds the options. [`Competition::candidates`] lists the formulas of a puzzle,
//! [`Competition::measure`] times a formula, [`select`] chooses the instances, [`Competition::write`] writes the
//! bundle, and [`check_bundle`] checks a bundle against the rules of the competition.
//!
//! The rules are the rules of the SAT competition, <https://satcompetition.github.io/2026/benchmarks.html>: a team
//! submits 20 new instances, at least 10 of which MiniSat does not solve in a minute and the team's own solver solves
//! in an hour, and a description of one or two pages in the style of the IEEE proceedings.

mod bundle;
mod candidate;
mod check;
mod description;
mod family;
mod measure;

use std::path::PathBuf;
use std::time::Duration;

use encycle_encodings::logic::CnfMethod;
use encycle_lint::cnf::rules;
use encycle_lint::{FileFormat, LintRule, Severity};
use encycle_solvers::{Solver, SolverKind};

pub use bundle::{BundleError, MEASURED};
pub use candidate::Candidate;
pub use check::{BundleFinding, BundleRule, RULES, check_bundle};
pub use family::{Family, FamilyError};
pub use measure::{
    BundleReport, Difficulty, MeasureError, Measured, Selection, Timing, TooFew, select,
};

/// The warnings of the linter that the SAT competition forbids, although all solvers can read such formulas.
static FORBIDDEN: [&LintRule; 4] = [
    &rules::DUPLICATE_LITERAL,
    &rules::OPPOSITE_LITERALS,
    &rules::UNUSED_VARIABLE,
    &rules::LATE_COMMENT,
];

/// Returns whether a bundle may contain the clauses of a CNF method. [`CnfMethod::Naive`] also writes tautologies, which
/// are clauses with opposite literals.
#[must_use]
pub fn is_permitted(method: CnfMethod) -> bool {
    method != CnfMethod::Naive
}

/// Returns whether a violation of a rule of the linter is forbidden in a bundle.
fn is_forbidden(rule: &LintRule) -> bool {
    rule.severity == Severity::Error || FORBIDDEN.contains(&rule)
}

/// A track of a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// Satisfiability: DIMACS CNF.
    Sat,
    /// Model counting: DIMACS CNF with a type line, and the exact count.
    Mc,
    /// Pseudo-Boolean satisfiability: OPB.
    Pb,
    /// Mixed integer programs: MPS.
    Mip,
}

impl Track {
    /// All tracks.
    pub const ALL: [Self; 4] = [Self::Sat, Self::Mc, Self::Pb, Self::Mip];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Mc => "mc",
            Self::Pb => "pb",
            Self::Mip => "mip",
        }
    }

    /// Returns the format of the instances.
    #[must_use]
    pub fn format(self) -> FileFormat {
        match self {
            Self::Sat | Self::Mc => FileFormat::Cnf,
            Self::Pb => FileFormat::Opb,
            Self::Mip => FileFormat::Mps,
        }
    }

    /// Returns the kind of the solvers that time the instances.
    #[must_use]
    pub fn solver_kind(self) -> SolverKind {
        match self {
            Self::Sat | Self::Mc => SolverKind::Sat,
            Self::Pb => SolverKind::Pb,
            Self::Mip => SolverKind::Mip,
        }
    }

    /// Returns the arguments of `encycle encode` for the format.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Sat => &["--to", "dimacs"],
            Self::Mc => &["--to", "dimacs", "--type-line"],
            Self::Pb => &["--to", "opb"],
            Self::Mip => &["--to", "mps"],
        }
    }
}

/// A solver with a limit on the wall-clock time.
#[derive(Clone, Debug)]
pub struct TimedSolver {
    /// The solver.
    pub solver: Solver,
    /// The limit.
    pub limit: Duration,
}

/// The options of a bundle.
#[derive(Clone, Debug)]
pub struct Competition {
    /// The track.
    pub track: Track,
    /// The number of instances.
    pub instances: usize,
    /// The easy solver. An instance that it solves is too easy.
    pub easy: TimedSolver,
    /// The hard solver. An instance that it does not solve is too hard.
    pub hard: TimedSolver,
    /// The encodings. If the list is empty, the encoding with the fewest clauses is used among the encodings that need
    /// no cuts.
    pub encodings: Vec<String>,
    /// The CNF methods ([`is_permitted`]). If the list is empty, the default method is used.
    pub cnf: Vec<CnfMethod>,
    /// Whether the instances contain comments on the puzzle and the encoding.
    pub comments: bool,
    /// The authors, each with an affiliation.
    pub authors: Vec<String>,
    /// The folder of the bundle.
    pub folder: PathBuf,
    /// The program `encycle` that writes the instances.
    pub program: PathBuf,
}
