//! Pictures of puzzles and solutions: text for the terminal, and SVG. Charts as SVG.

pub mod chart;
mod marks;
mod svg;
mod text;

pub use marks::{Marks, marks};
pub use svg::svg;
pub use text::{Charset, text};

use encycle_encodings::connectivity::Lines;
use encycle_encodings::puzzles::slitherlink::Slitherlink;

/// What is drawn: a puzzle, and lines if there are any.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The puzzle.
    pub puzzle: &'a Slitherlink,
    /// The lines on it.
    pub lines: Option<&'a Lines>,
    /// Lines to compare with: an edge that only one of the two has is marked.
    pub compare: Option<&'a Lines>,
}

impl<'a> Picture<'a> {
    /// A puzzle without lines.
    #[must_use]
    pub fn puzzle(puzzle: &'a Slitherlink) -> Self {
        Self { puzzle, lines: None, compare: None }
    }

    /// A puzzle with lines.
    #[must_use]
    pub fn solved(puzzle: &'a Slitherlink, lines: &'a Lines) -> Self {
        Self { puzzle, lines: Some(lines), compare: None }
    }
}
