//! Why there is no puzzle.

use encycle_encodings::encoding::EncodingError;

use crate::solve::Failure;

/// Why there is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A limit of time or memory.
    #[error("{0}")]
    Limit(String),
    /// The wish itself makes no sense.
    #[error("{0}")]
    Unfit(String),
    /// What is wished for cannot be, or was not found in all attempts.
    #[error("{0}")]
    Impossible(String),
    /// The encoding cannot serve.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}
