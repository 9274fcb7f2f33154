//! Which module answers which request.

use crate::formats::{self, ParseError};
use crate::page::{Event, Host, Request, files};
use crate::puzzle::Puzzle;

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
    match request {
        Request::About => send(Event::About(Box::new(files::about(host)))),
        Request::Solvers { probe } => send(Event::Solvers { solvers: host.solvers(*probe)? }),
        Request::Open { text, kind } => send(files::open(text, kind.as_deref())?),
        Request::Example { name } => send(files::example(name)?),
        _ => return Err(JobError::new("not supported yet")),
    }
    Ok(())
}

/// Reads the puzzle of a request.
pub(super) fn puzzle(text: &str) -> Result<Puzzle, JobError> {
    Ok(formats::read(text, None)?.puzzle)
}
