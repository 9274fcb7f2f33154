//! A puzzle of any kind, and the table of kinds.

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

/// A puzzle of any supported kind.
///
/// It dereferences to [`puzzle::Instance`], the interface that all kinds implement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Puzzle {
    /// One loop along the grid lines; a clue is the number of loop edges around its cell.
    Slitherlink(Slitherlink),
    /// A Slitherlink whose solution may consist of several loops, at least one.
    Slitherlynx(Slitherlink),
    /// A cycle or a path through all cells of a grid, or through all vertices of a graph.
    Hamilton(Hamilton),
    /// Disjoint paths that connect pairs of terminals.
    Numberlink(Numberlink),
    /// A grid with walls, where some cells must be reachable from source cells and others must not.
    Reachability(Reachability),
    /// Each value exactly once in each row, column and box.
    Sudoku(Sudoku),
    /// The values 1 to 4; equal values are neither a knight's move apart nor three in a row.
    Chaos(Chaos),
    /// Three digits in each row and column; neighbouring digits differ by their distance.
    NeighborNumber(NeighborNumber),
}

impl Puzzle {
    /// Returns the kind of this puzzle.
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

    /// Returns the same puzzle under another variant of its rules.
    ///
    /// # Errors
    /// Returns an error if the kind has no such variant, or if the puzzle does not fit it (a Hamilton
    /// puzzle with a fixed end cannot become a cycle).
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
            // no other kind has variants
            (other, _) => Ok(other),
        }
    }

    /// Wraps `encoding` so that it also fixes what the presolver derives, in the rule family
    /// [`PRESOLVED`](encycle_encodings::presolve::PRESOLVED).
    ///
    /// Kinds without a presolver get `encoding` back unchanged.
    #[must_use]
    pub fn presolved<'a>(&self, encoding: Box<dyn Encoding + 'a>) -> Box<dyn Encoding + 'a> {
        match self {
            Self::Slitherlink(slitherlink) if slitherlink.grid().is_some() => {
                Box::new(with_presolved(encoding, presolve(slitherlink)))
            }
            _ => encoding,
        }
    }

    /// Returns the grid if every solution is the border between inside and outside cells of a grid.
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

/// Returns the puzzle with the goal replaced; the graph, the walls and any fixed ends are kept.
fn with_goal(puzzle: &Hamilton, cycle: bool) -> Result<Hamilton, String> {
    if let (true, Some(end)) = (cycle, puzzle.goal().given_ends().into_iter().flatten().next()) {
        let place = puzzle.graph().vertex_place(end);
        return Err(format!(
            "{place} is an end, but a cycle has no ends\n\
             help: remove the ends or use the variant `path`"
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
    /// All kinds.
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

    /// Returns the name used in files and on the command line.
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

    /// Returns the variants of the rules, or an empty slice if the kind has only one set of rules.
    #[must_use]
    pub fn variants(self) -> &'static [&'static str] {
        match self {
            Self::Hamilton => &["cycle", "path"],
            Self::Numberlink => &["free", "cover"],
            _ => &[],
        }
    }

    /// Checks that the rules have a variant of this name.
    ///
    /// # Errors
    /// Returns an error that lists the variants if there is none of this name.
    pub fn check_variant(self, name: &str) -> Result<(), String> {
        match self.variants() {
            known if known.contains(&name) => Ok(()),
            [] => Err(format!("unknown variant `{name}`: {self} puzzles have no variants")),
            known => {
                let known = known.join(", ");
                Err(format!("unknown variant `{name}` of {self}\nhelp: use {known}"))
            }
        }
    }

    /// Returns a small example puzzle of this kind in the plain format.
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

/// An error for a name that is not in a table of names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{}'\nhelp: use {known}", name.escape_debug())]
pub struct UnknownName {
    /// What the name should denote, such as `format`.
    pub what: &'static str,
    /// The unknown name, cut to 40 characters.
    pub name: String,
    /// The known names, separated by commas.
    pub known: String,
}

/// Returns the item of `all` with this name, ignoring ASCII case.
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
    fn every_kind_parses_from_its_name_in_any_case() {
        for &kind in PuzzleKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
        }
        let error = "sudoko".parse::<PuzzleKind>().unwrap_err().to_string();
        let names: Vec<&str> = PuzzleKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(
            error,
            format!("unknown kind of puzzle 'sudoko'\nhelp: use {}", names.join(", "))
        );
    }
}
