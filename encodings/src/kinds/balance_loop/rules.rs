//! The rules of the circles, checked on a loop. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::balance_loop::BalanceLoop;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::clues::SeparableClues;
use crate::puzzle::{BrokenRule, Solution};

impl SeparableClues for BalanceLoop {
    type Clue = NumberedCircle;

    const VISITS_CLUES: bool = true;

    /// Checks the rules `white`, `black` and `sum`.
    fn check_clue(
        &self,
        cell: Cell,
        NumberedCircle { circle, number }: NumberedCircle,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let arms = self.board.arm_lengths(solution, cell);
        let lengths: Vec<usize> = arms.into_iter().filter(|&length| length > 0).collect();
        let (are_equal, sum) = (lengths.iter().min() == lengths.iter().max(), lengths.iter().sum());
        let (rule, found) = match (circle, number) {
            (Circle::White, _) if !are_equal => {
                ("white", format!("lines of lengths {lengths:?} at a white circle"))
            }
            (Circle::Black, _) if are_equal => {
                ("black", format!("lines of lengths {lengths:?} at a black circle"))
            }
            (_, Some(number)) if number as usize != sum => {
                ("sum", format!("lines with a total length of {sum} at the number {number}"))
            }
            _ => return Ok(()),
        };
        Err(BrokenRule::new(rule, cell, found))
    }
}
