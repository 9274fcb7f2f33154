//! The verdict on a puzzle, and what it took.

use std::fmt;

use encycle_encodings::puzzle::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::solve::search::round::{RoundReport, TimeSpent};
use crate::solve::session::Failure;

/// What is known of a puzzle in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A solution was found; whether it is the only one was not asked.
    Solved,
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution.
    Unique,
    /// There are at least two solutions.
    Several,
    /// A limit was reached before the question was decided.
    Unknown,
    /// The solver failed or lied.
    Failed,
}

impl Verdict {
    /// The name in reports.
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

    /// Whether the question is answered.
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

/// The answer to "solve this" or "is this unique".
#[derive(Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Up to two solutions (two only for [`Verdict::Several`]).
    pub solutions: Vec<Solution>,
    /// One entry a call of the solver.
    pub rounds: Vec<RoundReport>,
    /// What it took to build the formula.
    pub building: TimeSpent,
    /// For [`Verdict::Unknown`], which limit.
    pub reason: Option<String>,
    /// For [`Verdict::Failed`], what went wrong.
    pub failure: Option<Failure>,
}

impl Outcome {
    /// Returns the outcome of a search that could not start.
    pub(crate) fn failed(failure: Failure) -> Self {
        Self {
            verdict: Verdict::Failed,
            solutions: Vec::new(),
            rounds: Vec::new(),
            building: TimeSpent::default(),
            reason: None,
            failure: Some(failure),
        }
    }

    /// Number of cuts in all rounds, of stray loops and of points of the relaxation.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.rounds.iter().map(|round| round.cuts + round.fractional_cuts).sum()
    }
}
