//! The generator of Yajilins with exactly one solution.
//!
//! An arrow occupies a cell that would otherwise be shaded or visited. So an additional arrow does not merely exclude
//! solutions, and arrows cannot be chosen one by one. Therefore arrows are placed around a random loop, and every
//! puzzle is solved from scratch.

use encycle_encodings::cell_loops::{CellBoard, Side, Visit};
use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::random_loop::RandomLoop;
use crate::generate::own::scratch::{ScratchTests, Tested};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The number of changes of the loop, per cell, after which an attempt fails.
const CHANGES: usize = 3;

/// The number of random changes of arrows from which the best change is chosen.
const TRIED: usize = 40;

/// Generates a Yajilin. Returns `None` if this attempt fails.
///
/// The cells that a long random loop does not visit are shaded, or have an arrow. While the puzzle has another
/// solution, an arrow is added or turned so that the other solution breaks a rule. If no such change exists, the loop
/// is shortened where it differs from the other solution. In the end, arrows are replaced by shaded cells as long as
/// exactly one solution is left.
pub(super) fn yajilin(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let PuzzleKind::Written(kind) = tests.options.kind else { return Ok(None) };
    let mut found = RandomLoop::new(tests, random)?;
    found.extend(random, |_| Ok(true))?;
    let mut arrows = LoopArrows::random(kind, &found, random);
    let mut test =
        |arrows: &LoopArrows, found: &RandomLoop| tests.test(&arrows.puzzle(), &found.solution());
    let mut others: Vec<Solution> = Vec::new();
    let mut changes = CHANGES * found.grid.cell_count();
    loop {
        if !arrows.exclude(&others, random) {
            // an arrow cannot exclude a loop through the same cells in another order
            let is_shorter = found.shorten(others.last(), random);
            changes -= 1;
            if !is_shorter || changes == 0 {
                return Ok(None);
            }
            arrows.follow(&found, random);
            others.clear();
        }
        match test(&arrows, &found)? {
            Tested::Sufficient => break,
            Tested::Other(other) => others.push(other),
            Tested::TooHard if arrows.add(random) => {}
            Tested::TooHard => return Ok(None),
        }
    }
    let mut order: Vec<usize> = (0..arrows.sides.len()).collect();
    order.shuffle(random);
    for cell in order {
        let Some(side) = arrows.sides[cell].take() else { continue };
        if !arrows.may_be_shaded(cell)
            || !tests.is_sufficient(&arrows.puzzle(), &found.solution())?
        {
            arrows.sides[cell] = Some(side);
        }
    }
    let clues = arrows.sides.iter().flatten().count();
    Ok(Some(tests.unique(arrows.puzzle(), found.solution(), clues)))
}

/// The arrows next to a loop.
struct LoopArrows {
    /// The puzzle without arrows.
    bare: WrittenPuzzle,
    board: CellBoard,
    is_visited: Vec<bool>,
    /// The side of the arrow of each cell that has an arrow; the other cells that the loop does not visit are shaded.
    sides: Vec<Option<Side>>,
}

impl LoopArrows {
    /// Shades cells in random order as long as no two shaded cells are adjacent, and puts random arrows into the
    /// remaining cells.
    fn random(kind: WrittenKind, found: &RandomLoop, random: &mut Pcg64Mcg) -> Self {
        let is_visited = vec![true; found.grid.cell_count()];
        let board = CellBoard::new(found.grid, vec![Visit::Free; is_visited.len()]);
        let bare = WrittenPuzzle::new(kind, WrittenClues::empty(kind, found.grid));
        let bare = bare.expect("a puzzle without clues");
        let mut arrows = Self { bare, board, sides: vec![None; is_visited.len()], is_visited };
        arrows.follow(found, random);
        arrows
    }

    /// Follows a change of the loop: each cell that the loop has left is shaded, or gets a random arrow if a neighbor
    /// is shaded.
    fn follow(&mut self, found: &RandomLoop, random: &mut Pcg64Mcg) {
        let before = std::mem::replace(&mut self.is_visited, found.visited());
        let mut left: Vec<usize> = Vec::new();
        for (cell, was_visited) in before.into_iter().enumerate() {
            if self.is_visited[cell] {
                self.sides[cell] = None;
            } else if was_visited {
                // until its turn comes, the cell counts as not shaded
                self.sides[cell] = Some(Side::Up);
                left.push(cell);
            }
        }
        left.shuffle(random);
        for cell in left {
            let is_shaded = self.may_be_shaded(cell);
            self.sides[cell] = (!is_shaded).then(|| self.random_side(cell, random));
        }
    }

