//! Hitori: shade cells so that no number is repeated in a row or column.
//!
//! `hitori ROWS COLS`: numbers, and `.` for a cell without one.

use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell, read_values};
use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Grid};
use crate::kinds::clues::write_clues;
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling,
    PzprSpelling,
};
use crate::kinds::{Kind, SolutionFamily};
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink, PuzzleSymmetry};
use crate::shading::{ShadedBoard, Shading, shading_puzzle};
use crate::text::{Fault, Header, Span, Text};
use std::collections::BTreeMap;

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

    fn shaded_board(&self) -> ShadedBoard {
        ShadedBoard::new(self.grid)
    }

    /// Returns the rows and the columns, each with the name of its rule.
    fn lines(&self) -> impl Iterator<Item = (&'static str, Vec<Cell>)> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let row = move |row| ("row", (0..cols).map(|col| Cell { row, col }).collect());
        let column = move |col| ("column", (0..rows).map(|row| Cell { row, col }).collect());
        (0..rows).map(row).chain((0..cols).map(column))
    }

    fn number(&self, cell: Cell) -> Option<u32> {
        Some(self.numbers[self.grid.cell_index(cell)]).filter(|&number| number > 0)
    }
}

shading_puzzle!(Hitori);

impl Hitori {
    /// Returns the groups of cells with equal numbers in a line.
    fn groups(&self, line: &[Cell]) -> impl Iterator<Item = Vec<Cell>> + use<> {
        let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
        for &cell in line {
            if let Some(number) = self.number(cell) {
                groups.entry(number).or_default().push(cell);
            }
        }
        groups.into_values()
    }
}

impl Shading for Hitori {
    const TITLE: &'static str = "Hitori";

    /// Number of clauses: for each number that is k times in a row or column, k(k - 1)/2; and one for each pair of adjacent
    /// cells, 2nm - n - m for n rows and m columns.
    const BASE: EncodingInfo = EncodingInfo {
        name: "shaded",
        meaning: "a variable for each cell, shaded or not; of two equal numbers in a line, one is shaded",
        source: "the rules of Hitori (Nikoli); our own clauses",
        families: &[
            ("row", "of two equal numbers in a row, one is shaded"),
            ("column", "of two equal numbers in a column, one is shaded"),
            ("adjacent", "no two adjacent cells are shaded"),
        ],
    };

    const CONNECTED: bool = false;

    fn board(&self) -> ShadedBoard {
        self.shaded_board()
    }

    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule> {
        let is_shaded = |cell: Cell| shaded[self.grid().cell_index(cell)];
        for (rule, line) in self.lines() {
            let mut seen: BTreeMap<u32, Cell> = BTreeMap::new();
            for cell in line.into_iter().filter(|&cell| !is_shaded(cell)) {
                let Some(number) = self.number(cell) else { continue };
                if let Some(before) = seen.insert(number, cell) {
                    let found = format!("{number} is also at {before}");
                    return Err(BrokenRule::new(rule, cell, found));
                }
            }
        }
        self.shaded_board().check_apart(shaded)
    }

    fn rules(&self, sink: &mut dyn ConstraintSink) {
        let board = self.shaded_board();
        for (family, line) in self.lines() {
            for group in self.groups(&line) {
                for (place, &cell) in group.iter().enumerate() {
                    for &before in &group[..place] {
                        let clause = [before, cell].map(|cell| board.shaded(cell));
                        let origin = Origin::new(family, [before, cell].into());
                        sink.constraint(Constraint::Clause(&clause), origin);
                    }
                }
            }
        }
        board.keep_apart("adjacent", sink);
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        sketch.frame(|_, _| false);
        for cell in self.grid().cells() {
            if let Some(number) = self.number(cell) {
                sketch.write(cell, number.to_string(), Ink::Clue);
            }
        }
    }
}

/// The spelling of the numbers.
const CODEC: ClueCodec = ClueCodec {
    alphabet: ClueAlphabet {
        numbers: Some((1, Hitori::GREATEST)),
        help: "write a number, any other cell as '.'",
        ..ClueAlphabet::NONE
    },
    is_separable: false,
    has_rooms: false,
    janko: Some(JankoSpelling::PLAIN),
    pzpr: Some(PzprSpelling {
        names: &["hitori"],
        body: AddressBody::Base36,
        drawing: FileDrawing::Cells,
        letter: None,
    }),
};

impl Kind for Hitori {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Shading;
    const NAME: &'static str = "hitori";
    const SAMPLE: &'static str = "hitori 3 3\n1 2 2\n3 2 1\n1 3 2\n";
    const RULES: &'static str = "Shade cells so that no number is in a row or column twice. Shaded cells are not adjacent, and \
        the other cells are connected.";

    const CODEC: Option<&'static ClueCodec> = Some(&CODEC);

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let numbers = puzzle.numbers().iter().map(|&number| (number > 0).then_some(number));
        Some(ClueGrid::of_numbers(puzzle.grid(), numbers))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let numbers = clues.numbers().into_iter().map(Option::unwrap_or_default);
        Ok(Self::new(clues.grid, numbers.collect())?)
    }

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        Self::from_clue_grid(&Self::clue_grid(puzzle)?.image(symmetry.isometry)).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_values(text, header.grid()?, lines, Self::GREATEST)?;
        let side = cells.grid.rows().max(cells.grid.cols()) as u32;
        let mut places = cells.cells.iter().zip(&cells.offsets);
        let zero =
            places.find(|&(&value, &offset)| value == 0 && text.0[offset..].starts_with('0'));
        if let Some((_, &offset)) = zero.filter(|_| cells.cells.iter().all(|&value| value < side)) {
            let message = format!(
                "two readings of '0': an empty cell, or the lowest number of 0 to {}\n\
                 help: write empty cells as '.', and numbers from 1",
                side - 1
            );
            return Err(Fault { offset, message });
        }
        Self::new(cells.grid, cells.cells)
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.is_full() && puzzle.has_duplicate()
    }

    fn write(puzzle: &Self) -> Option<String> {
        Some(write_clues(Self::NAME, &CODEC, &Self::clue_grid(puzzle)?))
    }
}
