//! `country-road ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms; `@` is a cell outside all rooms.

use crate::kinds::Kind;
use crate::kinds::country_road::CountryRoad;
use crate::kinds::rooms::NumberedRooms;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text, TextLayout};

impl Kind for CountryRoad {
    type Puzzle = Self;

    const NAME: &'static str = "country-road";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "country-road 3 4\n3...\n....\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Draw one loop that visits each room once, and as many of its cells as its number says. Of \
        two adjacent cells in different rooms, the loop visits at least one.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        Some(Self::new(puzzle.clues().image(symmetry)?))
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        Ok(Self::new(NumberedRooms::read(text, header, lines, true)?))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().rooms().count() > 1
    }

    fn write(puzzle: &Self) -> Option<String> {
        Some(puzzle.clues().write(Self::NAME))
    }
}
