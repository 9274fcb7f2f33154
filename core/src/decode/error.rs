//! Errors of decoding a solver's output.

use encycle_encodings::puzzle::Extent;

use crate::formats::ParseError;
use encycle_solvers::{Dialect, OutputError};

/// An error of decoding a solver's output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The output is in no supported dialect.
    #[error("unrecognised solver output: {hint}")]
    NoDialect {
        /// What the text may be instead, and what to do.
        hint: &'static str,
    },
    /// The output is malformed.
    #[error(transparent)]
    Bad(#[from] OutputError),
    /// The output is malformed, and the map belongs to the other file, that is, to the linear program instead of the
    /// CNF formula, or vice versa.
    #[error("{bad}\nhelp: {hint}")]
    OtherSide {
        /// The error in the output.
        bad: OutputError,
        /// Which map fits the output.
        hint: &'static str,
    },
    /// The output contains no result.
    #[error(
        "no result in the output (read as {})\n\
         help: check whether the solver was stopped before it finished",
        dialect.name()
    )]
    NoAnswer {
        /// The dialect in which the output was read.
        dialect: Dialect,
    },
    /// The output states another value of the objective than its values have, so its columns are not those of the map.
    #[error(
        "the output states the objective {stated}, but the values that it gives to the columns have the objective {found}\n\
         help: an output belongs to one formula; use the map that was written with the formula"
    )]
    Objective {
        /// The value in the output.
        stated: String,
        /// The value of the decoded model.
        found: String,
    },
    /// The text is not a map.
    #[error(transparent)]
    MapText(#[from] ParseError),
    /// The map does not fit the puzzle.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// A mismatch between a map and a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The map is for another kind of puzzle.
    #[error("the map is for the kind {found}, but the puzzle is of the kind {wanted}")]
    Kind {
        /// The kind in the map.
        found: String,
        /// The kind of the puzzle, or `model`.
        wanted: &'static str,
    },
    /// The map does not state its size.
    #[error("the map has no size\nhelp: add a line `size ROWS COLS`")]
    NoSize,
    /// The map is for another size.
    #[error("the map is for {found}, but the puzzle has {wanted}")]
    Size {
        /// The size in the map.
        found: Extent,
        /// The size of the puzzle.
        wanted: Extent,
    },
    /// The names in the map do not suffice to read a model.
    #[error(
        "{}\nhelp: use the map that was written with the formula",
        missing_names(.atom, .cell.as_deref())
    )]
    Names {
        /// The first atom without a variable.
        atom: String,
        /// For loops on a grid, the first cell without a variable.
        cell: Option<String>,
    },
}

/// Returns the message of [`MapError::Names`].
fn missing_names(atom: &str, cell: Option<&str>) -> String {
    match cell {
        None => format!("the map has no variable `{atom}`"),
        Some(cell) => {
            let edges = format!("neither all edges (`{atom}` is missing)");
            format!("the map has {edges} nor all cells (`{cell}` is missing)")
        }
    }
}
