//! Neighbor Number: put three digits into each row and column so that neighbouring digits differ by
//! their distance.

mod encoding;
mod instance;
mod parts;
mod plain;
mod rules;

pub use instance::{NeighborNumber, NeighborNumberClue};
