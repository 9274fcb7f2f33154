//! `encycle.generate`.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use encycle::encodings::logic::LoweringOptions;
use encycle::formats::write_default;
use encycle::generate::{
    GenerateOptions, RepairOptions, Strategy, Symmetry, ThinOutcome, thin, write_clue_max_sat,
};
use encycle::puzzle::PuzzleKind;
use encycle::solvers::Stop;
use pyo3::prelude::*;

use crate::arguments::{duration, natural, puzzle};
use crate::errors::{generate_error, invalid};
use crate::interrupt::quiet;

/// Generates a puzzle with exactly one solution, and returns its text.
///
/// Args:
///     kind: the kind of puzzle, such as `slitherlink`, `sudoku` or `numberlink`.
///     rows: the number of rows of cells.
///     cols: the number of columns of cells.
///     seed: equal arguments and seeds give equal puzzles; the default is a random seed.
///     difficulty: `easy`, `medium` or `hard` (solvable without guessing by the techniques of this level, but not of
///         the level below), `no-guessing` (the default), `up-to-medium`, or `any`.
///     variant: the variant of the rules, if the kind has several.
///     timeout: the limit on the wall-clock time in seconds.
///
/// Raises:
///     ValueError: an argument is invalid, or there is no such puzzle.
///     TimeoutError: the time limit was reached.
///     SolverError: the solver failed.
#[pyfunction]
#[pyo3(signature = (kind, rows, cols, *, seed=None, difficulty=None, variant=None, timeout=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
pub fn generate(
    py: Python<'_>,
    kind: &str,
    #[pyo3(from_py_with = natural)] rows: usize,
    #[pyo3(from_py_with = natural)] cols: usize,
    #[pyo3(from_py_with = natural)] seed: Option<u64>,
    difficulty: Option<&str>,
    variant: Option<String>,
    timeout: Option<f64>,
) -> PyResult<String> {
    let kind: PuzzleKind = kind.parse().map_err(invalid)?;
    let difficulty = difficulty.map(str::parse).transpose().map_err(invalid)?;
    let stop = Stop::default();
    let options = GenerateOptions {
        difficulty,
        variant,
        timeout: duration(timeout)?,
        stop: stop.clone(),
        ..GenerateOptions::new(kind, rows, cols)
    };
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let generated = quiet(py, &stop, || encycle::generate::generate(&options, seed))?;
    let generated = generated.map_err(|error| generate_error(&error))?;
    write_default(&generated.puzzle).map_err(invalid)
}

/// Writes a puzzle as a formula of partial MaxSAT, whose optimum removes the fewest clues so that there is a solution.
///
/// Args:
///     text: the puzzle in any format.
///
/// Returns:
///     The formula as WCNF (`h` before hard clauses), and the names of the clues in the order of the soft clauses.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: the clues of this kind cannot be removed one by one.
#[pyfunction]
pub fn clue_max_sat(py: Python<'_>, text: &str) -> PyResult<(String, Vec<String>)> {
    let puzzle = puzzle(py, text)?;
    let mut file = Vec::new();
    let names = write_clue_max_sat(&mut file, &puzzle, LoweringOptions::default());
    let names = names.map_err(|error| generate_error(&error))?;
    Ok((String::from_utf8_lossy(&file).into_owned(), names))
}

/// Writes why a puzzle needs as many clues as it does, as a formula of partial MaxSAT: its optimum keeps the fewest clues with
/// which the solution is unique.
///
/// Args:
///     text: the puzzle in any format.
///
/// Returns:
///     The formula as WCNF (`h` before hard clauses), the names of the clues in the order of the soft clauses, and the
///     puzzle with the fewest clues.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: the clues of this kind cannot be removed one by one, or there is not exactly one solution.
#[pyfunction]
pub fn thin_max_sat(py: Python<'_>, text: &str) -> PyResult<(String, Vec<String>, String)> {
    let puzzle = puzzle(py, text)?;
    let options = RepairOptions::default();
    let thinned = py.detach(|| thin(&puzzle, Strategy::Minimum, Symmetry::None, 1, &options));
    match thinned.map_err(|error| generate_error(&error))? {
        ThinOutcome::Unique { needed: Some(needed), puzzle, .. } => {
            let mut file = Vec::new();
            needed.write_wcnf(&mut file)?;
            let text = write_default(&puzzle).map_err(|error| invalid(error.to_string()))?;
            Ok((String::from_utf8_lossy(&file).into_owned(), needed.names().to_vec(), text))
        }
        _ => Err(invalid("the puzzle does not have exactly one solution".to_owned())),
    }
}
