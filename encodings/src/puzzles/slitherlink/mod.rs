//! Slitherlink: draw one closed loop along the grid lines so that each number counts the loop's
//! edges around its cell.

mod colour;
mod direct;
mod instance;
mod rules;

pub use colour::Colour;
pub use direct::Direct;
pub use instance::{ClueError, Slitherlink};
pub use rules::{fill_check, line_count_check};

use crate::connectivity::LoopEncoding;

/// The names of the encodings.
pub const ENCODINGS: [&str; 2] = ["direct", "colour"];

/// The encoding of this name.
#[must_use]
pub fn encoding<'a>(name: &str, puzzle: &'a Slitherlink) -> Option<Box<dyn LoopEncoding + 'a>> {
    match name {
        "direct" => Some(Box::new(Direct(puzzle))),
        "colour" => Some(Box::new(Colour(puzzle))),
        _ => None,
    }
}
