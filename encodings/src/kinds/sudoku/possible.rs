//! The values that the clues leave possible (Kwon and Jain 2006).

use crate::grid::Cell;
use crate::kinds::sudoku::Sudoku;
use crate::logic::{Origin, Place};

/// The atoms that the clues decide by the rules alone, without any search.
pub(super) struct PossibleAtoms {
    side: usize,
    /// Whether a clue puts a value in a row, a column or a box, by kind of unit, index and value.
    given: Vec<bool>,
    /// The number of the variable of each atom that remains open.
    pub variables: Vec<Option<u32>>,
    /// The atom of each variable.
    pub atoms: Vec<usize>,
    /// The clues that decide the other atoms: those of the puzzle, and perhaps the values that follow from them.
    pub clues: Vec<u32>,
    /// The units in which two clues have the same value, once per further clue.
    pub clashes: Vec<Origin>,
}

/// A kind of unit: rows, columns, or boxes.
pub(super) struct UnitKind {
    pub family: &'static str,
    pub place: fn(usize) -> Place,
    /// Returns the index of the unit that contains a cell.
    pub index_of: fn(&Sudoku, Cell) -> usize,
}

pub(super) const UNITS: [UnitKind; 3] = [
    UnitKind { family: "row", place: Place::Row, index_of: |_, cell| cell.row },
    UnitKind { family: "column", place: Place::Column, index_of: |_, cell| cell.col },
    UnitKind { family: "box", place: Place::Block, index_of: Sudoku::box_of },
];

impl PossibleAtoms {
    /// Returns what these clues of a puzzle leave possible.
    pub fn new(puzzle: &Sudoku, clues: Vec<u32>) -> Self {
        let (side, values) = (puzzle.side(), puzzle.values());
        let mut given = vec![false; UNITS.len() * side * side];
        let mut clashes = Vec::new();
        for (cell, &value) in puzzle.grid().cells().zip(&clues) {
            if value == 0 {
                continue;
            }
            for (kind, unit) in UNITS.iter().enumerate() {
                let index = (unit.index_of)(puzzle, cell);
                let slot = &mut given[(kind * side + index) * side + value as usize - 1];
                if std::mem::replace(slot, true) {
                    clashes.push(Origin::new(unit.family, (unit.place)(index)));
                }
            }
        }
        let mut possible = Self {
            side,
            given,
            variables: vec![None; values.count()],
            atoms: Vec::with_capacity(values.count() / 2),
            clues,
            clashes,
        };
        for (cell, place) in puzzle.grid().cells().enumerate() {
            if possible.clues[cell] != 0 {
                continue;
            }
            let indices = UNITS.map(|unit| (unit.index_of)(puzzle, place));
            for value in 1..=side as u32 {
                let settled = |kind: usize| possible.is_given(kind, indices[kind], value);
                if !(settled(0) || settled(1) || settled(2)) {
                    possible.open(values.atom(cell, value));
                }
            }
        }
        // files and cuts need at least one variable; with a clue in each cell, it is that of the
        // first
        if possible.clashes.is_empty() && !possible.clues.contains(&0) {
            possible.open(values.atom(0, possible.clues[0]));
        }
        possible
    }

    fn open(&mut self, atom: usize) {
        self.variables[atom] = Some(self.atoms.len() as u32);
        self.atoms.push(atom);
    }

    /// Returns whether a clue puts the value in a row (kind 0), a column (1) or a box (2).
    pub fn is_given(&self, kind: usize, index: usize, value: u32) -> bool {
        self.given[(kind * self.side + index) * self.side + value as usize - 1]
    }
}
