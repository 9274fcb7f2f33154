//! `country-road ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms; `@` is a cell outside all rooms.

use crate::cell_loops::CellLoop;
use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::country_road::CountryRoad;
use crate::kinds::rooms::{NumberedRooms, ROOM_NUMBERS};
use crate::kinds::{Kind, SolutionFamily};
use crate::text::TextLayout;

impl Kind for CountryRoad {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "country-road";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "country-road 3 4\n3...\n....\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Draw one loop that visits each room once, and as many of its cells as its number says. Of \
        two adjacent cells in different rooms, the loop visits at least one.";

    clue_text!(ClueCodec {
        alphabet: ROOM_NUMBERS,
        is_separable: false,
        has_rooms: true,
        janko: Some(JankoSpelling::PLAIN),
        pzpr: Some(PzprSpelling {
            names: &["country", "countryroad"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::LinesAndCells,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        Some(puzzle.clues().symbols())
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(NumberedRooms::of_symbols(clues, true)?))
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().rooms().count() > 1
    }
}
