//! Commands that make and repair puzzles.

pub mod competition;
pub mod generate;
pub mod instances;
pub mod repair;
pub mod sheet;
pub mod thin;
