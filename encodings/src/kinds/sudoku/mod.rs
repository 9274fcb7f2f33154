//! Sudoku: fill the grid so that each value occurs once in each row, column and box.

mod encoding;
mod instance;
mod plain;
mod possible;
mod rules;
mod symbols;

pub use instance::{Sudoku, usual_box};
pub use symbols::sudoku_values;
