//! The rule of the numbers, checked on a loop. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::clues::SeparableClues;
use crate::kinds::linesweeper::{Linesweeper, VisitCount};
use crate::puzzle::{BrokenRule, Solution};

impl SeparableClues for Linesweeper {
    type Clue = VisitCount;

    const VISITS_CLUES: bool = false;

    /// Checks the rule `count`.
    fn check_clue(
        &self,
        cell: Cell,
        VisitCount(number): VisitCount,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_near =
            |other: Cell| other.row.abs_diff(cell.row) <= 1 && other.col.abs_diff(cell.col) <= 1;
        let is_visited = |other| self.board.lines_at(solution, grid.cell_index(other)) > 0;
        let count = grid.cells().filter(|&other| is_near(other) && is_visited(other)).count();
        if count == number as usize {
            return Ok(());
        }
        let found = format!("{count} visited cells around the number {number}");
        Err(BrokenRule::new("count", cell, found))
    }
}
