//! Circles through which a loop passes: the clues of Masyu, Shingoki and Balance Loop.

use crate::cell_loops::{BLACK_CIRCLE, WHITE_CIRCLE};
use crate::kinds::clues::CellClue;

/// The colour of a circle. Its meaning is a matter of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Circle {
    /// A white circle.
    White,
    /// A black circle.
    Black,
}

impl Circle {
    /// Returns the sign in sketches.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::White => WHITE_CIRCLE,
            Self::Black => BLACK_CIRCLE,
        }
    }
}

/// `w` or `b`; the signs of sketches are read, too.
impl CellClue for Circle {
    const HELP: &'static str =
        "write 'w' for a white circle, 'b' for a black one, '.' for no circle";

    fn parse(text: &str) -> Option<Self> {
        match text {
            "w" | "W" | WHITE_CIRCLE => Some(Self::White),
            "b" | "B" | BLACK_CIRCLE => Some(Self::Black),
            _ => None,
        }
    }

    fn text(self) -> String {
        match self {
            Self::White => "w".to_owned(),
            Self::Black => "b".to_owned(),
        }
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

impl NumberedCircle {
    /// Returns the text in sketches: the sign, and the number.
    #[must_use]
    pub fn label(self) -> String {
        let number = self.number.map_or_else(String::new, |number| number.to_string());
        format!("{}{number}", self.circle.sign())
    }
}

/// `w` or `b`, then the number; `3b` is read as `b3`, and the signs of sketches, too.
impl CellClue for NumberedCircle {
    const HELP: &'static str = "write 'w' for a white circle, 'b' for a black one, with its number as in 'w4', and '.' for no circle";

    fn parse(text: &str) -> Option<Self> {
        let is_digit = |c: char| c.is_ascii_digit();
        let (digits, sign) = (text.trim_matches(|c| !is_digit(c)), text.trim_matches(is_digit));
        let circle = Circle::parse(sign)?;
        // the sign is on one side of the digits
        let is_whole = text.len() == digits.len() + sign.len();
        let number = match digits {
            "" => None,
            digits => Some(digits.parse().ok()?),
        };
        is_whole.then_some(Self { circle, number })
    }

    fn text(self) -> String {
        let letter = self.circle.text();
        self.number.map_or_else(|| letter.clone(), |number| format!("{letter}{number}"))
    }
}
