//! A Linesweeper puzzle: a grid and its numbers.

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::ValueClueError;
use crate::grid::Cell;
use crate::kinds::clues::CellClues;
use crate::kinds::linesweeper::VisitCount;

/// A Linesweeper puzzle: one loop from cell to orthogonally adjacent cell visits no cell twice, and no cell with a number. A number
/// is how many of the cells around it, at most eight, the loop visits.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::linesweeper::Linesweeper;
///
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_2 down_1_3
/// let left = Solution::new(vec![true, false, true, false, true, true, false]);
/// assert!(Linesweeper::from_rows(&["..2", "..."])?.check(&left).is_ok());
/// assert_eq!(Linesweeper::from_rows(&["..1", "..."])?.check(&left).unwrap_err().rule, "count");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linesweeper {
    pub(super) board: CellBoard,
    pub(super) clues: CellClues<VisitCount>,
}

impl Linesweeper {
    /// Creates a puzzle. Contradictory numbers are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// None.
    pub fn new(clues: CellClues<VisitCount>) -> Result<Self, ValueClueError> {
        let board = clues.board(Visit::Never);
        Ok(Self { board, clues })
    }

    /// Returns whether each number is at most that of the cells that it counts.
    #[must_use]
    pub fn has_counts_in_range(&self) -> bool {
        self.counted().all(|(_, cells, number)| number as usize <= cells.len())
    }

    /// Returns the cells around each number, by index, with the number.
    pub(super) fn counted(&self) -> impl Iterator<Item = (Cell, Vec<usize>, u32)> {
        self.clues.placed().map(|(cell, count)| (cell, self.around(cell).collect(), count.0))
    }

    /// Returns the cells around a cell, by index, that have no number.
    fn around(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let grid = self.grid();
        let range = |at: usize, length: usize| at.saturating_sub(1)..(at + 2).min(length);
        let rows = range(cell.row, grid.rows());
        let all = rows.flat_map(move |row| {
            range(cell.col, grid.cols()).map(move |col| grid.cell_index(Cell { row, col }))
        });
        all.filter(|&index| self.clues.cells()[index].is_none())
    }
}
