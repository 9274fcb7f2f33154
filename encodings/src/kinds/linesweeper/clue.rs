//! The clue of Linesweeper.

use crate::kinds::clues::CellClue;
use crate::kinds::codec::{ClueAlphabet, ClueSymbol};

/// The number of cells around a cell, horizontally, vertically and diagonally, that the loop visits: 0 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VisitCount(pub u32);

impl CellClue for VisitCount {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        numbers: Some((0, 8)),
        help: "write a number 0 to 8, any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Number(number @ 0..=8) => Some(Self(number)),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        ClueSymbol::Number(self.0)
    }
}
