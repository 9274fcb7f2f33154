//! The values that a Python program passes for the columns of a model.

use std::collections::{HashMap, HashSet};

use encycle::encodings::logic::{ProgramColumn, Var};
use encycle::encodings::model::{Model, is_auxiliary_name};
use encycle::encodings::suggest;
use pyo3::prelude::*;

use crate::decoding::Assignment;
use crate::errors::invalid;

/// Returns the values of the Boolean and of the other columns. Names are those of the model or, if one of them is a name in
/// written files only, those of the files.
///
/// # Errors
/// A name or a literal is one that neither the model nor a written form of it has, or a value is not possible.
pub fn column_values(model: &Model, given: &Assignment) -> PyResult<(Vec<bool>, Vec<f64>)> {
    let (booleans, others) = match given {
        Assignment::Literals(literals) => {
            require_known_literals(model, literals)?;
            let others = vec![0.0; model.column_names().len()];
            (given.values(model.variable_names())?, others)
        }
        Assignment::Columns(columns) => {
            let (booleans, others) = names(model, columns);
            require_known_names(columns, booleans.iter().chain(&others))?;
            let value = |name: &String| columns.get(name).copied().unwrap_or(0.0);
            (given.values(&booleans)?, others.iter().map(value).collect())
        }
    };
    Ok((model.completed(&booleans), others))
}

/// Returns the names of the Boolean and of the other columns that a dictionary uses.
fn names(model: &Model, columns: &HashMap<String, f64>) -> (Vec<String>, Vec<String>) {
    let booleans = (0..model.variable_names().len() as u32).map(Var::new);
    let booleans = booleans.map(ProgramColumn::Boolean);
    let others = (0..model.column_names().len()).map(ProgramColumn::Other);
    let in_files = |column: ProgramColumn| model.file_name(column).to_owned();
    let booleans: Vec<String> = booleans.map(in_files).collect();
    let others: Vec<String> = others.map(in_files).collect();
    let given = model.variable_names().iter().chain(model.column_names());
    let mut pairs = given.zip(booleans.iter().chain(&others));
    match pairs.any(|(given, written)| given != written && columns.contains_key(written)) {
        true => (booleans, others),
        false => (model.variable_names().to_vec(), model.column_names().to_vec()),
    }
}

/// Refuses names that no column has. Auxiliary variables of written forms may have values.
fn require_known_names<'a>(
    columns: &HashMap<String, f64>,
    known: impl Iterator<Item = &'a String> + Clone,
) -> PyResult<()> {
    let all: HashSet<&String> = known.clone().collect();
    let is_auxiliary = |name: &str| is_auxiliary_name(name) || name == PULP_DUMMY;
    let is_unknown = |name: &&String| !all.contains(name) && !is_auxiliary(name);
    let mut unknown: Vec<&String> = columns.keys().filter(is_unknown).collect();
    unknown.sort_unstable();
    let Some(first) = unknown.first() else { return Ok(()) };
    let question = suggest::question(first, known.map(String::as_str));
    let all: Vec<String> = unknown.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    Err(invalid(format!(
        "not names of the model: {}{}\nhelp: {question}use the names of `variables`",
        all.join(", "),
        if unknown.len() > SHOWN { ", ..." } else { "" }
    )))
}

/// The variable that PuLP adds to a problem without an objective.
const PULP_DUMMY: &str = "__dummy";

/// The most names that an error lists.
const SHOWN: usize = 8;

/// Refuses literals of variables that the model does not have. Those of auxiliary variables are accepted: a solver returns values
/// for nearly all variables of a form, so most variables up to the largest have literals.
fn require_known_literals(model: &Model, literals: &[i64]) -> PyResult<()> {
    let count = model.variable_names().len() as u64;
    let beyond: HashSet<u64> =
        literals.iter().map(|literal| literal.unsigned_abs()).filter(|&one| one > count).collect();
    match beyond.iter().max() {
        Some(&largest) if (beyond.len() as u64) < (largest - count).div_ceil(2) => {
            Err(invalid(format!(
                "literal {largest}: the model has {count} variables, and most variables of a larger formula have no literal\n\
                 help: variables count from 1; give the whole list that the solver returned"
            )))
        }
        _ => Ok(()),
    }
}
