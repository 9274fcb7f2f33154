//! Common parts of all answers: errors, sending events, reading the puzzle, and the formula of a request.

use std::time::Duration;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{CardMethod, CnfMethod, Lit, LoweringOptions};

use crate::formats::{self, ParseError};
use crate::page::{Event, FormulaChoice};
use crate::puzzle::{Puzzle, by_name};
use crate::solve::{BatSatSession, CommonAtoms, SearchOptions, forced};

/// A request that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct JobError {
    /// The error: what, where, and the fix.
    pub error: String,
    /// The line of the text in which the error is, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
}

impl JobError {
    /// An error without a place.
    #[must_use]
    pub fn new(error: impl ToString) -> Self {
        Self { error: error.to_string(), line: None, column: None }
    }
}

impl From<ParseError> for JobError {
    fn from(error: ParseError) -> Self {
        Self { line: Some(error.line), column: Some(error.column), error: error.message }
    }
}

/// A function that sends an event of a job. It is used for all events except the last, `done` or `failed`.
pub(super) type Send<'a> = &'a (dyn Fn(Event) + Sync);

/// Returns the atoms that have the same value in all solutions of a puzzle.
pub(super) fn common_atoms(puzzle: &Puzzle, timeout: Duration) -> Result<CommonAtoms, JobError> {
    let name = puzzle.complete_encoding(puzzle.default_encoding());
    let encoding = puzzle.presolved(puzzle.encoding(&name).map_err(JobError::new)?);
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { timeout: Some(timeout), ..SearchOptions::default() };
    forced(&encoding, &mut session, options, &mut ()).map_err(JobError::new)
}

/// Reads the puzzle of a request.
pub(super) fn puzzle(text: &str) -> Result<Puzzle, JobError> {
    Ok(formats::read(text, None)?.puzzle)
}

/// Returns the options of the lowering.
pub(super) fn lowering(choice: &FormulaChoice) -> Result<LoweringOptions, JobError> {
    let mut options = LoweringOptions::default();
    if let Some(name) = &choice.cnf {
        options.cnf = cnf_method(name)?;
    }
    if let Some(name) = &choice.card {
        options.card = by_name("cardinality method", CardMethod::ALL, |method| method.name(), name)
            .map_err(JobError::new)?;
    }
    Ok(options)
}

/// Returns the CNF method with this name.
pub(super) fn cnf_method(name: &str) -> Result<CnfMethod, JobError> {
    by_name("CNF method", CnfMethod::ALL, |method| method.name(), name).map_err(JobError::new)
}

/// Returns the chosen encoding, or the default encoding of the puzzle.
pub(super) fn encoding<'a>(
    puzzle: &'a Puzzle,
    choice: &FormulaChoice,
) -> Result<Encoding<'a>, JobError> {
    let name = choice.encoding.clone().unwrap_or_else(|| puzzle.default_encoding());
    puzzle.encoding(&name).map_err(JobError::new)
}

/// Returns the values of the variables that stand for known atoms.
pub(super) fn values(known: &[Option<bool>], literals: &[Option<Lit>]) -> Vec<Option<bool>> {
    let mut values = Vec::new();
    for (&value, literal) in known.iter().zip(literals) {
        if let (Some(value), Some(literal)) = (value, literal) {
            if values.len() <= literal.vidx() {
                values.resize(literal.vidx() + 1, None);
            }
            values[literal.vidx()] = Some(value);
        }
    }
    values
}
