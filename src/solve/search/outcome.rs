//! The verdict on a puzzle, and the outcome of a search.

use std::fmt;

use encycle_encodings::encoding::Cut;
use encycle_encodings::puzzle::Solution;
use serde::{Deserialize, Serialize};

use crate::solve::search::round::{RoundReport, TimeSpent};
use crate::solve::session::Failure;

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
    /// A limit was reached before the puzzle was decided.
    Unknown,
    /// The solver failed, or its result was wrong.
    Failed,
}

impl Verdict {
    /// Returns the name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::NoSolution => "no-solution",
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Unknown => "unknown",
            Self::Failed => "failed",
        }
    }

    /// Returns whether the puzzle is decided.
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
    /// The reason of [`Verdict::Unknown`], for example the limit that was reached.
    pub reason: Option<String>,
    /// The cause of [`Verdict::Failed`].
    pub failure: Option<Failure>,
}

impl Outcome {
    /// Returns an outcome without rounds: a verdict, with its reason or failure, and the solutions.
    pub(in crate::solve) fn new(
        (verdict, reason, failure): (Verdict, Option<String>, Option<Failure>),
        solutions: Vec<Solution>,
    ) -> Self {
        let (rounds, ledger, build_time) = (Vec::new(), Vec::new(), TimeSpent::default());
        Self { verdict, solutions, rounds, ledger, build_time, reason, failure }
    }

    /// Returns the outcome of a search that could not start.
    pub(crate) fn failed(failure: Failure) -> Self {
        Self::new((Verdict::Failed, None, Some(failure)), Vec::new())
    }

    /// Returns the number of cuts in all rounds, for subtours and fractional points.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.rounds.iter().map(|round| round.cuts + round.fractional_cuts).sum()
    }
}
