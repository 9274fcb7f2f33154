//! A Neighbor Number puzzle: the size, clues with a digit, and clues for empty cells.

use crate::cell_values::{CellValues, ValueClueError, from_rows};
use crate::grid::Grid;

/// A Neighbor Number puzzle (Naoki Inaba; Block 2024, section 1.1) of N x N cells. In each row and
/// column exactly three cells hold a digit from 1 to 9, all different. Two digits with only empty
/// cells between them differ by exactly their distance.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::neighbor_number::NeighborNumber;
///
/// // the paper's figure 1.1
/// let puzzle = NeighborNumber::from_rows(&["1...", "..2.", ".4..", "...3"])?;
/// let values = |cells: [u32; 16]| Solution::of_values(&cells, 9);
/// let figure = [1, 2, 3, 0, 0, 3, 2, 1, 3, 4, 0, 2, 2, 0, 4, 3];
/// assert!(puzzle.check(&values(figure)).is_ok());
/// let mut wrong = figure;
/// wrong[0] = 3;
/// assert_eq!(puzzle.check(&values(wrong)).unwrap_err().rule, "distinct");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NeighborNumber {
    grid: Grid,
    clues: Vec<NeighborNumberClue>,
}

/// The clue of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NeighborNumberClue {
    /// No clue.
    #[default]
    Unknown,
    /// The cell is empty: a cross in the paper's figures.
    Empty,
    /// The cell holds this digit, from 1 to 9.
    Digit(u32),
}

impl NeighborNumber {
    /// The largest digit.
    pub const VALUES: u32 = 9;

    /// The smallest side: a line holds three digits.
    pub const MIN_SIDE: usize = 3;

    /// The largest side. *Exactly three* has a clause for each four cells of a line, and a larger
    /// side would exceed [`CLAUSE_LIMIT`](crate::logic::CLAUSE_LIMIT).
    pub const MAX_SIDE: usize = 36;

    /// Creates a puzzle of `side` x `side` cells from the clues row by row. Contradictory clues are
    /// legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// The side is not between [`Self::MIN_SIDE`] and [`Self::MAX_SIDE`], the number of entries
    /// differs from the number of cells, or a digit is not between 1 and 9.
    pub fn new(side: usize, clues: Vec<NeighborNumberClue>) -> Result<Self, ValueClueError> {
        let sides = Self::MIN_SIDE..=Self::MAX_SIDE;
        let grid = Grid::new(side, side).filter(|_| sides.contains(&side)).ok_or_else(|| {
            let message = format!(
                "side out of range: {side}\nhelp: use {} to {}; each row holds three digits",
                Self::MIN_SIDE,
                Self::MAX_SIDE
            );
            ValueClueError::Size(message)
        })?;
        if clues.len() != grid.cell_count() {
            let (entries, cells) = (clues.len(), grid.cell_count());
            let message =
                format!("{entries} entries for {cells} cells\nhelp: give one entry for each cell");
            return Err(ValueClueError::Size(message));
        }
        let wrong = clues.iter().enumerate().find_map(|(index, &given)| match given {
            NeighborNumberClue::Digit(digit) if !(1..=Self::VALUES).contains(&digit) => {
                Some((index, digit))
            }
            _ => None,
        });
        match wrong {
            Some((index, digit)) => Err(ValueClueError::Value {
                cell: grid.cell_at(index),
                message: format!("digit out of range: {digit}\nhelp: use 1 to {}", Self::VALUES),
            }),
            None => Ok(Self { grid, clues }),
        }
    }

    /// Creates a puzzle from rows of digits, `x` for an empty clue and `.` for no clue, for tests
    /// and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or the rows differ in length or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(NeighborNumberClue::Unknown),
            'x' => Some(NeighborNumberClue::Empty),
            _ => c.to_digit(10).map(NeighborNumberClue::Digit),
        };
        let clues = from_rows(rows, read)?;
        Self::new(rows.len(), clues)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns N, the number of rows and of columns.
    #[must_use]
    pub fn side(&self) -> usize {
        self.grid.rows()
    }

    /// Returns the clue of each cell, row by row.
    #[must_use]
    pub fn clues(&self) -> &[NeighborNumberClue] {
        &self.clues
    }

    /// Returns the digits of the clues row by row, 0 for any other cell.
    #[must_use]
    pub fn digits(&self) -> Vec<u32> {
        let digit = |&given: &NeighborNumberClue| {
            if let NeighborNumberClue::Digit(digit) = given { digit } else { 0 }
        };
        self.clues.iter().map(digit).collect()
    }

    pub(super) fn values(&self) -> CellValues {
        CellValues { grid: self.grid, values: Self::VALUES }
    }
}
