//! Rooms that the loop visits exactly once each: the shared basis of Country Road and Moon-or-Sun.

use crate::cell_loops::{CellBoard, CertainSet, Visit};
use crate::grid::{Cell, Edge, Regions};
use crate::logic::{Lit, Origin, Place};
use crate::puzzle::{BrokenRule, EdgeClue, Solution};
use crate::rules::one_path::counted::{Counted, TrueCount};

/// The family of the constraints.
pub(crate) const ONCE: (&str, &str) = ("once", "two lines cross the border of each room");

/// The rooms of a puzzle whose loop enters and leaves each room once. If there is only a single room, no border is
/// crossed. A region whose cells the loop never visits is not a room.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct VisitedRooms {
    rooms: Regions,
    /// Whether each region is a room.
    is_room: Vec<bool>,
    /// The cells of each room; empty if there is only a single room, because the rule does not require a visit of it.
    sets: Vec<CertainSet>,
}

impl VisitedRooms {
    pub fn new(board: &CellBoard, rooms: Regions) -> Self {
        let grid = rooms.grid();
        let index =
            |cells: Vec<Cell>| cells.into_iter().map(|cell| grid.cell_index(cell)).collect();
        let cells: Vec<Vec<usize>> = rooms.cells().into_iter().map(index).collect();
        let can_be_visited = |&cell: &usize| board.visits()[cell] != Visit::Never;
        let is_room: Vec<bool> =
            cells.iter().map(|cells| cells.iter().any(can_be_visited)).collect();
        let mut sets = Vec::new();
        if is_room.iter().filter(|&&is_room| is_room).count() > 1 {
            let cells = cells.into_iter().zip(&is_room).filter(|(_, is_room)| **is_room);
            sets.extend(cells.map(|(cells, _)| CertainSet::new(board, &cells)));
        }
        Self { rooms, is_room, sets }
    }

    /// Returns the rooms.
    pub fn rooms(&self) -> &Regions {
        &self.rooms
    }

    /// Returns the rooms as sets of cells; every solution visits at least one cell of each set.
    pub fn certain_sets(&self) -> &[CertainSet] {
        &self.sets
    }

    /// Returns the two rooms that a link joins, if it leads from one room to another.
    pub fn across(&self, board: &CellBoard, link: Edge) -> Option<[usize; 2]> {
        let rooms = board.graph().ends(link).map(|end| self.rooms.numbers()[end]);
        (rooms[0] != rooms[1]).then_some(rooms)
    }

    /// Returns the counts of lines across the borders of the rooms: two for each room.
    pub fn crossings(&self, board: &CellBoard) -> Vec<Counted> {
        let crossed = |set: &CertainSet| Counted {
            literals: self.borders(board, set).map(|link| Lit::positive(link.0)).collect(),
            count: TrueCount::Two,
            origin: Origin::new(ONCE.0, set.place),
            name: room_name(set.place),
        };
        self.sets.iter().map(crossed).collect()
    }

    /// Returns the same counts for decision diagrams.
    pub fn line_counts(&self, board: &CellBoard) -> Vec<EdgeClue<'static>> {
        let crossed =
            |set: &CertainSet| EdgeClue { edges: self.borders(board, set).collect(), count: 2 };
        self.sets.iter().map(crossed).collect()
    }

    /// Returns the links across the border of a room.
    fn borders<'a>(
        &'a self,
        board: &'a CellBoard,
        room: &'a CertainSet,
    ) -> impl Iterator<Item = Edge> + 'a {
        room.links.iter().copied().filter(|&link| self.across(board, link).is_some())
    }

    /// Checks the rule `once`.
    ///
    /// # Errors
    /// The first room whose border is not crossed twice.
    pub fn check(&self, board: &CellBoard, solution: &Solution) -> Result<(), BrokenRule> {
        let mut crossed = vec![0; self.rooms.count()];
        for atom in solution.true_atoms() {
            let rooms = board.graph().ends(Edge(atom as u32)).map(|end| self.rooms.numbers()[end]);
            if rooms[0] != rooms[1] {
                rooms.into_iter().for_each(|room| crossed[room] += 1);
            }
        }
        let has_borders = self.is_room.iter().filter(|&&is_room| is_room).count() > 1;
        let is_wrong = |cell: &Cell| {
            let room = self.rooms.of(*cell);
            self.is_room[room] && crossed[room] != 2
        };
        match self.rooms.grid().cells().find(is_wrong).filter(|_| has_borders) {
            Some(cell) => {
                let count = crossed[self.rooms.of(cell)];
                let found = format!("{count} lines across the border of a room, in place of two");
                Err(BrokenRule::new(ONCE.0, cell, found))
            }
            None => Ok(()),
        }
    }
}

/// Returns the name of the room whose first cell is at this place.
fn room_name(place: Place) -> String {
    match place {
        Place::Cell { row, col } => format!("r_{}_{}", row + 1, col + 1),
        _ => String::new(),
    }
}
