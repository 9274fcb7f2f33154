//! The second solution of a puzzle that is solved from scratch, for kinds whose clues are no assumptions.

use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;

use crate::generate::error::GenerateError;
use crate::generate::options::GenerateOptions;
use crate::puzzle::Puzzle;
use crate::solve::{JobLimits, Verdict, solve};

/// Returns a solution other than the known one, or `None` if there is none.
pub(super) fn other_solution(
    puzzle: &Puzzle,
    known: &Solution,
    options: &GenerateOptions,
    limits: &JobLimits,
) -> Result<Option<Solution>, GenerateError> {
    let preferred = options.encoding.clone();
    let name = preferred.unwrap_or_else(|| puzzle.complete_encoding(puzzle.builtin_encoding()));
    let encoding = puzzle.encoding(&name)?;
    let mut session = options.engine.session(LoweringOptions::default(), None)?;
    let outcome = solve(&*encoding, &mut *session, limits.search_options(), true, &mut ());
    match outcome.verdict {
        Verdict::Unique if outcome.solutions.first() == Some(known) => Ok(None),
        Verdict::Several => Ok(outcome.solutions.into_iter().find(|one| one != known)),
        Verdict::Unknown => Err(GenerateError::Limit(outcome.reason.unwrap_or_default())),
        verdict => Err(outcome.failure.map_or_else(
            || {
                let message =
                    format!("the generated solution is none of the puzzle: verdict {verdict}");
                GenerateError::Impossible(message)
            },
            GenerateError::from,
        )),
    }
}
