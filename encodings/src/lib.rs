//! Puzzle rules, written once as constraints over named yes/no variables, and the ways to lower
//! them to CNF clauses or linear rows. Pure: no process, no file, no clock.

pub mod grid;
pub mod puzzles;
