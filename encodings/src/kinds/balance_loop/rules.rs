//! The rules of the circles, checked on a loop. The check shares no code with the encodings.

use crate::kinds::balance_loop::BalanceLoop;
use crate::kinds::circles::{Circle, NumberedCircle};
use crate::puzzle::{BrokenRule, Solution};

impl BalanceLoop {
    /// Checks the rules `white`, `black` and `sum` on lines that form one loop through all circles.
    pub(super) fn check_circles(&self, solution: &Solution) -> Result<(), BrokenRule> {
        for (cell, NumberedCircle { circle, number }) in self.clues().placed() {
            let arms = self.board.arm_lengths(solution, cell);
            let lengths: Vec<usize> = arms.into_iter().filter(|&length| length > 0).collect();
            let (are_equal, sum) =
                (lengths.iter().min() == lengths.iter().max(), lengths.iter().sum());
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
                _ => continue,
            };
            return Err(BrokenRule::new(rule, cell, found));
        }
        Ok(())
    }
}