    /// Returns a random side of a cell that has cells beyond it, if there is such a side.
    fn random_side(&self, cell: usize, random: &mut Pcg64Mcg) -> Side {
        let cell = self.board.grid().cell_at(cell);
        let sides = Side::ALL.into_iter().filter(|&side| self.board.link(cell, side).is_some());
        sides.collect::<Vec<_>>().choose(random).copied().unwrap_or(Side::Up)
    }

    fn is_shaded(&self, cell: usize) -> bool {
        !self.is_visited[cell] && self.sides[cell].is_none()
    }

    /// Returns whether no neighbor of a cell is shaded.
    fn may_be_shaded(&self, cell: usize) -> bool {
        let grid = self.board.grid();
        let mut near = grid.neighbours(grid.cell_at(cell)).map(|other| grid.cell_index(other));
        near.all(|other| !self.is_shaded(other))
    }

    /// Returns the number of cells beyond a side that `is_counted` accepts.
    fn count(&self, cell: usize, side: Side, is_counted: impl Fn(usize) -> bool) -> u32 {
        let next = |&cell: &Cell| self.board.neighbour(cell, side);
        let beyond = std::iter::successors(next(&self.board.grid().cell_at(cell)), next);
        beyond.filter(|&cell| is_counted(self.board.grid().cell_index(cell))).count() as u32
    }

    fn puzzle(&self) -> Puzzle {
        let puzzle = WrittenPuzzle::new(self.bare.kind(), self.clues());
        Puzzle::Written(puzzle.expect("numbers of shaded cells"))
    }

    fn clues(&self) -> WrittenClues {
        let arrow = |(cell, side): (usize, &Option<Side>)| {
            let number = |side| self.count(cell, side, |cell| self.is_shaded(cell));
            side.map(|side| ClueSymbol::Arrow(number(side), side))
        };
        let symbols = self.sides.iter().enumerate().map(arrow).collect();
        WrittenClues::of_cells(ClueGrid::new(self.board.grid(), symbols))
    }

    /// Changes arrows until all other solutions break a rule. Each step tries some random changes, and makes the change
    /// that leaves the fewest other solutions. Returns `false` if no change leaves fewer solutions than before.
    fn exclude(&mut self, others: &[Solution], random: &mut Pcg64Mcg) -> bool {
        let mut left = self.satisfied(others);
        while left > 0 {
            let mut changes: Vec<(usize, Side)> = (0..self.sides.len())
                .filter(|&cell| !self.is_visited[cell])
                .flat_map(|cell| Side::ALL.map(|side| (cell, side)))
                .collect();
            changes.shuffle(random);
            changes.truncate(TRIED);
            let mut after = |&(cell, side): &(usize, Side)| {
                let before = self.sides[cell].replace(side);
                let left = self.satisfied(others);
                self.sides[cell] = before;
                // turning an arrow is better than adding an arrow
                (left, before.is_none())
            };
            let best = changes.iter().map(|change| (after(change), *change));
            match best.min_by_key(|&(after, _)| after) {
                Some(((fewer, _), (cell, side))) if fewer < left => {
                    self.sides[cell] = Some(side);
                    left = fewer;
                }
                _ => return false,
            }
        }
        true
    }

    /// Returns how many of the solutions satisfy the arrows.
    fn satisfied(&self, others: &[Solution]) -> usize {
        let clues = self.clues();
        others.iter().filter(|other| self.bare.holds_with(&clues, other)).count()
    }

    /// Puts an arrow into a random shaded cell. Returns `false` if no cell is shaded.
    fn add(&mut self, random: &mut Pcg64Mcg) -> bool {
        let shaded: Vec<usize> =
            (0..self.sides.len()).filter(|&cell| self.is_shaded(cell)).collect();
        let Some(&cell) = shaded.choose(random) else { return false };
        self.sides[cell] = Some(self.random_side(cell, random));
        true
    }
}
