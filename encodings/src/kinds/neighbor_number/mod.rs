//! Neighbor Number: three digits in each row and column, and neighbours among them differ by their
//! distance.

mod encoding;
mod instance;
mod parts;
mod rules;
mod shape;

pub use instance::{NeighborNumber, NeighborNumberClue};
