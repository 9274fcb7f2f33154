//! Heyawake: rooms whose numbers leave few placements.

use encycle_encodings::grid::{Cell, Grid, Regions};

use crate::deduce::Level;
use crate::deduce::clauses::ClauseState;
use crate::deduce::clauses::named::{CaseSplit, Known, TechniqueFinding, corners};
use crate::deduce::ladder::{Rung, StepLog};
use crate::puzzle::Puzzle;

const GUIDE: &str = "Keep It Simple Puzzles, How to Solve Heyawake Puzzles";

/// Returns the techniques.
pub(super) fn rungs<'a>() -> Vec<Rung<ClauseState<'a>>> {
    vec![
        Rung::new(
            Level::Easy,
            [
                "packed-room",
                "a cell has the same value in all ways to place as many cells of a room apart as its number says",
                GUIDE,
            ],
            |state, log| on(state, log, packed_room),
        ),
        Rung::new(
            Level::Easy,
            [
                "corner-room",
                "in a room of 2 x 2 cells with the number 2 in a corner of the grid, the corner cell is shaded",
                "puzzlers' practice; our name",
            ],
            |state, log| on(state, log, corner_room),
        ),
        Rung::new(
            Level::Hard,
            [
                "room-placements",
                "a fact holds in each way to shade the cells of a room that simpler techniques do not refute",
                "the dilemma rule, with the placements in a room as its cases",
            ],
            |state, log| {
                state.cases(log, |puzzle, known| {
                    let rooms = HeyawakeRooms::of(puzzle);
                    rooms.map_or_else(Vec::new, |one| room_placements(&one, known))
                })
            },
        ),
    ]
}

/// The rooms of a Heyawake, and the number of each room that has one.
struct HeyawakeRooms {
    rooms: Regions,
    numbers: Vec<Option<u32>>,
}

impl HeyawakeRooms {
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let clues = puzzle.clue_grid()?;
        let (rooms, of_cells) = (clues.regions(), clues.numbers());
        let number = |cells: Vec<Cell>| {
            cells.into_iter().find_map(|cell| of_cells[clues.grid.cell_index(cell)])
        };
        let numbers = rooms.cells().into_iter().map(number).collect();
        Some(Self { rooms, numbers })
    }

    fn grid(&self) -> Grid {
        self.rooms.grid()
    }
}

fn on(
    state: &mut ClauseState,
    log: &mut StepLog,
    find: fn(&HeyawakeRooms, Known) -> Option<TechniqueFinding>,
) -> bool {
    state.apply(log, |puzzle, known| find(&HeyawakeRooms::of(puzzle)?, known))
}

/// The search for the placements of shaded cells in a room: as many cells as its number says, no two of them adjacent.
struct RoomPlacements<'a> {
    heyawake: &'a HeyawakeRooms,
    cells: Vec<Cell>,
    number: usize,
    known: Known<'a>,
    /// The cells shaded so far, and the complete placements.
    chosen: Vec<Cell>,
    found: Vec<Vec<Cell>>,
    /// The number of further search steps; at 0 the search ends.
    budget: usize,
}

impl<'a> RoomPlacements<'a> {
    /// The limit on search steps.
    const BUDGET: usize = 10_000;

    /// Returns the placements that agree with the known cells, or `None` if the search for them takes too many steps.
    fn of(
        heyawake: &'a HeyawakeRooms,
        known: Known<'a>,
        cells: &[Cell],
        number: u32,
    ) -> Option<Vec<Vec<Cell>>> {
        let mut search = Self {
            heyawake,
            cells: cells.to_vec(),
            number: number as usize,
            known,
            chosen: Vec::new(),
            found: Vec::new(),
            budget: Self::BUDGET,
        };
        search.place(0);
        (search.budget > 0).then_some(search.found)
    }

