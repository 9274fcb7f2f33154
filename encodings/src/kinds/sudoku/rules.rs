//! The rules of Sudoku, checked on a filled grid. The check shares no code with the encodings.

use crate::kinds::sudoku::Sudoku;
use crate::logic::Place;
use crate::puzzle::{BrokenRule, Solution};

impl Sudoku {
    /// Checks all rules on a candidate solution.
    pub(super) fn check_rules(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let cells = self.values().read(solution, false)?;
        let grid = self.grid();
        let side = self.side();
        // the first cell with each value in each row, column and box
        let mut seen = vec![None; 3 * side * side];
        for (cell, &value) in grid.cells().zip(&cells) {
            let (row, col, block) = (cell.row, cell.col, self.box_of(cell));
            let units = [
                ("row", Place::Row(row), row),
                ("column", Place::Column(col), col),
                ("box", Place::Block(block), block),
            ];
            for (kind, (rule, place, index)) in units.into_iter().enumerate() {
                let slot = &mut seen[(kind * side + index) * side + value as usize - 1];
                if let Some(first) = slot.replace(cell) {
                    let found = format!("{} at {first} and at {cell}", self.symbol(value));
                    return Err(BrokenRule::new(rule, place, found));
                }
            }
        }
        self.values().check_givens(self.clues(), &cells)
    }
}
