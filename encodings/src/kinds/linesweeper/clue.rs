//! The clue of Linesweeper.

use crate::kinds::clues::CellClue;

/// The number of cells around a cell, horizontally, vertically and diagonally, that the loop visits: 0 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VisitCount(pub u32);

impl CellClue for VisitCount {
    const HELP: &'static str = "write a number 0 to 8, any other cell as '.'";

    const HAS_ZERO: bool = true;

    fn is_distinctive(self) -> bool {
        self.0 > 3
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| text.len() == 1 && *number <= 8).map(Self)
    }

    fn text(self) -> String {
        self.0.to_string()
    }
}
