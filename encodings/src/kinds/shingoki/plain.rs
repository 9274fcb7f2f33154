//! `shingoki ROWS COLS`: `w` for a white circle and `b` for a black one, each with its number or none, and `.` for other cells.

use crate::kinds::Kind;
use crate::kinds::clues::CellClues;
use crate::kinds::shingoki::Shingoki;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Shingoki {
    type Puzzle = Self;

    const NAME: &'static str = "shingoki";
    const SAMPLE: &'static str = "shingoki 3 4\nb5 . . .\n. . . w2\n. . . .\n";
    const RULES: &'static str = "Draw one loop through all circles. It goes straight at a white circle and turns at a black one. The two straight \
        lines from a circle have together the length of its number.";

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
