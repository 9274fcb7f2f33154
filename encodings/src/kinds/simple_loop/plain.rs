//! `simple-loop ROWS COLS`: `x` for a black cell, and `.` for any other.

use crate::cell_loops::CellLoop;
use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, BLACK_CELL, ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueSymbol, FileDrawing,
    JankoSpelling, PzprSpelling,
};
use crate::kinds::simple_loop::SimpleLoop;
use crate::kinds::{Kind, SolutionFamily};

impl Kind for SimpleLoop {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "simple-loop";
    const SAMPLE: &'static str = "simple-loop 3 4\n....\n.xx.\n....\n";
    const RULES: &'static str = "Draw one loop through all cells that are not black.";

    clue_text!(ClueCodec {
        alphabet: ClueAlphabet {
            letters: &[BLACK_CELL],
            help: "write 'x' for a black cell, '.' for any other",
            ..ClueAlphabet::NONE
        },
        is_separable: false,
        has_rooms: false,
        janko: Some(JankoSpelling { letters: &["x"], unknown: "?" }),
        pzpr: Some(PzprSpelling {
            names: &["simpleloop"],
            body: AddressBody::PackedLetters { base: 2, cells: 5 },
            drawing: FileDrawing::Lines,
            letter: Some("*"),
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let symbol = |black: bool| black.then_some(ClueSymbol::Letter(0, None));
        let symbols = puzzle.black().map(symbol).collect();
        Some(ClueGrid { grid: puzzle.grid(), symbols, rooms: Vec::new() })
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let black: Vec<bool> = clues.symbols.iter().map(Option::is_some).collect();
        Ok(Self::new(clues.grid, &black)?)
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.black().any(|black| black)
    }
}