    /// Decides the cells from index `next` on.
    fn place(&mut self, next: usize) {
        let needed = self.number - self.chosen.len();
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 || self.cells.len() - next < needed {
            return;
        }
        let Some(&cell) = self.cells.get(next) else {
            self.found.push(self.chosen.clone());
            return;
        };
        let value = self.known[self.heyawake.grid().cell_index(cell)];
        let is_beside = |one: &Cell| one.row.abs_diff(cell.row) + one.col.abs_diff(cell.col) == 1;
        if needed > 0 && value != Some(false) && !self.chosen.iter().any(is_beside) {
            self.chosen.push(cell);
            self.place(next + 1);
            self.chosen.pop();
        }
        if value != Some(true) {
            self.place(next + 1);
        }
    }
}

/// Returns the rooms that have a number and an open cell, each with its placements. Rooms with too many placements are
/// left out.
fn rooms<'a>(
    heyawake: &'a HeyawakeRooms,
    known: Known<'a>,
) -> impl Iterator<Item = (Vec<Cell>, Vec<Vec<Cell>>)> + 'a {
    let rooms = heyawake.rooms.cells().into_iter().zip(&heyawake.numbers);
    rooms.filter_map(move |(cells, number)| {
        let grid = heyawake.grid();
        let is_open = cells.iter().any(|&cell| known[grid.cell_index(cell)].is_none());
        let number = number.filter(|_| is_open)?;
        let placements = RoomPlacements::of(heyawake, known, &cells, number)?;
        Some((cells, placements))
    })
}

/// Finds facts on which all placements in a room agree.
fn packed_room(heyawake: &HeyawakeRooms, known: Known) -> Option<TechniqueFinding> {
    rooms(heyawake, known).find_map(|(cells, placements)| {
        let Some((first, rest)) = placements.split_first() else {
            let why = "the room has no placement".to_owned();
            return Some(TechniqueFinding::contradiction(cells[0], why));
        };
        let facts = cells.iter().filter_map(|cell| {
            let value = first.contains(cell);
            let agree = rest.iter().all(|one| one.contains(cell) == value);
            agree.then(|| (heyawake.grid().cell_index(*cell), value))
        });
        let ends = [cells[0], cells[cells.len() - 1]];
        TechniqueFinding::new(known, ends, facts, || {
            format!("{} placements in the room at {} agree", placements.len(), cells[0])
        })
    })
}

/// Finds a room of 2 x 2 cells with the number 2 in a corner of the grid.
///
/// Its two shaded cells are not adjacent, so they lie on a diagonal. Shading the second diagonal below would separate
/// the corner cell from all other unshaded cells:
///
/// ```text
/// # .      . #
/// . #      # .
/// ```
fn corner_room(heyawake: &HeyawakeRooms, known: Known) -> Option<TechniqueFinding> {
    let (grid, rooms) = (heyawake.grid(), &heyawake.rooms);
    let sizes: Vec<usize> = rooms.cells().iter().map(Vec::len).collect();
    corners(grid).into_iter().find_map(|cells| {
        let room = rooms.of(cells[0]);
        let is_two = heyawake.numbers[room] == Some(2);
        if !is_two || sizes[room] != 4 || cells.iter().any(|&cell| rooms.of(cell) != room) {
            return None;
        }
        let facts = [0, 3].map(|place| (grid.cell_index(cells[place]), true));
        TechniqueFinding::new(known, [cells[0], cells[3]], facts, || {
            format!("the other diagonal of the room would separate {}", cells[0])
        })
    })
}

/// Returns the placements in each room as cases.
fn room_placements(heyawake: &HeyawakeRooms, known: Known) -> Vec<CaseSplit> {
    let split = |(cells, placements): (Vec<Cell>, Vec<Vec<Cell>>)| {
        let case = |shaded: Vec<Cell>| {
            let facts =
                cells.iter().map(|cell| (heyawake.grid().cell_index(*cell), shaded.contains(cell)));
            facts.collect()
        };
        CaseSplit {
            place: [cells[0], cells[cells.len() - 1]].into(),
            what: "placements in the room",
            cases: placements.into_iter().map(case).collect(),
        }
    };
    rooms(heyawake, known).map(split).collect()
}
