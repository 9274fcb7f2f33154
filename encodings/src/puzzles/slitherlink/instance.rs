//! What is given in a Slitherlink: the size and the clues.

use crate::grid::{Cell, Grid};

/// A Slitherlink puzzle: a grid and a clue for some of its cells.
///
/// A clue is 0 to 3, or 4. Four edges around one cell are a closed loop already, so a 4 is legal
/// only where the whole solution is that loop: every other clue must be 1 in the four neighbours
/// of the 4 and 0 elsewhere. The constructor refuses any other 4; hence a puzzle with a 4 always
/// has exactly one solution.
///
/// ```
/// use encycle_encodings::puzzles::slitherlink::Slitherlink;
/// assert!(Slitherlink::from_rows(&["..0", ".41", "..."]).is_ok());
/// let error = Slitherlink::from_rows(&["..0", ".42", "..."]).unwrap_err();
/// assert_eq!((error.cell.row, error.cell.col), (1, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slitherlink {
    grid: Grid,
    clues: Vec<Option<u8>>,
}

/// A clue that cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (clue at {cell})")]
pub struct ClueError {
    /// The cell of the offending clue.
    pub cell: Cell,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Slitherlink {
    /// A puzzle from its clues, row by row; `clues.len()` must be the number of cells.
    ///
    /// # Errors
    /// The first clue above 4, or the first clue that does not fit a 4 (see the type).
    ///
    /// # Panics
    /// If the number of clues is not the number of cells.
    pub fn new(grid: Grid, clues: Vec<Option<u8>>) -> Result<Self, ClueError> {
        assert_eq!(clues.len(), grid.cell_count(), "one entry per cell");
        let puzzle = Self { grid, clues };
        puzzle.validate()?;
        Ok(puzzle)
    }

    /// A puzzle from rows of digits and `.`, for tests and examples.
    ///
    /// # Errors
    /// As [`Self::new`].
    ///
    /// # Panics
    /// If the rows are not a rectangle of digits and dots of a legal size.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ClueError> {
        let cols = rows.first().map_or(0, |row| row.len());
        let grid = Grid::new(rows.len(), cols).expect("a legal size");
        let clues = rows.iter().flat_map(|row| {
            assert_eq!(row.len(), cols, "rows of equal length");
            row.chars().map(|c| {
                assert!(c == '.' || c.is_ascii_digit(), "digits and dots");
                c.to_digit(10).map(|digit| digit as u8)
            })
        });
        Self::new(grid, clues.collect())
    }

    fn validate(&self) -> Result<(), ClueError> {
        let mut four = None;
        for (cell, clue) in self.clues() {
            let error = |message| Err(ClueError { cell, message });
            match clue {
                0..=3 => {}
                4 => match four {
                    None => four = Some(cell),
                    Some(first) => {
                        return error(format!(
                            "a second 4: the 4 at {first} is the whole loop already; use 0 to 3"
                        ));
                    }
                },
                _ => return error(format!("clue {clue}: a cell has four edges; use 0 to 3")),
            }
        }
        let Some(four) = four else { return Ok(()) };
        for (cell, clue) in self.clues() {
            let wanted = match cell.row.abs_diff(four.row) + cell.col.abs_diff(four.col) {
                0 => 4,
                1 => 1,
                _ => 0,
            };
            if clue != wanted {
                let message = format!(
                    "clue {clue} beside the 4 at {four}: a 4 is a loop around one cell and the \
                     whole solution, so this clue could only be {wanted}"
                );
                return Err(ClueError { cell, message });
            }
        }
        Ok(())
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The clue of a cell, if it has one.
    #[must_use]
    pub fn clue(&self, cell: Cell) -> Option<u8> {
        self.clues[self.grid.cell_index(cell)]
    }

    /// All clues with their cells, row by row.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.grid.cells().zip(&self.clues).filter_map(|(cell, clue)| clue.map(|clue| (cell, clue)))
    }
}
