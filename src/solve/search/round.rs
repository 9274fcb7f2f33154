//! Rounds of a search: their reports and observers. A round is one solver call.

use std::time::Duration;

use encycle_encodings::encoding::{Cut, CutReason};
use encycle_encodings::puzzle::Solution;

use crate::solve::session::{Failure, FormulaSize};

/// The report of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReport {
    /// Number of variables (columns) of the formula.
    pub variables: usize,
    /// Number of clauses (rows) of the formula.
    pub clauses: usize,
    /// Wall time of the solver and of the relaxations before the call.
    pub solver_time: Duration,
    /// Time for writing the formula and reading the output; zero for a built-in solver.
    pub io_time: TimeSpent,
    /// CPU time of the solver and of the relaxations before the call, if known.
    pub solver_cpu: Option<Duration>,
    /// Peak resident memory of an external solver, in KiB.
    pub solver_peak_kb: Option<u64>,
    /// Number of linear relaxations solved before the call.
    pub relaxations: usize,
    /// Number of cuts that fractional points violated.
    pub fractional_cuts: usize,
    /// Number of loops in the model that cuts or blocking clauses exclude.
    pub loops: usize,
    /// Number of cuts for subtours.
    pub cuts: usize,
    /// Number of windows in which a sweep built the model without the solver; zero for a model of the solver.
    pub swept: usize,
    /// Number of windows in which the model was repaired.
    pub repaired: usize,
}

impl RoundReport {
    /// Returns the report of a call that took no time.
    pub(super) fn new(size: FormulaSize) -> Self {
        Self {
            variables: size.variables,
            clauses: size.clauses,
            solver_time: Duration::ZERO,
            io_time: TimeSpent::default(),
            solver_cpu: None,
            solver_peak_kb: None,
            relaxations: 0,
            fractional_cuts: 0,
            loops: 0,
            cuts: 0,
            swept: 0,
            repaired: 0,
        }
    }

    /// Counts the cuts that a model violates.
    pub(super) fn count(&mut self, cuts: &[Cut]) {
        self.loops = cuts.len();
        self.cuts = cuts.iter().filter(|cut| cut.reason != CutReason::KnownSolution).count();
    }
}

/// The time for a part of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpent {
    /// Wall time.
    pub wall: Duration,
    /// CPU time of the searching thread.
    pub cpu: Duration,
}

/// An observer of rounds, for progress lines and the rounds folder.
pub trait Observer {
    /// Handles the start of a solver call, with the size of the formula.
    fn call(&mut self, size: FormulaSize) {
        let _ = size;
    }

    /// Handles the end of a round: its report, the decoded model if there is one, and the cuts that it violates.
    ///
    /// # Errors
    /// Returns an error if the observer fails, for example in writing a file; this ends the search.
    fn round(
        &mut self,
        report: &RoundReport,
        model: Option<&Solution>,
        cuts: &[Cut],
    ) -> Result<(), Failure>;

    /// Handles cuts that a fractional point violates and that the next formula contains.
    ///
    /// # Errors
    /// Returns the errors of [`Self::round`].
    fn fractional_cuts(&mut self, cuts: &[Cut]) -> Result<(), Failure> {
        let _ = cuts;
        Ok(())
    }
}

/// An observer that ignores all rounds.
impl Observer for () {
    fn round(&mut self, _: &RoundReport, _: Option<&Solution>, _: &[Cut]) -> Result<(), Failure> {
        Ok(())
    }
}
