//! `encycle.count`.

use encycle::count::{BigUint, CountMethod, CountOptions};
use encycle::solvers::Stop;
use pyo3::prelude::*;

use crate::arguments::{duration, puzzle};
use crate::errors::{count_error, invalid};
use crate::interrupt::quiet;

/// Counts the solutions of a puzzle exactly.
///
/// Args:
///     text: the puzzle in any format.
///     method: `zdd` (a decision diagram, for puzzles about lines), `sat` (enumeration by the built-in solver), or
///         `all` (every method that supports the kind; they must agree). The default is `zdd` for puzzles about
///         lines, `sat` for others and for few solutions.
///     timeout: the limit on the wall-clock time in seconds.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid, or the method does not support the kind.
///     TimeoutError: the time limit was reached.
///     SolverError: the solver failed, or the methods disagree.
#[pyfunction]
#[pyo3(signature = (text, *, method=None, timeout=None))]
pub fn count(
    py: Python<'_>,
    text: &str,
    method: Option<&str>,
    timeout: Option<f64>,
) -> PyResult<BigUint> {
    let puzzle = puzzle(py, text)?;
    let method = method.map(|name| name.parse().map_err(invalid)).transpose()?;
    let stop = Stop::default();
    let options =
        CountOptions { timeout: duration(timeout)?, stop: stop.clone(), ..CountOptions::default() };
    let counted = quiet(py, &stop, || {
        let method = method.unwrap_or_else(|| CountMethod::best(&puzzle, &options));
        encycle::count::count(&puzzle, method, &options)
    })?;
    counted.map(|counted| counted.solutions).map_err(|error| count_error(&error))
}
