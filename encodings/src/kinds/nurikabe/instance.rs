//! A Nurikabe puzzle: the numbers of its islands.

use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::grid::{Cell, Grid};
use crate::shading::ShadedBoard;

/// The clue of an island, in one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IslandClue {
    /// The island has this number of cells.
    Cells(u32),
    /// The island has any number of cells: `?`.
    Any,
}

/// A Nurikabe puzzle: a grid with the clues of islands. Some cells are shaded so that they are connected and no square of
/// 2 x 2 cells is shaded. Each connected part of the other cells, an island, contains exactly one clue, and has as many cells
/// as its number.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::nurikabe::Nurikabe;
///
/// let puzzle = Nurikabe::from_rows(&["2..", "..?"])?;
/// let shading = |cells: [u32; 6]| Solution::of_values(&cells, 1);
/// assert!(puzzle.check(&shading([0, 0, 1, 1, 1, 0])).is_err());
/// assert!(puzzle.check(&shading([0, 1, 1, 0, 1, 0])).is_ok());
/// let broken = puzzle.check(&shading([0, 1, 1, 1, 1, 0])).unwrap_err();
/// assert_eq!(broken.rule, "size");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nurikabe {
    grid: Grid,
    clues: Vec<Option<IslandClue>>,
}

impl Nurikabe {
    /// The greatest number.
    pub const GREATEST: u32 = 999;

    /// Creates a puzzle from its clues row by row.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells, or a number is 0 or above [`Self::GREATEST`].
    pub fn new(grid: Grid, clues: Vec<Option<IslandClue>>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &clues)?;
        for (index, clue) in clues.iter().enumerate() {
            if let Some(IslandClue::Cells(number)) = *clue
                && !(1..=Self::GREATEST).contains(&number)
            {
                let most = Self::GREATEST;
                let message = format!("number out of range: {number}\nhelp: use 1 to {most}");
                return Err(ValueClueError::Value { cell: grid.cell_at(index), message });
            }
        }
        Ok(Self { grid, clues })
    }

    /// Creates a puzzle from rows of digits, letters (`a` is 10), `?` and `.`, for tests and examples.
    ///
    /// # Errors
    /// The rows differ in length or contain other characters, or there are none.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(None),
            '?' => Some(Some(IslandClue::Any)),
            _ => c.to_digit(36).map(|number| Some(IslandClue::Cells(number))),
        };
        let clues = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, clues)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the clues row by row.
    #[must_use]
    pub fn clues(&self) -> &[Option<IslandClue>] {
        &self.clues
    }

    /// Returns whether the islands fit beside the cells that must be shaded at first sight: those beside two clues, and those
    /// beside a 1. Clues in adjacent cells do not fit.
    #[must_use]
    pub fn has_room(&self) -> bool {
        let (mut islands, mut shaded) = (0, 0);
        for cell in self.grid.cells() {
            let beside: Vec<IslandClue> =
                self.grid.neighbours(cell).filter_map(|cell| self.clue(cell)).collect();
            let is_closed = |clue: &IslandClue| *clue == IslandClue::Cells(1);
            match self.clue(cell) {
                Some(_) if !beside.is_empty() => return false,
                Some(IslandClue::Cells(number)) => islands += number as usize,
                Some(IslandClue::Any) => islands += 1,
                None if beside.len() > 1 || beside.iter().any(is_closed) => {
                    shaded += 1;
                }
                None => {}
            }
        }
        islands > 0 && islands + shaded <= self.grid.cell_count()
    }

    pub(super) fn clue(&self, cell: Cell) -> Option<IslandClue> {
        self.clues[self.grid.cell_index(cell)]
    }

    pub(super) fn shaded_board(&self) -> ShadedBoard {
        ShadedBoard::new(self.grid)
    }
}
