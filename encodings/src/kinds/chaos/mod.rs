//! Chaos: fill the grid with the values 1 to 4 so that no three consecutive cells of a line are
//! equal and no two equal values are a knight's move apart.

mod encoding;
mod instance;
mod plain;
mod rules;
mod shape;

pub use instance::Chaos;
