//! How to search: cuts, limits, and what the solver receives beside the formula.

use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::CutKind;
#[allow(unused_imports, reason = "for the documentation")]
use encycle_encodings::encoding::{Encoding, Separation};
use encycle_solvers::Stop;

#[allow(unused_imports, reason = "for the documentation")]
use crate::solve::Session;

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The kind of cut; the default is the encoding's own.
    pub cuts: Option<CutKind>,
    /// When loops are looked for.
    pub mode: LoopCheckMode,
    /// Whether points of the linear relaxation are cut off before the first call, where the session has one
    /// ([`Session::relax`]) and the encoding cuts for them ([`Encoding::separate_fractional`]).
    pub fractional: bool,
    /// Wall-clock limit for everything together, the building of the formula included.
    pub timeout: Option<Duration>,
    /// When that clock began to run; `None` if it begins with the search.
    pub since: Option<Instant>,
    /// Limit on the CPU time of all calls of the solver together.
    pub cpu: Option<Duration>,
    /// Memory limit of the solver, and of Encycle while it builds the formula, in MiB.
    pub memory_mb: Option<u64>,
    /// Seed of the solver.
    pub seed: Option<u64>,
    /// Threads of the solver.
    pub threads: Option<u64>,
    /// Ends the search when somebody asks.
    pub stop: Stop,
}

/// When loops are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopCheckMode {
    /// In each model: cuts are added, and the solver is asked again.
    #[default]
    Cuts,
    /// While the solver searches, by the encoding's [`Encoding::propagator`].
    Propagate,
}

impl LoopCheckMode {
    /// Both, with the name on the command line.
    pub const ALL: [(&'static str, Self); 2] =
        [("cuts", Self::Cuts), ("propagate", Self::Propagate)];
}
