//! The marks of Moon-or-Sun.

use crate::kinds::clues::CellClue;

/// A mark in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A sun.
    Sun,
    /// A moon.
    Moon,
}

impl Mark {
    /// Returns the sign in sketches.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Sun => "☼",
            Self::Moon => "☾",
        }
    }
}

impl CellClue for Mark {
    const HELP: &'static str = "write a sun as 's', a moon as 'm', any other cell as '.'";

    fn parse(text: &str) -> Option<Self> {
        match text {
            "s" | "S" | "☼" => Some(Self::Sun),
            "m" | "M" | "☾" => Some(Self::Moon),
            _ => None,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Sun => "s".to_owned(),
            Self::Moon => "m".to_owned(),
        }
    }
}
