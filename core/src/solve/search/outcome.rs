//! What a search reports: its rounds, as they end, and its outcome. A round is one solver call.

use std::fmt;
use std::time::Duration;

use encycle_encodings::encoding::{Cut, CutReason};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::thread_cpu;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::solve::session::{Failure, FormulaSize};

/// The report of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

impl std::ops::AddAssign for TimeSpent {
    fn add_assign(&mut self, other: Self) {
        self.wall += other.wall;
        self.cpu += other.cpu;
    }
}

impl TimeSpent {
    /// Returns the time since `start`, at which this thread had used this CPU time.
    pub(in crate::solve) fn since(start: Instant, cpu: Duration) -> Self {
        Self { wall: start.elapsed(), cpu: thread_cpu().saturating_sub(cpu) }
    }
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

    /// Handles cuts that the next formula contains although no model violates them: those of a fractional point, and those
    /// that the rules imply before the search.
    ///
    /// # Errors
    /// Returns the errors of [`Self::round`].
    fn early_cuts(&mut self, cuts: &[Cut]) -> Result<(), Failure> {
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

/// The verdict on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A solution was found; uniqueness was not checked.
    Solved,
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution.
    Unique,
    /// There are at least two solutions.
    Several,
    /// The solution is the best one: the optimum of an objective.
    Optimal,
    /// There are solutions, and no best one: the objective is unbounded.
    Unbounded,
    /// A limit was reached before the puzzle was decided.
    Unknown,
    /// The solver failed, or its result was wrong.
    Failed,
}

impl Verdict {
    /// Returns the name used in reports.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert_eq!(Verdict::NoSolution.name(), "no-solution");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::NoSolution => "no-solution",
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Optimal => "optimal",
            Self::Unbounded => "unbounded",
            Self::Unknown => "unknown",
            Self::Failed => "failed",
        }
    }

    /// Returns whether the puzzle is decided.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert!(Verdict::Several.is_decided() && Verdict::NoSolution.is_decided());
    /// assert!(!Verdict::Unknown.is_decided() && !Verdict::Failed.is_decided());
    /// ```
    #[must_use]
    pub fn is_decided(self) -> bool {
        !matches!(self, Self::Unknown | Self::Failed)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The outcome of a search for a solution, or for a second solution.
#[derive(Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Up to two solutions (two only for [`Verdict::Several`]).
    pub solutions: Vec<Solution>,
    /// One report per solver call.
    pub rounds: Vec<RoundReport>,
    /// The cuts and blocking clauses, including the cuts that the search started from.
    pub ledger: Vec<Cut>,
    /// The time for building the formula.
    pub build_time: TimeSpent,
    /// The reason of [`Verdict::Unknown`], for example the limit that was reached, or of [`Verdict::NoSolution`] if counting
    /// lines shows it.
    pub reason: Option<String>,
    /// The cause of [`Verdict::Failed`].
    pub failure: Option<Failure>,
    /// The objective, if the problem has one.
    pub objective: Option<ObjectiveValue>,
    /// The values of the integer and continuous columns of a model, in their order.
    pub others: Vec<f64>,
}

/// What a search knows about the objective of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ObjectiveValue {
    /// The value of the solution.
    pub value: Option<f64>,
    /// A bound on the value of every solution, from below if the objective is minimized, otherwise from above. It is the
    /// value itself if the solution is the best.
    pub bound: Option<f64>,
}

impl ObjectiveValue {
    /// Returns the distance of value and bound in relation to the value; `None` if one of them is unknown.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        let (value, bound) = (self.value?, self.bound?);
        Some((value - bound).abs() / value.abs().max(1e-9))
    }
}

impl Outcome {
    /// Returns an outcome without rounds.
    pub(crate) fn new(verdict: Verdict, solutions: Vec<Solution>) -> Self {
        let (rounds, ledger, build_time) = (Vec::new(), Vec::new(), TimeSpent::default());
        let (objective, others) = (None, Vec::new());
        Self {
            verdict,
            solutions,
            rounds,
            ledger,
            build_time,
            reason: None,
            failure: None,
            objective,
            others,
        }
    }

    /// Returns the outcome of a search that reached a limit.
    pub(crate) fn unknown(reason: String, solutions: Vec<Solution>) -> Self {
        Self { reason: Some(reason), ..Self::new(Verdict::Unknown, solutions) }
    }

    /// Returns the outcome of a search that failed.
    pub(crate) fn failed(failure: Failure, solutions: Vec<Solution>) -> Self {
        Self { failure: Some(failure), ..Self::new(Verdict::Failed, solutions) }
    }

    /// Returns the number of cuts in all rounds, for subtours and fractional points.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.rounds.iter().map(|round| round.cuts + round.fractional_cuts).sum()
    }
}
