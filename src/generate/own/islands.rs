//! The generator of Nurikabes with exactly one solution.
//!
//! The number of an island depends on all of its cells, so numbers cannot be chosen one by one. Instead, each puzzle is
//! made for a random shading, and solved from scratch. While the puzzle has another solution, a clue moves to a cell
//! that the other solution shades, or the shading changes.

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::shading::ShadedBoard;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::ScratchTests;
use crate::puzzle::Puzzle;

/// The number of changes, per cell, after which an attempt fails.
const CHANGES: usize = 1;

/// The maximum number of cells of an island. Larger islands have many shapes, so few puzzles with them have only one
/// solution.
const LARGEST: usize = 5;

/// The percentage of cells that extend an island although they are in no shaded 2 x 2 square.
const GROWN: u32 = 30;

/// The percentage of changes that change the shading, rather than the place of a clue. Measured with 12 x 12 cells:
/// with 20, most attempts fail; 80 takes as long as 50.
const RESHAPED: u32 = 50;

/// Generates a Nurikabe. Returns `None` if this attempt fails.
pub(super) fn nurikabe(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let grid = tests.grid(1)?;
    let Some(mut drawn) = IslandShading::random(grid, random) else { return Ok(None) };
    for _ in 0..CHANGES * grid.cell_count() {
        let puzzle = Puzzle::from(drawn.puzzle());
        let solution = Solution::new(drawn.shaded.clone());
        let Some(other) = tests.other_solution(&puzzle, &solution)? else {
            let clues = drawn.has_clue.iter().filter(|&&has_clue| has_clue).count();
            return Ok(Some(tests.unique(puzzle, solution, clues)));
        };
        if random.random_range(0..100) >= RESHAPED || !drawn.reshape(&other, random) {
            drawn.move_clue(&other, random);
        }
    }
    Ok(None)
}

/// A shading that breaks no rule, with a clue in each island.
struct IslandShading {
    grid: Grid,
    shaded: Vec<bool>,
    has_clue: Vec<bool>,
}

impl IslandShading {
    /// Makes islands in random order until no square of 2 x 2 cells is shaded, as long as the shaded cells stay
    /// connected. Returns `None` if a shaded square is left that no island can break.
    fn random(grid: Grid, random: &mut Pcg64Mcg) -> Option<Self> {
        let cells = grid.cell_count();
        let mut drawn = Self { grid, shaded: vec![true; cells], has_clue: vec![false; cells] };
        let mut order: Vec<usize> = (0..cells).collect();
        order.shuffle(random);
        for &cell in &order {
            let grows = drawn.beside(cell).any(|beside| !drawn.shaded[beside]);
            if drawn.is_in_block(cell) || (grows && random.random_range(0..100) < GROWN) {
                drawn.open(cell, LARGEST);
            }
        }
        // the squares that are left lie between islands that would be large together, so larger islands are allowed
        for &cell in &order {
            if drawn.is_in_block(cell) {
                drawn.open(cell, 2 * LARGEST);
            }
        }
        let has_block = (0..cells).any(|cell| drawn.is_in_block(cell));
        drawn.place_clues(random);
        (!has_block).then_some(drawn)
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let grid = self.grid;
        grid.neighbours(grid.cell_at(cell)).map(move |beside| grid.cell_index(beside))
    }

    /// Returns whether a square of four shaded cells contains the cell.
    fn is_in_block(&self, cell: usize) -> bool {
        let Cell { row, col } = self.grid.cell_at(cell);
        let is_shaded = |row: usize, col: usize| {
            let is_inside = row < self.grid.rows() && col < self.grid.cols();
            is_inside && self.shaded[self.grid.cell_index(Cell { row, col })]
        };
        let tops = row.saturating_sub(1)..=row;
        tops.flat_map(|top| (col.saturating_sub(1)..=col).map(move |left| (top, left))).any(
            |(top, left)| {
                is_shaded(top, left)
                    && is_shaded(top, left + 1)
                    && is_shaded(top + 1, left)
                    && is_shaded(top + 1, left + 1)
            },
        )
    }

