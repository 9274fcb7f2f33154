//! Written kinds: kinds of puzzles that a text file describes.
//!
//! A file says what the cells show, what a solution draws, and the rules as statements about the drawing for all values of
//! some variables. It is read twice, by code that shares only the parser: the encoder (`encode`) makes constraints of each
//! statement, and the check evaluates it on a finished drawing, or says what it means for an open one.

mod check;
mod clues;
mod constant;
mod encode;
mod file;
mod guards;
mod kind;
mod lint;
mod meaning;
mod parser;
mod probes;
mod puzzle;
mod symmetry;
mod terms;
mod tokens;

pub use check::RuleInstance;
pub use clues::{NumberList, WrittenClues};
pub use file::{BareGrid, KindFile, ParameterInfo};
pub use kind::{KindError, LONGEST_TEXT, WrittenKind};
pub use lint::{picture_names, reserved_rules, statement_forms, vocabulary};
pub use meaning::RuleMeaning;
pub use puzzle::{ClueRules, WholeRule, WrittenCells, WrittenLoop, WrittenPuzzle};
pub use terms::NumberComparison;
