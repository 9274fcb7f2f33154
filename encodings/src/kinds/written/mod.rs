//! Written kinds: kinds of puzzles that a text file describes.
//!
//! A file says what the cells show, what a solution draws, and the rules as statements about the drawing for all values of
//! some variables. It is read twice, by code that shares only the parser: the encoder (`encode`) makes constraints of each
//! statement, and the check evaluates it on a finished drawing.

mod check;
mod clues;
mod constant;
mod encode;
mod file;
mod guards;
mod kind;
mod lint;
mod parser;
mod puzzle;
mod terms;
mod tokens;

pub use clues::WrittenClues;
pub use file::{KindFile, ParameterInfo};
pub use kind::{KindError, LONGEST_TEXT, WrittenKind};
pub use lint::{statement_forms, vocabulary};
pub use puzzle::{ClueRules, WrittenCells, WrittenLoop, WrittenPuzzle};
