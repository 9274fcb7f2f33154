//! Collects the cells of a grid row by row, and formats clues.

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::kinds::values::ValueClueError;

use crate::formats::scan::text::{Fault, Span};
use crate::puzzle::{Puzzle, PuzzleKind};

/// A grid whose rows are read one by one.
pub(crate) struct Rows<T> {
    /// The announced size, if any.
    announced: Option<Grid>,
    cols: Option<usize>,
    rows: usize,
    cells: Vec<T>,
    offsets: Vec<usize>,
}

impl<T> Rows<T> {
    /// Returns an empty collection for a grid of the announced size, if any.
    pub fn new(announced: Option<Grid>) -> Self {
        let cols = announced.map(Grid::cols);
        Self { announced, cols, rows: 0, cells: Vec::new(), offsets: Vec::new() }
    }

    /// Returns whether all announced rows have been read.
    pub fn complete(&self) -> bool {
        self.announced.is_some_and(|grid| self.rows == grid.rows())
    }

    /// Appends a row of cells.
    pub fn push<'a>(
        &mut self,
        line: Span<'a>,
        cells: impl Iterator<Item = Span<'a>>,
        read: impl Fn(Span<'a>) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        let row = self.rows + 1;
        let limit = self.announced.map_or(Grid::MAX_SIDE, Grid::rows);
        if row > limit {
            let rule = if self.announced.is_some() { "the announced" } else { "the limit of" };
            return Err(line.fault(format!(
                "row {row} exceeds {rule} {}\nhelp: remove it or correct the size",
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
                    self.row_rule()
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
                self.row_rule()
            ))),
            _ => {
                (self.cols, self.rows) = (Some(filled), row);
                Ok(())
            }
        }
    }

    /// Returns the end of a message about a row of the wrong length: the required length and its origin.
    fn row_rule(&self) -> String {
        match (self.cols, self.announced) {
            (Some(cols), Some(_)) => format!(": every row needs {cols}, the announced columns"),
            (Some(cols), None) => format!(": every row needs {cols}, like row 1"),
            (None, _) => ", the limit".to_owned(),
        }
    }

    /// Returns all cells, or an error built by `end` if rows are missing.
    pub fn finish(self, end: impl FnOnce(String) -> Fault) -> Result<Cells<T>, Fault> {
        let grid = match self.announced {
            None => Grid::new(self.rows, self.cols.unwrap_or(0)),
            Some(grid) => (self.rows == grid.rows()).then_some(grid),
        };
        match (grid, self.announced) {
            (Some(grid), _) => Ok(Cells { grid, cells: self.cells, offsets: self.offsets }),
            (None, None) => Err(end("no puzzle: the text has no row of cells".to_owned())),
            (None, Some(grid)) => Err(end(format!(
                "only {} of the announced {}\nhelp: add the missing rows or correct the size",
                self.rows,
                count(grid.rows(), "row")
            ))),
        }
    }
}

/// The cells of a grid, and the position of each in the text.
pub(crate) struct Cells<T> {
    pub grid: Grid,
    pub cells: Vec<T>,
    pub offsets: Vec<usize>,
}

impl Cells<Option<u8>> {
    /// Builds the puzzle with these clues: a Slitherlynx if `expected` is that kind, else a Slitherlink.
    pub fn loops(self, expected: Option<PuzzleKind>) -> Result<Puzzle, Fault> {
        let Self { grid, cells, offsets } = self;
        let puzzle = match expected {
            Some(PuzzleKind::Slitherlynx) => Slitherlink::with_several_loops(grid, cells),
            _ => Slitherlink::new(grid, cells),
        };
        puzzle.map(Puzzle::from).map_err(|error| Fault {
            offset: offsets.get(grid.cell_index(error.cell)).copied().unwrap_or(0),
            message: format!("{}: {}", error.cell, error.message),
        })
    }
}

/// Returns the fault for an error of a puzzle with values, at the cell that caused it.
///
/// `offsets` holds the position of each cell in the text.
pub(crate) fn given_fault(error: &ValueClueError, cols: usize, offsets: &[usize]) -> Fault {
    let index = match error {
        ValueClueError::Value { cell, .. } => cell.row * cols + cell.col,
        ValueClueError::Size(_) => 0,
    };
    Fault { offset: offsets.get(index).copied().unwrap_or(0), message: error.to_string() }
}

/// Formats a number with its noun: `1 row`, `2 rows`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns the clues of a puzzle row by row; a puzzle that is not on a grid has no rows.
pub(crate) fn clue_rows(puzzle: &Slitherlink) -> impl Iterator<Item = Vec<Option<u8>>> {
    let grid = puzzle.grid();
    let rows = grid.map_or(0, Grid::rows);
    (0..rows).map(move |row| {
        let cols = grid.map_or(0, Grid::cols);
        (0..cols).map(|col| puzzle.clue(Cell { row, col })).collect()
    })
}

/// Returns the character of a cell: its clue, or `empty`.
pub(crate) fn cell_char(clue: Option<u8>, empty: char) -> char {
    clue.map_or(empty, |clue| char::from(b'0' + clue))
}
