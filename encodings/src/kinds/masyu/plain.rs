//! `masyu ROWS COLS`: `w` for a white circle, `b` for a black one, and `.` for a cell without a circle.

use crate::cell_loops::CellLoop;
use crate::grid::Cell;
use crate::kinds::circles::Circle;
use crate::kinds::clues::{CellClue, CellClues, clue_text, permits};
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, ClueSymbol, FileDrawing, JankoSpelling,
    PzprSpelling,
};
use crate::kinds::masyu::Masyu;
use crate::kinds::{Kind, SolutionFamily};
use crate::puzzle::Solution;

impl Kind for Masyu {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "masyu";
    const SAMPLE: &'static str = "masyu 3 4\nb...\n...w\n....\n";
    const RULES: &'static str = "Draw one loop through all circles. It goes straight at a white circle and turns in a cell beside it; \
        it turns at a black circle and goes straight through the cells beside it.";

    clue_text!(ClueCodec {
        alphabet: Circle::ALPHABET,
        is_separable: true,
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

    fn permits(empty: &Self, cell: Cell, symbol: ClueSymbol, solution: &Solution) -> bool {
        permits(empty, cell, symbol, solution)
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.circles().iter().any(Option::is_some)
    }
}
