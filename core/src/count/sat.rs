//! Counting and comparing solutions with the built-in SAT solver.

use encycle_encodings::encoding::{Completeness, Encoding};
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::model::Model;
use num_bigint::BigUint;

use crate::count::{CountError, CountOptions};
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::solve::{self, BatSatSession, CommonAtoms, Enumerator, ForcedError, NextSolution};

/// Counts the solutions by enumerating them. Variables of a model that nothing mentions double their number.
pub(super) fn count(problem: &dyn Problem, options: &CountOptions) -> Result<BigUint, CountError> {
    let free = problem.as_model().map(Model::free_variables).unwrap_or_default();
    if let Some(model) = problem.as_model().filter(|_| !free.is_empty()) {
        let mut fixed = model.clone();
        free.iter().for_each(|&literal| fixed.add_clause(&[!literal]));
        return Ok(count(&fixed, options)? << free.len());
    }
    let name = problem.complete_encoding(problem.builtin_encoding());
    count_models(&encoding(problem, options, &name)?, problem.default_lowering(), options)
}

/// Returns whether a puzzle has at most this number of solutions. Returns `false` if a limit is reached first.
pub(super) fn has_at_most(
    most: usize,
    problem: &dyn Problem,
    options: &CountOptions,
) -> Result<bool, CountError> {
    let name = problem.complete_encoding(problem.builtin_encoding());
    let encoding = encoding(problem, options, &name)?;
    let mut session = BatSatSession::new(problem.default_lowering(), None);
    let mut all = Enumerator::new(&encoding, &mut session, limits(options));
    for _ in 0..=most {
        let next = all
            .next_solution(&mut ())
            .map_err(|failure| CountError::Solver(failure.to_string()))?;
        match next {
            NextSolution::Solution(_) => {}
            NextSolution::Exhausted => return Ok(true),
            NextSolution::Unknown(_) => break,
        }
    }
    Ok(false)
}

/// Returns an encoding whose models are the solutions, with a variable for each atom that the clues do not imply.
pub(super) fn encoding_of_atoms<'a>(
    puzzle: &'a Puzzle,
    options: &CountOptions,
) -> Result<Encoding<'a>, CountError> {
    let has_atoms = |name: &String| {
        puzzle
            .encoding(name)
            .is_ok_and(|one| one.is_whole() && solve::atom_literals(&one).is_some())
    };
    let mut names = std::iter::once(puzzle.builtin_encoding()).chain(puzzle.encoding_names());
    let words = "no encoding without cuts has a variable for each atom";
    let missing = || CountError::Encoding(words.to_owned());
    encoding(puzzle, options, &names.find(has_atoms).ok_or_else(missing)?)
}

/// Counts the solutions of an encoding by enumerating them.
pub(super) fn count_models(
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    options: &CountOptions,
) -> Result<BigUint, CountError> {
    let mut session = BatSatSession::new(lowering, None);
    let counted = solve::count(encoding, &mut session, limits(options), &mut ())
        .map_err(|failure| CountError::Solver(failure.to_string()))?;
    match counted.reason {
        Some(reason) => Err(CountError::Limit(reason)),
        None => Ok(counted.solutions.into()),
    }
}

/// Returns the common value of each atom in all solutions, or `None` if there is no solution.
pub(super) fn common(
    problem: &dyn Problem,
    options: &CountOptions,
) -> Result<Option<Vec<Option<bool>>>, CountError> {
    let name = problem.complete_encoding(problem.as_encodable().default_encoding());
    let encoding = encoding(problem, options, &name)?;
    let mut session = BatSatSession::new(problem.default_lowering(), None);
    match solve::forced(&encoding, &mut session, limits(options), &mut ()) {
        Ok(CommonAtoms::NoSolution) => Ok(None),
        Ok(CommonAtoms::Atoms(atoms, _)) => Ok(Some(atoms)),
        Ok(CommonAtoms::Unknown(reason, _)) => Err(CountError::Limit(reason)),
        Err(ForcedError::Failure(failure)) => Err(CountError::Solver(failure.to_string())),
        Err(error @ ForcedError::Encoding { .. }) => Err(CountError::Encoding(error.to_string())),
    }
}

/// Builds a complete encoding by name, presolved if requested.
///
/// # Errors
/// It is not complete, or the problem has columns that are not Boolean, whose values cannot be counted.
fn encoding<'a>(
    problem: &'a dyn Problem,
    options: &CountOptions,
    name: &str,
) -> Result<Encoding<'a>, CountError> {
    problem.require_boolean().map_err(|error| CountError::Encoding(error.to_string()))?;
    let encoding =
        problem.encoding(name).map_err(|error| CountError::Encoding(error.to_string()))?;
    if encoding.completeness() != Completeness::Complete {
        let message = format!("encoding `{name}` is not complete, and neither is any other one");
        return Err(CountError::Encoding(message));
    }
    Ok(if options.presolve { problem.presolved(encoding) } else { encoding })
}

/// Returns the search options with the limits of a count.
fn limits(options: &CountOptions) -> solve::SearchOptions {
    solve::SearchOptions {
        timeout: options.timeout,
        memory_mb: options.memory_mb,
        stop: options.stop.clone(),
        ..solve::SearchOptions::default()
    }
}
