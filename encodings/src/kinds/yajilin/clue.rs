//! The clue of Yajilin.

use crate::cell_loops::{BLACK, Side};
use crate::grid::Isometry;
use crate::kinds::clues::CellClue;

/// A cell that is neither shaded nor visited, with a number and an arrow or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// A cell without a number.
    Blank,
    /// The number of shaded cells in the direction of the arrow, up to the border.
    Count(u32, Side),
}

impl Arrow {
    /// Returns the text in sketches.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Blank => BLACK.to_owned(),
            Self::Count(number, Side::Up) => format!("{number}↑"),
            Self::Count(number, Side::Down) => format!("{number}↓"),
            Self::Count(number, Side::Left) => format!("{number}←"),
            Self::Count(number, Side::Right) => format!("{number}→"),
        }
    }
}

/// `2n`, `2e`, `2s`, `2w` for arrows to the north (up), east (right), south (down) and west (left); the signs of sketches are read,
/// too.
impl CellClue for Arrow {
    const HELP: &'static str = "write a number and its arrow as in '2n', '2e', '2s', '2w', a cell without both as 'x', any other cell as '.'";

    fn parse(text: &str) -> Option<Self> {
        if matches!(text, "x" | "X" | BLACK) {
            return Some(Self::Blank);
        }
        let arrow = text.chars().next_back()?;
        let side = match arrow {
            'n' | '↑' => Side::Up,
            's' | '↓' => Side::Down,
            'w' | '←' => Side::Left,
            'e' | '→' => Side::Right,
            _ => return None,
        };
        let digits = text.strip_suffix(arrow)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        Some(Self::Count(digits.parse().ok().filter(|_| is_number)?, side))
    }

    fn text(self) -> String {
        match self {
            Self::Blank => "x".to_owned(),
            Self::Count(number, Side::Up) => format!("{number}n"),
            Self::Count(number, Side::Down) => format!("{number}s"),
            Self::Count(number, Side::Left) => format!("{number}w"),
            Self::Count(number, Side::Right) => format!("{number}e"),
        }
    }

    fn image(self, isometry: Isometry) -> Self {
        match self {
            Self::Blank => Self::Blank,
            Self::Count(number, side) => Self::Count(number, side.image(isometry)),
        }
    }
}
