//! The rules of Sudoku, checked on a filled grid. Independent of every encoding.

use super::Sudoku;
use crate::logic::Place;
use crate::puzzle::{Broken, Solution};

impl Sudoku {
    /// All rules, on what should be a filled grid.
    pub(super) fn check_rules(&self, solution: &Solution) -> Result<(), Broken> {
        let cells = self.values().read(solution, false)?;
        let grid = self.grid();
        let side = self.side();
        // where each value was seen in each row, column and box
        let mut seen = vec![None; 3 * side * side];
        for (cell, &value) in grid.cells().zip(&cells) {
            let places = [Place::Row(cell.row), Place::Column(cell.col), {
                Place::Block(self.box_of(cell))
            }];
            let indices = [cell.row, cell.col, self.box_of(cell)];
            for (kind, (place, index)) in places.into_iter().zip(indices).enumerate() {
                let slot = &mut seen[(kind * side + index) * side + value as usize - 1];
                if let Some(first) = slot.replace(cell) {
                    let rule = ["row", "column", "box"][kind];
                    let found = format!("{} at {first} and at {cell}", self.symbol(value));
                    return Err(Broken::new(rule, place, found));
                }
            }
        }
        self.values().check_givens(self.givens(), &cells)
    }
}
