//! The arguments that several functions share.

use std::time::Duration;

use encycle::encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
use encycle::formats;
use encycle::puzzle::Puzzle;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::errors::{invalid, puzzle_error};

/// Parses the text of a puzzle in any format.
pub fn puzzle(py: Python<'_>, text: &str) -> PyResult<Puzzle> {
    let parsed = py.detach(|| formats::read(text, None));
    parsed.map(|parsed| parsed.puzzle).map_err(|error| puzzle_error(py, &error))
}

/// Returns a time limit in seconds as a duration.
pub fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let limit = |seconds| {
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| {
            invalid(format!("invalid timeout: {seconds:?}\nhelp: use seconds, from 0"))
        })
    };
    seconds.map(limit).transpose()
}

/// Returns an argument of several types; the error names what it may be.
pub fn one_of<'a, 'py, T: FromPyObject<'a, 'py>>(
    value: &'a Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<T> {
    let name = value.get_type().name()?;
    value.extract().map_err(|_| PyTypeError::new_err(format!("`{name}` is not {expected}")))
}

/// Returns an integer from 0, or none. Of a number out of range, PyO3 alone would make an `OverflowError`.
pub fn natural<'a, 'py, T: FromPyObject<'a, 'py>>(value: &'a Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let error: PyErr = error.into();
        match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => {
                invalid(format!("{value} is out of range\nhelp: use an integer from 0 to 2^64 - 1"))
            }
            false => error,
        }
    })
}

/// Returns the lowering with these names.
pub fn lowering(cnf: Option<&str>, card: Option<&str>) -> PyResult<LoweringOptions> {
    Ok(LoweringOptions {
        cnf: named("CNF method", CnfMethod::ALL, CnfMethod::name, cnf)?,
        card: named("cardinality method", CardMethod::ALL, CardMethod::name, card)?,
        ..LoweringOptions::default()
    })
}

/// Returns the item with this name; the default without a name.
pub fn named<T: Copy + Default>(
    what: &str,
    all: &[T],
    name_of: fn(T) -> &'static str,
    name: Option<&str>,
) -> PyResult<T> {
    let Some(name) = name else { return Ok(T::default()) };
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
        invalid(format!("unknown {what}: `{name}`\nhelp: use {}", known.join(", ")))
    })
}
