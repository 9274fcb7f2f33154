//! Heyawake: shade cells so that rooms have their numbers, and no line of unshaded cells crosses two borders.
//!
//! `heyawake ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms.

use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Grid, Regions};
use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::rooms::{NumberedRooms, ROOM_NUMBERS, RoomNumberError};
use crate::kinds::{Kind, SolutionFamily};
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin, Place};
use crate::puzzle::{BrokenRule, GridSketch};
use crate::shading::{ShadedBoard, Shading, shading_puzzle};
use crate::text::TextLayout;

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

    fn rooms(&self) -> &Regions {
        self.clues.rooms()
    }

    fn shaded_board(&self) -> ShadedBoard {
        ShadedBoard::new(self.grid())
    }

    /// Returns the shortest lines of cells that cross two borders between rooms: each leads from the last cell of a room
    /// through all cells of the next one in its row or column to the first cell of the one after that.
    fn crossings(&self) -> Vec<Vec<Cell>> {
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

shading_puzzle!(Heyawake);

impl Shading for Heyawake {
    const TITLE: &'static str = "Heyawake";

    /// Number of clauses: one for each shortest line of cells that crosses two borders, one for each pair of adjacent cells,
    /// and those of the counters of the rooms with a number.
    const BASE: EncodingInfo = EncodingInfo {
        name: "shaded",
        meaning: "a variable for each cell, shaded or not; a counter for each room with a number",
        source: "the rules of Heyawake (Nikoli); our own clauses; counters: Sinz 2005",
        families: &[
            ("crossing", "a line of cells that crosses two borders has a shaded cell"),
            ("adjacent", "no two adjacent cells are shaded"),
            ("room", "a room has as many shaded cells as its number says"),
        ],
    };

    const CONNECTED: bool = false;

    fn board(&self) -> ShadedBoard {
        self.shaded_board()
    }

    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_shaded = |cell: Cell| shaded[grid.cell_index(cell)];
        let mut counts = vec![0; self.rooms().count()];
        for cell in grid.cells().filter(|&cell| is_shaded(cell)) {
            counts[self.rooms().of(cell)] += 1;
        }
        for cell in grid.cells() {
            let room = self.rooms().of(cell);
            if let Some(number) =
                self.clues().numbers()[room].filter(|&number| number != counts[room])
            {
                let found =
                    format!("{} shaded cells in a room with the number {number}", counts[room]);
                return Err(BrokenRule::new("room", cell, found));
            }
        }
        // walks to the right and down from each cell, and counts the borders up to the next shaded cell
        for start in grid.cells().filter(|&cell| !is_shaded(cell)) {
            for (down, right) in [(0, 1), (1, 0)] {
                let (mut borders, mut here) = (0, start);
                loop {
                    let next = Cell { row: here.row + down, col: here.col + right };
                    if next.row == grid.rows() || next.col == grid.cols() || is_shaded(next) {
                        break;
                    }
                    borders += usize::from(self.rooms().of(here) != self.rooms().of(next));
                    here = next;
                    if borders == 2 {
                        let found = "a line of unshaded cells crosses two borders";
                        return Err(BrokenRule::new("crossing", [start, here], found));
                    }
                }
            }
        }
        self.shaded_board().check_apart(shaded)
    }

    fn counters(&self) -> Vec<Counter> {
        let board = self.shaded_board();
        let counter = |(cells, number): (Vec<Cell>, &Option<u32>)| {
            let cell = *cells.first()?;
            Some(Counter {
                literals: cells.into_iter().map(|cell| board.shaded(cell)).collect(),
                count: (*number)? as usize,
                origin: Origin::new("room", cell.into()),
                name: format!("{}_{}", cell.row + 1, cell.col + 1),
            })
        };
        self.rooms().cells().into_iter().zip(self.clues().numbers()).filter_map(counter).collect()
    }

    fn rules(&self, sink: &mut dyn ConstraintSink) {
        let board = self.shaded_board();
        for line in self.crossings() {
            let clause: Vec<Lit> = line.iter().map(|&cell| board.shaded(cell)).collect();
            let ends = Place::from([line[0], line[line.len() - 1]]);
            sink.constraint(Constraint::Clause(&clause), Origin::new("crossing", ends));
        }
        board.keep_apart("adjacent", sink);
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.clues().draw(sketch);
    }
}

impl Kind for Heyawake {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Shading;
    const NAME: &'static str = "heyawake";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "heyawake 3 4\n2...\n..1.\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Shade as many cells of a room as its number says. No line of unshaded cells crosses two \
        borders between rooms, shaded cells are not adjacent, and the other cells are connected.";

    clue_text!(ClueCodec {
        alphabet: ROOM_NUMBERS,
        is_separable: false,
        has_rooms: true,
        janko: Some(JankoSpelling::PLAIN),
        pzpr: Some(PzprSpelling {
            names: &["heyawake", "heyawacky"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::Cells,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        Some(puzzle.clues().symbols())
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(NumberedRooms::of_symbols(clues, false)?))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().rooms().count() > 1
    }
}
