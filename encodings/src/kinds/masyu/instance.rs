//! A Masyu puzzle: a grid and its circles.

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::grid::{Cell, Grid};
use crate::kinds::circles::Circle;

/// A Masyu puzzle: one loop from cell to orthogonally adjacent cell visits every circle and no cell twice.
///
/// - At a white circle it goes straight, and turns in at least one of the two cells beside it on the loop.
/// - At a black circle it turns, and goes straight through both cells beside it on the loop.
///
/// Cells without a circle may remain unvisited.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::masyu::Masyu;
///
/// let puzzle = Masyu::from_rows(&["b..", "..w", "..."])?;
/// // right_1_1 right_1_2 right_2_1 right_2_2 right_3_1 right_3_2, then down_1_1 to down_2_3
/// let around = [true, true, false, false, true, true, true, false, true, true, false, true];
/// assert!(puzzle.check(&Solution::new(around.to_vec())).is_ok());
/// let puzzle = Masyu::from_rows(&["w..", "..w", "..."])?;
/// assert_eq!(puzzle.check(&Solution::new(around.to_vec())).unwrap_err().rule, "white-straight");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Masyu {
    pub(super) board: CellBoard,
    circles: Vec<Option<Circle>>,
}

impl Masyu {
    /// Creates a puzzle from the circle of each cell, row by row. Contradictory circles are legal; the puzzle then has no
    /// solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells.
    pub fn new(grid: Grid, circles: Vec<Option<Circle>>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &circles)?;
        let visit = |circle: &Option<Circle>| match circle {
            Some(_) => Visit::Always,
            None => Visit::Free,
        };
        let board = CellBoard::new(grid, circles.iter().map(visit).collect());
        Ok(Self { board, circles })
    }

    /// Creates a puzzle from rows of `w`, `b` and `.`, for tests and examples.
    ///
    /// # Errors
    /// The rows differ in length, or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(None),
            'w' => Some(Some(Circle::White)),
            'b' => Some(Some(Circle::Black)),
            _ => None,
        };
        let circles = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, circles)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns the circle of each cell, row by row.
    #[must_use]
    pub fn circles(&self) -> &[Option<Circle>] {
        &self.circles
    }

    /// Returns the cells with a circle.
    pub(super) fn placed(&self) -> impl Iterator<Item = (Cell, Circle)> {
        self.grid().cells().zip(&self.circles).filter_map(|(cell, &circle)| Some((cell, circle?)))
    }
}
