//! Circles through which a loop passes: the clues of Masyu, Shingoki and Balance Loop.

use crate::kinds::clues::CellClue;
use crate::kinds::codec::{BLACK_LETTER, ClueAlphabet, ClueSymbol, WHITE_LETTER};

/// The colour of a circle. Its meaning is a matter of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Circle {
    /// A white circle.
    White,
    /// A black circle.
    Black,
}

/// `w` or `b`.
impl CellClue for Circle {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        letters: &[WHITE_LETTER, BLACK_LETTER],
        help: "write 'w' for a white circle, 'b' for a black one, '.' for no circle",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Letter(0, None) => Some(Self::White),
            ClueSymbol::Letter(1, None) => Some(Self::Black),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        ClueSymbol::Letter(usize::from(self == Self::Black), None)
    }
}

/// A circle with a number or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberedCircle {
    /// The colour.
    pub circle: Circle,
    /// The number of lines, of both straight lines from the circle together.
    pub number: Option<u32>,
}

/// `w` or `b`, then the number; `3b` is read as `b3`.
impl CellClue for NumberedCircle {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        has_numbered_letters: true,
        help: "write 'w' for a white circle, 'b' for a black one, with its number as in 'w4', and '.' for no circle",
        ..Circle::ALPHABET
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        let ClueSymbol::Letter(letter, number) = symbol else { return None };
        Some(Self { circle: Circle::of_symbol(ClueSymbol::Letter(letter, None))?, number })
    }

    fn symbol(self) -> ClueSymbol {
        ClueSymbol::Letter(usize::from(self.circle == Circle::Black), self.number)
    }
}
