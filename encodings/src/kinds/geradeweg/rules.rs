//! The rule of the circles, checked on a loop. The check shares no code with the encodings.

use crate::kinds::geradeweg::{Geradeweg, LineLength};
use crate::puzzle::{BrokenRule, Solution};

impl Geradeweg {
    /// Checks the rule `length` on lines that form one loop through all circles.
    pub(super) fn check_lengths(&self, solution: &Solution) -> Result<(), BrokenRule> {
        for (cell, LineLength(number)) in self.clues().placed() {
            let [up, down, left, right] = self.board.arm_lengths(solution, cell);
            let (upright, level) = (up + down, left + right);
            let found = match number {
                Some(number) => [upright, level]
                    .into_iter()
                    .find(|&length| length > 0 && length != number as usize)
                    .map(|length| format!("a line of length {length} at the number {number}")),
                None if upright > 0 && level > 0 && upright != level => {
                    Some(format!("lines of lengths {upright} and {level} at one circle"))
                }
                None => None,
            };
            if let Some(found) = found {
                return Err(BrokenRule::new("length", cell, found));
            }
        }
        Ok(())
    }
}
