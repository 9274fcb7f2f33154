//! The generator of Country Roads and Moon-or-Suns with exactly one solution.
//!
//! The rooms follow from a random loop, which is cut into pieces. Each piece gets a room of its own, and every other
//! cell joins the room of a neighbor; so the loop enters each room once. While the puzzle with all clues has another
//! solution, rooms are divided where the loop differs from that solution. Then clues are removed in random order as
//! long as exactly one solution is left.

use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::random_loop::RandomLoop;
use crate::generate::own::scratch::{ScratchTests, Tested};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The mean number of visited cells per room at the start.
const VISITED: usize = 6;

/// Generates a puzzle. Returns `None` if this attempt fails.
pub(super) fn loop_rooms(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let mut found = RandomLoop::new(tests, random)?;
    if !has_marks(tests.options.kind) {
        // the fewer cells of a room are unvisited, the fewer other solutions the room has
        found.extend(random, |_| Ok(true))?;
    }
    let solution = found.solution();
    let kind = tests.options.kind;
    let walk = found.walk();
    let mut starts = LoopRooms::random_starts(walk.len(), random);
    // rooms of one or two cells make no interesting puzzle, so the attempt fails
    while starts.len() <= walk.len() / 2 {
        let mut rooms = LoopRooms::around(kind, found.grid, &walk, &starts, random);
        let other = match tests.test(&rooms.puzzle(), &solution)? {
            Tested::Sufficient => None,
            Tested::Other(other) => Some(other),
            Tested::TooHard => Some(solution.clone()),
        };
        if let Some(other) = other {
            LoopRooms::divide(&mut starts, &walk, &found.differs(&other), random);
            continue;
        }
        let mut order: Vec<usize> = (0..rooms.clues.len()).collect();
        order.shuffle(random);
        for clue in order {
            if rooms.clues[clue].is_some() && !rooms.is_last(clue) {
                let removed = rooms.clues[clue].take();
                if !tests.is_sufficient(&rooms.puzzle(), &solution)? {
                    rooms.clues[clue] = removed;
                }
            }
        }
        let clues = rooms.clues.iter().flatten().count();
        return Ok(Some(tests.unique(rooms.puzzle(), solution, clues)));
    }
    Ok(None)
}

/// Returns whether the clues are the marks of a Moon-or-Sun, in place of the numbers of a Country Road.
fn has_marks(kind: PuzzleKind) -> bool {
    kind.codec().is_some_and(|codec| codec.alphabet.numbers.is_none())
}

/// The rooms around the pieces of a loop, and their clues.
struct LoopRooms {
    kind: PuzzleKind,
    rooms: Regions,
    is_visited: Vec<bool>,
    /// The clue of each cell.
    clues: Vec<Option<ClueSymbol>>,
}

impl LoopRooms {
    /// Returns the places of a walk where random rooms begin, in order. Their number is even, because suns and moons
    /// alternate.
    fn random_starts(length: usize, random: &mut Pcg64Mcg) -> Vec<usize> {
        let mut starts: Vec<usize> = (0..length).collect();
        starts.shuffle(random);
        starts.truncate((length / VISITED).max(2) / 2 * 2);
        starts.sort_unstable();
        starts
    }

    /// Adds two places where rooms begin, preferably places of the walk whose cells have `differs` set.
    fn divide(starts: &mut Vec<usize>, walk: &[usize], differs: &[bool], random: &mut Pcg64Mcg) {
        let mut places: Vec<usize> =
            (0..walk.len()).filter(|place| !starts.contains(place)).collect();
        places.shuffle(random);
        places.sort_by_key(|&place| !differs[walk[place]]);
        starts.extend(places.into_iter().take(2));
        starts.sort_unstable();
    }

    /// Returns the rooms around a walk that begin at these places of the walk, with all clues. Each piece of the walk
    /// has its own name, and names spread from neighbor to neighbor, so there is one room for each piece.
    fn around(
        kind: PuzzleKind,
        grid: Grid,
        walk: &[usize],
        starts: &[usize],
        random: &mut Pcg64Mcg,
    ) -> Self {
        let (has_marks, count) = (has_marks(kind), starts.len());
        let mut names: Vec<Option<usize>> = vec![None; grid.cell_count()];
        for (place, &cell) in walk.iter().enumerate() {
            // the last piece wraps around to the first start
            names[cell] = Some(starts.iter().filter(|&&start| start <= place).count() % count);
        }
        let is_visited: Vec<bool> = names.iter().map(Option::is_some).collect();
        fill(grid, &mut names, !has_marks, random);
        let named = names.into_iter().collect::<Option<_>>();
        let names: Vec<usize> = named.expect("names spread to all cells");
        let rooms = Regions::new(grid, &names);
        let clues = (0..grid.cell_count()).map(|cell| {
            // the loop visits the suns of every second room, and the moons of the others
            let is_sun = names[cell].is_multiple_of(2) == is_visited[cell];
            has_marks.then_some(ClueSymbol::Letter(usize::from(!is_sun), None))
        });
        let mut made = Self { kind, rooms, clues: clues.collect(), is_visited };
        if !has_marks {
            made.set_numbers();
        }
        made
    }

    /// Writes the number of visited cells into the first cell of each room.
    fn set_numbers(&mut self) {
        let grid = self.rooms.grid();
        for cells in self.rooms.cells() {
            let visited = cells.iter().filter(|&&cell| self.is_visited[grid.cell_index(cell)]);
            self.clues[grid.cell_index(cells[0])] =
                Some(ClueSymbol::Number(visited.count() as u32));
        }
    }

    /// Returns whether a clue is the only remaining mark of its room that the loop visits.
    fn is_last(&self, clue: usize) -> bool {
        let rooms = self.rooms.numbers();
        let is_mark = |cell: &usize| {
            rooms[*cell] == rooms[clue]
                && self.is_visited[*cell]
                && matches!(self.clues[*cell], Some(ClueSymbol::Letter(..)))
        };
        is_mark(&clue) && (0..rooms.len()).filter(is_mark).count() == 1
    }

    fn puzzle(&self) -> Puzzle {
        let rooms = self.rooms.names();
        let clues = ClueGrid { rooms, ..ClueGrid::new(self.rooms.grid(), self.clues.clone()) };
        self.kind.puzzle_of_clues(&clues).expect("a number is at most the size of its room")
    }
}

/// Gives each cell without a name the name of a random neighbor, so that rooms grow. If `as_parts` is true, connected
/// cells without a name get the same name; otherwise a Country Road could have two adjacent unvisited cells in
/// different rooms, which its rules forbid.
fn fill(grid: Grid, names: &mut [Option<usize>], as_parts: bool, random: &mut Pcg64Mcg) {
    let parts = Regions::new(grid, &names.iter().map(Option::is_some).collect::<Vec<_>>());
    loop {
        let mut open: Vec<(usize, usize)> = Vec::new();
        for cell in grid.cells().filter(|&cell| names[grid.cell_index(cell)].is_none()) {
            let near = grid.neighbours(cell).filter_map(|other| names[grid.cell_index(other)]);
            open.extend(near.map(|name| (grid.cell_index(cell), name)));
        }
        let Some(&(cell, name)) = open.choose(random) else { return };
        let part = parts.numbers()[cell];
        for (other, known) in names.iter_mut().enumerate() {
            if other == cell || (as_parts && parts.numbers()[other] == part) {
                *known = Some(name);
            }
        }
    }
}
