//! Techniques that people know by name, for kinds that have such techniques.
//!
//! A technique is a function from the puzzle and the known atoms to a [`TechniqueFinding`], or to a [`CaseSplit`] whose cases the
//! ladder refutes or intersects. Both only read; the ladder assigns the facts.

mod cases;
mod heyawake;
mod hitori;
mod loops;
mod masyu;
mod nurikabe;
#[cfg(test)]
mod tests;

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::logic::{Lit, Place};

pub(super) use cases::CaseSplit;

use crate::deduce::clauses::ClauseState;
use crate::deduce::ladder::{Rung, StepLog};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The values of the atoms, if known.
type Known<'a> = &'a [Option<bool>];

/// What a technique found at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TechniqueFinding {
    /// The place of the pattern.
    place: Place,
    /// The pattern, in words.
    why: String,
    /// The facts that follow. No fact at all means that no solution exists.
    facts: Vec<(usize, bool)>,
}

impl TechniqueFinding {
    /// Returns a finding if one of the facts is not known yet. Known facts are left out; a fact that contradicts a
    /// known one is kept.
    fn new(
        known: Known,
        place: impl Into<Place>,
        facts: impl IntoIterator<Item = (usize, bool)>,
        why: impl FnOnce() -> String,
    ) -> Option<Self> {
        let is_new = |&(atom, value): &(usize, bool)| known[atom] != Some(value);
        let facts: Vec<(usize, bool)> = facts.into_iter().filter(is_new).collect();
        (!facts.is_empty()).then(|| Self { place: place.into(), why: why(), facts })
    }

    /// Returns the finding that no solution exists.
    fn contradiction(place: impl Into<Place>, why: String) -> Self {
        Self { place: place.into(), why, facts: Vec::new() }
    }
}

impl ClauseState<'_> {
    /// Applies a named technique, and returns whether it found facts or a contradiction.
    fn apply(
        &mut self,
        log: &mut StepLog,
        find: impl FnOnce(&Puzzle, Known) -> Option<TechniqueFinding>,
    ) -> bool {
        let Some(finding) = find(self.puzzle, self.atoms()) else { return false };
        self.conclude(finding, log)
    }

    /// Assigns the facts of a finding.
    fn conclude(&mut self, finding: TechniqueFinding, log: &mut StepLog) -> bool {
        let before = self.propagator.trail().len();
        let TechniqueFinding { place, why, facts } = finding;
        let mut assign =
            |(atom, value): (usize, bool)| self.propagator.assign(Lit::new(atom as u32, !value));
        if facts.is_empty() || !facts.into_iter().all(&mut assign) {
            self.dead = true;
            return true;
        }
        self.report(before, Some(place), log, |_| why)
    }
}

/// Returns the rungs of the named techniques of a kind.
pub(super) fn rungs<'a>(kind: PuzzleKind) -> Vec<Rung<ClauseState<'a>>> {
    match kind.own_name() {
        "hitori" => hitori::rungs(),
        "nurikabe" => nurikabe::rungs(),
        "masyu" => masyu::rungs().into_iter().chain(loops::rungs()).collect(),
        "heyawake" => heyawake::rungs(),
        _ if kind.family() == SolutionFamily::CellLoop => loops::rungs(),
        _ => Vec::new(),
    }
}

/// Returns whether the hard techniques of a kind refute with the named ones too. In the other kinds of loops this takes long
/// and solves few puzzles more (docs/research/measurements.md).
pub(super) fn refute(kind: PuzzleKind) -> bool {
    matches!(kind.own_name(), "hitori" | "nurikabe" | "masyu" | "linesweeper" | "heyawake")
}

/// Returns the rows and columns of a grid.
fn lines(grid: Grid) -> impl Iterator<Item = Vec<Cell>> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let row = move |row| (0..cols).map(|col| Cell { row, col }).collect();
    let column = move |col| (0..rows).map(|row| Cell { row, col }).collect();
    (0..rows).map(row).chain((0..cols).map(column))
}

/// Returns the two rows and the two columns at the border, each from its corner with that of its neighbour: a border with
/// fewer than two lines has none.
fn borders(grid: Grid) -> Vec<[Vec<Cell>; 2]> {
    let all: Vec<Vec<Cell>> = lines(grid).collect();
    let (rows, cols) = all.split_at(grid.rows());
    let pairs = [rows, cols].into_iter().filter(|lines| lines.len() > 1).flat_map(|lines| {
        let last = lines.len() - 1;
        [[&lines[0], &lines[1]], [&lines[last], &lines[last - 1]]]
    });
    pairs.map(|pair| pair.map(Clone::clone)).collect()
}

/// Returns the four corners of a grid with at least two rows and columns: the corner, its two neighbours, and the cell
/// diagonally inside.
fn corners(grid: Grid) -> Vec<[Cell; 4]> {
    let (rows, cols) = (grid.rows(), grid.cols());
    if rows < 2 || cols < 2 {
        return Vec::new();
    }
    let ends = |length: usize| [(0, 1), (length - 1, length - 2)];
    let corner = |(row, in_row): (usize, usize), (col, in_col): (usize, usize)| {
        [(row, col), (row, in_col), (in_row, col), (in_row, in_col)]
            .map(|(row, col)| Cell { row, col })
    };
    ends(rows).into_iter().flat_map(|row| ends(cols).map(|col| corner(row, col))).collect()
}
