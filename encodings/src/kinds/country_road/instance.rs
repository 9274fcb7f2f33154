//! A Country Road puzzle: rooms and their numbers.

use crate::cell_loops::{CellBoard, Visit, VisitedRooms};
use crate::grid::Grid;
use crate::kinds::rooms::{NumberedRooms, RoomNumberError};

/// A Country Road puzzle: a grid of rooms, some of them with a number. One loop from cell to orthogonally adjacent cell enters
/// and leaves each room once. Of a room with a number it visits as many cells as the number says. Of two adjacent cells in
/// different rooms it visits at least one. It visits no cell outside all rooms.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::country_road::CountryRoad;
///
/// let puzzle = CountryRoad::from_rows(&["2.", ".."], &["ab", "ab"])?;
/// // right_1_1, right_2_1, down_1_1, down_1_2
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = CountryRoad::from_rows(&["1.", ".."], &["ab", "ab"])?;
/// assert_eq!(puzzle.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "room");
/// # Ok::<(), encycle_encodings::kinds::rooms::RoomNumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountryRoad {
    clues: NumberedRooms,
    pub(super) board: CellBoard,
    pub(super) rooms: VisitedRooms,
}

impl CountryRoad {
    /// Creates a puzzle. Every set of rooms with numbers is legal; many have no solution.
    #[must_use]
    pub fn new(clues: NumberedRooms) -> Self {
        let grid = clues.grid();
        let visit = |&outside: &bool| if outside { Visit::Never } else { Visit::Free };
        let board = CellBoard::new(grid, clues.outside().iter().map(visit).collect());
        let rooms = VisitedRooms::new(&board, clues.rooms().clone());
        Self { clues, board, rooms }
    }

    /// Creates a puzzle from rows of digits and `.` and rows of letters, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`NumberedRooms::from_rows`].
    pub fn from_rows(numbers: &[&str], rooms: &[&str]) -> Result<Self, RoomNumberError> {
        Ok(Self::new(NumberedRooms::from_rows(numbers, rooms)?))
    }

    /// Returns the rooms with their numbers.
    #[must_use]
    pub fn clues(&self) -> &NumberedRooms {
        &self.clues
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.clues.grid()
    }
}
