//! Simple Loop: draw one loop through all cells that are not black.
//!
//! `simple-loop ROWS COLS`: `x` for a black cell, and `.` for any other.

use crate::cell_loops::{BLACK, CellBoard, CellLoop, Visit};
use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::encoding::EncodingInfo;
use crate::grid::Grid;
use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, BLACK_CELL, ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueSymbol, FileDrawing,
    JankoSpelling, PzprSpelling,
};
use crate::kinds::{Kind, SolutionFamily};
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// A Simple Loop puzzle: one loop from cell to orthogonally adjacent cell visits all cells of a grid that are not black,
/// each once. So it is a Hamilton cycle of the other cells.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::simple_loop::SimpleLoop;
///
/// let puzzle = SimpleLoop::from_rows(&["..x", "..."])?;
/// // right_1_1, right_1_2, right_2_1, right_2_2, down_1_1, down_1_2, down_1_3
/// let loop_ = Solution::new(vec![true, false, true, false, true, true, false]);
/// let broken = puzzle.check(&loop_).unwrap_err();
/// assert_eq!(broken.to_string(), "rule `visited` is broken at the cell in row 2, column 3: no line in a cell that the loop visits");
/// let puzzle = SimpleLoop::from_rows(&["..x", "..x"])?;
/// assert!(puzzle.check(&loop_).is_ok());
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimpleLoop {
    board: CellBoard,
}

impl SimpleLoop {
    /// Creates a puzzle; `black` marks the cells that the loop does not visit, row by row. Any set of black cells is legal;
    /// with many of them the puzzle has no solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells.
    pub fn new(grid: Grid, black: &[bool]) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, black)?;
        let visit = |&black: &bool| if black { Visit::Never } else { Visit::Always };
        Ok(Self { board: CellBoard::new(grid, black.iter().map(visit).collect()) })
    }

    /// Creates a puzzle from rows of `x` for a black cell and `.` for any other, for tests and examples.
    ///
    /// # Errors
    /// The rows differ in length, or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(false),
            'x' => Some(true),
            _ => None,
        };
        let black = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, &black)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns for each cell, row by row, whether it is black.
    pub fn black(&self) -> impl Iterator<Item = bool> {
        self.board.visits().iter().map(|&visit| visit == Visit::Never)
    }
}

impl CellLoop for SimpleLoop {
    fn title(&self) -> &'static str {
        "Simple Loop"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; two lines at each cell that is not black",
            source: "the rules of Simple Loop; the degree rule is Labath's H2 (2010, section 2.3.2)",
            families: &[],
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn check_clues(&self, _: &Solution) -> Result<(), BrokenRule> {
        Ok(())
    }

    fn clue_rules(&self, _: u32, _: &mut dyn ConstraintSink) {}

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, _) in self.grid().cells().zip(self.black()).filter(|(_, black)| *black) {
            sketch.write(cell, BLACK, Ink::Clue);
        }
    }
}

impl Kind for SimpleLoop {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "simple-loop";
    const SAMPLE: &'static str = "simple-loop 3 4\n....\n.xx.\n....\n";
    const RULES: &'static str = "Draw one loop through all cells that are not black.";

    clue_text!(ClueCodec {
        alphabet: ClueAlphabet {
            letters: &[BLACK_CELL],
            help: "write 'x' for a black cell, '.' for any other",
            ..ClueAlphabet::NONE
        },
        is_separable: false,
        has_rooms: false,
        janko: Some(JankoSpelling { letters: &["x"], unknown: "?" }),
        pzpr: Some(PzprSpelling {
            names: &["simpleloop"],
            body: AddressBody::PackedLetters { base: 2, cells: 5 },
            drawing: FileDrawing::Lines,
            letter: Some("*"),
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let symbol = |black: bool| black.then_some(ClueSymbol::Letter(0, None));
        let symbols = puzzle.black().map(symbol).collect();
        Some(ClueGrid::new(puzzle.grid(), symbols))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let black: Vec<bool> = clues.symbols.iter().map(Option::is_some).collect();
        Ok(Self::new(clues.grid, &black)?)
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.black().any(|black| black)
    }
}
