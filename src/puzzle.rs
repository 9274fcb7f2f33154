//! A puzzle of any kind, and the kinds there are.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use encycle_encodings::encoding::{Encodable, Encoding};
use encycle_encodings::grid::{Edge, Grid};
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::kinds::neighbor_number::NeighborNumber;
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use encycle_encodings::kinds::reachability::Reachability;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::presolve::{presolve, with_presolved};

/// One puzzle: its kind, its size and what is given. What all kinds have in common is that of
/// [`puzzle::Instance`], to which it dereferences.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Puzzle {
    /// One loop along the grid lines, with clues that count its edges around a cell.
    Slitherlink(Slitherlink),
    /// The same with several loops, one at least.
    Slitherlynx(Slitherlink),
    /// A line through all cells of a grid, or through all vertices of a graph.
    Hamilton(Hamilton),
    /// Disjoint paths that join pairs.
    Numberlink(Numberlink),
    /// Which cells can be reached from which, past walls.
    Reachability(Reachability),
    /// Each value once in each row, column and box.
    Sudoku(Sudoku),
    /// The values 1 to 4, equal ones neither a knight's move apart nor three in a row.
    Chaos(Chaos),
    /// Three digits in each row and column, that differ by their distances.
    NeighborNumber(NeighborNumber),
}

impl Puzzle {
    /// The kind of this puzzle.
    #[must_use]
    pub fn kind(&self) -> PuzzleKind {
        match self {
            Self::Slitherlink(_) => PuzzleKind::Slitherlink,
            Self::Slitherlynx(_) => PuzzleKind::Slitherlynx,
            Self::Hamilton(_) => PuzzleKind::Hamilton,
            Self::Numberlink(_) => PuzzleKind::Numberlink,
            Self::Reachability(_) => PuzzleKind::Reachability,
            Self::Sudoku(_) => PuzzleKind::Sudoku,
            Self::Chaos(_) => PuzzleKind::Chaos,
            Self::NeighborNumber(_) => PuzzleKind::NeighborNumber,
        }
    }

    /// The same puzzle by another variant of its rules.
    ///
    /// # Errors
    /// The kind has no such variant.
    pub fn with_variant(self, name: &str) -> Result<Self, String> {
        self.kind().check_variant(name)?;
        match (self, name) {
            (Self::Hamilton(puzzle), "cycle" | "path") => {
                Ok(Self::Hamilton(with_goal(&puzzle, name == "cycle")?))
            }
            (Self::Numberlink(puzzle), "free") => Ok(puzzle.with_rule(NumberlinkRule::Free).into()),
            (Self::Numberlink(puzzle), "cover") => {
                Ok(puzzle.with_rule(NumberlinkRule::Cover).into())
            }
            // a kind has no other variants
            (other, _) => Ok(other),
        }
    }

    /// An encoding of this puzzle, and the family [`PRESOLVED`](encycle_encodings::presolve::PRESOLVED) with
    /// what the presolver fixes, where it knows the kind.
    #[must_use]
    pub fn presolved<'a>(&self, encoding: Box<dyn Encoding + 'a>) -> Box<dyn Encoding + 'a> {
        match self {
            Self::Slitherlink(slitherlink) if slitherlink.grid().is_some() => {
                Box::new(with_presolved(encoding, presolve(slitherlink)))
            }
            _ => encoding,
        }
    }

    /// The grid, if its solutions are the borders between inside and outside cells.
    #[must_use]
    pub fn loop_grid(&self) -> Option<Grid> {
        match self {
            Self::Slitherlink(puzzle) | Self::Slitherlynx(puzzle) => puzzle.grid(),
            _ => None,
        }
    }
}

impl Deref for Puzzle {
    type Target = dyn Encodable;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Slitherlink(puzzle) | Self::Slitherlynx(puzzle) => puzzle,
            Self::Hamilton(puzzle) => puzzle,
            Self::Numberlink(puzzle) => puzzle,
            Self::Reachability(puzzle) => puzzle,
            Self::Sudoku(puzzle) => puzzle,
            Self::Chaos(puzzle) => puzzle,
            Self::NeighborNumber(puzzle) => puzzle,
        }
    }
}

impl From<Slitherlink> for Puzzle {
    fn from(puzzle: Slitherlink) -> Self {
        match puzzle.allows_several_loops() {
            true => Self::Slitherlynx(puzzle),
            false => Self::Slitherlink(puzzle),
        }
    }
}

impl From<Hamilton> for Puzzle {
    fn from(puzzle: Hamilton) -> Self {
        Self::Hamilton(puzzle)
    }
}

impl From<Numberlink> for Puzzle {
    fn from(puzzle: Numberlink) -> Self {
        Self::Numberlink(puzzle)
    }
}

impl From<Reachability> for Puzzle {
    fn from(puzzle: Reachability) -> Self {
        Self::Reachability(puzzle)
    }
}

