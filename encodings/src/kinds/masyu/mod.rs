//! Masyu: draw one loop through all circles; it turns at the black ones, and beside the white ones.

mod encoding;
mod instance;
mod plain;
mod rules;

pub use crate::kinds::circles::Circle;
pub use instance::Masyu;
