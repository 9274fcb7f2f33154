//! A Heyawake puzzle: rooms and their numbers.

use crate::grid::{Cell, Grid, Regions};
use crate::shading::ShadedBoard;

/// A Heyawake puzzle. Some cells are shaded so that each room with a number contains so many of them, no line of unshaded
/// cells crosses two borders between rooms, no two shaded cells are adjacent, and the other cells are connected.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::heyawake::Heyawake;
///
/// let puzzle = Heyawake::from_rows(&["1..", "..."], &["abb", "abc"])?;
/// let shading = |cells: [u32; 6]| Solution::of_values(&cells, 1);
/// assert!(puzzle.check(&shading([1, 0, 0, 0, 1, 0])).is_ok());
/// // the lower row crosses two borders
/// let broken = puzzle.check(&shading([1, 0, 0, 0, 0, 0])).unwrap_err();
/// assert_eq!(broken.rule, "crossing");
/// # Ok::<(), encycle_encodings::kinds::heyawake::HeyawakeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heyawake {
    rooms: Regions,
    /// The number of each room.
    numbers: Vec<Option<u32>>,
}

/// Why rooms and numbers are no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeyawakeError {
    /// The size, or the number of cells, is invalid.
    #[error("{0}")]
    Size(String),
    /// A number is greater than its room.
    #[error(
        "number out of range at {cell}: {number}: its room has {size} cells\nhelp: use at most {size}"
    )]
    Number {
        /// The cell.
        cell: Cell,
        /// The number.
        number: u32,
        /// The number of cells of the room.
        size: usize,
    },
    /// A room has two numbers.
    #[error("second number in a room: {number} at {cell}\nhelp: give each room one number at most")]
    SecondNumber {
        /// The cell of the second number.
        cell: Cell,
        /// The second number.
        number: u32,
    },
}

impl HeyawakeError {
    /// Returns the cell of the error, if it is about one.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Size(_) => None,
            Self::Number { cell, .. } | Self::SecondNumber { cell, .. } => Some(*cell),
        }
    }
}

impl Heyawake {
    /// Creates a puzzle from its rooms and the number in each cell, row by row. The number of a room may be in any of its
    /// cells.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells, a number is greater than its room, or a room has two.
    pub fn new(rooms: Regions, numbers: &[Option<u32>]) -> Result<Self, HeyawakeError> {
        let grid = rooms.grid();
        if numbers.len() != grid.cell_count() {
            let (entries, cells) = (numbers.len(), grid.cell_count());
            let message =
                format!("{entries} entries for {cells} cells\nhelp: give one entry for each cell");
            return Err(HeyawakeError::Size(message));
        }
        let sizes: Vec<usize> = rooms.cells().iter().map(Vec::len).collect();
        let mut of_rooms: Vec<Option<u32>> = vec![None; rooms.count()];
        for (cell, number) in grid.cells().zip(numbers) {
            let Some(number) = *number else { continue };
            let (room, size) = (rooms.of(cell), sizes[rooms.of(cell)]);
            if number as usize > size {
                return Err(HeyawakeError::Number { cell, number, size });
            }
            if of_rooms[room].replace(number).is_some() {
                return Err(HeyawakeError::SecondNumber { cell, number });
            }
        }
        Ok(Self { rooms, numbers: of_rooms })
    }

    /// Creates a puzzle from rows of digits and `.` and rows of letters, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or the rows differ in length or contain other characters.
    pub fn from_rows(numbers: &[&str], rooms: &[&str]) -> Result<Self, HeyawakeError> {
        let cols = numbers.first().map_or(0, |row| row.chars().count());
        let size = || HeyawakeError::Size("rows of different lengths, or none".to_owned());
        let grid = Grid::new(numbers.len(), cols).ok_or_else(size)?;
        let names: Vec<char> = rooms.iter().flat_map(|row| row.chars()).collect();
        let read = |c: char| match c {
            '.' => Some(None),
            digit => digit.to_digit(10).map(Some),
        };
        let numbers: Option<Vec<Option<u32>>> =
            numbers.iter().flat_map(|row| row.chars()).map(read).collect();
        if names.len() != grid.cell_count() {
            return Err(size());
        }
        Self::new(Regions::new(grid, &names), &numbers.ok_or_else(size)?)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.rooms.grid()
    }

    /// Returns the rooms.
    #[must_use]
    pub fn rooms(&self) -> &Regions {
        &self.rooms
    }

    /// Returns the number of each room.
    #[must_use]
    pub fn numbers(&self) -> &[Option<u32>] {
        &self.numbers
    }

    /// Returns the number in each cell, row by row: that of a room is in its first cell.
    #[must_use]
    pub fn placed(&self) -> Vec<Option<u32>> {
        let mut seen = vec![false; self.rooms.count()];
        let first = |&room: &usize| {
            let is_first = !std::mem::replace(&mut seen[room], true);
            self.numbers[room].filter(|_| is_first)
        };
        self.rooms.numbers().iter().map(first).collect()
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
                .filter(|&place| self.rooms.of(line[place - 1]) != self.rooms.of(line[place]))
                .collect();
            found.extend(borders.windows(2).map(|two| line[two[0] - 1..=two[1]].to_vec()));
        }
        found
    }
}
