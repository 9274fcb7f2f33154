//! `geradeweg ROWS COLS`: the lengths, `?` for a circle without a number, and `.` for other cells.

use crate::kinds::Kind;
use crate::kinds::clues::CellClues;
use crate::kinds::geradeweg::Geradeweg;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Geradeweg {
    type Puzzle = Self;

    const NAME: &'static str = "geradeweg";
    const SAMPLE: &'static str = "geradeweg 3 4\n..3.\n2...\n....\n";
    const RULES: &'static str = "Draw one loop through all circles. Each straight line that passes or ends at a circle is as long as \
        its number; `?` asks for equal lengths.";

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
