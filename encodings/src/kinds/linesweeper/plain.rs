//! `linesweeper ROWS COLS`: the numbers, and `.` for cells without one.

use crate::kinds::Kind;
use crate::kinds::clues::CellClues;
use crate::kinds::linesweeper::Linesweeper;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Linesweeper {
    type Puzzle = Self;

    const NAME: &'static str = "linesweeper";
    const SAMPLE: &'static str = "linesweeper 3 4\n....\n.8..\n....\n";
    const RULES: &'static str = "Draw one loop through cells without a number. A number is how many of the eight cells around it the loop \
        visits.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        Self::new(puzzle.clues().image(symmetry.isometry)).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: Option<&Header<'a>>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        CellClues::read(Self::NAME, text, header, lines, Self::new)
    }

    fn write(puzzle: &Self) -> Option<String> {
        Some(puzzle.clues().write(Self::NAME))
    }
}
