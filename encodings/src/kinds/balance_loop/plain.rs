//! `balance-loop ROWS COLS`: `w` for a white circle and `b` for a black one, each with its number or none, and `.` for other cells.

use crate::kinds::Kind;
use crate::kinds::balance_loop::BalanceLoop;
use crate::kinds::clues::CellClues;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for BalanceLoop {
    type Puzzle = Self;

    const NAME: &'static str = "balance-loop";
    const SAMPLE: &'static str = "balance-loop 3 4\nb5 . . .\n. . . w2\n. . . .\n";
    const RULES: &'static str = "Draw one loop through all circles. The two straight lines from a white circle have equal lengths, those from a black \
        one different lengths; together they have the length of its number.";

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
