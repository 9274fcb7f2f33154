//! A round: one call of the solver, what it cost, and who observes it.

use std::time::Duration;

use encycle_encodings::encoding::{Cut, CutReason};
use encycle_encodings::puzzle::Solution;

use crate::solve::session::Failure;

/// One call of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReport {
    /// Variables (columns) of the formula.
    pub variables: usize,
    /// Clauses (rows) of the formula.
    pub clauses: usize,
    /// Wall time of the solver, and of the relaxations before it.
    pub solver_time: Duration,
    /// What the solver's files took: the formula is written, the answer read. None for one inside Encycle.
    pub files: TimeSpent,
    /// CPU time of the solver for these, where it is known.
    pub solver_cpu: Option<Duration>,
    /// The most memory that the solver's process had resident, in KiB, where it is one of its own.
    pub solver_peak_kb: Option<u64>,
    /// How often the linear relaxation was solved before the call.
    pub relaxations: usize,
    /// Number of cuts that points of it broke.
    pub fractional_cuts: usize,
    /// Number of loops in the model that were cut or blocked.
    pub loops: usize,
    /// Number of stray loops that were cut.
    pub cuts: usize,
}

impl RoundReport {
    /// Counts what a model led to.
    pub(super) fn count(&mut self, cuts: &[Cut]) {
        self.loops = cuts.len();
        self.cuts = cuts.iter().filter(|cut| cut.reason != CutReason::KnownSolution).count();
    }
}

/// Time that a part of the search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpent {
    /// On the wall clock.
    pub wall: Duration,
    /// CPU time of the thread that searches.
    pub cpu: Duration,
}

/// Hears of every round, for progress lines and the round folder.
pub trait Observer {
    /// A round has ended: its report, what the model says if there is one, and the cuts that follow
    /// from it.
    ///
    /// # Errors
    /// An observer that cannot keep what it is told ends the search.
    fn round(
        &mut self,
        report: &RoundReport,
        model: Option<&Solution>,
        cuts: &[Cut],
    ) -> Result<(), Failure>;

    /// Points of the linear relaxation break these cuts, which the next round will have.
    ///
    /// # Errors
    /// As [`Self::round`].
    fn tightened(&mut self, cuts: &[Cut]) -> Result<(), Failure> {
        let _ = cuts;
        Ok(())
    }
}

/// Nobody listens.
impl Observer for () {
    fn round(&mut self, _: &RoundReport, _: Option<&Solution>, _: &[Cut]) -> Result<(), Failure> {
        Ok(())
    }
}
