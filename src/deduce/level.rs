//! The levels, and the techniques that make them up.

use std::fmt;
use std::str::FromStr;

use crate::puzzle::{UnknownName, by_name};

/// How much somebody must know to solve a puzzle without guessing. Each level knows all that the one below it
/// knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The rules, and what follows from one of them at a time.
    Easy,
    /// Also the usual techniques.
    Medium,
    /// All techniques that there are here.
    Hard,
}

impl Level {
    /// All levels, from the lowest.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name on the command line: `easy`, `medium`, `hard`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The next lower level.
    ///
    /// ```
    /// use encycle::deduce::Level;
    /// assert_eq!((Level::Hard.below(), Level::Easy.below()), (Some(Level::Medium), None));
    /// ```
    #[must_use]
    pub fn below(self) -> Option<Self> {
        match self {
            Self::Easy => None,
            Self::Medium => Some(Self::Easy),
            Self::Hard => Some(Self::Medium),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("level", &Self::ALL, |level| level.name(), name)
    }
}

/// A way to conclude something that holds in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Technique {
    /// Its name, such as `naked-single`.
    pub name: &'static str,
    /// The lowest level that knows it.
    pub level: Level,
    /// What it concludes, in one sentence.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_their_names_and_hang_together() {
        for (below, level) in std::iter::once(None).chain(Level::ALL.map(Some)).zip(Level::ALL) {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(level.below(), below);
        }
        let error = "harder".parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "unknown level 'harder': use easy, medium, hard");
    }
}
