//! The puzzles. Each has the same shape: instance, rules, encoder, decoding.

pub mod chaos;
pub mod hamilton;
pub mod neighbor_number;
pub mod numberlink;
pub mod reachability;
pub mod slitherlink;
pub mod sudoku;
pub mod values;
