//! Linesweeper: draw one loop around the numbers, each of which counts the cells beside it that the loop visits.

mod clue;
mod encoding;
mod instance;
mod plain;
mod rules;

pub use clue::VisitCount;
pub use instance::Linesweeper;
