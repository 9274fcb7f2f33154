//! Reading answers: one file for each dialect.
//!
//! The readers take any bytes and never panic. They believe nothing that they cannot make sense
//! of: what is out of range, in contradiction or not a number is [`OutputError`].

mod detect;
mod dialect;
mod mip;
mod sat;
mod stream;

use std::fmt;

pub use detect::{dialect_of, mistaken_for_output};
pub use dialect::Dialect;
pub use stream::AnswerReader;

/// What a solver claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverStatus {
    /// A model: the value of each variable, in the order of [`VariableNames`]. `None`: the solver did not
    /// say, which means that either value will do.
    Satisfiable(Vec<Option<bool>>),
    /// There is no model.
    Unsatisfiable,
    /// It does not know; its own limit was reached, usually.
    Unknown,
}

/// The variables of a question, in order.
#[derive(Clone, Copy, Debug)]
pub enum VariableNames<'a> {
    /// So many, numbered. In CNF the first is 1; in an LP file it is `x_1`.
    Numbered(usize),
    /// The columns of an LP file, in the order of their first appearance in it.
    Columns(&'a [String]),
}

impl VariableNames<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbered(count) => *count,
            Self::Columns(names) => names.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An answer of which no sense can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputError {
    /// The line, from 1, of standard output or of the result file; `None` if it is not one line.
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

impl std::error::Error for OutputError {}

impl OutputError {
    pub(crate) fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), reason: reason.into() }
    }

    pub(crate) fn general(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedAnswer {
    /// The reply, if there was one.
    pub reply: Option<SolverStatus>,
    /// Whether the end of a model was marked, so that it cannot have been cut off.
    pub complete: bool,
}

impl ParsedAnswer {
    /// The solver said nothing.
    pub fn nothing() -> Self {
        Self { reply: None, complete: false }
    }

    pub(crate) fn of(reply: SolverStatus) -> Self {
        Self { reply: Some(reply), complete: false }
    }
}

/// An answer, and the solver's own word where it is no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedOutput {
    /// The answer.
    pub answer: ParsedAnswer,
    /// Where the solver does not know: the line, from 1, and why, in its words or in ours.
    pub why: Option<(usize, String)>,
}

impl ParsedOutput {
    pub(crate) fn nothing() -> Self {
        ParsedAnswer::nothing().into()
    }

    pub(crate) fn unsatisfiable() -> Self {
        ParsedAnswer::of(SolverStatus::Unsatisfiable).into()
    }

    /// It does not know, and gives this reason.
    pub(crate) fn unknown(line: usize, why: impl Into<String>) -> Self {
        Self { answer: ParsedAnswer::of(SolverStatus::Unknown), why: Some((line, why.into())) }
    }

    /// It does not know, and this is the line that says so.
    pub(crate) fn unknown_as(line: usize, status: &str) -> Self {
        Self::unknown(line, format!("the solver says `{}`", shown(status)))
    }
}

impl From<ParsedAnswer> for ParsedOutput {
    fn from(answer: ParsedAnswer) -> Self {
        Self { answer, why: None }
    }
}

/// Reads a result file, or the whole of standard output.
///
/// # Errors
/// What makes no sense, with its line.
pub fn read_file(
    dialect: Dialect,
    text: &str,
    names: VariableNames,
) -> Result<ParsedAnswer, OutputError> {
    read_saved(dialect, text, names).map(|said| said.answer)
}

/// As [`read_file`], with the reason if the solver does not know.
///
/// ```
/// use encycle_solvers::{Dialect, VariableNames, SolverStatus, read::read_saved};
///
/// let text = "solution status: time limit reached\nno solution available\n";
/// let said = read_saved(Dialect::Scip, text, VariableNames::Numbered(3))?;
/// assert_eq!(said.answer.reply, Some(SolverStatus::Unknown));
/// assert_eq!(said.why, Some((1, "the solver says `time limit reached`".to_owned())));
/// # Ok::<(), encycle_solvers::BadOutput>(())
/// ```
///
/// # Errors
/// What makes no sense, with its line.
pub fn read_saved(
    dialect: Dialect,
    text: &str,
    names: VariableNames,
) -> Result<ParsedOutput, OutputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match dialect {
        Dialect::Competition => sat::competition::read(text, names),
        Dialect::Minisat => sat::minisat::read(text, names),
        Dialect::Qdimacs => sat::qdimacs::read(text, names),
        Dialect::Toulbar2 => sat::toulbar2::read(text, names),
        Dialect::SatSolver => sat::sat_solver::read(text, names),
        Dialect::Cbc => mip::cbc::read(text, names),
        Dialect::Glpk => mip::glpk::read(text, names),
        Dialect::GlpkReport => mip::glpk_report::read(text, names),
        Dialect::Highs => mip::highs::read(text, names),
        Dialect::Scip => mip::scip::read(text, names),
        Dialect::Gurobi => mip::gurobi::read(text, names),
        Dialect::Cplex => mip::cplex::read(text, names),
        Dialect::Symphony => mip::symphony::read(text, names),
        Dialect::LpSolve => mip::lp_solve::read(text, names),
        Dialect::Z3Lp => mip::z3_lp::read(text, names),
    }
}

/// The lines that say something, trimmed and with their numbers.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()))
}

/// What follows where it must not, after the solver has said that there is no solution.
pub(crate) fn contradiction(line: usize) -> OutputError {
    OutputError::at(line, "values follow, but the status says that there is no solution")
}

/// A word of the solver's, fit for a message.
pub(crate) fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(SHOWN).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    let odd = if word.contains(char::REPLACEMENT_CHARACTER) { " (not UTF-8)" } else { "" };
    short.escape_debug().to_string() + odd
}

/// How many characters of a word stand in a message: the longest status of CBC, and some more.
const SHOWN: usize = 100;

/// A damaged output is refused, with its line and a reason that contains these words.
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
