//! The clue of Yajilin.

use crate::cell_loops::Side;
use crate::kinds::clues::CellClue;
use crate::kinds::codec::{BLACK_CELL, ClueAlphabet, ClueSymbol};

/// A cell that is neither shaded nor visited, with a number and an arrow or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// A cell without a number.
    Blank,
    /// The number of shaded cells in the direction of the arrow, up to the border.
    Count(u32, Side),
}

/// `2n`, `2e`, `2s`, `2w` for arrows to the north (up), east (right), south (down) and west (left).
impl CellClue for Arrow {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        has_arrows: true,
        letters: &[BLACK_CELL],
        help: "write a number and its arrow as in '2n', '2e', '2s', '2w', a cell without both as 'x', any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Arrow(number, side) => Some(Self::Count(number, side)),
            ClueSymbol::Letter(0, None) => Some(Self::Blank),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        match self {
            Self::Blank => ClueSymbol::Letter(0, None),
            Self::Count(number, side) => ClueSymbol::Arrow(number, side),
        }
    }
}
