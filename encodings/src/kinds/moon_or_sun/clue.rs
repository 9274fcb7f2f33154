//! The marks of Moon-or-Sun.

use crate::kinds::clues::CellClue;
use crate::kinds::codec::{ClueAlphabet, ClueLetter, ClueSymbol};

/// A mark in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A sun.
    Sun,
    /// A moon.
    Moon,
}

impl CellClue for Mark {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        letters: &[
            ClueLetter { letter: 's', picture: "☼" },
            ClueLetter { letter: 'm', picture: "☾" },
        ],
        help: "write a sun as 's', a moon as 'm', any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Letter(0, None) => Some(Self::Sun),
            ClueSymbol::Letter(1, None) => Some(Self::Moon),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        ClueSymbol::Letter(usize::from(self == Self::Moon), None)
    }
}
