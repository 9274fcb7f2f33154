//! The generators of Hitoris, Heyawakes and Nurikabes with exactly one solution.
//!
//! The clues of these kinds cannot be chosen one by one, because every cell of a Hitori has a number, the clues of a
//! Heyawake are in rooms that are not given, and the number of a Nurikabe island depends on all of its cells. Instead, each
//! puzzle is made for a random shading, and solved from scratch. While the puzzle has another solution, numbers or rooms
//! are changed that the two solutions have in common. In a Nurikabe, a clue moves to a cell that the other solution shades,
//! or the shading changes.

use encycle_encodings::grid::{Cell, Grid, Regions};
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::shading::ShadedBoard;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::{ScratchTests, Tested};
use crate::puzzle::Puzzle;

/// The number of changes, per cell, after which an attempt fails.
const CHANGES: usize = 3;

/// Generates a puzzle. Returns `None` if this attempt fails.
pub(super) fn shading(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let kind = tests.options.kind;
    let mut attempt = ShadingAttempt { grid: tests.grid()?, tests, shaded: Vec::new() };
    let has_rooms = kind.codec().is_some_and(|codec| codec.has_rooms);
    let made = if has_rooms { attempt.heyawake(random)? } else { attempt.hitori(random)? };
    let solution = attempt.solution();
    Ok(made.map(|(puzzle, clues)| tests.unique(puzzle, solution, clues)))
}

/// Shades cells in random order, as long as no two shaded cells are adjacent and the other cells are connected, until
/// no further cell can be shaded. If a further cell could be shaded, every Hitori with this shading would have a second
/// solution.
fn random_shading(grid: Grid, random: &mut Pcg64Mcg) -> Vec<bool> {
    let mut order: Vec<Cell> = grid.cells().collect();
    order.shuffle(random);
    let mut shaded = vec![false; grid.cell_count()];
    for cell in order {
        let is_apart = grid.neighbours(cell).all(|other| !shaded[grid.cell_index(other)]);
        if is_apart {
            shaded[grid.cell_index(cell)] = true;
            let connected = ShadedBoard::new(grid).check_connected(&shaded, false);
            shaded[grid.cell_index(cell)] = connected.is_ok();
        }
    }
    shaded
}

/// The state of one attempt.
struct ShadingAttempt<'a, 'b> {
    tests: &'a mut ScratchTests<'b>,
    grid: Grid,
    /// The solution.
    shaded: Vec<bool>,
}

impl ShadingAttempt<'_, '_> {
    fn solution(&self) -> Solution {
        Solution::new(self.shaded.clone())
    }

    /// Makes a Hitori. Its numbers are a random Latin square, except that each shaded cell repeats the number of an
    /// unshaded cell in its row or column. If a shaded cell is not shaded in another solution, its number is changed.
    fn hitori(&mut self, random: &mut Pcg64Mcg) -> Result<Option<(Puzzle, usize)>, GenerateError> {
        let grid = self.grid;
        self.shaded = random_shading(grid, random);
        let side = grid.rows().max(grid.cols());
        let mut permutation = || {
            let mut all: Vec<usize> = (0..side).collect();
            all.shuffle(random);
            all
        };
        let [rows, cols, values] = [permutation(), permutation(), permutation()];
        let latin = |Cell { row, col }: Cell| values[(rows[row] + cols[col]) % side] as u32 + 1;
        let mut numbers: Vec<u32> = grid.cells().map(latin).collect();
        let shaded: Vec<usize> = (0..numbers.len()).filter(|&cell| self.shaded[cell]).collect();
        for &cell in &shaded {
            let Some(from) = self.open_cell(cell, random) else { return Ok(None) };
            numbers[cell] = numbers[from];
        }
        for _ in 0..CHANGES * grid.cell_count() {
            let clues = ClueGrid::of_numbers(grid, numbers.iter().copied().map(Some));
            let puzzle = self.tests.options.kind.puzzle_of_clues(&clues);
            let puzzle = puzzle.map_err(|error| GenerateError::Impossible(error.to_string()))?;
            let other = match self.tests.test(&puzzle, &self.solution())? {
                Tested::Sufficient => return Ok(Some((puzzle, numbers.len()))),
                Tested::Other(other) => Some(other),
                Tested::TooHard => None,
            };
            let is_free = |cell: &usize| other.as_ref().is_some_and(|other| !other.has(*cell));
            let free: Vec<usize> = shaded.iter().copied().filter(is_free).collect();
            let Some(&cell) = free.choose(random).or_else(|| shaded.choose(random)) else {
                return Ok(None);
            };
            if let Some(from) = self.open_cell(cell, random) {
                numbers[cell] = numbers[from];
            }
        }
        Ok(None)
    }

    /// Returns a random unshaded cell in the row or column of a cell.
    fn open_cell(&self, cell: usize, random: &mut Pcg64Mcg) -> Option<usize> {
        let (grid, Cell { row, col }) = (self.grid, self.grid.cell_at(cell));
        let in_row = (0..grid.cols()).map(|col| Cell { row, col });
        let in_column = (0..grid.rows()).map(|row| Cell { row, col });
        let line = in_row.chain(in_column).map(|cell| grid.cell_index(cell));
        let open: Vec<usize> = line.filter(|&index| !self.shaded[index]).collect();
        open.choose(random).copied()
    }

