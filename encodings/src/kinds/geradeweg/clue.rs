//! The clue of Geradeweg.

use crate::kinds::clues::CellClue;
use crate::kinds::codec::{ClueAlphabet, ClueSymbol};

/// The length of the straight lines through a cell; `None` if only known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineLength(pub Option<u32>);

impl CellClue for LineLength {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        numbers: Some((1, u32::MAX)),
        has_unknown: true,
        help: "write a length as a number, a circle without one as '?', any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Number(number) => Some(Self(Some(number))),
            ClueSymbol::Unknown => Some(Self(None)),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        self.0.map_or(ClueSymbol::Unknown, ClueSymbol::Number)
    }
}
