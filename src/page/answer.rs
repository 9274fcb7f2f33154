//! Which module answers which request.

use std::time::Duration;

use encycle_encodings::logic::LoweringOptions;

use crate::formats::{self, ParseError};
use crate::page::{Event, Host, Request, check, edit, export, files, hint, inspect, watch};
use crate::puzzle::Puzzle;
use crate::solve::{BatSatSession, CommonAtoms, SearchOptions, forced};

/// A request that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct JobError {
    /// The error: what, where, and the fix.
    pub error: String,
    /// The line of the text in which it is, from 1.
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

/// Sends the events of a job, all but the last.
pub(super) type Send<'a> = &'a (dyn Fn(Event) + Sync);

/// Answers a request.
pub(super) fn answer(request: &Request, host: &dyn Host, send: Send<'_>) -> Result<(), JobError> {
    send(match request {
        Request::About => Event::About(Box::new(files::about(host))),
        Request::Solvers { probe } => Event::Solvers { solvers: host.solvers(*probe)? },
        Request::Open { text, kind } => files::open(text, kind.as_deref())?,
        Request::Example { name } => files::example(name)?,
        Request::Generate(request) => edit::making(request)?,
        Request::Export { puzzle, target, formula, marks } => {
            export::export(puzzle, target, formula, marks)?
        }
        Request::Check { puzzle, marks, mistakes } => check::check(puzzle, marks, *mistakes)?,
        Request::Hint { puzzle, marks } => hint::hint(puzzle, marks)?,
        Request::Analyse { puzzle } => edit::analyse(puzzle)?,
        Request::Grade { puzzle } => edit::grading(puzzle)?,
        Request::Count { puzzle } => edit::counting(puzzle)?,
        Request::Clauses { puzzle, formula, part } => inspect::clauses(puzzle, formula, *part)?,
        Request::Explain { puzzle, formula, row, number } => {
            inspect::explain(puzzle, formula, *row, *number)?
        }
        Request::Lint { text } => inspect::lint(text)?,
        Request::Decode { puzzle, map, output } => inspect::decoded(puzzle, map, output)?,
        // these send several events
        Request::Thin { puzzle } => return edit::thin_out(puzzle, send),
        Request::Repair { puzzle } => return edit::mend(puzzle, send),
        Request::Sizes { puzzle, encodings, cnf } => {
            return inspect::sizes(puzzle, encodings, cnf, send);
        }
        Request::Solve { puzzle, runs, unique, timeout } => {
            return watch::race(puzzle, runs, (*unique, *timeout), host, send);
        }
    });
    Ok(())
}

/// Returns what all solutions of a puzzle share.
pub(super) fn common_atoms(puzzle: &Puzzle, timeout: Duration) -> Result<CommonAtoms, JobError> {
    let name = puzzle.complete_encoding(puzzle.default_encoding());
    let encoding = puzzle.presolved(puzzle.encoding(&name).map_err(JobError::new)?);
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { timeout: Some(timeout), ..SearchOptions::default() };
    forced(&*encoding, &mut session, options, &mut ()).map_err(JobError::new)
}

/// Reads the puzzle of a request.
pub(super) fn puzzle(text: &str) -> Result<Puzzle, JobError> {
    Ok(formats::read(text, None)?.puzzle)
}
