//! Reading answers: one file for each dialect.
//!
//! The readers take any bytes and never panic. They believe nothing that they cannot make sense
//! of: what is out of range, in contradiction or not a number is [`BadOutput`].

mod cbc;
mod columns;
pub mod competition;
mod detect;
mod glpk;
mod highs;
mod literals;
mod minisat;
mod scip;

use std::fmt;

use super::description::Dialect;

pub use detect::{dialect_of, mistaken_for_output};

/// What a solver claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A model: the value of each variable, in the order of [`Names`]. `None`: the solver did not
    /// say, which means that either value will do.
    Model(Vec<Option<bool>>),
    /// There is no model.
    Unsatisfiable,
    /// It does not know; its own limit was reached, usually.
    Unknown,
}

/// The variables of a question, in order.
#[derive(Clone, Copy, Debug)]
pub enum Names<'a> {
    /// So many, numbered. In CNF the first is 1; in an LP file it is `x_1`.
    Numbered(usize),
    /// The columns of an LP file, in the order of their first appearance in it.
    Columns(&'a [String]),
}

impl Names<'_> {
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
pub struct BadOutput {
    /// The line, from 1, of standard output or of the result file; `None` if it is not one line.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for BadOutput {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for BadOutput {}

impl BadOutput {
    fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), reason: reason.into() }
    }

    fn general(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reply, if there was one.
    pub reply: Option<Reply>,
    /// Whether the end of a model was marked, so that it cannot have been cut off.
    pub complete: bool,
}

impl Answer {
    /// The solver said nothing.
    pub fn nothing() -> Self {
        Self { reply: None, complete: false }
    }

    fn of(reply: Reply) -> Self {
        Self { reply: Some(reply), complete: false }
    }
}

/// Reads a result file, or the whole of standard output.
pub fn read_file(dialect: Dialect, text: &str, names: Names) -> Result<Answer, BadOutput> {
    match dialect {
        Dialect::Competition => competition::read(text, names),
        Dialect::Minisat => minisat::read(text, names),
        Dialect::Cbc => cbc::read(text, names),
        Dialect::Glpk => glpk::read(text, names),
        Dialect::Highs => highs::read(text, names),
        Dialect::Scip => scip::read(text, names),
    }
}

/// A word of the solver's, fit for a message.
fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short.escape_debug().to_string()
}
