//! A Balance Loop puzzle: a grid and its circles.

use crate::grid::Grid;
use crate::kinds::circles::NumberedCircle;
use crate::kinds::clues::CellClues;
use crate::kinds::values::ValueClueError;
use crate::loops::cells::{CellBoard, Visit};

/// A Balance Loop puzzle: one loop from cell to orthogonally adjacent cell visits every circle and no cell twice. The two straight
/// lines that lead away from a white circle have equal lengths, those from a black one different lengths, whether the loop turns
/// at the circle or not. A number is their total length: the number of their links.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::balance_loop::BalanceLoop;
///
/// let puzzle = BalanceLoop::from_rows(&["w2 .", ". w"])?;
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = BalanceLoop::from_rows(&["b .", ". ."])?;
/// assert_eq!(puzzle.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "black");
/// # Ok::<(), encycle_encodings::kinds::values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BalanceLoop {
    pub(super) board: CellBoard,
    clues: CellClues<NumberedCircle>,
}

impl BalanceLoop {
    /// Creates a puzzle. Contradictory circles are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// A number is below 2 or above rows + columns - 2, the greatest length of two lines.
    pub fn new(clues: CellClues<NumberedCircle>) -> Result<Self, ValueClueError> {
        let grid = clues.grid();
        // at least 2, so that there is a valid range
        let most = (grid.rows() + grid.cols()).max(4) as u32 - 2;
        clues.check_range(2, most, |clue| clue.number)?;
        let visit = |clue: &Option<NumberedCircle>| match clue {
            Some(_) => Visit::Always,
            None => Visit::Free,
        };
        let board = CellBoard::new(grid, clues.cells().iter().map(visit).collect());
        Ok(Self { board, clues })
    }

    /// Creates a puzzle from rows of words such as `w4`, `b` and `.`, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`CellClues::from_rows`] and [`Self::new`].
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        Self::new(CellClues::from_rows(rows)?)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns the circles.
    #[must_use]
    pub fn clues(&self) -> &CellClues<NumberedCircle> {
        &self.clues
    }
}
