//! The cells of a grid, on their way from a text to a puzzle and back.

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::kinds::values::ValueClueError;

use crate::formats::scan::text::{Fault, Span};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The rows of a grid, as they are read one by one.
pub(crate) struct Rows<T> {
    /// Row and column numbers that were announced.
    announced: Option<Grid>,
    cols: Option<usize>,
    rows: usize,
    cells: Vec<T>,
    offsets: Vec<usize>,
}

impl<T> Rows<T> {
    /// No rows yet, of a grid of the announced size if there is one.
    pub fn new(announced: Option<Grid>) -> Self {
        let cols = announced.map(Grid::cols);
        Self { announced, cols, rows: 0, cells: Vec::new(), offsets: Vec::new() }
    }

    /// Whether all announced rows are there.
    pub fn complete(&self) -> bool {
        self.announced.is_some_and(|grid| self.rows == grid.rows())
    }

    /// Adds a row of cells.
    pub fn push<'a>(
        &mut self,
        line: Span<'a>,
        cells: impl Iterator<Item = Span<'a>>,
        read: impl Fn(Span<'a>) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        let row = self.rows + 1;
        let limit = self.announced.map_or(Grid::MAX_SIDE, Grid::rows);
        if row > limit {
            let why = if self.announced.is_some() { "the size says" } else { "there can be" };
            return Err(line.fault(format!(
                "row {row}, but {why} {}: remove it or correct the size",
                count(limit, "row")
            )));
        }
        let before = self.cells.len();
        for cell in cells {
            let filled = self.cells.len() - before;
            if filled == self.cols.unwrap_or(Grid::MAX_SIDE) {
                return Err(cell.fault(format!(
                    "row {row} has more than {}{}",
                    count(filled, "cell"),
                    self.why()
                )));
            }
            self.cells.push(read(cell)?);
            self.offsets.push(cell.offset);
        }
        let filled = self.cells.len() - before;
        match self.cols {
            Some(cols) if cols != filled => Err(line.fault_behind(format!(
                "row {row} has {}{}",
                count(filled, "cell"),
                self.why()
            ))),
            _ => {
                (self.cols, self.rows) = (Some(filled), row);
                Ok(())
            }
        }
    }

    /// How long a row must be, and who says so.
    fn why(&self) -> String {
        match (self.cols, self.announced) {
            (Some(cols), Some(_)) => format!(": every row needs {cols}, the announced columns"),
            (Some(cols), None) => format!(": every row needs {cols}, as row 1 has"),
            (None, _) => ", the most there can be".to_owned(),
        }
    }

    /// All cells; an error if rows are missing.
    pub fn finish(self, end: impl FnOnce(String) -> Fault) -> Result<Cells<T>, Fault> {
        let grid = match self.announced {
            None => Grid::new(self.rows, self.cols.unwrap_or(0)),
            Some(grid) => (self.rows == grid.rows()).then_some(grid),
        };
        match (grid, self.announced) {
            (Some(grid), _) => Ok(Cells { grid, cells: self.cells, offsets: self.offsets }),
            (None, None) => Err(end("no puzzle: there is no row of cells".to_owned())),
            (None, Some(grid)) => Err(end(format!(
                "{} where {} are announced: add the missing rows or correct the size",
                count(self.rows, "row"),
                grid.rows()
            ))),
        }
    }
}

/// As many cells as the grid has, and where each was read.
pub(crate) struct Cells<T> {
    pub grid: Grid,
    pub cells: Vec<T>,
    pub offsets: Vec<usize>,
}

impl Cells<Option<u8>> {
    /// The puzzle with these clues: a Slitherlynx if that is wanted, else a Slitherlink.
    pub fn loops(self, wanted: Option<PuzzleKind>) -> Result<Puzzle, Fault> {
        let Self { grid, cells, offsets } = self;
        let puzzle = match wanted {
            Some(PuzzleKind::Slitherlynx) => Slitherlink::with_several_loops(grid, cells),
            _ => Slitherlink::new(grid, cells),
        };
        puzzle.map(Puzzle::from).map_err(|error| Fault {
            offset: offsets.get(grid.cell_index(error.cell)).copied().unwrap_or(0),
            message: format!("{} (at {})", error.message, error.cell),
        })
    }
}

/// An error of an instance with values, at the cell where it was read: `offsets` has one for each cell.
pub(crate) fn given_fault(error: &ValueClueError, cols: usize, offsets: &[usize]) -> Fault {
    let index = match error {
        ValueClueError::Value { cell, .. } => cell.row * cols + cell.col,
        ValueClueError::Size(_) => 0,
    };
    Fault { offset: offsets.get(index).copied().unwrap_or(0), message: error.to_string() }
}

/// `1 row`, `2 rows`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The clues of a puzzle on a grid row by row, without places.
pub(crate) fn clue_rows(puzzle: &Slitherlink) -> impl Iterator<Item = Vec<Option<u8>>> {
    let grid = puzzle.grid();
    let rows = grid.map_or(0, Grid::rows);
    (0..rows).map(move |row| {
        let cols = grid.map_or(0, Grid::cols);
        (0..cols).map(|col| puzzle.clue(Cell { row, col })).collect()
    })
}

/// The character of a cell: its clue, or `empty`.
pub(crate) fn cell_char(clue: Option<u8>, empty: char) -> char {
    clue.map_or(empty, |clue| char::from(b'0' + clue))
}
