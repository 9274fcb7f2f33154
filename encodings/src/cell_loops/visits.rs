//! Visit variables: *the loop visits the cell*, for the cells that some clue counts.

use crate::cell_loops::CellBoard;
use crate::grid::Cell;
use crate::logic::{ConstraintSink, Counter, Lit, Origin};

/// The family of the variables and their definition.
const FAMILY: &str = "visit";

/// Variables for some cells: the loop visits the cell if and only if a line ends there.
#[derive(Debug)]
pub(crate) struct VisitVariables<'a> {
    board: &'a CellBoard,
    /// The cells, by index.
    cells: Vec<usize>,
}

impl<'a> VisitVariables<'a> {
    pub fn new(board: &'a CellBoard, cells: Vec<usize>) -> Self {
        Self { board, cells }
    }

    /// Creates variables for all cells that some clue counts. `counted` has, for each clue, its cell, the cells that it
    /// counts, and its number.
    pub fn of_counted(
        board: &'a CellBoard,
        counted: impl Iterator<Item = (Cell, Vec<usize>, u32)>,
    ) -> Self {
        let mut cells: Vec<usize> = counted.flat_map(|(_, cells, _)| cells).collect();
        cells.sort_unstable();
        cells.dedup();
        Self { board, cells }
    }

    /// Returns a counter for each clue: of the cells among its counted cells that are visited, or, if `visited` is
    /// false, of those that are not. `first` is the number of the first variable.
    pub fn counters(
        &self,
        counted: impl Iterator<Item = (Cell, Vec<usize>, u32)>,
        family: &'static str,
        visited: bool,
        first: u32,
    ) -> Vec<Counter> {
        let mut literals = vec![None; self.board.grid().cell_count()];
        for (&cell, visit) in self.cells.iter().zip(first..) {
            literals[cell] = Some(Lit::new(visit, !visited));
        }
        let counter = |(cell, cells, number): (Cell, Vec<usize>, u32)| Counter {
            literals: cells.into_iter().filter_map(|cell| literals[cell]).collect(),
            count: number as usize,
            origin: Origin::new(family, cell.into()),
            name: self.board.graph().vertex_name(self.board.grid().cell_index(cell)),
        };
        counted.map(counter).collect()
    }

    /// Returns the number of variables.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for &cell in &self.cells {
            let name = self.board.graph().vertex_name(cell);
            sink.variable(FAMILY, format_args!("visit_{name}"));
        }
    }

    /// Adds the definitions: for each cell, 1 clause for each of its links, and 1 more. `first` is the number of the
    /// first variable.
    pub fn constraints(&self, first: u32, sink: &mut dyn ConstraintSink) {
        for (&cell, visit) in self.cells.iter().zip(first..) {
            let visit = Lit::positive(visit);
            let origin = Origin::new(FAMILY, self.board.graph().vertex_place(cell));
            for line in self.board.links_at(cell) {
                sink.add_clause(&[!line, visit], origin);
            }
            let clause: Vec<Lit> = [!visit].into_iter().chain(self.board.links_at(cell)).collect();
            sink.add_clause(&clause, origin);
        }
    }
}
