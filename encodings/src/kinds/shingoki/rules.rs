//! The rules of the circles, checked on a loop. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::clues::SeparableClues;
use crate::kinds::shingoki::Shingoki;
use crate::puzzle::{BrokenRule, Solution};

impl SeparableClues for Shingoki {
    type Clue = NumberedCircle;

    const VISITS_CLUES: bool = true;

    /// Checks the rules `white`, `black` and `sum`.
    fn check_clue(
        &self,
        cell: Cell,
        NumberedCircle { circle, number }: NumberedCircle,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let arms @ [up, down, ..] = self.board.arm_lengths(solution, cell);
        let is_straight = (up > 0) == (down > 0);
        let sum: usize = arms.iter().sum();
        let (rule, found) = match (circle, number) {
            (Circle::White, _) if !is_straight => {
                ("white", "the loop turns at a white circle".to_owned())
            }
            (Circle::Black, _) if is_straight => {
                ("black", "the loop goes straight at a black circle".to_owned())
            }
            (_, Some(number)) if number as usize != sum => {
                ("sum", format!("lines with a total length of {sum} at the number {number}"))
            }
            _ => return Ok(()),
        };
        Err(BrokenRule::new(rule, cell, found))
    }
}
