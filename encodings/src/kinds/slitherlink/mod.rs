//! Slitherlink: draw one closed loop along the grid lines so that each number counts the loop's edges around its cell.

pub mod bases;
mod encoding;
mod instance;
mod plain;
mod rules;

pub use encoding::{encoding, encoding_names};
pub use instance::{EdgeSetClue, Slitherlink};
pub use plain::Slitherlynx;
pub use rules::{fill_check, line_count_check};
