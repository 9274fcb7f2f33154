//! Tests of puzzles that are solved from scratch, for kinds whose clues are not assumptions.

use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;

use crate::deduce::Deducer;
use crate::generate::error::GenerateError;
use crate::generate::options::GenerateOptions;
use crate::puzzle::Puzzle;
use crate::solve::{JobLimits, Verdict, solve};

/// The result of a test of a puzzle.
pub(super) enum Tested {
    /// The puzzle has exactly one solution, and the required techniques find it.
    Sufficient,
    /// The puzzle has this other solution.
    Other(Solution),
    /// The puzzle has exactly one solution, but the required techniques do not find it.
    TooHard,
}

/// Tests a puzzle with a known solution.
pub(super) fn tested(
    puzzle: &Puzzle,
    known: &Solution,
    options: &GenerateOptions,
    limits: &JobLimits,
) -> Result<Tested, GenerateError> {
    let level = options.difficulty.solver();
    if let Some(level) = level
        && Deducer::new(puzzle, level).solve(puzzle).is_some()
    {
        return Ok(Tested::Sufficient);
    }
    Ok(match (other_solution(puzzle, known, options, limits)?, level) {
        (Some(other), _) => Tested::Other(other),
        (None, None) => Tested::Sufficient,
        (None, Some(_)) => Tested::TooHard,
    })
}

/// Returns a solution other than the known solution, or `None` if there is no other solution.
pub(super) fn other_solution(
    puzzle: &Puzzle,
    known: &Solution,
    options: &GenerateOptions,
    limits: &JobLimits,
) -> Result<Option<Solution>, GenerateError> {
    let preferred = options.encoding.clone();
    let name = preferred.unwrap_or_else(|| puzzle.complete_encoding(puzzle.builtin_encoding()));
    let (verdict, solutions) = solutions(puzzle, &name, (None, true), options, limits)?;
    match verdict {
        Verdict::Unique if solutions.first() == Some(known) => Ok(None),
        Verdict::Several => Ok(solutions.into_iter().find(|one| one != known)),
        verdict => {
            let message =
                format!("the generated solution is none of the puzzle: verdict {verdict}");
            Err(GenerateError::Impossible(message))
        }
    }
}

/// Returns a solution that a search with this seed finds, or `None` if there is none.
pub(super) fn any_solution(
    puzzle: &Puzzle,
    seed: u64,
    options: &GenerateOptions,
    limits: &JobLimits,
) -> Result<Option<Solution>, GenerateError> {
    let search = (Some(seed), false);
    let (_, solutions) = solutions(puzzle, &puzzle.builtin_encoding(), search, options, limits)?;
    Ok(solutions.into_iter().next())
}

/// Solves a puzzle with a seed; also searches for a second solution if it is wanted.
fn solutions(
    puzzle: &Puzzle,
    encoding: &str,
    (seed, is_second_wanted): (Option<u64>, bool),
    options: &GenerateOptions,
    limits: &JobLimits,
) -> Result<(Verdict, Vec<Solution>), GenerateError> {
    let encoding = puzzle.encoding(encoding)?;
    let mut session = options.engine.confirmed_session(LoweringOptions::default(), seed)?;
    let search = limits.search_options();
    let outcome = solve(&encoding, &mut *session, search, is_second_wanted, &mut ());
    match (outcome.failure, outcome.verdict) {
        (Some(failure), _) => Err(failure.into()),
        (None, Verdict::Unknown) => Err(GenerateError::Limit(outcome.reason.unwrap_or_default())),
        (None, verdict) => Ok((verdict, outcome.solutions)),
    }
}
