//! The formula of a second solution: an encoding that excludes a known solution.

use std::collections::HashMap;

use encycle_encodings::encoding::{Completeness, Encoding, EncodingError, excluding};
use encycle_encodings::export::variable_names;
use encycle_encodings::puzzle::Solution;

use crate::decode::inside_cells;
use crate::puzzle::Puzzle;
use crate::solve::builder::Solve;
use crate::solve::result::SolveError;
use crate::solve::search::Verdict;

/// The reason why the formula of a second solution cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum SecondError {
    /// The search for the first solution could not start.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is no first solution.
    #[error("no solution was found, so there is none to exclude: {0}")]
    NoSolution(Verdict),
    /// The variables of the encoding do not represent the solution.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

/// Finds a solution of the puzzle by `first`, and returns the encoding without it: its models are the other solutions.
/// The puzzle has exactly one solution if this formula is unsatisfiable.
///
/// ```
/// use encycle::prelude::*;
/// use encycle::solve::second_solution;
///
/// let puzzle: Puzzle = "slitherlink 1 2\n3.\n".parse()?;
/// let encoding = second_solution(&puzzle, puzzle.encoding("edge")?, &Solve::new(&puzzle))?;
/// assert!(encoding.meaning().ends_with("without a known solution"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SecondError`] if no solution is found, if the encoding leaves out solutions, or if its variables are neither the
/// atoms nor the cells of the puzzle.
pub fn second_solution<'a>(
    puzzle: &'a Puzzle,
    encoding: Encoding<'a>,
    first: &Solve<'_>,
) -> Result<Encoding<'a>, SecondError> {
    let outcome = first.run()?;
    let solution = outcome.solution().ok_or_else(|| SecondError::NoSolution(outcome.verdict()))?;
    Ok(excluding_solution(puzzle, encoding, solution)?)
}

/// Returns the encoding without this solution.
pub fn excluding_solution<'a>(
    puzzle: &Puzzle,
    encoding: Encoding<'a>,
    solution: &Solution,
) -> Result<Encoding<'a>, EncodingError> {
    let refuse = |reason: &str| {
        EncodingError::new(encoding.name(), format!("{reason}\nhelp: use another encoding"))
    };
    if encoding.completeness() != Completeness::Complete {
        return Err(refuse("it leaves out solutions, so a second one may be missing"));
    }
    let model = projection(puzzle, &encoding, solution)
        .ok_or_else(|| refuse("its first variables are not those of the solution"))?;
    Ok(excluding(encoding, &model))
}

/// Returns the values of the projection set in a solution; `None` if a variable is neither an atom nor a cell inside.
fn projection(puzzle: &Puzzle, encoding: &Encoding<'_>, solution: &Solution) -> Option<Vec<bool>> {
    let atoms = (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom));
    let mut values: HashMap<String, bool> = atoms.zip(solution.atoms().iter().copied()).collect();
    values.extend(inside_cells(puzzle, solution));
    let names = variable_names(&|sink| encoding.encode(sink));
    names.iter().take(encoding.projection_size()).map(|name| values.get(name).copied()).collect()
}