impl From<Sudoku> for Puzzle {
    fn from(puzzle: Sudoku) -> Self {
        Self::Sudoku(puzzle)
    }
}

impl From<Chaos> for Puzzle {
    fn from(puzzle: Chaos) -> Self {
        Self::Chaos(puzzle)
    }
}

impl From<NeighborNumber> for Puzzle {
    fn from(puzzle: NeighborNumber) -> Self {
        Self::NeighborNumber(puzzle)
    }
}

/// The same graph and walls with another goal; ends that were given stay.
fn with_goal(puzzle: &Hamilton, cycle: bool) -> Result<Hamilton, String> {
    if let (true, Some(end)) = (cycle, puzzle.goal().given_ends().into_iter().flatten().next()) {
        let place = puzzle.graph().vertex_place(end);
        return Err(format!(
            "{place} is an end, and a cycle has none: take the ends out, or ask for a path"
        ));
    }
    let goal = match (cycle, puzzle.goal()) {
        (true, _) => HamiltonGoal::Cycle,
        (false, HamiltonGoal::Cycle) => HamiltonGoal::PATH,
        (false, path) => path,
    };
    let forbidden: Vec<Edge> = puzzle.forbidden().collect();
    Hamilton::new(puzzle.graph().clone(), goal, &forbidden).map_err(|error| error.to_string())
}

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PuzzleKind {
    /// [`Puzzle::Slitherlink`].
    Slitherlink,
    /// [`Puzzle::Slitherlynx`].
    Slitherlynx,
    /// [`Puzzle::Hamilton`].
    Hamilton,
    /// [`Puzzle::Numberlink`].
    Numberlink,
    /// [`Puzzle::Reachability`].
    Reachability,
    /// [`Puzzle::Sudoku`].
    Sudoku,
    /// [`Puzzle::Chaos`].
    Chaos,
    /// [`Puzzle::NeighborNumber`].
    NeighborNumber,
}

impl PuzzleKind {
    /// Every kind.
    pub const ALL: &[Self] = &[
        Self::Slitherlink,
        Self::Slitherlynx,
        Self::Hamilton,
        Self::Numberlink,
        Self::Reachability,
        Self::Sudoku,
        Self::Chaos,
        Self::NeighborNumber,
    ];

    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Slitherlink => "slitherlink",
            Self::Slitherlynx => "slitherlynx",
            Self::Hamilton => "hamilton",
            Self::Numberlink => "numberlink",
            Self::Reachability => "reachability",
            Self::Sudoku => "sudoku",
            Self::Chaos => "chaos",
            Self::NeighborNumber => "neighbor-number",
        }
    }

    /// The variants of its rules; none if they are always the same.
    #[must_use]
    pub fn variants(self) -> &'static [&'static str] {
        match self {
            Self::Hamilton => &["cycle", "path"],
            Self::Numberlink => &["free", "cover"],
            _ => &[],
        }
    }

    /// Whether there is such a variant of its rules.
    ///
    /// # Errors
    /// There is not; the message says which there are.
    pub fn check_variant(self, name: &str) -> Result<(), String> {
        match self.variants() {
            known if known.contains(&name) => Ok(()),
            [] => Err(format!("no variant `{name}`: the rules of {self} are always the same")),
            known => Err(format!("no variant `{name}` of {self}: use {}", known.join(", "))),
        }
    }

    /// A small puzzle of this kind, in the plain format.
    #[must_use]
    pub fn sample(self) -> &'static str {
        match self {
            Self::Slitherlink => "slitherlink 2 2\n3.\n..\n",
            Self::Slitherlynx => "slitherlynx 2 3\n4.4\n...\n",
            Self::Hamilton => "hamilton 3 3\nS . .\n-\n. . .\n. . E\n",
            Self::Numberlink => "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
            Self::Reachability => "reachability 2 3\nS . .\n- ?\n. x|o\n",
            Self::Sudoku => "sudoku 2 2\n1...\n..2.\n.3..\n...4\n",
            Self::Chaos => "chaos 2 3\n1.2\n...\n",
            Self::NeighborNumber => "neighbor-number 4\n1..x\n..2.\n....\n...3\n",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("kind of puzzle", Self::ALL, |kind| kind.name(), name)
    }
}

/// A name that stands for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{}': use {known}", name.escape_debug())]
pub struct UnknownName {
    /// What was asked for.
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names that there are.
    pub known: String,
}

/// The one of `all` with this name, in whatever case.
pub(crate) fn by_name<T: Copy>(
    what: &'static str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    let found = all.iter().copied().find(|&one| name_of(one).eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let known = all.iter().map(|&one| name_of(one)).collect::<Vec<_>>().join(", ");
        UnknownName { what, name: name.chars().take(40).collect(), known }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for &kind in PuzzleKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
        }
        let error = "sudoko".parse::<PuzzleKind>().unwrap_err().to_string();
        let names: Vec<&str> = PuzzleKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(error, format!("unknown kind of puzzle 'sudoko': use {}", names.join(", ")));
    }
}
