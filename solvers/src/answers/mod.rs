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
mod pseudo_boolean;
mod recognition;
mod sat;

pub use dialect::{DIALECTS, Dialect, DialectRow, ResultPlace, UnknownDialect};
pub use escapes::without_escapes;
pub use recognition::{dialect_of, mistaken_for_output};

use std::fmt;

use thiserror::Error;

use crate::answers::sat::competition::{CompetitionReader, Words};

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
    /// The columns of an LP file whose values may be any number, in the order of their first appearance. The output then
    /// has a [`ParsedOutput::point`], and [`SolverStatus::Satisfiable`] has values for those columns only that are 0 or
    /// 1 within a tolerance.
    Program(&'a [String]),
    /// This number of variables of an OPB file: `x1`, `x2`, and so on.
    Opb(usize),
}

impl VariableNames<'_> {
    /// Returns the number of variables.
    ///
    /// ```
    /// use encycle_solvers::VariableNames;
    ///
    /// let columns = ["h_1_1".to_owned(), "v_1_1".to_owned()];
    /// assert_eq!(VariableNames::Columns(&columns).len(), 2);
    /// assert_eq!(VariableNames::Numbered(40).len(), 40);
    /// ```
    pub fn len(&self) -> usize {
        match self {
            Self::Numbered(count) | Self::Opb(count) => *count,
            Self::Columns(names) | Self::Program(names) => names.len(),
        }
    }

    /// Returns whether there are no variables.
    ///
    /// ```
    /// use encycle_solvers::VariableNames;
    ///
    /// assert!(VariableNames::Opb(0).is_empty());
    /// ```
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
    /// Whether the output is well-formed, but its names may be those of other columns.
    pub is_unclear: bool,
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
        Self { line: Some(line), ..Self::general(reason) }
    }

    pub(crate) fn general(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into(), is_unclear: false }
    }

    pub(crate) fn unclear(line: usize, reason: impl Into<String>) -> Self {
        Self { is_unclear: true, ..Self::at(line, reason) }
    }
}

/// A parsed solver output.
#[derive(Clone, Debug, PartialEq)]
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
    /// The value of the objective that the output states next to the values of the columns; `None` if it states none. The value
    /// is not checked.
    pub objective: Option<f64>,
    /// The value of each column, with a model of the columns of a [`VariableNames::Program`]; `None` otherwise. Columns
    /// that the output omits are 0.
    pub point: Option<Vec<f64>>,
    /// Whether the solver reports that the model is optimal, rather than the best one at a limit. Always `false` in
    /// dialects that do not distinguish the two.
    pub is_optimal: bool,
    /// The best bound that the solver proved for the objective; `None` if the output has none. No dialect has one
    /// apart from the value of an optimum.
    pub bound: Option<f64>,
    /// Whether the solver reports that the objective is unbounded, so the program is feasible. The status is then unknown,
    /// because there is no model.
    pub is_unbounded: bool,
}

impl ParsedOutput {
    /// An output without a status.
    pub(crate) fn none() -> Self {
        Self {
            status: None,
            complete: false,
            reason: None,
            cost: None,
            objective: None,
            point: None,
            is_optimal: false,
            bound: None,
            is_unbounded: false,
        }
    }

    /// A model. `complete` states that an end mark follows it.
    pub(crate) fn satisfiable(model: Vec<Option<bool>>, complete: bool) -> Self {
        let status = Some(SolverStatus::Satisfiable(model));
        Self { status, complete, ..Self::none() }
    }

    /// The status that no model exists.
    pub(crate) fn unsatisfiable() -> Self {
        Self { status: Some(SolverStatus::Unsatisfiable), ..Self::none() }
    }

    /// An unknown status with its reason.
    pub(crate) fn unknown(line: usize, reason: impl Into<String>) -> Self {
        let (status, reason) = (Some(SolverStatus::Unknown), Some((line, reason.into())));
        Self { status, reason, ..Self::none() }
    }

    /// An unknown status with the solver's text as its reason.
    pub(crate) fn unknown_as(line: usize, status: &str) -> Self {
        Self::unknown(line, format!("the solver reports `{}`", shown(status)))
    }

    /// An unknown status, because the solver reports with these words that the objective is unbounded, or that it does
    /// not know whether the program is infeasible or the objective unbounded.
    pub(crate) fn unbounded(line: usize, status: &str) -> Self {
        let is_unbounded = !status.to_ascii_lowercase().contains("infeasible");
        let reason = match is_unbounded {
            true => "the objective is unbounded",
            false => "the program is infeasible, or its objective is unbounded",
        };
        let reason = format!("{reason} (the solver reports `{}`)", shown(status));
        Self { is_unbounded, ..Self::unknown(line, reason) }
    }

