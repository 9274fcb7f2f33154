//! Rooms, each with a number or none: the clues of Heyawake and Country Road.

use crate::cell_loops::BLACK;
use crate::cell_values::one_for_each_cell;
use crate::grid::{Cell, Grid, Regions};
use crate::kinds::codec::{ClueAlphabet, ClueError, ClueGrid, OUTSIDE};
use crate::puzzle::{GridSketch, Ink};

/// A partition of a grid into rooms, each with a number or none.
///
/// ```
/// use encycle_encodings::grid::{Grid, Regions};
/// use encycle_encodings::kinds::rooms::NumberedRooms;
///
/// let rooms = Regions::new(Grid::new(1, 3).unwrap(), &["a", "b", "b"]);
/// let numbered = NumberedRooms::new(rooms.clone(), &[None, None, Some(2)])?;
/// assert_eq!(numbered.numbers(), [None, Some(2)]);
/// // the number of a room is written in its first cell
/// assert_eq!(numbered.placed(), [None, Some(2), None]);
/// assert!(NumberedRooms::new(rooms, &[None, Some(2), Some(2)]).is_err());
/// # Ok::<(), encycle_encodings::kinds::rooms::RoomNumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberedRooms {
    rooms: Regions,
    numbers: Vec<Option<u32>>,
    /// Whether each cell is outside all rooms; its region is none.
    outside: Vec<bool>,
}

/// The alphabet of the numbers of rooms.
pub const ROOM_NUMBERS: ClueAlphabet = ClueAlphabet {
    numbers: Some((0, u32::MAX)),
    help: "write the number of a room as digits, any other cell as '.'",
    ..ClueAlphabet::NONE
};

/// Why rooms and numbers do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoomNumberError {
    /// The size, or the number of cells, is invalid.
    #[error("{0}")]
    Size(String),
    /// A cell outside all rooms has a number.
    #[error(
        "number outside all rooms: {number} at {cell}\nhelp: remove it, or use a name other than `@` for the room"
    )]
    Outside {
        /// The cell.
        cell: Cell,
        /// The number.
        number: u32,
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

impl RoomNumberError {
    /// Returns the cell of the error, if it is about one.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Size(_) => None,
            Self::Outside { cell, .. } | Self::SecondNumber { cell, .. } => Some(*cell),
        }
    }
}

impl From<RoomNumberError> for ClueError {
    fn from(error: RoomNumberError) -> Self {
        Self { cell: error.cell(), message: error.to_string() }
    }
}

impl NumberedRooms {
    /// Creates rooms with the number in each cell, row by row. The number of a room may be in any of its cells. A number may be
    /// greater than its room; the puzzle then has no solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells, or a room has two numbers.
    pub fn new(rooms: Regions, numbers: &[Option<u32>]) -> Result<Self, RoomNumberError> {
        let grid = rooms.grid();
        one_for_each_cell(grid, numbers)
            .map_err(|error| RoomNumberError::Size(error.to_string()))?;
        let mut of_rooms: Vec<Option<u32>> = vec![None; rooms.count()];
        for (cell, number) in grid.cells().zip(numbers) {
            let Some(number) = *number else { continue };
            if of_rooms[rooms.of(cell)].replace(number).is_some() {
                return Err(RoomNumberError::SecondNumber { cell, number });
            }
        }
        let outside = vec![false; grid.cell_count()];
        Ok(Self { rooms, numbers: of_rooms, outside })
    }

    /// Creates rooms from the names of the cells, row by row. Cells with the name [`OUTSIDE`] are outside all rooms.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or a cell outside all rooms has a number.
    ///
    /// # Panics
    /// If `names` does not have exactly one entry per cell.
    pub fn with_outside(
        grid: Grid,
        names: &[impl AsRef<str>],
        numbers: &[Option<u32>],
    ) -> Result<Self, RoomNumberError> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let outside: Vec<bool> = names.iter().map(|&name| name == OUTSIDE).collect();
        let rooms = Self::new(Regions::new(grid, &names), numbers)?;
        let mut cells = grid.cells().zip(numbers).zip(&outside);
        match cells.find_map(|((cell, number), &outside)| Some((cell, number.filter(|_| outside)?)))
        {
            Some((cell, number)) => Err(RoomNumberError::Outside { cell, number }),
            None => Ok(Self { outside, ..rooms }),
        }
    }

    /// Reads rows of digits and `.` and rows of letters, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or the rows differ in length or contain other characters.
    pub fn from_rows(numbers: &[&str], rooms: &[&str]) -> Result<Self, RoomNumberError> {
        let cols = numbers.first().map_or(0, |row| row.chars().count());
        let size = || RoomNumberError::Size("rows of different lengths, or none".to_owned());
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

    /// Returns the same rooms with other numbers, which are in the cells as in [`Self::new`].
    ///
    /// # Errors
    /// The errors of [`Self::new`].
    pub fn with_numbers(&self, numbers: &[Option<u32>]) -> Result<Self, RoomNumberError> {
        let made = Self::new(self.rooms.clone(), numbers)?;
        Ok(Self { outside: self.outside.clone(), ..made })
    }

    /// Returns for each cell, row by row, whether it is outside all rooms.
    #[must_use]
    pub fn outside(&self) -> &[bool] {
        &self.outside
    }

    /// Returns the name of the room of each cell, row by row.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names = self.rooms.names().into_iter().zip(&self.outside);
        names.map(|(name, &outside)| if outside { OUTSIDE.to_owned() } else { name }).collect()
    }

    /// Returns the numbers as symbols, each in the first cell of its room, and the names of the rooms.
    #[must_use]
    pub fn symbols(&self) -> ClueGrid {
        ClueGrid { rooms: self.names(), ..ClueGrid::of_numbers(self.grid(), self.placed()) }
    }

    /// Returns the rooms with these numbers and names. Rooms that do not touch may have the same name. If `has_outside` is
    /// true, cells with the name [`OUTSIDE`] are outside all rooms.
    ///
    /// # Errors
    /// The numbers do not fit the rooms.
    pub fn of_symbols(clues: &ClueGrid, has_outside: bool) -> Result<Self, RoomNumberError> {
        match has_outside {
            true => Self::with_outside(clues.grid, &clues.rooms, &clues.numbers()),
            false => Self::new(Regions::new(clues.grid, &clues.rooms), &clues.numbers()),
        }
    }

    /// Draws the borders and the numbers.
    pub fn draw(&self, sketch: &mut GridSketch) {
        sketch.frame(|a, b| self.rooms.of(a) != self.rooms.of(b));
        for (cell, _) in self.grid().cells().zip(&self.outside).filter(|(_, outside)| **outside) {
            sketch.write(cell, BLACK, Ink::Clue);
        }
        for (cell, number) in self.grid().cells().zip(self.placed()) {
            if let Some(number) = number {
                sketch.write(cell, number.to_string(), Ink::Clue);
            }
        }
    }
}
