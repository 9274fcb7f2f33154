//! A clue in a cell, or none: what the kinds with marks or numbers in single cells share.

use std::fmt::Debug;
use std::hash::Hash;

use crate::cell_loops::{CellBoard, Visit};
use crate::cell_values::{
    ValueClueError, grid_of_rows, one_for_each_cell, read_cells, write_cells,
};
use crate::grid::{Cell, Grid, Isometry};
use crate::text::{EmptyCells, Fault, Span, Text, TextSize};

/// A clue in a cell.
pub trait CellClue: Copy + Debug + Eq + Hash {
    /// Which clues there are and how to write them, for error messages.
    const HELP: &'static str;

    /// Whether `0` is a clue; otherwise it is an empty cell.
    const HAS_ZERO: bool = false;

    /// Returns whether a bare grid with the clue is likely one of this kind: numbers up to 3 are more likely those of a
    /// Slitherlink.
    fn is_distinctive(self) -> bool {
        true
    }

    /// Reads a clue; `None` if the text is none.
    fn parse(text: &str) -> Option<Self>;

    /// Returns the text of the clue, without blanks.
    fn text(self) -> String;

    /// Returns the image of the clue under an isometry of the grid; only clues with a direction differ from theirs.
    #[must_use]
    fn image(self, _: Isometry) -> Self {
        self
    }
}

/// The clues of a grid: for each cell, row by row, one or none.
///
/// ```
/// use encycle_encodings::grid::Cell;
/// use encycle_encodings::kinds::clues::CellClues;
/// use encycle_encodings::kinds::linesweeper::VisitCount;
///
/// let clues = CellClues::<VisitCount>::from_rows(&[".3.", "..."])?;
/// assert_eq!(clues.placed().collect::<Vec<_>>(), [(Cell { row: 0, col: 1 }, VisitCount(3))]);
/// assert!(CellClues::<VisitCount>::from_rows(&[".3.", "x.."]).is_err());
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellClues<C> {
    grid: Grid,
    clues: Vec<Option<C>>,
}

impl<C: CellClue> CellClues<C> {
    /// Creates the clues of a grid.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells.
    pub fn new(grid: Grid, clues: Vec<Option<C>>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &clues)?;
        Ok(Self { grid, clues })
    }

    /// Reads rows for tests and examples: words if a row has blanks, else characters; `.` for a cell without a clue.
    ///
    /// # Errors
    /// The rows differ in length or contain other words, or there are none.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let words = |row: &&str| -> Vec<String> {
            match row.contains(' ') {
                true => row.split_whitespace().map(str::to_owned).collect(),
                false => row.chars().map(String::from).collect(),
            }
        };
        let rows: Vec<Vec<String>> = rows.iter().map(words).collect();
        let widths: Vec<String> = rows.iter().map(|row| ".".repeat(row.len())).collect();
        let grid = grid_of_rows(&widths.iter().map(String::as_str).collect::<Vec<_>>())?;
        let read = |(cell, text): (Cell, &String)| match text.as_str() {
            "." => Ok(None),
            text => C::parse(text).map(Some).ok_or_else(|| ValueClueError::Value {
                cell,
                message: format!("not a clue: `{text}`\nhelp: {}", C::HELP),
            }),
        };
        let clues: Result<Vec<Option<C>>, ValueClueError> =
            grid.cells().zip(rows.iter().flatten()).map(read).collect();
        Self::new(grid, clues?)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the clue of each cell, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Option<C>] {
        &self.clues
    }

    /// Returns the clue of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<C> {
        self.clues[self.grid.cell_index(cell)]
    }

    /// Returns the cells with a clue.
    pub fn placed(&self) -> impl Iterator<Item = (Cell, C)> {
        self.grid.cells().zip(&self.clues).filter_map(|(cell, &clue)| Some((cell, clue?)))
    }

    /// Returns the board on which cells with a clue are visited in this way, and the others freely.
    pub(crate) fn board(&self, of_clues: Visit) -> CellBoard {
        let visit = |clue: &Option<C>| clue.map_or(Visit::Free, |_| of_clues);
        CellBoard::new(self.grid, self.clues.iter().map(visit).collect())
    }

    /// Returns the image under an isometry.
    #[must_use]
    pub fn image(&self, isometry: Isometry) -> Self {
        let turned: Vec<Option<C>> =
            self.clues.iter().map(|clue| clue.map(|clue| clue.image(isometry))).collect();
        Self { grid: isometry.grid(self.grid), clues: isometry.cells(self.grid, &turned) }
    }

    /// Reads rows of clues below a header, and makes a puzzle of them.
    ///
    /// # Errors
    /// The text is malformed, or `new` refuses the clues.
    pub(crate) fn read<'a, P>(
        text: Text<'a>,
        size: TextSize,
        lines: &mut dyn Iterator<Item = Span<'a>>,
        new: impl FnOnce(Self) -> Result<P, ValueClueError>,
    ) -> Result<P, Fault> {
        let grid = size.grid;
        let cells = read_cells(text, size, lines, EmptyCells::new(C::HAS_ZERO), |cell| {
            C::parse(cell.text).ok_or_else(|| {
                cell.fault(format!("{} is not a cell\nhelp: {}", cell.shown(), C::HELP))
            })
        })?;
        let offsets = cells.offsets;
        Self::new(grid, cells.cells).and_then(new).map_err(|error| error.at(grid.cols(), &offsets))
    }

    /// Writes the rows below a header.
    pub(crate) fn write(&self, kind: &str) -> String {
        let (n, m) = (self.grid.rows(), self.grid.cols());
        let symbol = |clue: &Option<C>| clue.map_or_else(|| ".".to_owned(), C::text);
        write_cells(&format!("{kind} {n} {m}"), m, self.clues.iter().map(symbol))
    }
}

