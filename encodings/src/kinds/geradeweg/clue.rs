//! The clue of Geradeweg.

use crate::kinds::clues::CellClue;

/// The length of the straight lines through a cell; `None` if only known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineLength(pub Option<u32>);

impl CellClue for LineLength {
    const HELP: &'static str =
        "write a length as a number, a circle without one as '?', any other cell as '.'";

    /// Any grid of digits fits, such as a Sudoku with a typing error.
    fn is_distinctive(self) -> bool {
        false
    }

    fn parse(text: &str) -> Option<Self> {
        match text {
            "?" => Some(Self(None)),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(Self(Some(digits.parse().ok()?)))
            }
            _ => None,
        }
    }

    fn text(self) -> String {
        self.0.map_or_else(|| "?".to_owned(), |length| length.to_string())
    }
}
