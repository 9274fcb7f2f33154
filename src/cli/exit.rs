//! Exit codes and the errors that lead to them.

use std::io;
use std::process::ExitCode;

use encycle::encodings::encoding::EncodingError;
use encycle::encodings::logic::TooLarge;

use encycle::formats::LoadError;
use encycle::solve::{Failure, Verdict};
use encycle::solvers::FindError;

/// How one puzzle ended, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The asked-for positive verdict.
    Positive = 0,
    /// A definite negative.
    Negative = 1,
    /// Bad usage or bad input.
    BadInput = 2,
    /// A limit was reached.
    Unknown = 3,
    /// A solver failed or lied.
    SolverFailed = 4,
}

impl Exit {
    /// The exit of a verdict.
    pub fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved | Verdict::Unique => Self::Positive,
            Verdict::NoSolution | Verdict::Several => Self::Negative,
            Verdict::Unknown => Self::Unknown,
            Verdict::Failed => Self::SolverFailed,
        }
    }

    /// The graver of two: a failed solver, then bad input, then a limit, then a negative.
    pub fn graver(self, other: Self) -> Self {
        let gravity = |exit| match exit {
            Self::Positive => 0,
            Self::Negative => 1,
            Self::Unknown => 2,
            Self::BadInput => 3,
            Self::SolverFailed => 4,
        };
        if gravity(other) > gravity(self) { other } else { self }
    }

    /// The process exit code.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The words of the call do not fit.
    #[error("{0}")]
    Usage(String),
    /// A puzzle cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such encoding, or it is too large.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// A constraint would become too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A solver cannot be found.
    #[error(transparent)]
    Find(#[from] FindError),
    /// A file cannot be read or written.
    #[error("{what}: {error}")]
    Io {
        /// The file, or what was being done.
        what: String,
        /// The system's word.
        error: io::Error,
    },
    /// A solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl CliError {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Failure(_) => Exit::SolverFailed,
            _ => Exit::BadInput,
        }
    }

    /// An error on a named file.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        |error| Self::Io { what, error }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn the_gravest_exit_wins_whatever_the_order() {
        let order =
            [Exit::Positive, Exit::Negative, Exit::Unknown, Exit::BadInput, Exit::SolverFailed];
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate() {
                assert_eq!(a.graver(b), order[i.max(j)]);
            }
        }
    }
}
