//! A Hitori puzzle: a grid of numbers.

use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::grid::{Cell, Grid};
use crate::shading::ShadedBoard;

/// A Hitori puzzle. Some cells are shaded so that no number is in a row or a column twice without shade, no two shaded
/// cells are adjacent, and the other cells are connected.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::hitori::Hitori;
///
/// let puzzle = Hitori::from_rows(&["112", "231", "313"])?;
/// let shading = |cells: [u32; 9]| Solution::of_values(&cells, 1);
/// assert!(puzzle.check(&shading([1, 0, 0, 0, 0, 0, 1, 0, 0])).is_err());
/// let broken = puzzle.check(&shading([0; 9])).unwrap_err();
/// assert_eq!(broken.rule, "row");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hitori {
    grid: Grid,
    numbers: Vec<u32>,
}

impl Hitori {
    /// The greatest number.
    pub const GREATEST: u32 = 999;

    /// Creates a puzzle from its numbers row by row, 0 for a cell without one, which equals no other cell.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells, or a number is above [`Self::GREATEST`].
    pub fn new(grid: Grid, numbers: Vec<u32>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &numbers)?;
        match numbers.iter().position(|&number| number > Self::GREATEST) {
            Some(index) => Err(ValueClueError::Value {
                cell: grid.cell_at(index),
                message: format!(
                    "number out of range: {}\nhelp: use 1 to {}",
                    numbers[index],
                    Self::GREATEST
                ),
            }),
            None => Ok(Self { grid, numbers }),
        }
    }

    /// Creates a puzzle from rows of digits and `.`, for tests and examples.
    ///
    /// # Errors
    /// The rows differ in length or contain other characters, or there are none.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| if c == '.' { Some(0) } else { c.to_digit(36) };
        let numbers = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, numbers)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the numbers row by row, 0 for a cell without one.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns whether every cell has a number, none greater than the longer side.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let greatest = self.grid.rows().max(self.grid.cols()) as u32;
        self.numbers.iter().all(|number| (1..=greatest).contains(number))
    }

    /// Returns whether a row or column has the same number twice.
    #[must_use]
    pub fn has_duplicate(&self) -> bool {
        self.lines().any(|(_, cells)| {
            let mut numbers: Vec<u32> =
                cells.into_iter().filter_map(|cell| self.number(cell)).collect();
            numbers.sort_unstable();
            numbers.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    pub(super) fn shaded_board(&self) -> ShadedBoard {
        ShadedBoard::new(self.grid)
    }

    /// Returns the rows and the columns, each with the name of its rule.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&'static str, Vec<Cell>)> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let row = move |row| ("row", (0..cols).map(|col| Cell { row, col }).collect());
        let column = move |col| ("column", (0..rows).map(|row| Cell { row, col }).collect());
        (0..rows).map(row).chain((0..cols).map(column))
    }

    pub(super) fn number(&self, cell: Cell) -> Option<u32> {
        Some(self.numbers[self.grid.cell_index(cell)]).filter(|&number| number > 0)
    }
}
