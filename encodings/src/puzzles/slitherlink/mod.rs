//! Slitherlink: draw one closed loop along the grid lines so that each number counts the loop's
//! edges around its cell.

mod encode;
mod instance;
mod rules;

pub use instance::{ClueError, Slitherlink};
pub use rules::{fill_check, line_count_check};
