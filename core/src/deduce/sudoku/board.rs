//! The candidates of all cells, and the tables of a board size.

use std::sync::{Arc, Mutex, PoisonError};

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::logic::Place;

use crate::deduce::sudoku::bits::ValueSet;

/// The tables of the board size that was used last. They are shared, because consecutive puzzles mostly have the same
/// size.
static LAST: Mutex<Option<Arc<Tables>>> = Mutex::new(None);

/// The rows, columns and boxes of a board size.
pub struct Tables {
    pub box_rows: usize,
    pub box_cols: usize,
    pub grid: Grid,
    /// The cells of the rows, then of the columns, then of the boxes.
    pub units: Vec<Vec<u32>>,
    /// The row, column and box of each cell, as indices into `units`.
    pub units_of: Vec<[u32; 3]>,
    /// The pairs of a line and a box that share cells.
    pub crossings: Vec<Crossing>,
    /// The number of groups of crossings: one group for each line, and two for each box, which has crossings with rows
    /// and crossings with columns.
    pub crossed: usize,
    /// The other cells in the row, column and box of each cell, in ascending order.
    pub seen_from: Vec<Vec<u32>>,
}

/// A crossing: a line (row or column) and a box that share cells.
pub struct Crossing {
    /// The index of the line in [`Tables::units`].
    pub line: usize,
    /// The index of the box in [`Tables::units`].
    pub block: usize,
    /// The group of the crossings of this line, a number below [`Tables::crossed`].
    pub in_line: usize,
    /// The group of the crossings of this box with rows if the line is a row, otherwise with columns.
    pub in_block: usize,
    /// The cells that are in the line and in the box.
    pub both: Vec<u32>,
    /// The other cells of the line.
    pub line_rest: Vec<u32>,
    /// The other cells of the box.
    pub block_rest: Vec<u32>,
}

impl Tables {
    /// Returns the tables for the size of a puzzle.
    pub fn of(puzzle: &Sudoku) -> Arc<Self> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(tables) if tables.fits(puzzle) => Arc::clone(tables),
            _ => Arc::clone(last.insert(Arc::new(Self::new(puzzle)))),
        }
    }

    /// Returns whether these are the tables for the size of a puzzle.
    pub fn fits(&self, puzzle: &Sudoku) -> bool {
        (puzzle.box_rows(), puzzle.box_cols()) == (self.box_rows, self.box_cols)
    }

    /// Builds the tables for the size of a puzzle.
    fn new(puzzle: &Sudoku) -> Self {
        let (grid, side) = (puzzle.grid(), puzzle.side());
        let mut units = vec![Vec::with_capacity(side); 3 * side];
        let mut units_of = Vec::with_capacity(grid.cell_count());
        for (index, cell) in grid.cells().enumerate() {
            let of = [cell.row, side + cell.col, 2 * side + puzzle.box_of(cell)];
            of.iter().for_each(|&unit| units[unit].push(index as u32));
            units_of.push(of.map(|unit| unit as u32));
        }
        let cross = |&[row, column, block]: &[u32; 3]| [[row, block], [column, block]];
        let mut pairs: Vec<[u32; 2]> = units_of.iter().flat_map(cross).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let crossing = |[line, block]: [u32; 2]| {
            let [line, block] = [line as usize, block as usize];
            let is_in = |cell: &u32, unit: usize| units_of[*cell as usize].contains(&(unit as u32));
            let (both, line_rest) = units[line].iter().partition(|cell| is_in(cell, block));
            let block_rest =
                units[block].iter().copied().filter(|cell| !is_in(cell, line)).collect();
            // first the groups of the lines, then of the boxes with rows, then of the boxes with columns
            let in_block = if line < side { block } else { block + side };
            Crossing { line, block, in_line: line, in_block, both, line_rest, block_rest }
        };
        let crossings = pairs.into_iter().map(crossing).collect();
        let seen = |(cell, of): (usize, &[u32; 3])| {
            let around = of.iter().flat_map(|&unit| &units[unit as usize]).copied();
            let mut seen: Vec<u32> = around.filter(|&other| other as usize != cell).collect();
            seen.sort_unstable();
            seen.dedup();
            seen
        };
        let seen_from = units_of.iter().enumerate().map(seen).collect();
        let (box_rows, box_cols) = (puzzle.box_rows(), puzzle.box_cols());
        Self { box_rows, box_cols, grid, units, units_of, crossings, crossed: 4 * side, seen_from }
    }

    /// Returns the number of rows, which equals the number of columns, boxes and values.
    pub fn side(&self) -> usize {
        self.grid.rows()
    }

    /// Returns the place of a unit.
    pub fn place(&self, unit: usize) -> Place {
        match (unit / self.side(), unit % self.side()) {
            (0, row) => Place::Row(row),
            (1, column) => Place::Column(column),
            (_, block) => Place::Block(block),
        }
    }

    /// Returns whether two cells share a row, column or box.
    pub fn sees(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|cell| self.units_of[cell as usize]);
        a.into_iter().zip(b).any(|(a, b)| a == b)
    }
}

