//! Readers of solver output, one file per dialect.
//!
//! The readers accept any bytes and never panic. Values that are out of range, contradictory or not numbers give an
//! [`OutputError`], never a model. [`DIALECTS`] is the table of all dialects; [`dialect_of`] recognizes the dialect of
//! a saved output, and [`Dialect::read`] reads it:
//!
//! ```
//! use encycle_solvers::answers::dialect_of;
//! use encycle_solvers::{SolverStatus, VariableNames};
//!
//! let text = "c a comment\ns SATISFIABLE\nv 1 -2 0\n";
//! let dialect = dialect_of(text).expect("is in a known dialect");
//! let output = dialect.read(text, VariableNames::Numbered(2))?;
//! let model = SolverStatus::Satisfiable(vec![Some(true), Some(false)]);
//! assert_eq!((output.status, output.complete), (Some(model), true));
//! # Ok::<(), encycle_solvers::OutputError>(())
//! ```

mod dialect;
mod escapes;
mod max_sat;
mod mip;
mod output_format;
mod pseudo_boolean;
mod recognition;
mod sat;
mod stream;

use std::fmt;

use thiserror::Error;

pub use dialect::{DIALECTS, Dialect, DialectRow, ResultPlace, UnknownDialect};
pub use escapes::without_escapes;
pub use recognition::{dialect_of, mistaken_for_output};
pub use stream::AnswerReader;

/// The result of one call of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverStatus {
    /// A model: the value of each variable, in the order of [`VariableNames`]. `None` if the solver reports no value
    /// for a variable, which means that both values satisfy the formula.
    Satisfiable(Vec<Option<bool>>),
    /// There is no model.
    Unsatisfiable,
    /// No result, usually because a limit was reached.
    Unknown,
}

/// The variables of a problem, in order.
#[derive(Clone, Copy, Debug)]
pub enum VariableNames<'a> {
    /// This number of variables without names. The first variable is 1 in CNF and `x_1` in an LP file.
    Numbered(usize),
    /// The columns of an LP file, in the order of their first appearance.
    Columns(&'a [String]),
    /// This number of variables of an OPB file: `x1`, `x2`, and so on.
    Opb(usize),
}

impl VariableNames<'_> {
    /// Returns the number of variables.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbered(count) | Self::Opb(count) => *count,
            Self::Columns(names) => names.len(),
        }
    }

    /// Returns whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A malformed or contradictory output.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct OutputError {
    /// The line of standard output or of the result file, from 1; `None` if no single line is wrong.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl OutputError {
    pub(crate) fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), reason: reason.into() }
    }

    pub(crate) fn general(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }
}

/// A parsed solver output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedOutput {
    /// The status; `None` if the output contains none.
    pub status: Option<SolverStatus>,
    /// Whether an end mark follows the model, which proves that the model was not cut off.
    pub complete: bool,
    /// The line from 1 and the text of the reason, if the status is unknown.
    pub reason: Option<(usize, String)>,
    /// The cost of the model, as a MaxSAT solver claims it; `None` in other dialects, and without a model. The cost is
    /// not checked.
    pub cost: Option<u64>,
}

impl ParsedOutput {
    /// An output without a status.
    pub(crate) fn none() -> Self {
        Self { status: None, complete: false, reason: None, cost: None }
    }

    /// A model. `complete` states that an end mark follows it.
    pub(crate) fn satisfiable(model: Vec<Option<bool>>, complete: bool) -> Self {
        let status = Some(SolverStatus::Satisfiable(model));
        Self { status, complete, reason: None, cost: None }
    }

    /// The status that no model exists.
    pub(crate) fn unsatisfiable() -> Self {
        let status = Some(SolverStatus::Unsatisfiable);
        Self { status, complete: false, reason: None, cost: None }
    }

    /// An unknown status with its reason.
    pub(crate) fn unknown(line: usize, reason: impl Into<String>) -> Self {
        let status = Some(SolverStatus::Unknown);
        Self { status, complete: false, reason: Some((line, reason.into())), cost: None }
    }

    /// An unknown status with the solver's text as its reason.
    pub(crate) fn unknown_as(line: usize, status: &str) -> Self {
        Self::unknown(line, format!("the solver reports `{}`", shown(status)))
    }
}

/// Returns the lines, trimmed, with their numbers from 1.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()))
}

/// Returns the error for values that follow a status without a solution.
pub(crate) fn contradiction(line: usize) -> OutputError {
    OutputError::at(line, "values follow, but the status is that there is no solution")
}

/// Shortens and escapes a part of the output, to be quoted in a message.
pub(crate) fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(SHOWN).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    let odd = if word.contains(char::REPLACEMENT_CHARACTER) { " (not UTF-8)" } else { "" };
    short.escape_debug().to_string() + odd
}

/// The maximum number of characters that a message quotes: enough for the longest status of CBC.
const SHOWN: usize = 100;

/// Asserts that an output is rejected at this line, for a reason that contains these words.
#[cfg(test)]
fn assert_bad<T: fmt::Debug>(
    read: Result<T, OutputError>,
    line: Option<usize>,
    reason: &str,
    text: &str,
) {
    let bad = read.expect_err(text);
    assert_eq!(bad.line, line, "{text:?}: {bad}");
    assert!(bad.reason.contains(reason), "{text:?}: {bad}");
}

/// Returns whether a text starts with one of these strings.
fn starts(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}
