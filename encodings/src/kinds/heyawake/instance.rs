//! A Heyawake puzzle: rooms and their numbers.

use crate::grid::{Cell, Grid, Regions};
use crate::kinds::rooms::{NumberedRooms, RoomNumberError};
use crate::shading::ShadedBoard;

/// A Heyawake puzzle: a grid of rooms, some of them with a number. Of each such room, as many cells are shaded as its number
/// says. No line of unshaded cells crosses two borders between rooms, no two shaded cells are adjacent, and the unshaded
/// cells are connected.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::heyawake::Heyawake;
///
/// let puzzle = Heyawake::from_rows(&["1..", "..."], &["abb", "abc"])?;
/// let shading = |cells: [u32; 6]| Solution::of_values(&cells, 1);
/// assert!(puzzle.check(&shading([1, 0, 0, 0, 0, 1])).is_ok());
/// // the lower row crosses two borders
/// let broken = puzzle.check(&shading([1, 0, 0, 0, 0, 0])).unwrap_err();
/// assert_eq!(broken.rule, "crossing");
/// # Ok::<(), encycle_encodings::kinds::rooms::RoomNumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heyawake {
    clues: NumberedRooms,
}

impl Heyawake {
    /// Creates a puzzle. Every set of rooms with numbers is legal; many have no solution.
    #[must_use]
    pub fn new(clues: NumberedRooms) -> Self {
        Self { clues }
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

    pub(super) fn rooms(&self) -> &Regions {
        self.clues.rooms()
    }

    pub(super) fn shaded_board(&self) -> ShadedBoard {
        ShadedBoard::new(self.grid())
    }

    /// Returns the shortest lines of cells that cross two borders between rooms: each leads from the last cell of a room
    /// through all cells of the next one in its row or column to the first cell of the one after that.
    pub(super) fn crossings(&self) -> Vec<Vec<Cell>> {
        let (rows, cols) = (self.grid().rows(), self.grid().cols());
        let row = |row| (0..cols).map(|col| Cell { row, col }).collect::<Vec<_>>();
        let column = |col| (0..rows).map(|row| Cell { row, col }).collect::<Vec<_>>();
        let mut found = Vec::new();
        for line in (0..rows).map(row).chain((0..cols).map(column)) {
            // the places behind which a border is
            let borders: Vec<usize> = (1..line.len())
                .filter(|&place| self.rooms().of(line[place - 1]) != self.rooms().of(line[place]))
                .collect();
            found.extend(borders.windows(2).map(|two| line[two[0] - 1..=two[1]].to_vec()));
        }
        found
    }
}
