//! The rule of the numbers, checked on a loop. The check shares no code with the encodings.

use crate::kinds::linesweeper::{Linesweeper, VisitCount};
use crate::puzzle::{BrokenRule, Solution};

impl Linesweeper {
    /// Checks the rule `count` on a loop that visits no number.
    pub(super) fn check_counts(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let grid = self.grid();
        for (cell, VisitCount(number)) in self.clues().placed() {
            let is_near = |other: crate::grid::Cell| {
                other.row.abs_diff(cell.row) <= 1 && other.col.abs_diff(cell.col) <= 1
            };
            let is_visited = |other| self.board.lines_at(solution, grid.cell_index(other)) > 0;
            let count = grid.cells().filter(|&other| is_near(other) && is_visited(other)).count();
            if count != number as usize {
                let found = format!("{count} visited cells around the number {number}");
                return Err(BrokenRule::new("count", cell, found));
            }
        }
        Ok(())
    }
}
