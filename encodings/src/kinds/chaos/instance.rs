//! A Chaos puzzle: the size and the clues.

use crate::cell_values::{CellValues, ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::grid::{Cell, Grid};

/// A Chaos puzzle (Labath 2010, definitions 1.3-1.5): each cell of a grid gets a value from 1 to 4.
/// No three consecutive cells of a row, a column or a diagonal have equal values, and no two equal
/// values are a knight's move apart.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::chaos::Chaos;
///
/// let puzzle = Chaos::from_rows(&["1.2", "..."])?;
/// let values = |cells: [u32; 6]| Solution::of_values(&cells, 4);
/// assert!(puzzle.check(&values([1, 1, 2, 3, 3, 4])).is_ok());
/// // the 1 in the lower right corner is a knight's move from the 1 of the clue
/// let broken = puzzle.check(&values([1, 1, 2, 3, 3, 1])).unwrap_err();
/// assert_eq!(broken.rule, "knight");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chaos {
    grid: Grid,
    clues: Vec<u32>,
}

impl Chaos {
    /// The largest value.
    pub const VALUES: u32 = 4;

    /// Creates a puzzle from its clues row by row, 0 for a cell without one. Contradictory clues
    /// are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells, or a value is above 4.
    pub fn new(grid: Grid, clues: Vec<u32>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &clues)?;
        match clues.iter().position(|&value| value > Self::VALUES) {
            Some(index) => Err(ValueClueError::Value {
                cell: grid.cell_at(index),
                message: format!(
                    "value out of range: {}\nhelp: use 1 to {}",
                    clues[index],
                    Self::VALUES
                ),
            }),
            None => Ok(Self { grid, clues }),
        }
    }

    /// Creates a puzzle from rows of digits and `.`, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or the rows differ in length or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| if c == '.' { Some(0) } else { c.to_digit(10) };
        let clues = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, clues)
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

    /// Returns the cells with a clue and their values.
    pub(super) fn given_cells(&self) -> impl Iterator<Item = (Cell, u32)> {
        let given = self.clues.iter().enumerate().filter(|&(_, &value)| value != 0);
        given.map(|(index, &value)| (self.grid.cell_at(index), value))
    }

    pub(super) fn values(&self) -> CellValues {
        CellValues { grid: self.grid, values: Self::VALUES }
    }
}
