//! The rows of a grid, which are collected one by one, and the formatting of clues.

use crate::grid::Grid;
use crate::text::{Fault, Span, counted};

/// The size of a grid in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSize {
    /// The grid.
    pub grid: Grid,
    /// Whether the text announces the size; otherwise it follows from the rows.
    pub is_announced: bool,
}

impl From<Grid> for TextSize {
    /// Returns an announced size.
    fn from(grid: Grid) -> Self {
        Self { grid, is_announced: true }
    }
}

/// A grid whose rows are read one by one.
pub struct Rows<T> {
    announced: TextSize,
    rows: usize,
    cells: Vec<T>,
    offsets: Vec<usize>,
}

impl<T> Rows<T> {
    /// Returns an empty collection for a grid of this size.
    pub fn new(size: impl Into<TextSize>) -> Self {
        Self { announced: size.into(), rows: 0, cells: Vec::new(), offsets: Vec::new() }
    }

    /// Returns whether all rows have been read.
    pub fn complete(&self) -> bool {
        self.rows == self.announced.grid.rows()
    }

    /// Appends a row of cells.
    pub fn push<'a>(
        &mut self,
        line: Span<'a>,
        cells: impl Iterator<Item = Span<'a>>,
        mut read: impl FnMut(Span<'a>) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        let row = self.rows + 1;
        let (limit, cols) = (self.announced.grid.rows(), self.announced.grid.cols());
        if row > limit {
            return Err(line.fault(format!(
                "row {row} exceeds the announced {}\nhelp: remove it or correct the size",
                counted(limit, "row")
            )));
        }
        let before = self.cells.len();
        for cell in cells {
            let filled = self.cells.len() - before;
            if filled == cols {
                let filled = counted(filled, "cell");
                return Err(
                    cell.fault(format!("row {row} has more than {filled}{}", self.row_rule()))
                );
            }
            self.cells.push(read(cell)?);
            self.offsets.push(cell.offset);
        }
        let filled = self.cells.len() - before;
        if filled != cols {
            let filled = counted(filled, "cell");
            return Err(line.fault_after(format!("row {row} has {filled}{}", self.row_rule())));
        }
        self.rows = row;
        Ok(())
    }

    /// Returns the end of a message about a row of the wrong length, which states the required length and its origin.
    fn row_rule(&self) -> String {
        let cols = self.announced.grid.cols();
        match self.announced.is_announced {
            true => format!(": every row needs {cols}, the announced columns"),
            false => format!(": every row needs {cols}, like the other rows"),
        }
    }

    /// Returns all cells, or an error built by `end` if rows are missing.
    pub fn finish(self, end: impl FnOnce(String) -> Fault) -> Result<Cells<T>, Fault> {
        let grid = self.announced.grid;
        match self.complete() {
            true => Ok(Cells { grid, cells: self.cells, offsets: self.offsets }),
            false => Err(end(format!(
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
