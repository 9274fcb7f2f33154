//! A Moon-or-Sun puzzle: a grid of rooms, and suns and moons in cells.

use crate::cell_loops::{CellBoard, Visit, VisitedRooms};
use crate::cell_values::{ValueClueError, one_for_each_cell};
use crate::grid::{Grid, Regions};
use crate::kinds::clues::CellClues;
use crate::kinds::moon_or_sun::Mark;

/// A Moon-or-Sun puzzle: a grid of rooms, with suns and moons in cells. One loop from cell to orthogonally adjacent cell enters and
/// leaves each room once. In each room it visits all suns and no moon, or all moons and no sun, and at least one of them. After a
/// room whose suns it visits comes one whose moons it visits, and conversely.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::moon_or_sun::MoonOrSun;
///
/// let around = Solution::new(vec![true; 4]);
/// assert!(MoonOrSun::from_rows(&["s.", ".m"], &["ab", "ab"])?.check(&around).is_ok());
/// let puzzle = MoonOrSun::from_rows(&["s.", ".s"], &["ab", "ab"])?;
/// assert_eq!(puzzle.check(&around).unwrap_err().rule, "alternate");
/// let puzzle = MoonOrSun::from_rows(&["s.", "mm"], &["ab", "ab"])?;
/// assert_eq!(puzzle.check(&around).unwrap_err().rule, "marks");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoonOrSun {
    pub(super) board: CellBoard,
    clues: CellClues<Mark>,
    pub(super) rooms: VisitedRooms,
}

impl MoonOrSun {
    /// Creates a puzzle. All marks are legal; a room without a mark has no solution.
    ///
    /// # Errors
    /// Marks and rooms are of different sizes.
    pub fn new(clues: CellClues<Mark>, rooms: Regions) -> Result<Self, ValueClueError> {
        let grid = clues.grid();
        one_for_each_cell(grid, rooms.numbers())?;
        let board = CellBoard::new(grid, vec![Visit::Free; grid.cell_count()]);
        let rooms = VisitedRooms::new(&board, rooms);
        Ok(Self { board, clues, rooms })
    }

    /// Creates a puzzle from rows of `s`, `m` and `.` and rows of letters, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`CellClues::from_rows`] and [`Self::new`].
    pub fn from_rows(marks: &[&str], rooms: &[&str]) -> Result<Self, ValueClueError> {
        let clues = CellClues::from_rows(marks)?;
        let names: Vec<char> = rooms.iter().flat_map(|row| row.chars()).collect();
        one_for_each_cell(clues.grid(), &names)?;
        let rooms = Regions::new(clues.grid(), &names);
        Self::new(clues, rooms)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns the suns and moons.
    #[must_use]
    pub fn clues(&self) -> &CellClues<Mark> {
        &self.clues
    }

    /// Returns the rooms.
    #[must_use]
    pub fn rooms(&self) -> &Regions {
        self.rooms.rooms()
    }
}
