//! Uniqueness by a method that the generator does not use.

use encycle::count::{CountMethod, CountOptions, count};
use encycle::puzzle::Puzzle;

/// Counts the solutions by a diagram, or by enumeration where there is none.
pub fn is_unique(puzzle: &Puzzle) -> bool {
    let options = CountOptions::default();
    let counted = count(puzzle, CountMethod::best(puzzle, &options), &options).expect("it fits");
    counted.solutions == 1_u32.into()
}
