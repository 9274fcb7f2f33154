//! The verdict on a puzzle, and what it took.

use std::fmt;
use std::time::Duration;

use encycle_encodings::encoding::{Completeness, Cut, CutReason, Encoding};
use encycle_encodings::puzzle::Solution;

use crate::solve::finder::{Finder, NextSolution, Observer, SearchOptions, TimeSpent};
use crate::solve::session::{Failure, Session};

/// What is known of a puzzle in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Number of cuts in all rounds, of stray loops and of points of the relaxation.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.rounds.iter().map(|round| round.cuts + round.fractional_cuts).sum()
    }
}

/// Solves a puzzle; with `unique`, also looks for a second solution in the same session.
pub fn solve(
    encoding: &dyn Encoding,
    session: &mut dyn Session,
    options: SearchOptions,
    unique: bool,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut finder = Finder::new(encoding, session, options);
    let mut solutions = Vec::new();
    let wanted = if unique { 2 } else { 1 };
    let (verdict, reason, failure) = loop {
        match finder.next(observer) {
            Ok(NextSolution::Solution(solution)) => {
                if let Err(failure) = check(encoding, &solution) {
                    break (Verdict::Failed, None, Some(failure));
                }
                solutions.push(solution);
                if solutions.len() == wanted {
                    break (if unique { Verdict::Several } else { Verdict::Solved }, None, None);
                }
            }
            Ok(NextSolution::Exhausted)
                if encoding.completeness() == Completeness::Underapproximation =>
            {
                let which = if solutions.is_empty() { "" } else { " other" };
                let reason = format!(
                    "`{}` has no{which} model, but it leaves out solutions of the puzzle, perhaps all",
                    encoding.name()
                );
                break (Verdict::Unknown, Some(reason), None);
            }
            Ok(NextSolution::Exhausted) => {
                let other = match solutions.first() {
                    None => break (Verdict::NoSolution, None, None),
                    Some(only) => encoding.missed_solution(only),
                };
                let Some(other) = other else { break (Verdict::Unique, None, None) };
                if let Err(failure) = check(encoding, &other) {
                    break (Verdict::Failed, None, Some(failure));
                }
                solutions.push(other);
                break (Verdict::Several, None, None);
            }
            Ok(NextSolution::Unknown(reason)) => break (Verdict::Unknown, Some(reason), None),
            Err(failure) => break (Verdict::Failed, None, Some(failure)),
        }
    };
    let (rounds, building) = (finder.rounds().to_vec(), finder.building());
    Outcome { verdict, solutions, rounds, building, reason, failure }
}

/// What is called a solution against all rules.
pub(super) fn check(encoding: &dyn Encoding, solution: &Solution) -> Result<(), Failure> {
    let checked = encoding.puzzle().check(solution);
    checked.map_err(|broken| Failure::Disagreement(broken.to_string()))
}
