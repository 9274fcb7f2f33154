//! `moon-or-sun ROWS COLS`: rows of `s` for a sun, `m` for a moon and `.`, then rows with the names of the rooms.

use crate::cell_values::{read_texts, write_rows};
use crate::grid::Regions;
use crate::kinds::Kind;
use crate::kinds::clues::CellClues;
use crate::kinds::moon_or_sun::MoonOrSun;
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text, TextLayout};

impl Kind for MoonOrSun {
    type Puzzle = Self;

    const NAME: &'static str = "moon-or-sun";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "moon-or-sun 3 4\ns..m\n.m..\n..s.\naabb\naabb\naabb\n";
    const RULES: &'static str = "Draw one loop that visits each room once. In each room it visits all suns and no moon, or all moons \
        and no sun, in alternation from room to room.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        let rooms = isometry.cells(grid, puzzle.rooms().numbers());
        Self::new(puzzle.clues().image(isometry), Regions::new(isometry.grid(grid), &rooms)).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let size = header.grid()?;
        let clues = CellClues::read(text, size, &mut lines.take(size.grid.rows()), Ok)?;
        let names = read_texts(text, size, lines, |cell| Ok(cell.text))?;
        Self::new(clues, Regions::new(size.grid, &names.cells))
            .map_err(|error| text.fault_at_end(error.to_string()))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().placed().next().is_some()
    }

    fn write(puzzle: &Self) -> Option<String> {
        let names = puzzle.rooms().names().into_iter();
        Some(puzzle.clues().write(Self::NAME) + &write_rows(puzzle.grid().cols(), names))
    }
}
