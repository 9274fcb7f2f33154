//! Exit codes and the errors that lead to them.

use std::io;
use std::process::ExitCode;

use encycle::encodings::encoding::EncodingError;
use encycle::encodings::logic::TooLarge;

use encycle::certify::{CertifyError, FolderError};
use encycle::deduce::DeduceError;
use encycle::formats::LoadError;
use encycle::generate::GenerateError;
use encycle::render::print::PrintError;
use encycle::solve::{Failure, SelectError, SolveError, SolveOutcome, Verdict};
use encycle::solvers::CatalogueError;
use encycle::unsat_core::CoreError;

/// The result for one puzzle, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The requested positive verdict, such as `solved` or `unique`.
    Positive = 0,
    /// A definite negative verdict, such as `no-solution` or `several`.
    Negative = 1,
    /// Invalid arguments or an unreadable puzzle.
    BadInput = 2,
    /// A limit was reached, so there is no definite verdict.
    Unknown = 3,
    /// A solver failed or returned an invalid model.
    SolverFailed = 4,
}

impl Exit {
    /// Returns the exit code of a verdict.
    pub fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved | Verdict::Unique | Verdict::Optimal => Self::Positive,
            Verdict::NoSolution | Verdict::Several | Verdict::Unbounded => Self::Negative,
            Verdict::Unknown => Self::Unknown,
            Verdict::Failed => Self::SolverFailed,
        }
    }

    /// Returns the exit code of a failure. A file that Encycle itself cannot read or write, or a formula that is too large, is
    /// not a failure of the solver.
    fn of_failure(failure: &Failure) -> Self {
        match failure {
            Failure::Io { .. } | Failure::TooLarge(_) => Self::BadInput,
            _ => Self::SolverFailed,
        }
    }

    /// Returns the exit code of a solve run.
    pub fn of_run(outcome: &SolveOutcome) -> Self {
        let failure = outcome.main.outcome.failure.as_ref();
        failure.map_or_else(|| Self::of(outcome.verdict()), Self::of_failure)
    }

    /// Returns the more severe of two results: a failed solver, then bad input, then a limit, then a negative verdict.
    pub fn worse(self, other: Self) -> Self {
        let rank = |exit| match exit {
            Self::Positive => 0,
            Self::Negative => 1,
            Self::Unknown => 2,
            Self::BadInput => 3,
            Self::SolverFailed => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }

    /// Converts to the exit code of the process.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The combination of arguments is invalid.
    #[error("{0}")]
    Usage(String),
    /// A puzzle cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The encoding does not exist, or is too large for the puzzle.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The clauses of a constraint would be too many.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A solver cannot be found, or a list of solvers is malformed.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// A solve run could not start.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file cannot be read or written.
    #[error("{what}: {error}")]
    Io {
        /// The file, or the operation.
        what: String,
        /// The operating system's error.
        error: io::Error,
    },
    /// A puzzle cannot be made, thinned out or repaired.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A picture cannot be written as PDF or PNG.
    #[error(transparent)]
    Print(#[from] PrintError),
    /// A solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// There is no unsatisfiable core.
    #[error(transparent)]
    Core(Box<CoreError>),
}

impl From<CoreError> for CliError {
    fn from(error: CoreError) -> Self {
        Self::Core(Box::new(error))
    }
}

impl From<CatalogueError> for CliError {
    fn from(error: CatalogueError) -> Self {
        SelectError::from(error).into()
    }
}

impl From<CertifyError> for CliError {
    fn from(error: CertifyError) -> Self {
        match error {
            CertifyError::Kind(_)
            | CertifyError::Encoding { .. }
            | CertifyError::NoVariable(_)
            | CertifyError::NotBoolean(_)
            | CertifyError::Objective => Self::Usage(error.to_string()),
            CertifyError::NoEncoding(error) => error.into(),
            CertifyError::TooLarge(error) => error.into(),
            CertifyError::Failure(failure) => failure.into(),
            CertifyError::Folder(error) => error.into(),
            CertifyError::Cubes(_) => Self::Usage(error.to_string()),
            error => Failure::Internal(error.to_string()).into(),
        }
    }
}

impl From<DeduceError> for CliError {
    fn from(error: DeduceError) -> Self {
        match error {
            DeduceError::Encoding(error) => error.into(),
            DeduceError::TooLarge(error) => error.into(),
        }
    }
}

impl From<FolderError> for CliError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Io { file, error } => Self::Io { what: file.display().to_string(), error },
            error => Self::Usage(error.to_string()),
        }
    }
}

impl CliError {
    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Failure(failure) | Self::Generate(GenerateError::Failure(failure)) => {
                Exit::of_failure(failure)
            }
            Self::Generate(GenerateError::Limit(_)) => Exit::Unknown,
            Self::Generate(GenerateError::Impossible(_)) => Exit::Negative,
            Self::Core(error) => match **error {
                CoreError::Several => Exit::Negative,
                CoreError::Limit(_) => Exit::Unknown,
                CoreError::Failure(_) | CoreError::Proof(_) | CoreError::Model => {
                    Exit::SolverFailed
                }
                _ => Exit::BadInput,
            },
            _ => Exit::BadInput,
        }
    }

    /// Returns whether the reader of standard output closed the pipe, for example `head`. This is not an error.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Wraps an I/O error with the name of the file. A formula that is too large to be written is not an error of the file.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        |error| match error.downcast::<TooLarge>() {
            Ok(error) => Self::TooLarge(error),
            Err(error) => Self::Io { what, error },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn the_worst_exit_wins_in_any_order() {
        let order =
            [Exit::Positive, Exit::Negative, Exit::Unknown, Exit::BadInput, Exit::SolverFailed];
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate() {
                assert_eq!(a.worse(b), order[i.max(j)]);
            }
        }
    }
}
