//! Families of puzzles: all puzzles with a given solution, or on a given graph (Yoshinaka et al. 2012, sections 5 and
//! 7).

mod clue_sets;
mod pairs;

pub use clue_sets::ClueSets;
pub use pairs::{PairRule, PairSets};
