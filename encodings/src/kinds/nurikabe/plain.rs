//! `nurikabe ROWS COLS`: numbers, `?` for an island of any size, and `.` for a cell without a clue.

use crate::grid::Cell;
use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueSymbol, FileDrawing,
    JankoSpelling, PzprSpelling,
};
use crate::kinds::nurikabe::{IslandClue, Nurikabe};
use crate::kinds::{Kind, SolutionFamily};

const ALPHABET: ClueAlphabet = ClueAlphabet {
    numbers: Some((1, Nurikabe::GREATEST)),
    has_unknown: true,
    help: "write the number of cells of an island, 1 to 999, '?' for any number, '.' for no clue",
    ..ClueAlphabet::NONE
};

impl Kind for Nurikabe {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Shading;
    const NAME: &'static str = "nurikabe";
    const SAMPLE: &'static str = "nurikabe 3 4\n2..3\n....\n.1..\n";
    const RULES: &'static str = "Shade cells so that they are connected and no square of 2 x 2 cells is shaded. Each island of other cells \
        has one number, and as many cells as it; '?' is any number.";

    clue_text!(ClueCodec {
        alphabet: ALPHABET,
        is_separable: false,
        has_rooms: false,
        janko: Some(JankoSpelling::PLAIN),
        pzpr: Some(PzprSpelling {
            names: &["nurikabe"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::Nothing,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let symbol = |clue: IslandClue| match clue {
            IslandClue::Cells(number) => ClueSymbol::Number(number),
            IslandClue::Any => ClueSymbol::Unknown,
        };
        let symbols = puzzle.clues().iter().map(|clue| clue.map(symbol)).collect();
        Some(ClueGrid::new(puzzle.grid(), symbols))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let island = |(cell, symbol): (Cell, &Option<ClueSymbol>)| match *symbol {
            None => Ok(None),
            Some(ClueSymbol::Number(number)) => Ok(Some(IslandClue::Cells(number))),
            Some(ClueSymbol::Unknown) => Ok(Some(IslandClue::Any)),
            Some(_) => Err(ClueError::foreign(cell, &ALPHABET)),
        };
        let islands: Result<_, ClueError> =
            clues.grid.cells().zip(&clues.symbols).map(island).collect();
        Ok(Self::new(clues.grid, islands?)?)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.has_room()
    }
}
