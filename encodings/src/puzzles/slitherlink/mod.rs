//! Slitherlink: draw one closed loop along the grid lines so that each number counts the loop's
//! edges around its cell.

mod instance;

pub use instance::{ClueError, Slitherlink};
