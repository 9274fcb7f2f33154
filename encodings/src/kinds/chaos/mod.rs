//! Chaos: fill the grid with 1 to 4 so that no three equal values follow each other in a line, and no
//! two equal ones lie a knight's move apart.

mod encoding;
mod instance;
mod rules;
mod shape;

pub use instance::Chaos;
