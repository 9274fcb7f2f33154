//! Puzzles without a result.

use serde::{Deserialize, Serialize};

/// One line of a list of results: the result for a puzzle, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ResultLine<T> {
    /// The result.
    Result(T),
    /// The puzzle cannot be read, or the command does not support it.
    Failed(FailedPuzzle),
}

/// A puzzle that cannot be read, or that the command does not support, in a list of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailedPuzzle {
    /// The layout of the results in the list, such as `encycle-count-1`.
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// Always `failed`.
    pub verdict: FailedVerdict,
    /// The error.
    pub error: String,
}

impl FailedPuzzle {
    /// Describes a puzzle without a result in a list of the layout `schema`.
    #[must_use]
    pub fn new(schema: &str, puzzle: &str, error: impl ToString) -> Self {
        Self {
            schema: schema.to_owned(),
            puzzle: puzzle.to_owned(),
            verdict: FailedVerdict::Failed,
            error: error.to_string(),
        }
    }
}

/// The verdict of an input without a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FailedVerdict {
    /// There is no result.
    #[default]
    Failed,
}
