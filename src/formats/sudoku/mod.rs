//! The texts that Sudokus are passed around in.

pub(super) mod boxed;
pub(super) mod line;
pub(super) mod sdk;

use encycle_encodings::kinds::sudoku::Sudoku;

use crate::formats::scan::rows::given_fault;
use crate::formats::scan::text::Reading;

/// What stands for an empty cell.
const EMPTY: [&str; 4] = [".", "0", "*", "_"];

/// The Sudoku of these values, each with the place where it was read.
fn sudoku(box_rows: usize, box_cols: usize, cells: Vec<(u32, usize)>) -> Reading {
    let (values, offsets): (Vec<u32>, Vec<usize>) = cells.into_iter().unzip();
    let puzzle = Sudoku::new(box_rows, box_cols, values)
        .map_err(|error| given_fault(&error, box_rows * box_cols, &offsets))?;
    Ok((puzzle.into(), None))
}
