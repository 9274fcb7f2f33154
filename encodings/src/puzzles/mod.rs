//! The puzzles. Each has the same shape: instance, rules, encoder, decoding.

pub mod hamilton;
pub mod numberlink;
pub mod slitherlink;
