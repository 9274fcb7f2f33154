//! `moon-or-sun ROWS COLS`: rows of `s` for a sun, `m` for a moon and `.`, then rows with the names of the rooms.

use crate::cell_loops::CellLoop;
use crate::grid::Regions;
use crate::kinds::clues::{CellClue, CellClues, clue_text};
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::moon_or_sun::{Mark, MoonOrSun};
use crate::kinds::{Kind, SolutionFamily};
use crate::text::TextLayout;

impl Kind for MoonOrSun {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "moon-or-sun";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "moon-or-sun 3 4\ns..m\n.m..\n..s.\naabb\naabb\naabb\n";
    const RULES: &'static str = "Draw one loop that visits each room once. In each room it visits all suns and no moon, or all moons \
        and no sun, in alternation from room to room.";

    clue_text!(ClueCodec {
        alphabet: Mark::ALPHABET,
        is_separable: false,
        has_rooms: true,
        janko: Some(JankoSpelling { letters: &["o", "x"], unknown: "?" }),
        pzpr: Some(PzprSpelling {
            names: &["moonsun"],
            body: AddressBody::PackedLetters { base: 3, cells: 3 },
            drawing: FileDrawing::LinesAndCells,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        Some(ClueGrid { rooms: puzzle.rooms().names(), ..puzzle.clues().symbols() })
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(CellClues::of_symbols(clues)?, Regions::new(clues.grid, &clues.rooms))?)
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().placed().next().is_some()
    }
}
