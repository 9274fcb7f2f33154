//! Results as text and tables, and sizes as CSV. The types of `encycle::report` are their JSON.

use encycle::puzzle::Puzzle;

pub mod count;
pub mod decode;
pub mod sizes;
pub mod solve;
pub mod table;

/// Formats the size of a puzzle, and the variant of the rules if the kind has several.
pub fn head(puzzle: &Puzzle) -> String {
    match puzzle.variant() {
        Some(variant) => format!("{}, rule {variant}", puzzle.extent()),
        None => puzzle.extent().to_string(),
    }
}
