//! The rules of the circles, checked on a loop. The check shares no code with the encodings.

use crate::kinds::circles::{Circle, NumberedCircle};
use crate::kinds::shingoki::Shingoki;
use crate::puzzle::{BrokenRule, Solution};

impl Shingoki {
    /// Checks the rules `white`, `black` and `sum` on lines that form one loop through all circles.
    pub(super) fn check_circles(&self, solution: &Solution) -> Result<(), BrokenRule> {
        for (cell, NumberedCircle { circle, number }) in self.clues().placed() {
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
                _ => continue,
            };
            return Err(BrokenRule::new(rule, cell, found));
        }
        Ok(())
    }
}
