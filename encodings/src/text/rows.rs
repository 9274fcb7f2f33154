//! Collects the cells of a grid row by row, and formats clues.

use crate::grid::Grid;

use crate::text::{Fault, Span};

/// A grid whose rows are read one by one.
pub struct Rows<T> {
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
                counted(limit, "row")
            )));
        }
        let before = self.cells.len();
        for cell in cells {
            let filled = self.cells.len() - before;
            if filled == self.cols.unwrap_or(Grid::MAX_SIDE) {
                return Err(cell.fault(format!(
                    "row {row} has more than {}{}",
                    counted(filled, "cell"),
                    self.row_rule()
                )));
            }
            self.cells.push(read(cell)?);
            self.offsets.push(cell.offset);
        }
        let filled = self.cells.len() - before;
        match self.cols {
            Some(cols) if cols != filled => Err(line.fault_after(format!(
                "row {row} has {}{}",
                counted(filled, "cell"),
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
                counted(grid.rows(), "row")
            ))),
        }
    }
}

/// The cells of a grid, and the position of each in the text.
pub struct Cells<T> {
    /// The grid.
    pub grid: Grid,
    /// The cells, row by row.
    pub cells: Vec<T>,
    /// The byte in the text at which each cell starts.
    pub offsets: Vec<usize>,
}

/// Formats a number with its noun: `1 row`, `2 rows`.
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