/// The candidates of all cells. Values are counted from 0 here.
pub struct SudokuBoard<'a, const N: usize> {
    pub tables: &'a Tables,
    pub puzzle: &'a Sudoku,
    pub candidates: &'a mut [ValueSet<N>],
    /// All values.
    pub all: ValueSet<N>,
    /// The cells with one candidate that have not been propagated to their units.
    pub singles: &'a mut Vec<u32>,
    /// The number of cells with more than one candidate.
    pub open: usize,
    /// The cells whose values are sought. An empty list stands for all cells.
    pub sought: &'a [u32],
    /// Whether a cell has no candidate, or a value has no cell in a unit.
    pub dead: bool,
}

impl<const N: usize> SudokuBoard<'_, N> {
    /// Removes candidates from a cell, and returns whether it had any of them.
    #[inline]
    pub fn remove(&mut self, cell: u32, values: ValueSet<N>) -> bool {
        let before = self.candidates[cell as usize];
        let after = before.without(values);
        if after == before {
            return false;
        }
        self.candidates[cell as usize] = after;
        if after.is_empty() {
            self.dead = true;
        } else if !after.has_more_than(1) {
            self.open -= 1;
            self.singles.push(cell);
        }
        true
    }

    /// Restricts a cell to these values, and returns whether its candidates changed.
    pub fn keep(&mut self, cell: u32, values: ValueSet<N>) -> bool {
        self.remove(cell, !values)
    }

    /// Removes candidates from all cells of a unit that `but` does not exempt, and returns whether any
    /// changed.
    pub fn remove_elsewhere(
        &mut self,
        unit: usize,
        values: ValueSet<N>,
        but: impl Fn(u32) -> bool,
    ) -> bool {
        let tables = self.tables;
        let mut changed = false;
        for &cell in tables.units[unit].iter().filter(|&&cell| !but(cell)) {
            changed |= self.remove(cell, values);
        }
        changed
    }

    /// Returns whether the puzzle is solved and propagated, or contradictory, or all values sought are found.
    pub fn is_over(&self) -> bool {
        let is_found = |&cell: &u32| !self.candidates[cell as usize].has_more_than(1);
        self.dead
            || (self.open == 0 && self.singles.is_empty())
            || (!self.sought.is_empty() && self.sought.iter().all(is_found))
    }

    /// Formats values as symbols of the puzzle.
    pub fn values(&self, values: ValueSet<N>) -> String {
        let symbols: Vec<String> =
            values.iter().map(|value| self.puzzle.symbol(value as u32 + 1)).collect();
        symbols.join(", ")
    }

    /// Returns the atom of a cell and its only value, as a fact.
    pub fn atom(&self, cell: u32, value: ValueSet<N>) -> Vec<(usize, bool)> {
        let atom = |value| (cell as usize * self.tables.side() + value, true);
        value.iter().map(atom).collect()
    }

    /// Returns the place of a cell.
    pub fn place(&self, cell: u32) -> Place {
        self.tables.grid.cell_at(cell as usize).into()
    }

    /// Formats cells as `(row, column)`, counted from 1.
    pub fn cells(&self, cells: impl IntoIterator<Item = u32>) -> String {
        let name = |cell: u32| {
            let cell = self.tables.grid.cell_at(cell as usize);
            format!("({}, {})", cell.row + 1, cell.col + 1)
        };
        cells.into_iter().map(name).collect::<Vec<_>>().join(", ")
    }
}
