//! The common text formats of Sudokus.

pub(super) mod boxed;
pub(super) mod columns;
pub(super) mod hodoku;
pub(super) mod line;
pub(super) mod opensudoku;
pub(super) mod sdk;

use encycle_encodings::kinds::sudoku::{Sudoku, sudoku_values};
use encycle_encodings::text::{Fault, Span};

use crate::formats::{Reading, TextContent};

/// Builds the Sudoku from these cells.
fn sudoku(box_rows: usize, box_cols: usize, cells: &[Span<'_>]) -> Reading {
    let mut notes = Vec::new();
    let side = box_rows * box_cols;
    let values = sudoku_values(side as u32, cells, |note| notes.push(note))?;
    let offsets: Vec<usize> = cells.iter().map(|cell| cell.offset).collect();
    let puzzle =
        Sudoku::new(box_rows, box_cols, values).map_err(|error| error.at(side, &offsets))?;
    Ok(TextContent { notes, ..puzzle.into() })
}

/// Returns the fault for a number of cells that no grid has.
fn wrong_count(place: Span<'_>, cells: usize) -> Fault {
    place.fault(format!("{cells} cells: a Sudoku in one line has 81, 256, 625, ..."))
}
