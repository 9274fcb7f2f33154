//! `nurikabe ROWS COLS`: numbers, `?` for an island of any size, and `.` for a cell without a clue.

use crate::kinds::clues::{CellClue, CellClues, clue_text};
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueSymbol, FileDrawing,
    JankoSpelling, PzprSpelling,
};
use crate::kinds::nurikabe::{IslandClue, Nurikabe};
use crate::kinds::{Kind, SolutionFamily};

impl CellClue for IslandClue {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        numbers: Some((1, Nurikabe::GREATEST)),
        has_unknown: true,
        help: "write the number of cells of an island, 1 to 999, '?' for any number, '.' for no clue",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Number(number) => Some(Self::Cells(number)),
            ClueSymbol::Unknown => Some(Self::Any),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        match self {
            Self::Cells(number) => ClueSymbol::Number(number),
            Self::Any => ClueSymbol::Unknown,
        }
    }
}

impl Kind for Nurikabe {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Shading;
    const NAME: &'static str = "nurikabe";
    const SAMPLE: &'static str = "nurikabe 3 4\n2..3\n....\n.1..\n";
    const RULES: &'static str = "Shade cells so that they are connected and no square of 2 x 2 cells is shaded. Each island of other cells \
        has one number, and as many cells as it; '?' is any number.";

    clue_text!(ClueCodec {
        alphabet: IslandClue::ALPHABET,
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
        let symbols = puzzle.clues().iter().map(|clue| clue.map(IslandClue::symbol)).collect();
        Some(ClueGrid::new(puzzle.grid(), symbols))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let islands = CellClues::of_symbols(clues)?;
        Ok(Self::new(islands.grid(), islands.cells().to_vec())?)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.has_room()
    }
}
