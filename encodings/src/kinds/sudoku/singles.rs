//! Values that follow from the clues by singles: unit propagation of the clause set `s3`, without a formula.

use crate::kinds::sudoku::Sudoku;
use crate::kinds::sudoku::possible::UNITS;

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
