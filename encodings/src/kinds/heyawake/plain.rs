//! `heyawake ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms.

use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::heyawake::Heyawake;
use crate::kinds::rooms::{NumberedRooms, ROOM_NUMBERS};
use crate::kinds::{Kind, SolutionFamily};
use crate::text::TextLayout;

impl Kind for Heyawake {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Shading;
    const NAME: &'static str = "heyawake";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "heyawake 3 4\n2...\n..1.\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Shade as many cells of a room as its number says. No line of unshaded cells crosses two \
        borders between rooms, shaded cells are not adjacent, and the other cells are connected.";

    clue_text!(ClueCodec {
        alphabet: ROOM_NUMBERS,
        is_separable: false,
        has_rooms: true,
        janko: Some(JankoSpelling::PLAIN),
        pzpr: Some(PzprSpelling {
            names: &["heyawake", "heyawacky"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::Cells,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        Some(puzzle.clues().symbols())
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(NumberedRooms::of_symbols(clues, false)?))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().rooms().count() > 1
    }
}
