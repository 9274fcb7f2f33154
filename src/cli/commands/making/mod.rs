//! Commands that make and repair puzzles.

pub mod competition;
mod formula;
pub mod generate;
pub mod instances;
pub mod repair;
pub mod thin;
