//! Trials of solvers on a tiny puzzle, before a campaign spends hours on them.

use std::time::Duration;

use crate::puzzle::Puzzle;
use crate::solve::{Confirmation, Engine, Solve, SolverSelection, Verdict};

/// A puzzle with exactly one solution, in which every encoding has a few variables.
const TINY_PUZZLE: &str = "slitherlink 2 2\n31\n..\n";

/// The time limit of a solver for the tiny puzzle.
const TRIAL_TIME: Duration = Duration::from_secs(3);

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialResult {
    /// The solver found the only solution.
    Solved,
    /// The solver did not answer in time, so its runs may remain unanswered.
    Doubtful(String),
    /// The solver cannot be run, its output cannot be read, or its answer is wrong.
    Unusable(String),
}

/// Solves a tiny puzzle with a solver.
///
/// ```
/// use encycle::bench::{TrialResult, try_solver};
/// use encycle::solve::Engine;
///
/// assert_eq!(try_solver(&Engine::BatSat), TrialResult::Solved);
/// ```
#[must_use]
pub fn try_solver(engine: &Engine) -> TrialResult {
    let puzzle: Puzzle = match TINY_PUZZLE.parse() {
        Ok(puzzle) => puzzle,
        Err(error) => return TrialResult::Unusable(format!("the trial puzzle: {error}")),
    };
    let selection =
        SolverSelection { solvers: vec![engine.clone()], confirmation: Confirmation::Never };
    let run = Solve::new(&puzzle).selection(selection).unique().timeout(TRIAL_TIME).run();
    let outcome = match run {
        Ok(outcome) => outcome.main.outcome,
        Err(error) => return TrialResult::Unusable(error.to_string()),
    };
    match (outcome.verdict, outcome.failure) {
        (Verdict::Unique, _) => TrialResult::Solved,
        (_, Some(failure)) => TrialResult::Unusable(failure.to_string()),
        (Verdict::Unknown, None) => {
            let reason = outcome.reason.unwrap_or_default();
            TrialResult::Doubtful(format!("a tiny puzzle remains unknown: {reason}"))
        }
        (verdict, None) => {
            TrialResult::Unusable(format!("`{verdict}`, but it has exactly one solution"))
        }
    }
}
