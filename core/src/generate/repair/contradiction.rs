//! Contradictions: clues that have no common solution, and the fewest clues to remove.

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::hitting::minimum_hitting_set;
use crate::generate::pool::SolutionPool;
use crate::solve::JobLimits;

/// Reduces clues that have no common solution to a minimal unsatisfiable subset.
pub(super) fn contradiction(
    pool: &mut SolutionPool<'_>,
    all: &ClueSet,
) -> Result<ClueSet, GenerateError> {
    let mut set = pool.core(all, None).unwrap_or_else(|| all.clone());
    for number in set.clone().iter() {
        if !set.has(number) {
            continue;
        }
        let fewer = set.minus(&ClueSet::of(pool.clues().len(), [number]));
        if pool.any(&fewer)?.is_none() {
            set = pool.core(&fewer, None).unwrap_or(fewer);
        }
    }
    Ok(set)
}

/// The result of [`fewest_to_remove`].
pub(super) enum FewestClues {
    /// The rules alone have no solution.
    NoSolution,
    /// The fewest clues that must be removed so that the remaining clues have a common solution.
    Clues(ClueSet),
    /// The search was stopped early: at least this many clues must be removed.
    #[cfg_attr(
        not(feature = "process"),
        expect(dead_code, reason = "only the comparison with a MaxSAT solver reads it")
    )]
    AtLeast(usize),
}

/// Returns the fewest clues that must be removed so that the remaining clues have a common solution.
///
/// Removing some clues leaves a solution if and only if the removed clues hit every contradiction, that is, every set
/// of clues without a common solution. So the search uses implicit hitting sets (Davies and Bacchus 2011, Solving
/// MAXSAT by solving a sequence of simpler SAT instances): it hits the known contradictions with as few clues as
/// possible, and looks for another contradiction among the remaining clues, until these have a solution.
///
/// `first` is a contradiction. `goes_on` receives each lower bound, and stops the search by returning `false`.
pub(super) fn fewest_to_remove(
    pool: &mut SolutionPool<'_>,
    all: &ClueSet,
    first: ClueSet,
    limits: &JobLimits,
    goes_on: &dyn Fn(usize) -> bool,
) -> Result<FewestClues, GenerateError> {
    let clues = pool.clues().len();
    let weights = vec![1; clues];
    let mut contradictions: Vec<Vec<usize>> = Vec::new();
    let mut next = first;
    loop {
        if next.is_empty() {
            return Ok(FewestClues::NoSolution);
        }
        contradictions.push(next.iter().collect());
        let removed = ClueSet::of(clues, minimum_hitting_set(&weights, &contradictions, limits)?);
        if !goes_on(removed.len()) {
            return Ok(FewestClues::AtLeast(removed.len()));
        }
        let kept = all.minus(&removed);
        if pool.any(&kept)?.is_some() {
            return Ok(FewestClues::Clues(removed));
        }
        next = contradiction(pool, &kept)?;
    }
}
