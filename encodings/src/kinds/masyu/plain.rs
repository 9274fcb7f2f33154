//! `masyu ROWS COLS`: `w` for a white circle, `b` for a black one, and `.` for a cell without a circle.

use crate::kinds::Kind;
use crate::kinds::circles::Circle;
use crate::kinds::clues::{CellClue, CellClues, clue_text};
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::masyu::Masyu;

impl Kind for Masyu {
    type Puzzle = Self;

    const NAME: &'static str = "masyu";
    const SAMPLE: &'static str = "masyu 3 4\nb...\n...w\n....\n";
    const RULES: &'static str = "Draw one loop through all circles. It goes straight at a white circle and turns in a cell beside it; \
        it turns at a black circle and goes straight through the cells beside it.";

    clue_text!(ClueCodec {
        alphabet: Circle::ALPHABET,
        has_rooms: false,
        janko: Some(JankoSpelling { letters: &["w1", "b2"], unknown: "?" }),
        pzpr: Some(PzprSpelling {
            names: &["mashu", "masyu", "pearl"],
            body: AddressBody::PackedLetters { base: 3, cells: 3 },
            drawing: FileDrawing::Lines,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let symbols = puzzle.circles().iter().map(|circle| circle.map(Circle::symbol)).collect();
        Some(ClueGrid { grid: puzzle.grid(), symbols, rooms: Vec::new() })
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let circles = CellClues::of_symbols(clues)?;
        Ok(Self::new(circles.grid(), circles.cells().to_vec())?)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.circles().iter().any(Option::is_some)
    }
}
