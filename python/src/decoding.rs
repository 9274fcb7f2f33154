//! `encycle.decode`, and the models that Python programs pass.

use std::collections::HashMap;

use encycle::decode::{
    Decoded, DecodedModel, decode as decode_text, decode_model, map_target, recognise,
};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::MapTarget;
use encycle::encodings::logic::LoweringOptions;
use encycle::export::variable_map;
use encycle::puzzle::Puzzle;
use pyo3::prelude::*;

use crate::arguments::{lowering, one_of, puzzle};
use crate::errors::{SolverError, invalid, rule_error};
use crate::solution::Solution;

/// The greatest distance from 0 or 1 of a value of a column: the integrality tolerance of common MIP solvers.
const TOLERANCE: f64 = 1e-5;

/// The values of variables.
#[derive(FromPyObject)]
pub enum Assignment {
    /// Values of columns by name.
    Columns(HashMap<String, f64>),
    /// The true literals: variables count from 1, and a negative literal is a negative number.
    Literals(Vec<i64>),
}

/// The result of a solver.
#[derive(FromPyObject)]
pub enum SolverOutput {
    /// The text that it printed, or its solution file.
    Text(String),
    /// A model.
    Model(Assignment),
}

const ASSIGNMENT_HELP: &str =
    "an assignment\nhelp: give a list of literals, or a dictionary from names to values";

pub fn assignment(value: &Bound<'_, PyAny>) -> PyResult<Assignment> {
    one_of(value, ASSIGNMENT_HELP)
}

pub fn solver_output(value: &Bound<'_, PyAny>) -> PyResult<SolverOutput> {
    one_of(value, &format!("{ASSIGNMENT_HELP}, or the text that a solver printed"))
}

impl Assignment {
    /// Returns the values of the variables with these names. Other variables are ignored: a program may add its own.
    pub fn values(&self, names: &[String]) -> PyResult<Vec<Option<bool>>> {
        match self {
            Self::Columns(columns) => names
                .iter()
                .map(|name| columns.get(name).map(|&value| truth(name, value)).transpose())
                .collect(),
            Self::Literals(literals) => of_literals(literals, names.len()),
        }
    }
}

/// Returns the truth value of a column.
fn truth(name: &str, value: f64) -> PyResult<bool> {
    match value {
        _ if value.abs() <= TOLERANCE => Ok(false),
        _ if (value - 1.0).abs() <= TOLERANCE => Ok(true),
        _ => Err(invalid(format!("value of column `{name}`: {value}\nhelp: use 0 or 1"))),
    }
}

/// Returns the values of `count` variables.
fn of_literals(literals: &[i64], count: usize) -> PyResult<Vec<Option<bool>>> {
    let mut values = vec![None; count];
    for &literal in literals {
        let variable = literal.unsigned_abs();
        if variable == 0 {
            return Err(invalid("literal 0 in the model\nhelp: variables count from 1"));
        }
        let place = usize::try_from(variable - 1).ok().and_then(|index| values.get_mut(index));
        if let Some(place) = place
            && place.replace(literal > 0) == Some(literal < 0)
        {
            return Err(invalid(format!(
                "contradictory literals in the model: {variable} and -{variable}"
            )));
        }
    }
    Ok(values)
}

/// Maps the result of a solver to the solution of a puzzle, and checks it against all rules.
///
/// Args:
///     text: the puzzle in any format.
///     model: what a solver returned for the formula of `encode`: a list of literals (the model of a SAT solver), a
///         dictionary from names of columns to values (the solution of an LP solver), or the text that a solver printed.
///     encoding, cnf, card: those of the formula, with the same defaults as in `encode`.
///
/// Returns:
///     The solution; None if the text states that there is none.
///
/// Raises:
///     PuzzleError: the text of the puzzle is invalid.
///     RuleError: the model breaks a rule, such as a Slitherlink with several loops.
///     ValueError: the model or another argument is invalid.
///     SolverError: the text contains no result.
#[pyfunction]
#[pyo3(signature = (text, model, *, encoding=None, cnf=None, card=None))]
pub fn decode(
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = solver_output)] model: SolverOutput,
    encoding: Option<&str>,
    cnf: Option<&str>,
    card: Option<&str>,
) -> PyResult<Option<Solution>> {
    let (puzzle, lowering) = (puzzle(py, text)?, lowering(cnf, card)?);
    let name = encoding.map_or_else(|| puzzle.default_encoding(), str::to_owned);
    decoded(py, &puzzle, &name, lowering, &model)
}

/// Returns the solution in the result of a solver for the formula of this encoding; `None` if the puzzle has none.
pub fn decoded(
    py: Python<'_>,
    puzzle: &Puzzle,
    encoding: &str,
    lowering: LoweringOptions,
    output: &SolverOutput,
) -> PyResult<Option<Solution>> {
    let found = py.detach(|| {
        let encoding = puzzle.encoding(encoding).map_err(invalid)?;
        find_model(puzzle, &encoding, lowering, output)
    })?;
    let Some(DecodedModel { solution, broken, .. }) = found else { return Ok(None) };
    match broken {
        Some(broken) => Err(rule_error(py, &broken)),
        None => Ok(Some(Solution::new(puzzle, solution))),
    }
}

/// Maps the result of a solver to the puzzle; `None` if the puzzle has no solution.
fn find_model(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    output: &SolverOutput,
) -> PyResult<Option<DecodedModel>> {
    let map_for = |side| variable_map(puzzle, encoding, lowering, side).map_err(invalid);
    let text = match output {
        SolverOutput::Text(text) => text,
        SolverOutput::Model(assignment) => {
            let map = map_for(MapTarget::Cnf)?;
            let values = assignment.values(map.names())?;
            return decode_model(puzzle, &map, &values).map(Some).map_err(invalid);
        }
    };
    let dialect = recognise(text).map_err(invalid)?;
    let map = map_for(map_target(dialect))?;
    match decode_text(puzzle, &map, dialect, text).map_err(invalid)? {
        Decoded::Model(model) => Ok(Some(*model)),
        Decoded::NoSolution | Decoded::NoSecondSolution => Ok(None),
        Decoded::NoneInPart { part } => {
            Err(SolverError::new_err(format!("no model, but the formula covers only {part}")))
        }
        Decoded::NotEncoded => Err(SolverError::new_err(format!(
            "no model, but encoding `{}` excludes solutions\nhelp: use another encoding",
            encoding.name()
        ))),
        Decoded::Unbounded { reason } | Decoded::Unknown { reason } => {
            let reason = reason.map_or_else(|| "no result".to_owned(), |(_, reason)| reason);
            Err(SolverError::new_err(reason))
        }
    }
}
