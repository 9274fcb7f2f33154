//! A Sudoku puzzle: the shape of the boxes and the clues.

use std::collections::HashSet;

use crate::cell_values::{CellValues, ValueClueError, from_rows};
use crate::grid::{Cell, Grid};

/// A Sudoku puzzle (Labath 2010, definitions 1.6-1.9): a grid of `w` x `w` cells in boxes of
/// `box_rows` x `box_cols` cells, where `w = box_rows · box_cols`. Each of the values 1 to `w`
/// occurs once in each row, column and box.
///
/// The paper's *n x m sudoku* has boxes that are n cells wide and m high.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::sudoku::Sudoku;
///
/// let puzzle = Sudoku::from_rows(1, 2, &["1.", ".."])?;
/// let values = |cells: [u32; 4]| Solution::of_values(&cells, 2);
/// assert!(puzzle.check(&values([1, 2, 2, 1])).is_ok());
/// assert_eq!(puzzle.check(&values([1, 2, 1, 2])).unwrap_err().rule, "column");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    box_rows: usize,
    box_cols: usize,
    grid: Grid,
    clues: Vec<u32>,
}

impl Sudoku {
    /// The largest w; an encoding has w³ variables and about 2w⁴ clauses.
    pub const MAX_SIDE: usize = 256;

    /// Creates a puzzle from the rows and columns of a box and the clues row by row, 0 for a cell
    /// without one. Contradictory clues are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// A side of a box is 0, w is above [`Self::MAX_SIDE`], the number of entries is not w², or a
    /// value is above w.
    pub fn new(box_rows: usize, box_cols: usize, clues: Vec<u32>) -> Result<Self, ValueClueError> {
        let side = box_rows.saturating_mul(box_cols);
        let grid = Grid::new(side, side).filter(|_| side <= Self::MAX_SIDE).ok_or_else(|| {
            let message = format!(
                "invalid boxes: {box_rows} x {box_cols} cells\n\
                 help: use sides from 1, and boxes of at most {} cells",
                Self::MAX_SIDE
            );
            ValueClueError::Size(message)
        })?;
        if clues.len() != grid.cell_count() {
            let (entries, cells) = (clues.len(), grid.cell_count());
            let message = format!(
                "{entries} entries for {side} x {side} = {cells} cells\n\
                 help: give one entry for each cell"
            );
            return Err(ValueClueError::Size(message));
        }
        match clues.iter().position(|&value| value as usize > side) {
            Some(index) => Err(ValueClueError::Value {
                cell: grid.cell_at(index),
                message: format!(
                    "value out of range: {}\n\
                     help: use 1 to {side} with boxes of {box_rows} x {box_cols} cells",
                    clues[index]
                ),
            }),
            None => Ok(Self { box_rows, box_cols, grid, clues }),
        }
    }

    /// Creates a puzzle from rows of values in the notation of [`Self::symbol`], with `.` for a
    /// cell without a clue, for tests and examples. Supports up to 35 values.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or the rows differ in length or contain other characters.
    pub fn from_rows(
        box_rows: usize,
        box_cols: usize,
        rows: &[&str],
    ) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(0),
            '0' => None,
            _ => c.to_digit(36).filter(|_| !c.is_uppercase()),
        };
        Self::new(box_rows, box_cols, from_rows(rows, read)?)
    }

    /// Returns the first cell, row by row, whose clue repeats one of its row, column or box.
    #[must_use]
    pub fn conflict(&self) -> Option<Cell> {
        let mut seen = HashSet::new();
        let mut clues = self.grid.cells().zip(&self.clues).filter(|(_, value)| **value > 0);
        clues.find_map(|(cell, &value)| {
            let groups = [(0, cell.row), (1, cell.col), (2, self.box_of(cell))];
            let is_new = groups.map(|group| seen.insert((group, value)));
            is_new.contains(&false).then_some(cell)
        })
    }

    /// Returns the number of rows of a box.
    #[must_use]
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// Returns the number of columns of a box.
    #[must_use]
    pub fn box_cols(&self) -> usize {
        self.box_cols
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the clues row by row, 0 for a cell without one.
    #[must_use]
    pub fn clues(&self) -> &[u32] {
        &self.clues
    }

    /// Returns the notation of a value: 1 to 9, then a to z for 10 to 35. If the puzzle has values
    /// above 35, all of them are decimal numbers.
    ///
    /// ```
    /// use encycle_encodings::kinds::sudoku::Sudoku;
    /// let symbol = |side: usize, value| {
    ///     Sudoku::new(1, side, vec![0; side * side]).map(|puzzle| puzzle.symbol(value))
    /// };
    /// assert_eq!((symbol(16, 9)?.as_str(), symbol(16, 10)?.as_str()), ("9", "a"));
    /// assert_eq!((symbol(35, 35)?.as_str(), symbol(36, 10)?.as_str()), ("z", "10"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn symbol(&self, value: u32) -> String {
        match char::from_digit(value, 36) {
            Some(symbol) if self.side() < 36 => symbol.to_string(),
            _ => value.to_string(),
        }
    }

    /// Returns w: the side of the grid and the largest value.
    #[must_use]
    pub fn side(&self) -> usize {
        self.grid.rows()
    }

    /// Returns the box of a cell; boxes are numbered row by row from 0.
    #[must_use]
    pub fn box_of(&self, cell: Cell) -> usize {
        // box_rows boxes lie side by side, since w / box_cols = box_rows
        cell.row / self.box_rows * self.box_rows + cell.col / self.box_cols
    }

    pub(super) fn values(&self) -> CellValues {
        CellValues { grid: self.grid, values: self.side() as u32 }
    }
}

/// Returns the rows and columns of the usual boxes of a Sudoku with `side` rows, which are as square as possible, and
/// wider than high. Returns `None` if `side` is a prime number, or 1.
///
/// ```
/// use encycle_encodings::kinds::sudoku::usual_box;
/// assert_eq!((usual_box(9), usual_box(6), usual_box(7)), (Some((3, 3)), Some((2, 3)), None));
/// ```
#[must_use]
pub fn usual_box(side: usize) -> Option<(usize, usize)> {
    let heights = (2..side).take_while(|height| height * height <= side);
    heights
        .filter(|height| side.is_multiple_of(*height))
        .last()
        .map(|height| (height, side / height))
}
