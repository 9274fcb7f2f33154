//! The values that the clues leave possible (Kwon and Jain 2006), and the values that follow from the clues by singles:
//! unit propagation of the clause set `s3`, without a formula.

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

/// Returns the clues, and the values that follow from them by naked singles (a cell has one possible value) and hidden
/// singles (a value has one possible cell in a row, column or box), until nothing more follows.
///
/// Every solution has these values. If the clues contradict each other, so do the result's values, or some cell or unit
/// has no possibility left.
pub(super) fn with_singles(puzzle: &Sudoku) -> Vec<u32> {
    let mut singles = SingleValues::new(puzzle);
    let clues = puzzle.clues().iter().enumerate().filter(|&(_, &value)| value != 0);
    singles.queue.extend(clues.map(|(cell, &value)| (cell, value as usize - 1)));
    while let Some((cell, value)) = singles.queue.pop() {
        singles.exclude_others(cell, value);
    }
    singles.filled
}

struct SingleValues {
    side: usize,
    /// The values of the cells, 0 for an open cell.
    filled: Vec<u32>,
    /// Filled cells whose consequences are not yet drawn, with values counted from 0.
    queue: Vec<(usize, usize)>,
    /// Whether a cell may have a value, by cell and value.
    open: Vec<bool>,
    /// The number of possible values of each cell.
    in_cell: Vec<u32>,
    /// The number of possible cells, by unit and value. The units are rows, then columns, then boxes.
    in_unit: Vec<u32>,
    /// The cells of each unit.
    cells: Vec<usize>,
    /// The units of each cell.
    units: Vec<[usize; UNITS.len()]>,
}

impl SingleValues {
    fn new(puzzle: &Sudoku) -> Self {
        let (side, count) = (puzzle.side(), puzzle.grid().cell_count());
        let mut units = Vec::with_capacity(count);
        let mut by_unit = vec![Vec::with_capacity(side); UNITS.len() * side];
        for (index, cell) in puzzle.grid().cells().enumerate() {
            let unit_of = |kind: usize| kind * side + (UNITS[kind].index_of)(puzzle, cell);
            let own: [usize; UNITS.len()] = std::array::from_fn(unit_of);
            own.iter().for_each(|&unit| by_unit[unit].push(index));
            units.push(own);
        }
        Self {
            side,
            filled: puzzle.clues().to_vec(),
            queue: Vec::with_capacity(count),
            open: vec![true; count * side],
            in_cell: vec![side as u32; count],
            in_unit: vec![side as u32; UNITS.len() * side * side],
            cells: by_unit.concat(),
            units,
        }
    }

    /// Excludes the other values of a filled cell, and its value from the other cells of its units.
    fn exclude_others(&mut self, cell: usize, value: usize) {
        for other in (0..self.side).filter(|&other| other != value) {
            self.exclude(cell, other);
        }
        for unit in self.units[cell] {
            for place in unit * self.side..(unit + 1) * self.side {
                if self.cells[place] != cell {
                    self.exclude(self.cells[place], value);
                }
            }
        }
    }

    /// Excludes a value from a cell, and fills the cells that follow.
    fn exclude(&mut self, cell: usize, value: usize) {
        if !std::mem::replace(&mut self.open[cell * self.side + value], false) {
            return;
        }
        self.in_cell[cell] -= 1;
        if self.in_cell[cell] == 1 {
            let values = &self.open[cell * self.side..(cell + 1) * self.side];
            if let Some(value) = values.iter().position(|&open| open) {
                self.fill(cell, value);
            }
        }
        for unit in self.units[cell] {
            let count = &mut self.in_unit[unit * self.side + value];
            *count -= 1;
            if *count == 1 {
                let cells = &self.cells[unit * self.side..(unit + 1) * self.side];
                let is_open = |&&cell: &&usize| self.open[cell * self.side + value];
                if let Some(&cell) = cells.iter().find(is_open) {
                    self.fill(cell, value);
                }
            }
        }
    }

    /// Fills a cell, unless it has a value.
    fn fill(&mut self, cell: usize, value: usize) {
        if self.filled[cell] == 0 {
            self.filled[cell] = value as u32 + 1;
            self.queue.push((cell, value));
        }
    }
}
