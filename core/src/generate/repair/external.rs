//! The fewest clues to remove, found by an external MaxSAT solver and compared with the result of the built-in search.

use std::time::{Duration, Instant};

use encycle_encodings::logic::LoweringOptions;
use encycle_solvers::Solver;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::PlacedClue;
use crate::generate::pool::SolutionPool;
use crate::generate::repair::contradiction::{FewestClues, fewest_to_remove};
use crate::generate::repair::formula::refused;
use crate::generate::repair::max_sat::with_formula;
use crate::solve::{JobLimits, SolverId};

/// The minimum time limit of the comparison. If the MaxSAT solver took longer than this, its time is the limit.
const COMPARISON: Duration = Duration::from_secs(1);

/// The MaxSAT solver that found the fewest clues to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimumSource {
    /// The name and the version of the solver.
    pub solver: String,
    /// Whether the built-in search proved that fewer clues do not suffice. The search may take as long as the solver
    /// did, and at least a second; if it does not finish in that time, the optimum is the claim of the solver alone.
    pub is_confirmed: bool,
}

/// Returns the fewest clues that must be removed so that the remaining clues have a common solution, or `None` if the
/// rules alone have no solution. `all` are the clues of the puzzle, which are the first clues of the pool, and `first`
/// is a contradiction.
///
/// # Errors
/// Returns an error if a limit is reached, the solver fails, or its result is wrong: its model violates a rule, its
/// cost differs from the claimed cost, or it is not an optimum.
pub(super) fn fewest_by_max_sat(
    pool: &mut SolutionPool<'_>,
    all: &ClueSet,
    first: ClueSet,
    solver: &Solver,
    limits: &JobLimits,
) -> Result<(Option<ClueSet>, OptimumSource), GenerateError> {
    let id = SolverId::of_program(solver.name(), solver);
    let count = pool.clues().len();
    let clues: Vec<PlacedClue> = all.iter().map(|number| pool.clues()[number]).collect();
    let start = Instant::now();
    let frame = pool.frame();
    let optimum = with_formula(frame, &clues, LoweringOptions::default(), |_, formula| {
        formula.optimum(solver, limits)
    })?;
    let patience = start.elapsed().max(COMPARISON);
    let source = |is_confirmed| OptimumSource { solver: id.to_string(), is_confirmed };
    let Some(violated) = optimum else {
        return match pool.any(&ClueSet::none(count))? {
            Some(_) => Err(refused(
                &id,
                "it reports that the rules have no solution, but they have one".to_owned(),
            )),
            None => Ok((None, source(true))),
        };
    };
    // the clues of the puzzle are the first clues of the pool, so both have the same numbers
    let removed = ClueSet::of(count, violated);
    if pool.any(&all.minus(&removed))?.is_none() {
        let names: Vec<String> = removed.iter().map(|one| frame.name(clues[one])).collect();
        let reason =
            format!("the puzzle has no solution without these clues: {}", names.join(", "));
        return Err(refused(&id, reason));
    }
    let (claimed, start) = (removed.len(), Instant::now());
    let goes_on = |at_least: usize| at_least < claimed && start.elapsed() < patience;
    let is_confirmed = match fewest_to_remove(pool, all, first, limits, &goes_on) {
        Ok(FewestClues::Clues(fewer)) => {
            let fewer = fewer.len();
            let reason = format!(
                "it claims an optimum of {claimed} clues, but the built-in search found {fewer} \
                 that suffice"
            );
            return Err(refused(&id, reason));
        }
        Ok(FewestClues::AtLeast(bound)) => bound >= claimed,
        // `NoSolution` cannot occur, because the solution found above satisfies the rules
        Ok(FewestClues::NoSolution) | Err(GenerateError::Limit(_)) => false,
        Err(error) => return Err(error),
    };
    Ok((Some(removed), source(is_confirmed)))
}
