//! The error type of the generator.

use encycle_encodings::encoding::EncodingError;

use crate::solve::Failure;

/// An error from generating or repairing a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A limit on time or memory was reached.
    #[error("{0}")]
    Limit(String),
    /// The options are inconsistent or do not fit the kind of puzzle.
    #[error("{0}")]
    Unfit(String),
    /// No such puzzle exists, or none was found in the allowed attempts.
    #[error("{0}")]
    Impossible(String),
    /// The encoding cannot be used.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Options, or a text, that do not fit the kind or size of a puzzle. The message says what is wrong, and what would be
/// right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnfitError(pub String);

impl From<String> for UnfitError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for UnfitError {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<UnfitError> for GenerateError {
    fn from(error: UnfitError) -> Self {
        Self::Unfit(error.0)
    }
}
