//! Commands that make and repair puzzles.

mod formula;
pub mod generate;
mod in_order;
pub mod instances;
pub mod repair;
pub mod thin;