    /// Makes a Heyawake: random rooms, a solution without numbers, then all numbers, and finally as few numbers as
    /// possible. A room is divided if another solution has the same number of shaded cells in it, but in other places.
    fn heyawake(
        &mut self,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<(Puzzle, usize)>, GenerateError> {
        let mut rooms = self.rooms(random);
        let bare = self.with_numbers(&rooms, &vec![false; rooms.count()]);
        let seed = random.random_range(0..1 << 32);
        match self.tests.any_solution(&bare, seed)? {
            Some(found) => self.shaded = found.atoms().to_vec(),
            None => return Ok(None),
        }
        let mut changes = 0;
        loop {
            let puzzle = self.with_numbers(&rooms, &vec![true; rooms.count()]);
            let other = match self.tests.test(&puzzle, &self.solution())? {
                Tested::Sufficient => break,
                Tested::Other(other) => other,
                Tested::TooHard => return Ok(None),
            };
            changes += 1;
            let divided = self.divided(&rooms, &other, random);
            match divided.filter(|_| changes < CHANGES * self.grid.cell_count()) {
                Some(divided) => rooms = divided,
                None => return Ok(None),
            }
        }
        let mut kept = vec![true; rooms.count()];
        let mut order: Vec<usize> = (0..rooms.count()).collect();
        order.shuffle(random);
        for room in order {
            kept[room] = false;
            let puzzle = self.with_numbers(&rooms, &kept);
            kept[room] = !self.tests.is_sufficient(&puzzle, &self.solution())?;
        }
        let clues = kept.iter().filter(|&&kept| kept).count();
        Ok(Some((self.with_numbers(&rooms, &kept), clues)))
    }

    /// Returns the puzzle with the numbers of some of the rooms.
    fn with_numbers(&self, rooms: &Regions, has_number: &[bool]) -> Puzzle {
        let mut numbers = vec![None; self.grid.cell_count()];
        for (cells, _) in rooms.cells().iter().zip(has_number).filter(|(_, has)| **has) {
            let shaded = cells.iter().filter(|&&cell| self.shaded[self.grid.cell_index(cell)]);
            numbers[self.grid.cell_index(cells[0])] = Some(shaded.count() as u32);
        }
        let clues = ClueGrid { rooms: rooms.names(), ..ClueGrid::of_numbers(self.grid, numbers) };
        let puzzle = self.tests.options.kind.puzzle_of_clues(&clues);
        puzzle.expect("a number is at most the size of its room")
    }

    /// Returns random rectangular rooms.
    fn rooms(&self, random: &mut Pcg64Mcg) -> Regions {
        let grid = self.grid;
        let mut names: Vec<Option<usize>> = vec![None; grid.cell_count()];
        let at = |row, col| grid.cell_index(Cell { row, col });
        for cell in 0..names.len() {
            if names[cell].is_some() {
                continue;
            }
            let Cell { row, col } = grid.cell_at(cell);
            let (height, width) = (random.random_range(1..=4), random.random_range(1..=4));
            let free = col..grid.cols().min(col + width);
            let columns: Vec<usize> =
                free.take_while(|&col| names[at(row, col)].is_none()).collect();
            for row in row..grid.rows().min(row + height) {
                for &col in &columns {
                    names[at(row, col)].get_or_insert(cell);
                }
            }
        }
        Regions::new(grid, &names)
    }

    /// Divides a room by a straight border so that the parts have other numbers in another solution, and the shading
    /// still breaks no rule. Returns `None` if there is no such border.
    fn divided(&self, rooms: &Regions, other: &Solution, random: &mut Pcg64Mcg) -> Option<Regions> {
        let grid = self.grid;
        let mut borders: Vec<(usize, bool, usize)> = Vec::new();
        for room in 0..rooms.count() {
            borders.extend((1..grid.rows()).map(|row| (room, true, row)));
            borders.extend((1..grid.cols()).map(|col| (room, false, col)));
        }
        borders.shuffle(random);
        borders.into_iter().find_map(|(room, is_row, at)| {
            let is_beyond = |cell: Cell| {
                rooms.of(cell) == room && at <= if is_row { cell.row } else { cell.col }
            };
            let part: Vec<usize> = grid
                .cells()
                .filter(|&cell| is_beyond(cell))
                .map(|cell| grid.cell_index(cell))
                .collect();
            let size = rooms.numbers().iter().filter(|&&one| one == room).count();
            let mine = part.iter().filter(|&&cell| self.shaded[cell]).count();
            let theirs = part.iter().filter(|&&cell| other.has(cell)).count();
            if part.is_empty() || part.len() == size || mine == theirs {
                return None;
            }
            let name = |cell: Cell| (rooms.of(cell), is_beyond(cell));
            let names: Vec<(usize, bool)> = grid.cells().map(name).collect();
            let divided = Regions::new(grid, &names);
            let puzzle = self.with_numbers(&divided, &vec![true; divided.count()]);
            puzzle.check(&self.solution()).is_ok().then_some(divided)
        })
    }
}

/// The number of changes, per cell, after which an attempt fails.
const ISLAND_CHANGES: usize = 1;

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
    let grid = tests.grid()?;
    let Some(mut drawn) = IslandShading::random(grid, random) else { return Ok(None) };
    for _ in 0..ISLAND_CHANGES * grid.cell_count() {
        let puzzle = Puzzle::from(drawn.puzzle());
        let solution = Solution::new(drawn.shaded.clone());
        // the techniques take longer than the solver, and solve most of these puzzles in the end
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
