//! Why an output cannot be decoded.

use encycle_encodings::grid::Grid;

use crate::puzzle::Kind;
use crate::solvers::{BadOutput, Dialect};

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
    Bad(#[from] BadOutput),
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
        wanted: Kind,
    },
    /// It does not say its size.
    #[error("the map does not say for which size it is: add a line `size ROWS COLS`")]
    NoSize,
    /// It is of another size.
    #[error(
        "the map is for {} x {} cells, but the puzzle has {} x {}",
        found.rows(), found.cols(), wanted.rows(), wanted.cols()
    )]
    Size {
        /// What the map says.
        found: Grid,
        /// What the puzzle has.
        wanted: Grid,
    },
    /// Its names are not enough to draw lines.
    #[error(
        "the map names neither all edges (`{edge}` is not there) nor all cells (`{cell}` is not \
         there): lines cannot be drawn from it"
    )]
    Names {
        /// The first edge without a variable.
        edge: String,
        /// The first cell without a variable.
        cell: String,
    },
}
