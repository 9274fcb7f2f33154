//! Why an output cannot be decoded.

use encycle_encodings::puzzle::Extent;

use crate::puzzle::PuzzleKind;
use encycle_solvers::{Dialect, OutputError};

/// What is wrong with an output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// It is in no dialect that is known.
    #[error("no output of a solver: {hint}")]
    NoDialect {
        /// What it may be, and what to do.
        hint: &'static str,
    },
    /// It makes no sense.
    #[error(transparent)]
    Bad(#[from] OutputError),
    /// It makes no sense, and the map is that of the other file.
    #[error("{bad}; {hint}")]
    OtherSide {
        /// What makes no sense.
        bad: OutputError,
        /// Which map is wanted.
        hint: &'static str,
    },
    /// It has no answer.
    #[error(
        "there is no answer in it (read as {}); was the solver stopped before it gave one?",
        dialect.name()
    )]
    NoAnswer {
        /// The dialect that it was read in.
        dialect: Dialect,
    },
    /// The map does not fit.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// What is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// It is of another kind of puzzle.
    #[error("the map is one of a {found} puzzle, but the puzzle is a {wanted}")]
    Kind {
        /// What the map says.
        found: String,
        /// What the puzzle is.
        wanted: PuzzleKind,
    },
    /// It does not say its size.
    #[error("the map does not say for which size it is: add a line `size ROWS COLS`")]
    NoSize,
    /// It is of another size.
    #[error("the map is for {found}, but the puzzle has {wanted}")]
    Size {
        /// What the map says.
        found: Extent,
        /// What the puzzle has.
        wanted: Extent,
    },
    /// Its names are not enough to read a model.
    #[error("the map does not name `{atom}`{}: a model cannot be read with it", or_cell(.cell))]
    Names {
        /// The first atom without a variable.
        atom: String,
        /// For loops on a grid, the first cell without a variable.
        cell: Option<String>,
    },
}

fn or_cell(cell: &Option<String>) -> String {
    cell.as_ref().map_or_else(String::new, |cell| format!(", nor all cells (`{cell}` is missing)"))
}
