//! The rules of Yajilin, checked on a loop. The check shares no code with the encodings.

use crate::cell_loops::Side;
use crate::grid::Cell;
use crate::kinds::yajilin::{Arrow, Yajilin};
use crate::puzzle::{BrokenRule, Solution};

impl Yajilin {
    /// Returns whether a solution shades a cell.
    pub(super) fn is_shaded(&self, solution: &Solution, cell: Cell) -> bool {
        self.clues().at(cell).is_none()
            && self.board.lines_at(solution, self.grid().cell_index(cell)) == 0
    }

    /// Checks the rules `adjacent` and `arrow` on a loop that visits no clue.
    pub(super) fn check_shades(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_shaded = |cell: &Cell| self.is_shaded(solution, *cell);
        for cell in grid.cells().filter(is_shaded) {
            if let Some(other) = grid.neighbours(cell).find(is_shaded) {
                let found = "two adjacent cells that are neither clues nor visited";
                return Err(BrokenRule::new("adjacent", [cell, other], found));
            }
        }
        for (cell, arrow) in self.clues().placed() {
            let Arrow::Count(number, side) = arrow else { continue };
            let is_beyond = |other: &Cell| match side {
                Side::Up => other.col == cell.col && other.row < cell.row,
                Side::Down => other.col == cell.col && other.row > cell.row,
                Side::Left => other.row == cell.row && other.col < cell.col,
                Side::Right => other.row == cell.row && other.col > cell.col,
            };
            let count = grid.cells().filter(|other| is_beyond(other) && is_shaded(other)).count();
            if count != number as usize {
                let found = format!("{count} shaded cells in the direction of the number {number}");
                return Err(BrokenRule::new("arrow", cell, found));
            }
        }
        Ok(())
    }
}
