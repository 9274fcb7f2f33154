//! A Shingoki puzzle: a grid and its circles.

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::ValueClueError;
use crate::kinds::circles::NumberedCircle;
use crate::kinds::clues::CellClues;

/// A Shingoki puzzle (also Traffic Lights, or Semaphores): one loop from cell to orthogonally adjacent cell visits every circle and
/// no cell twice. It goes straight at a white circle and turns at a black one. A number is the total length of the two straight
/// lines that lead away from the circle: the number of their links.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::shingoki::Shingoki;
///
/// let puzzle = Shingoki::from_rows(&["b2 .", ". b"])?;
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = Shingoki::from_rows(&["w2 .", ". ."])?;
/// assert_eq!(puzzle.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "white");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shingoki {
    pub(super) board: CellBoard,
    pub(super) clues: CellClues<NumberedCircle>,
}

impl Shingoki {
    /// Creates a puzzle. Contradictory circles are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// None.
    pub fn new(clues: CellClues<NumberedCircle>) -> Result<Self, ValueClueError> {
        let board = clues.board(Visit::Always);
        Ok(Self { board, clues })
    }
}
