//! Search options: cuts, limits, and solver parameters.

use std::time::Duration;

use web_time::Instant;

#[allow(unused_imports, reason = "for the documentation")]
use encycle_encodings::encoding::GlobalConstraint;
use encycle_encodings::encoding::{Cut, CutKind};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::Stop;

#[allow(unused_imports, reason = "for the documentation")]
use crate::solve::Session;
use crate::solve::deadline::JobLimits;

/// The largest number of threads of a built-in solver.
const MOST_THREADS: u64 = 256;

/// The options of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The kind of cut; `None` is the default of the encoding.
    pub cuts: Option<CutKind>,
    /// The time at which subtours are detected.
    pub mode: LoopCheckMode,
    /// The models that are repaired before they are cut off.
    pub repair: RepairMode,
    /// Whether fractional points are cut off before the first solver call. This requires a session with a linear
    /// relaxation ([`Session::relax`]) and an encoding with cuts for it ([`GlobalConstraint::separate_fractional`]).
    pub fractional: bool,
    /// Wall-clock limit for the whole search, including the construction of the formula.
    pub timeout: Option<Duration>,
    /// Start of the wall-clock limit; `None` is the start of the search.
    pub started_at: Option<Instant>,
    /// Limit on the total CPU time of all solver calls.
    pub cpu: Option<Duration>,
    /// Memory limit of the solver, and of Encycle while it builds the formula, in MiB.
    pub memory_mb: Option<u64>,
    /// Seed of the solver.
    pub seed: Option<u64>,
    /// Threads of the solver. If it does not race, a built-in SAT solver searches a cube of the puzzle on each thread
    /// ([`cubes`](crate::solve::cubes)), or a seed for a large piece of a Hamilton cycle.
    pub threads: Option<u64>,
    /// A request that stops the search.
    pub stop: Stop,
    /// The knowledge that the search starts from.
    pub start: SearchStart,
}

impl SearchOptions {
    /// Returns the number of threads of a built-in solver, if it is set.
    pub(in crate::solve) fn builtin_threads(&self) -> Option<usize> {
        self.threads.map(|threads| threads.clamp(1, MOST_THREADS) as usize)
    }
}

/// The knowledge before a search starts, from an earlier search with the same encoding.
#[derive(Clone, Debug, Default)]
pub struct SearchStart {
    /// Constraints that the first formula contains. They must hold in every solution that is not listed.
    pub cuts: Vec<Cut>,
    /// Known solutions. The cuts block each of them.
    pub solutions: Vec<Solution>,
}

/// When subtours are detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopCheckMode {
    /// During the search of a built-in solver if the encoding prefers that ([`GlobalConstraint::prefers_propagator`]),
    /// otherwise in each model.
    #[default]
    Auto,
    /// In each model: cuts are added, and the solver is called again.
    Cuts,
    /// During the solver's search, by the external propagator of the encoding ([`GlobalConstraint::propagator`]).
    Propagate,
}

impl LoopCheckMode {
    /// All modes, with their names on the command line.
    pub const ALL: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("cuts", Self::Cuts), ("propagate", Self::Propagate)];
}

/// The invalid models that are repaired locally before they are cut off, if the encoding supports repair
/// ([`GlobalConstraint::repair`]), and whether the first model comes from a sweep ([`GlobalConstraint::sweep`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepairMode {
    /// Models of sparse puzzles from the first round on, and of other puzzles after some rounds. Large sparse puzzles
    /// are swept.
    #[default]
    Auto,
    /// Models from the first round on, after a sweep.
    Always,
    /// No models.
    Never,
}

impl RepairMode {
    /// All modes, with their names on the command line.
    pub const ALL: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

impl JobLimits {
    /// Returns the options of a search within the job. Nothing is repaired, because the searches of a generator prove
    /// uniqueness with few models, and because a seed must always generate the same puzzle.
    pub(crate) fn search_options(&self) -> SearchOptions {
        SearchOptions {
            timeout: self.deadline.map(|one| one.limit),
            started_at: self.deadline.and_then(|one| one.end.checked_sub(one.limit)),
            stop: self.stop.clone(),
            repair: RepairMode::Never,
            ..SearchOptions::default()
        }
    }
}
