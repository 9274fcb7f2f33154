//! `heyawake ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms.

use crate::kinds::Kind;
use crate::kinds::heyawake::Heyawake;
use crate::kinds::rooms::NumberedRooms;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text, TextLayout};

impl Kind for Heyawake {
    type Puzzle = Self;

    const NAME: &'static str = "heyawake";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "heyawake 3 4\n2...\n..1.\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Shade as many cells of a room as its number says. No line of unshaded cells crosses two \
        borders between rooms, shaded cells are not adjacent, and the other cells are connected.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        Some(Self::new(puzzle.clues().image(symmetry)?))
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        Ok(Self::new(NumberedRooms::read(text, header, lines, false)?))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().rooms().count() > 1
    }

    fn write(puzzle: &Self) -> Option<String> {
        Some(puzzle.clues().write(Self::NAME))
    }
}
