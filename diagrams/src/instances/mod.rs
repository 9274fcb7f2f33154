//! All puzzles with a given solution, or of a given size: Yoshinaka et al. 2012, sections 5 and 7.

mod differences;
mod hints;

pub use hints::HintSets;