    /// Sets whether the solver reports that the model is optimal.
    pub(crate) fn with_optimal(self, is_optimal: bool) -> Self {
        Self { is_optimal, ..self }
    }

    /// Sets the value of the objective that the output states.
    pub(crate) fn with_objective(self, objective: Option<f64>) -> Self {
        Self { objective: objective.filter(|value| value.is_finite()), ..self }
    }
}

/// Returns the lines, trimmed, with their numbers from 1.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()))
}

/// Returns whether a status says that the objective is, or may be, unbounded.
pub(crate) fn is_unbounded(status: &str) -> bool {
    status.to_ascii_lowercase().contains("unbounded")
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

// Output formats: the functions that recognize and read the output of one dialect.

/// Functions that recognize and read the output of one dialect.
#[derive(Clone, Copy, Debug)]
struct OutputFormat {
    /// Reads a complete output.
    pub read: fn(&str, VariableNames) -> Result<ParsedOutput, OutputError>,
    /// Returns whether a first line (trimmed, not blank) identifies the dialect. Some lines, for example `SAT`,
    /// identify it only as the first line, because other programs print them further down.
    pub is_first_line: fn(&str) -> bool,
    /// Whether this line (trimmed, not blank) identifies the dialect anywhere in the output.
    pub is_line: fn(&str) -> bool,
}

// A reader of standard output that reads line by line while a solver runs.

/// A reader of standard output in any dialect. It keeps only the values of `v` lines, which may amount to gigabytes. It
/// keeps the output of other dialects as a whole, within the output limit of the run.
pub struct AnswerReader {
    dialect: Dialect,
    /// The reader of `v` lines; `None` in other dialects.
    values: Option<CompetitionReader>,
    /// The output in other dialects.
    text: Vec<u8>,
}

impl AnswerReader {
    /// Makes a reader for a problem with this number of variables.
    #[must_use]
    pub fn new(dialect: Dialect, variables: usize) -> Self {
        let words = match dialect {
            Dialect::Competition => Some(Words::Sat),
            Dialect::PseudoBoolean => Some(Words::PseudoBoolean),
            Dialect::MaxSat => Some(Words::MaxSat),
            _ => None,
        };
        let values = words.map(|words| CompetitionReader::new(words, variables));
        Self { dialect, values, text: Vec::new() }
    }

    /// Reads the next line, without its line end.
    pub fn line(&mut self, line: &[u8]) {
        match &mut self.values {
            Some(reader) => reader.line(line),
            None => {
                self.text.extend_from_slice(line);
                self.text.push(b'\n');
            }
        }
    }

    /// Returns the parsed output.
    ///
    /// # Errors
    /// The errors of [`Dialect::read`].
    pub fn finish(self, names: VariableNames) -> Result<ParsedOutput, OutputError> {
        match self.values {
            Some(reader) => reader.finish(),
            None => self.dialect.read(&String::from_utf8_lossy(&self.text), names),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_of_standard_output_is_read_line_by_line() {
        let model = Some(SolverStatus::Satisfiable(vec![Some(true), Some(false)]));
        for (dialect, text) in [
            (Dialect::Competition, "s SATISFIABLE\nv 1 -2 0"),
            (Dialect::PseudoBoolean, "s OPTIMUM FOUND\nv x1 -x2"),
            (Dialect::MaxSat, "o 0\ns OPTIMUM FOUND\nv 10"),
            (Dialect::Qdimacs, "s cnf 1 2 1\nV 1 0\nV -2 0"),
            (Dialect::Toulbar2, "New solution: 0\n 1 0\nOptimum: 0"),
            (Dialect::SatSolver, "Solutions: 1 -2\nSATISFIABLE"),
            (Dialect::Z3Lp, "sat\n(define-fun x_1 () Int\n 1)\n(define-fun x_2 () Int\n 0)"),
        ] {
            assert!(!dialect.uses_file());
            let mut stream = AnswerReader::new(dialect, 2);
            text.lines().for_each(|line| stream.line(line.as_bytes()));
            let output = stream.finish(VariableNames::Numbered(2)).unwrap();
            assert_eq!(output.status, model, "{}", dialect.name());
        }
        let mut stream = AnswerReader::new(Dialect::Qdimacs, 2);
        stream.line(b"s cnf 1 2 1");
        stream.line(b"V \xff 0");
        assert_eq!(stream.finish(VariableNames::Numbered(2)).unwrap_err().line, Some(2));
    }
}
