//! `yajilin ROWS COLS`: numbers with an arrow (`2n`, `2e`, `2s`, `2w`), `x` for a cell without both, and `.` for other cells.

use crate::kinds::Kind;
use crate::kinds::clues::CellClues;
use crate::kinds::yajilin::Yajilin;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Yajilin {
    type Puzzle = Self;

    const NAME: &'static str = "yajilin";
    const SAMPLE: &'static str = "yajilin 3 3\n. . .\n. 0n .\n. . .\n";
    const RULES: &'static str = "Shade some of the cells without a clue, no two of them adjacent, and draw one loop through all others. A number is how \
        many cells are shaded in the direction of its arrow.";

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
