//! A Balance Loop puzzle: a grid and its circles.

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::ValueClueError;
use crate::kinds::circles::NumberedCircle;
use crate::kinds::clues::CellClues;

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
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BalanceLoop {
    pub(super) board: CellBoard,
    pub(super) clues: CellClues<NumberedCircle>,
}

impl BalanceLoop {
    /// Creates a puzzle. Contradictory circles are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// None.
    pub fn new(clues: CellClues<NumberedCircle>) -> Result<Self, ValueClueError> {
        let board = clues.board(Visit::Always);
        Ok(Self { board, clues })
    }
}