    /// Returns the cells of the island at a cell that is not shaded.
    fn island(&self, cell: usize) -> Vec<usize> {
        let mut island = vec![cell];
        let mut next = 0;
        while let Some(&cell) = island.get(next) {
            next += 1;
            for beside in self.beside(cell) {
                if !self.shaded[beside] && !island.contains(&beside) {
                    island.push(beside);
                }
            }
        }
        island
    }

    fn is_connected(&self) -> bool {
        ShadedBoard::new(self.grid).check_connected(&self.shaded, true).is_ok()
    }

    /// Makes a shaded cell part of an island if the island then has at most `largest` cells and the shaded cells stay
    /// connected. Returns whether the cell was changed.
    fn open(&mut self, cell: usize, largest: usize) -> bool {
        if !self.shaded[cell] {
            return false;
        }
        self.shaded[cell] = false;
        let is_legal = self.island(cell).len() <= largest && self.is_connected();
        self.shaded[cell] = !is_legal;
        is_legal
    }

    /// Shades a cell of an island if the shading then breaks no rule. Returns whether the cell was changed.
    fn close(&mut self, cell: usize) -> bool {
        if self.shaded[cell] {
            return false;
        }
        let size = self.island(cell).len();
        self.shaded[cell] = true;
        let rest = self.beside(cell).find(|&beside| !self.shaded[beside]);
        let rest = rest.map_or(0, |beside| self.island(beside).len());
        let is_legal = rest + 1 == size && !self.is_in_block(cell) && self.is_connected();
        self.shaded[cell] = is_legal;
        is_legal
    }

    /// Leaves each island one clue: a random one of its clues, or a clue in a random cell if the island has no clue.
    fn place_clues(&mut self, random: &mut Pcg64Mcg) {
        let mut has_clue = vec![false; self.shaded.len()];
        let mut visited = self.shaded.clone();
        for cell in 0..visited.len() {
            if visited[cell] {
                continue;
            }
            let island = self.island(cell);
            island.iter().for_each(|&cell| visited[cell] = true);
            let kept: Vec<usize> =
                island.iter().copied().filter(|&cell| self.has_clue[cell]).collect();
            if let Some(&clue) = kept.choose(random).or_else(|| island.choose(random)) {
                has_clue[clue] = true;
            }
        }
        self.has_clue = has_clue;
    }

    /// Moves the clue of an island to a random cell that another solution shades, which excludes that solution. Such a
    /// cell exists, because both solutions shade the same number of cells.
    fn move_clue(&mut self, other: &Solution, random: &mut Pcg64Mcg) {
        let differ: Vec<usize> =
            (0..self.shaded.len()).filter(|&cell| !self.shaded[cell] && other.has(cell)).collect();
        if let Some(&to) = differ.choose(random) {
            self.island(to).into_iter().for_each(|cell| self.has_clue[cell] = false);
            self.has_clue[to] = true;
        }
    }

    /// Shades a random cell, or makes it part of an island, where another solution differs. Returns whether such a cell
    /// could be changed.
    fn reshape(&mut self, other: &Solution, random: &mut Pcg64Mcg) -> bool {
        let mut differ: Vec<usize> =
            (0..self.shaded.len()).filter(|&cell| self.shaded[cell] != other.has(cell)).collect();
        differ.shuffle(random);
        let is_changed = differ.into_iter().any(|cell| match self.shaded[cell] {
            true => self.open(cell, LARGEST),
            false => self.close(cell),
        });
        if is_changed {
            self.place_clues(random);
        }
        is_changed
    }

    fn puzzle(&self) -> Nurikabe {
        let clue = |cell: usize| {
            let size = self.has_clue[cell].then(|| self.island(cell).len())?;
            Some(IslandClue::Cells(size as u32))
        };
        let clues = (0..self.shaded.len()).map(clue).collect();
        Nurikabe::new(self.grid, clues).expect("the number of an island is small")
    }
}
