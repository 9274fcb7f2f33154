//! A Yajilin puzzle: a grid and its arrows.

use crate::cell_loops::{CellBoard, CertainSet, Visit};
use crate::cell_values::ValueClueError;
use crate::grid::Cell;
use crate::kinds::clues::CellClues;
use crate::kinds::yajilin::Arrow;

/// A Yajilin puzzle: some cells without a clue are shaded, no two of them adjacent. One loop from cell to orthogonally adjacent
/// cell visits all other cells without a clue, each once. A number is how many cells are shaded in the direction of its arrow,
/// up to the border of the grid.
///
/// A solution consists of the lines of the loop: the shaded cells are those without a clue that the loop does not visit.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::yajilin::Yajilin;
///
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_2 down_1_3
/// let left = Solution::new(vec![true, false, true, false, true, true, false]);
/// assert!(Yajilin::from_rows(&[". . 1s", ". . ."])?.check(&left).is_ok());
/// assert_eq!(Yajilin::from_rows(&[". . 0s", ". . ."])?.check(&left).unwrap_err().rule, "arrow");
/// assert_eq!(Yajilin::from_rows(&["...", "..."])?.check(&left).unwrap_err().rule, "adjacent");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Yajilin {
    pub(super) board: CellBoard,
    pub(super) clues: CellClues<Arrow>,
    /// The pairs of adjacent cells without a clue, one of which is visited.
    pub(super) pairs: Vec<CertainSet>,
}

impl Yajilin {
    /// Creates a puzzle. Contradictory numbers are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// None.
    pub fn new(clues: CellClues<Arrow>) -> Result<Self, ValueClueError> {
        let is_free = |&cell: &usize| clues.cells()[cell].is_none();
        let board = clues.board(Visit::Never);
        let ends = board.graph().edges().map(|link| board.graph().ends(link));
        let pairs = ends.filter(|ends| ends.iter().all(is_free));
        let pairs = pairs.map(|ends| CertainSet::new(&board, ends.to_vec())).collect();
        Ok(Self { board, clues, pairs })
    }

    /// Returns whether each number is at most that of the cells that it counts.
    #[must_use]
    pub fn has_counts_in_range(&self) -> bool {
        self.counted().all(|(_, cells, number)| number as usize <= cells.len())
    }

    /// Returns the cells without a clue in the direction of each arrow, by index, with the number.
    pub(super) fn counted(&self) -> impl Iterator<Item = (Cell, Vec<usize>, u32)> {
        self.clues.placed().filter_map(|(cell, arrow)| {
            let Arrow::Count(number, side) = arrow else { return None };
            let next = |&cell: &Cell| self.board.neighbour(cell, side);
            let cells = std::iter::successors(next(&cell), next);
            let free = cells.filter(|&cell| self.clues.at(cell).is_none());
            Some((cell, free.map(|cell| self.grid().cell_index(cell)).collect(), number))
        })
    }
}
