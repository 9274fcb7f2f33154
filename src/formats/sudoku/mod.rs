//! The common text formats of Sudokus.

pub(super) mod boxed;
pub(super) mod line;
pub(super) mod sdk;

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::Reading;

/// The symbols of an empty cell.
const EMPTY: [&str; 4] = [".", "0", "*", "_"];

/// Builds the Sudoku with these values, each with its position in the text.
fn sudoku(box_rows: usize, box_cols: usize, cells: Vec<(u32, usize)>) -> Reading {
    let (values, offsets): (Vec<u32>, Vec<usize>) = cells.into_iter().unzip();
    let puzzle = Sudoku::new(box_rows, box_cols, values)
        .map_err(|error| error.at(box_rows * box_cols, &offsets))?;
    Ok((puzzle.into(), None))
}
