//! Pictures of puzzles and solutions: text for the terminal, and SVG. Charts as SVG.

pub mod chart;
mod marks;
mod svg;
mod text;

pub use marks::{Marks, marks};
pub use svg::svg;
pub use text::{Charset, text};

use encycle_encodings::puzzle::{Puzzle, Sketch, Solution};

/// What is drawn: a sketch, and one to compare with if there is one.
#[derive(Clone, Debug)]
pub struct Picture {
    sketch: Sketch,
    compare: Option<Sketch>,
}

impl Picture {
    /// A puzzle without a solution.
    #[must_use]
    pub fn puzzle(puzzle: &dyn Puzzle) -> Self {
        Self { sketch: puzzle.sketch(None), compare: None }
    }

    /// A puzzle with a solution, or with what should be one.
    #[must_use]
    pub fn solved(puzzle: &dyn Puzzle, solution: &Solution) -> Self {
        Self { sketch: puzzle.sketch(Some(solution)), compare: None }
    }

    /// A puzzle with a solution; what another one has otherwise is marked.
    #[must_use]
    pub fn compared(puzzle: &dyn Puzzle, solution: &Solution, other: &Solution) -> Self {
        Self { sketch: puzzle.sketch(Some(solution)), compare: Some(puzzle.sketch(Some(other))) }
    }
}

/// How something drawn stands in two sketches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    No,
    Both,
    OnlyHere,
    OnlyThere,
}

impl Drawn {
    fn of(here: bool, there: bool) -> Self {
        match (here, there) {
            (false, false) => Self::No,
            (true, true) => Self::Both,
            (true, false) => Self::OnlyHere,
            (false, true) => Self::OnlyThere,
        }
    }
}
