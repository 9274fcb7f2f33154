//! The rules of Chaos, checked on a filled grid. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::chaos::Chaos;
use crate::logic::Place;
use crate::puzzle::{BrokenRule, Solution};

impl Chaos {
    /// Checks all rules on a candidate solution.
    pub(super) fn check_rules(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let cells = self.values().read(solution, false)?;
        let grid = self.grid();
        let at = |cell: Cell, (down, right): (isize, isize)| {
            let row = cell.row.checked_add_signed(down).filter(|&row| row < grid.rows())?;
            let col = cell.col.checked_add_signed(right).filter(|&col| col < grid.cols())?;
            Some(cells[grid.cell_index(Cell { row, col })])
        };
        for cell in grid.cells() {
            let here = cells[grid.cell_index(cell)];
            // `cell` is the middle of the three, as in 1.2
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                if at(cell, (down, right)) == Some(here) && at(cell, (-down, -right)) == Some(here)
                {
                    let found = format!("the middle of three {here} in a line");
                    return Err(BrokenRule::new("triple", Place::from(cell), found));
                }
            }
            for (down, right) in [(1, 2), (2, 1), (1, -2), (2, -1)] {
                if at(cell, (down, right)) == Some(here) {
                    let found = format!("another {here} is a knight's move below");
                    return Err(BrokenRule::new("knight", Place::from(cell), found));
                }
            }
        }
        self.values().check_givens(self.clues(), &cells)
    }
}
