//! The clue of Geradeweg.

use crate::kinds::clues::CellClue;

/// The length of the straight lines through a cell; `None` if only known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineLength(pub Option<u32>);

impl CellClue for LineLength {
    const HELP: &'static str =
        "write a length as a number, a circle without one as '?', any other cell as '.'";

    fn is_distinctive(self) -> bool {
        self.0.is_none_or(|length| length > 3)
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
