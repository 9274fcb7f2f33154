//! Families of generated puzzles of increasing size.

use std::str::FromStr;

use crate::generate::{
    Difficulty, GenerateError, GenerateOptions, GeneratedPuzzle, generate, rows_and_columns,
};
use crate::puzzle::PuzzleKind;

/// A family of generated puzzles: `generate:KIND:SIZE..SIZE:COUNT`.
///
/// The rows and columns increase by one from size to size, until one of them reaches its last value. The seeds are 1 to
/// COUNT.
///
/// ```
/// use encycle::competition::Family;
///
/// let family: Family = "generate:slitherlink:10x12..12x14:2".parse()?;
/// assert_eq!(family.sizes().collect::<Vec<_>>(), [(10, 12), (11, 13), (12, 14)]);
/// assert_eq!(family.count, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The kind of puzzle.
    pub kind: PuzzleKind,
    /// Rows and columns of the first size.
    pub first: (usize, usize),
    /// Rows and columns of the last size.
    pub last: (usize, usize),
    /// The number of puzzles of each size.
    pub count: u64,
}

/// A text that does not describe a family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a family of puzzles: `{text}`\nhelp: write generate:KIND:SIZE..SIZE:COUNT, such as generate:slitherlink:10x10..30x30:2"
)]
pub struct FamilyError {
    text: String,
}

impl Family {
    /// The start of the description of a family.
    pub const PREFIX: &'static str = "generate:";

    /// Returns the sizes, the smallest first. For a Sudoku, only the sizes are returned that are square and have boxes
    /// of several rows and columns.
    pub fn sizes(self) -> impl Iterator<Item = (usize, usize)> {
        let Self { first, last, .. } = self;
        (0..)
            .map(move |step| (first.0 + step, first.1 + step))
            .take_while(move |size| size.0 <= last.0 && size.1 <= last.1)
            .filter(move |&size| {
                self.kind != PuzzleKind::Sudoku || self.options(size).clue_frame().is_ok()
            })
    }

    /// Returns the options of a puzzle of this size, with exactly one solution, regardless of its difficulty for people.
    fn options(self, (rows, cols): (usize, usize)) -> GenerateOptions {
        let difficulty = Some(Difficulty::Any);
        GenerateOptions { difficulty, ..GenerateOptions::new(self.kind, rows, cols) }
    }

    /// Generates a puzzle of the family with exactly one solution, regardless of its difficulty for people.
    ///
    /// # Errors
    /// Returns the errors of [`generate`], for example if the kind has no puzzles of this size.
    pub fn puzzle(self, size: (usize, usize), seed: u64) -> Result<GeneratedPuzzle, GenerateError> {
        generate(&self.options(size), seed)
    }
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Self, FamilyError> {
        read(text).ok_or_else(|| FamilyError { text: text.to_owned() })
    }
}

fn read(text: &str) -> Option<Family> {
    let mut words = text.strip_prefix(Family::PREFIX)?.split(':');
    let kind = words.next()?.parse().ok()?;
    let sizes = words.next()?;
    let (first, last) = sizes.split_once("..").unwrap_or((sizes, sizes));
    let count = words.next().map_or(Some(1), |word| word.parse().ok())?;
    let family =
        Family { kind, first: rows_and_columns(first)?, last: rows_and_columns(last)?, count };
    let is_range = family.first.0 <= family.last.0 && family.first.1 <= family.last.1;
    (words.next().is_none() && count > 0 && is_range).then_some(family)
}
