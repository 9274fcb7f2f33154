//! Conversions from parts of a grid to [`Place`], the place of a constraint.

use crate::grid::{Cell, Edge, Grid, Vertex};
use crate::logic::Place;

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Self::Cell { row: cell.row, col: cell.col }
    }
}

impl From<Vertex> for Place {
    fn from(vertex: Vertex) -> Self {
        Self::Vertex { row: vertex.row, col: vertex.col }
    }
}

impl From<[Cell; 2]> for Place {
    fn from([from, to]: [Cell; 2]) -> Self {
        Self::Cells { from: (from.row, from.col), to: (to.row, to.col) }
    }
}

impl Grid {
    /// Returns an edge as a place.
    #[must_use]
    pub fn place(self, edge: Edge) -> Place {
        let (row, col, horizontal) = self.edge_place(edge);
        Place::Edge { row, col, horizontal }
    }
}
