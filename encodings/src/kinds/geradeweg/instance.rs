//! A Geradeweg puzzle: a grid and its numbers.

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::ValueClueError;
use crate::kinds::clues::CellClues;
use crate::kinds::geradeweg::LineLength;

/// A Geradeweg puzzle: one loop from cell to orthogonally adjacent cell visits every circle and no cell twice. Each straight line
/// of the loop that passes or ends at a circle has the length that the number in it says: the number of links, one less than
/// that of cells. Where the loop turns at a circle, that holds for both lines; at a circle without a number they are equal.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::geradeweg::Geradeweg;
///
/// let puzzle = Geradeweg::from_rows(&["1.", ".?"])?;
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = Geradeweg::from_rows(&["2..", "..."])?;
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_3: the line to the right has length 2, that down 1
/// let around = Solution::new(vec![true, true, true, true, true, false, true]);
/// assert_eq!(puzzle.check(&around).unwrap_err().rule, "length");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Geradeweg {
    pub(super) board: CellBoard,
    pub(super) clues: CellClues<LineLength>,
}

impl Geradeweg {
    /// Creates a puzzle. Contradictory numbers are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// None.
    pub fn new(clues: CellClues<LineLength>) -> Result<Self, ValueClueError> {
        let board = clues.board(Visit::Always);
        Ok(Self { board, clues })
    }
}