/// Implements [`Kind`](crate::kinds::Kind) for a kind with a clue or none in each cell, whose type has the fields `board` and
/// `clues` and a constructor `new`; and its `from_rows`, `grid` and `clues`.
macro_rules! clued_kind {
    ($kind:ident, $clue:ty, $name:literal, $sample:literal, $rules:literal) => {
        impl $kind {
            /// Creates a puzzle from rows of clues and `.`, for tests and examples: words if a row has blanks, else characters.
            ///
            /// # Errors
            /// The errors of [`CellClues::from_rows`](crate::kinds::clues::CellClues::from_rows) and [`Self::new`].
            pub fn from_rows(rows: &[&str]) -> Result<Self, crate::cell_values::ValueClueError> {
                Self::new(crate::kinds::clues::CellClues::from_rows(rows)?)
            }

            /// Returns the grid.
            #[must_use]
            pub fn grid(&self) -> crate::grid::Grid {
                self.board.grid()
            }

            /// Returns the clues.
            #[must_use]
            pub fn clues(&self) -> &crate::kinds::clues::CellClues<$clue> {
                &self.clues
            }
        }

        impl crate::kinds::Kind for $kind {
            type Puzzle = Self;

            const NAME: &'static str = $name;
            const SAMPLE: &'static str = $sample;
            const RULES: &'static str = $rules;

            fn image(puzzle: &Self, symmetry: &crate::puzzle::PuzzleSymmetry) -> Option<Self> {
                Self::new(puzzle.clues().image(symmetry.isometry)).ok()
            }

            fn read<'a>(
                text: crate::text::Text<'a>,
                header: &crate::text::Header<'a>,
                lines: &mut dyn Iterator<Item = crate::text::Span<'a>>,
            ) -> Result<Self, crate::text::Fault> {
                crate::kinds::clues::CellClues::read(text, header.grid()?, lines, Self::new)
            }

            fn is_likely(puzzle: &Self) -> bool {
                let is_distinctive = crate::kinds::clues::CellClue::is_distinctive;
                puzzle.clues().cells().contains(&None)
                    && puzzle.clues().placed().any(|(_, clue)| is_distinctive(clue))
            }

            fn write(puzzle: &Self) -> Option<String> {
                Some(puzzle.clues().write(Self::NAME))
            }
        }
    };
}
pub(crate) use clued_kind;
