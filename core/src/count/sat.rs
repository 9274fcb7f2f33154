//! Counting and comparing solutions with the built-in SAT solver.

use encycle_encodings::encoding::{Completeness, Encoding};
use encycle_encodings::logic::LoweringOptions;
use num_bigint::BigUint;

use crate::count::{CountError, CountOptions};
use crate::puzzle::Puzzle;
use crate::solve::{self, BatSatSession, CommonAtoms, Enumerator, ForcedError, NextSolution};

/// Counts the solutions by enumerating them.
pub(super) fn count(puzzle: &Puzzle, options: &CountOptions) -> Result<BigUint, CountError> {
    let name = puzzle.complete_encoding(puzzle.builtin_encoding());
    count_models(&encoding(puzzle, options, &name)?, options)
}

/// Returns whether a puzzle has at most this number of solutions. Returns `false` if a limit is reached first.
pub(super) fn has_at_most(
    most: usize,
    puzzle: &Puzzle,
    options: &CountOptions,
) -> Result<bool, CountError> {
    let name = puzzle.complete_encoding(puzzle.builtin_encoding());
    let encoding = encoding(puzzle, options, &name)?;
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut all = Enumerator::new(&encoding, &mut session, limits(options));
    for _ in 0..=most {
        let next = all.next(&mut ()).map_err(|failure| CountError::Solver(failure.to_string()))?;
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
    options: &CountOptions,
) -> Result<BigUint, CountError> {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let counted = solve::count(encoding, &mut session, limits(options), &mut ())
        .map_err(|failure| CountError::Solver(failure.to_string()))?;
    match counted.reason {
        Some(reason) => Err(CountError::Limit(reason)),
        None => Ok(counted.solutions.into()),
    }
}

/// Returns the common value of each atom in all solutions, or `None` if there is no solution.
pub(super) fn common(
    puzzle: &Puzzle,
    options: &CountOptions,
) -> Result<Option<Vec<Option<bool>>>, CountError> {
    let name = puzzle.complete_encoding(puzzle.default_encoding());
    let encoding = encoding(puzzle, options, &name)?;
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    match solve::forced(&encoding, &mut session, limits(options), &mut ()) {
        Ok(CommonAtoms::NoSolution) => Ok(None),
        Ok(CommonAtoms::Atoms(atoms, _)) => Ok(Some(atoms)),
        Ok(CommonAtoms::Unknown(reason, _)) => Err(CountError::Limit(reason)),
        Err(ForcedError::Failure(failure)) => Err(CountError::Solver(failure.to_string())),
        Err(error @ ForcedError::Encoding { .. }) => Err(CountError::Encoding(error.to_string())),
    }
}

/// Builds a complete encoding by name, presolved if requested.
fn encoding<'a>(
    puzzle: &'a Puzzle,
    options: &CountOptions,
    name: &str,
) -> Result<Encoding<'a>, CountError> {
    let encoding =
        puzzle.encoding(name).map_err(|error| CountError::Encoding(error.to_string()))?;
    if encoding.completeness() != Completeness::Complete {
        let message = format!("encoding `{name}` is not complete, and neither is any other one");
        return Err(CountError::Encoding(message));
    }
    Ok(if options.presolve { puzzle.presolved(encoding) } else { encoding })
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
