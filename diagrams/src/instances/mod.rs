//! Families of puzzles: all puzzles with a given solution, or on a given graph (Yoshinaka et al. 2012, sections 5 and
//! 7).

mod differences;
mod hints;
mod matchings;
mod pairs;

pub use hints::ClueSets;
pub use pairs::{PairRule, PairSets};
