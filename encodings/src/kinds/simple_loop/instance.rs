//! A Simple Loop puzzle: a grid and its black cells.

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::grid::Grid;

/// A Simple Loop puzzle: one loop from cell to orthogonally adjacent cell visits all cells of a grid that are not black,
/// each once. So it is a Hamilton cycle of the other cells.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::simple_loop::SimpleLoop;
///
/// let puzzle = SimpleLoop::from_rows(&["..x", "..."])?;
/// // right_1_1, right_1_2, right_2_1, right_2_2, down_1_1, down_1_2, down_1_3
/// let loop_ = Solution::new(vec![true, false, true, false, true, true, false]);
/// let broken = puzzle.check(&loop_).unwrap_err();
/// assert_eq!(broken.to_string(), "rule `visited` is broken at the cell in row 2, column 3: no line in a cell that the loop visits");
/// let puzzle = SimpleLoop::from_rows(&["..x", "..x"])?;
/// assert!(puzzle.check(&loop_).is_ok());
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimpleLoop {
    pub(super) board: CellBoard,
}

impl SimpleLoop {
    /// Creates a puzzle; `black` marks the cells that the loop does not visit, row by row. Any set of black cells is legal;
    /// with many of them the puzzle has no solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells.
    pub fn new(grid: Grid, black: &[bool]) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, black)?;
        let visit = |&black: &bool| if black { Visit::Never } else { Visit::Always };
        Ok(Self { board: CellBoard::new(grid, black.iter().map(visit).collect()) })
    }

    /// Creates a puzzle from rows of `x` for a black cell and `.` for any other, for tests and examples.
    ///
    /// # Errors
    /// The rows differ in length, or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(false),
            'x' => Some(true),
            _ => None,
        };
        let black = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, &black)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns for each cell, row by row, whether it is black.
    pub fn black(&self) -> impl Iterator<Item = bool> {
        self.board.visits().iter().map(|&visit| visit == Visit::Never)
    }
}
