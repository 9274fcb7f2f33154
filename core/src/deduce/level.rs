//! The levels of difficulty and the description of a technique.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::puzzle::{UnknownName, by_name};

/// The knowledge needed to solve a puzzle without guessing. Each level includes the levels below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The rules, applied one at a time.
    Easy,
    /// Also the common techniques.
    Medium,
    /// All implemented techniques.
    Hard,
}

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the name used on the command line: `easy`, `medium` or `hard`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// Returns the next lower level.
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

/// A rule of inference: it derives facts that hold in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Technique {
    /// The name, such as `naked-single`.
    pub name: &'static str,
    /// The lowest level that includes it.
    pub level: Level,
    /// The inference, in one sentence.
    pub meaning: &'static str,
    /// The source, such as a paper.
    pub source: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_parse_from_their_names_and_are_ordered() {
        for (below, level) in std::iter::once(None).chain(Level::ALL.map(Some)).zip(Level::ALL) {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(level.below(), below);
        }
        let error = "harder".parse::<Level>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown level 'harder'\nhelp: did you mean `hard`? If not, use easy, medium, hard"
        );
    }
}
