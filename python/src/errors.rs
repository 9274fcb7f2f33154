//! The exceptions of the module, and the conversion of Encycle's errors to exceptions.

use encycle::count::CountError;
use encycle::encodings::kinds::written::KindError;
use encycle::encodings::puzzle::BrokenRule;
use encycle::formats::ParseError;
use encycle::generate::GenerateError;
use encycle::solve::{Failure, SolveError};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    encycle,
    PuzzleError,
    PyValueError,
    "The text is not a valid puzzle. `line` and `column` count from 1; `message` has no position."
);
create_exception!(
    encycle,
    RuleError,
    PyValueError,
    "The decoded model breaks a rule of the puzzle. `rule` is its name, `place` where it is broken."
);
create_exception!(
    encycle,
    SolverError,
    PyRuntimeError,
    "A solver failed, returned an invalid model, or reported no result."
);

create_exception!(
    encycle,
    CertificateError,
    PyValueError,
    "The certificate does not prove its claim, or the claim does not hold."
);

/// Returns the exception for a text that is not a puzzle.
pub fn puzzle_error(py: Python<'_>, error: &ParseError) -> PyErr {
    text_error(py, error.to_string(), (error.line, error.column), &error.message)
}

/// Returns the exception for a text that is not a kind file.
pub fn kind_error(py: Python<'_>, error: &KindError) -> PyErr {
    text_error(py, error.to_string(), (error.line, error.column), &error.message)
}

fn text_error(
    py: Python<'_>,
    whole: String,
    (line, column): (usize, usize),
    message: &str,
) -> PyErr {
    let exception = PuzzleError::new_err(whole);
    let value = exception.value(py);
    let attributes = value
        .setattr("line", line)
        .and_then(|()| value.setattr("column", column))
        .and_then(|()| value.setattr("message", message));
    attributes.err().unwrap_or(exception)
}

/// Returns the exception for a model that breaks a rule.
pub fn rule_error(py: Python<'_>, broken: &BrokenRule) -> PyErr {
    let exception = RuleError::new_err(broken.to_string());
    let value = exception.value(py);
    let attributes = value
        .setattr("rule", broken.rule)
        .and_then(|()| value.setattr("place", broken.place.to_string()));
    attributes.err().unwrap_or(exception)
}

/// Returns a `ValueError`.
pub fn invalid(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the exception for a verdict that is not known: a limit was reached, or the solver reports no result.
pub fn undecided(reason: Option<&str>, has_timeout: bool) -> PyErr {
    let reason = reason.unwrap_or("the solver reports no result").to_owned();
    match has_timeout {
        true => PyTimeoutError::new_err(reason),
        false => SolverError::new_err(reason),
    }
}

/// Returns the exception for a run that could not start.
pub fn solve_error(error: &SolveError) -> PyErr {
    match error {
        SolveError::RoundsFolder { .. } => SolverError::new_err(error.to_string()),
        _ => invalid(error),
    }
}

/// Returns the exception for a failed solver.
pub fn failed(failure: Option<&Failure>) -> PyErr {
    SolverError::new_err(
        failure.map_or_else(|| "the solver failed".to_owned(), ToString::to_string),
    )
}

/// Returns the exception for a failed count.
pub fn count_error(error: &CountError) -> PyErr {
    match error {
        CountError::Kind(_) | CountError::Encoding(_) => invalid(error),
        CountError::Limit(_) => PyTimeoutError::new_err(error.to_string()),
        _ => SolverError::new_err(error.to_string()),
    }
}

/// Returns the exception for a failed generation.
pub fn generate_error(error: &GenerateError) -> PyErr {
    match error {
        GenerateError::Limit(_) => PyTimeoutError::new_err(error.to_string()),
        GenerateError::Failure(_) => SolverError::new_err(error.to_string()),
        _ => invalid(error),
    }
}
