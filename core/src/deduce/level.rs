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

/// The techniques that a deducer may use: those up to a level, without some of them.
///
/// ```
/// use encycle::deduce::{Level, TechniqueSet, techniques};
/// use encycle::puzzle::PuzzleKind;
///
/// let set = TechniqueSet::up_to(Level::Medium).without(["colour"]);
/// let names = techniques(PuzzleKind::Slitherlink).into_iter().filter(|one| set.has(one)).map(|one| one.name);
/// assert!(names.clone().any(|name| name == "clue-colours") && !names.clone().any(|name| name == "colour"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueSet {
    /// The highest level.
    pub level: Level,
    without: Vec<String>,
}

impl TechniqueSet {
    /// Returns all techniques up to a level.
    #[must_use]
    pub fn up_to(level: Level) -> Self {
        Self { level, without: Vec::new() }
    }

    /// Returns this set without the techniques of these names.
    #[must_use]
    pub fn without<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.without.extend(names.into_iter().map(Into::into));
        self
    }

    /// Returns whether a technique is in the set.
    #[must_use]
    pub fn has(&self, technique: &Technique) -> bool {
        technique.level <= self.level && !self.excludes(technique.name)
    }

    /// Returns whether the set is without the technique of this name, whatever its level.
    pub(super) fn excludes(&self, name: &str) -> bool {
        self.without.iter().any(|excluded| excluded == name)
    }
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
