//! The rule of the circles, checked on a loop. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::clues::SeparableClues;
use crate::kinds::geradeweg::{Geradeweg, LineLength};
use crate::puzzle::{BrokenRule, Solution};

impl SeparableClues for Geradeweg {
    type Clue = LineLength;

    const VISITS_CLUES: bool = true;

    /// Checks the rule `length`.
    fn check_clue(
        &self,
        cell: Cell,
        LineLength(number): LineLength,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
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
        match found {
            Some(found) => Err(BrokenRule::new("length", cell, found)),
            None => Ok(()),
        }
    }
}
