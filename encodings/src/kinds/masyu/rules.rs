//! The rules of Masyu, checked on a set of lines. The check shares no code with the encodings.

use crate::cell_loops::Side;
use crate::grid::Cell;
use crate::kinds::clues::SeparableClues;
use crate::kinds::masyu::{Circle, Masyu};
use crate::puzzle::{BrokenRule, Solution};

impl Masyu {
    /// Returns whether the loop goes straight through a cell that it visits.
    fn is_straight(&self, solution: &Solution, cell: Cell) -> bool {
        let has_line = |side| self.board.has_line(solution, cell, side);
        has_line(Side::Left) == has_line(Side::Right)
    }
}

impl SeparableClues for Masyu {
    type Clue = Circle;

    const VISITS_CLUES: bool = true;

    /// Checks the rules `white-straight`, `white-turn`, `black-turn` and `black-straight`.
    fn check_clue(
        &self,
        cell: Cell,
        circle: Circle,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let broken = |rule, found: &str| Err(BrokenRule::new(rule, cell, found));
        let beside: Vec<Cell> = Side::ALL
            .into_iter()
            .filter(|&side| self.board.has_line(solution, cell, side))
            .filter_map(|side| self.board.neighbour(cell, side))
            .collect();
        let straight = beside.iter().filter(|&&cell| self.is_straight(solution, cell)).count();
        match (circle, self.is_straight(solution, cell)) {
            (Circle::White, false) => broken("white-straight", "the loop turns at a white circle"),
            (Circle::White, true) if straight == 2 => {
                broken("white-turn", "the loop goes straight before and after")
            }
            (Circle::Black, true) => {
                broken("black-turn", "the loop goes straight at a black circle")
            }
            (Circle::Black, false) if straight < 2 => {
                broken("black-straight", "the loop turns before or after")
            }
            _ => Ok(()),
        }
    }
}
