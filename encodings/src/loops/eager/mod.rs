//! Eager parts: constraints on a loop that an encoding states from the beginning. They enforce one
//! loop in place of cuts, or are redundant.
//!
//! A part is one file here and one entry in [`PARTS`].

mod acyclic;
mod board;
mod cotree;
mod directed;
mod first;
mod inside;
mod order;
mod parents;
mod parts;
mod reach;
mod tree;

pub use board::{Drawing, DrawingVariables, faces};
pub(crate) use first::FirstTrue;
pub(crate) use parents::Parents;
pub(crate) use parts::{EagerParts, PartRules};

use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Edge, Grid};
use crate::logic::ConstraintSink;

/// The properties of a puzzle that a part needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopField {
    /// The grid on whose lines the loop is drawn.
    pub grid: Grid,
    /// Cells of which at least one is inside in every solution, as few as possible.
    pub one_inside: Option<Vec<Cell>>,
    /// Whether the vertices of `grid` are the cells of the puzzle: the loop is drawn from cell to cell. The cells of `grid`
    /// are then the vertices where four cells of the puzzle meet.
    pub is_through_cells: bool,
}

impl LoopField {
    /// Returns the name of an edge: that of the line, or that of the link between two cells of the puzzle.
    fn edge_name(&self, edge: Edge) -> String {
        let (row, col, is_horizontal) = self.grid.edge_place(edge);
        match (self.is_through_cells, is_horizontal) {
            (false, _) => self.grid.edge_name(edge).to_string(),
            (true, true) => format!("right_{}_{}", row + 1, col + 1),
            (true, false) => format!("down_{}_{}", row + 1, col + 1),
        }
    }
}

/// An eager part of an encoding.
pub trait EagerPart: Sync {
    /// Returns its name, meaning, source and rule families.
    fn about(&self) -> &'static EncodingInfo;

    /// Returns whether it enforces exactly one loop, so that no cuts are needed.
    fn is_one_loop(&self) -> bool {
        true
    }

    /// Returns whether the lines determine its variables, so that each solution has one model.
    fn is_determined(&self) -> bool {
        true
    }

    /// Returns the drawings whose variables it uses.
    fn drawings(&self) -> &'static [Drawing];

    /// Returns a cheap upper bound of its number of variables.
    fn variable_bound(&self, field: &LoopField) -> u128;

    /// Creates its variables.
    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink);

    /// Adds its constraints to `sink`; `first` is the number of its first variable.
    fn constraints(
        &self,
        field: &LoopField,
        board: &DrawingVariables,
        first: u32,
        sink: &mut dyn ConstraintSink,
    );
}

/// All eager parts.
pub const PARTS: &[&dyn EagerPart] = &[
    &inside::InsideColours,
    &reach::REACH,
    &reach::REACH_ALL,
    &order::REGISTER,
    &order::COUNTER,
    &order::REMAINDERS,
    &acyclic::ELIMINATION,
    &acyclic::NATURAL,
    &acyclic::LEAF,
    &acyclic::HYBRID,
    &tree::Tree,
    &cotree::Cotree,
];
