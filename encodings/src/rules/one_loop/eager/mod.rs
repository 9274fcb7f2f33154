//! Eager parts: constraints on a loop that an encoding states from the beginning. They enforce one loop, so that no
//! cuts are needed, or are redundant.
//!
//! A part is a constant in a file here, and one entry in [`PARTS`].

mod board;
mod directed;
mod parts;
mod reach;
mod tree;

pub use board::{Drawing, DrawingVariables, faces};
pub(crate) use parts::{EagerParts, PartRules, propagator, unknown_base};

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Edge, Grid};

/// The properties of a puzzle that eager parts need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopField {
    /// The grid on whose lines the loop is drawn.
    pub grid: Grid,
    /// Cells, as few as possible, of which at least one is inside in every solution.
    pub one_inside: Option<Vec<Cell>>,
    /// Whether the vertices of `grid` are the cells of the puzzle: the loop is drawn from cell to cell. The cells of
    /// `grid` are then the vertices where four cells of the puzzle meet.
    pub is_through_cells: bool,
}

impl LoopField {
    /// Returns the name of an edge: the name of the line, or the name of the link between two cells of the puzzle.
    fn edge_name(&self, edge: Edge) -> String {
        let (row, col, is_horizontal) = self.grid.edge_place(edge);
        match (self.is_through_cells, is_horizontal) {
            (false, _) => self.grid.edge_name(edge).to_string(),
            (true, true) => format!("right_{}_{}", row + 1, col + 1),
            (true, false) => format!("down_{}_{}", row + 1, col + 1),
        }
    }
}

/// A constraint on a loop that enforces one loop in place of cuts, or is redundant.
pub struct EagerPart {
    /// The name, meaning, source and rule families.
    pub about: EncodingInfo,
    /// Whether the part enforces exactly one loop, so that no cuts are needed.
    pub is_one_loop: bool,
    /// Whether the lines determine the variables of the part, so that each solution has one model.
    pub is_determined: bool,
    /// The drawings whose variables the part uses.
    pub drawings: &'static [Drawing],
    build: BuildPart,
}

/// A function that reserves variables in an encoding and returns a part.
type BuildPart = fn(&PartSite, &mut Encoding<'_>) -> Result<Part<'static>, EncodingError>;

/// The place of a part: its name, the puzzle's properties, and the variables of the loop.
struct PartSite {
    about: EncodingInfo,
    field: LoopField,
    board: DrawingVariables,
}

/// All eager parts.
pub const PARTS: &[EagerPart] = &[
    board::COLOURS,
    reach::REACH,
    reach::REACH_ALL,
    directed::REGISTER,
    directed::COUNTER,
    directed::REMAINDERS,
    directed::ELIMINATION,
    directed::NATURAL,
    directed::LEAF,
    directed::HYBRID,
    tree::TREE,
    tree::COTREE,
];
