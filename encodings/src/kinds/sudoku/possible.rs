//! Which values the givens leave possible (Kwon and Jain 2006).

use crate::grid::Cell;
use crate::kinds::sudoku::Sudoku;
use crate::logic::{Origin, Place};

/// What the givens settle, straight from the rules, without any search.
pub(super) struct Possible {
    side: usize,
    /// Whether a value is given in a row, a column, a box: by kind, index and value.
    given: Vec<bool>,
    /// The number of the variable of each atom that is still open.
    pub variables: Vec<Option<u32>>,
    /// The atoms that have a variable, by its number.
    pub atoms: Vec<usize>,
    /// Where a value is given once more.
    pub clashes: Vec<Origin>,
}

/// The rows, the columns, or the boxes.
pub(super) struct UnitKind {
    pub family: &'static str,
    pub place: fn(usize) -> Place,
    /// In which of them a cell is.
    index_of: fn(&Sudoku, Cell) -> usize,
}

pub(super) const UNITS: [UnitKind; 3] = [
    UnitKind { family: "row", place: Place::Row, index_of: |_, cell| cell.row },
    UnitKind { family: "column", place: Place::Column, index_of: |_, cell| cell.col },
    UnitKind { family: "box", place: Place::Block, index_of: Sudoku::box_of },
];

impl Possible {
    pub fn new(puzzle: &Sudoku) -> Self {
        let (side, values) = (puzzle.side(), puzzle.values());
        let mut given = vec![false; UNITS.len() * side * side];
        let mut clashes = Vec::new();
        for (cell, &value) in puzzle.grid().cells().zip(puzzle.givens()) {
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
            clashes,
        };
        for (cell, (place, &given)) in puzzle.grid().cells().zip(puzzle.givens()).enumerate() {
            if given != 0 {
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
        // files and cuts want a variable: the first given's, if all is given
        if possible.clashes.is_empty() && !puzzle.givens().contains(&0) {
            possible.open(values.atom(0, puzzle.givens()[0]));
        }
        possible
    }

    fn open(&mut self, atom: usize) {
        self.variables[atom] = Some(self.atoms.len() as u32);
        self.atoms.push(atom);
    }

    /// Whether a value is given in a row (0), a column (1) or a box (2).
    pub fn is_given(&self, kind: usize, index: usize, value: u32) -> bool {
        self.given[(kind * self.side + index) * self.side + value as usize - 1]
    }
}
