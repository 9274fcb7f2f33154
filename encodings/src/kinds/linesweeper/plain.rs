//! `linesweeper ROWS COLS`: the numbers, and `.` for cells without one.

use crate::kinds::clues::clued_kind;
use crate::kinds::codec::JankoSpelling;
use crate::kinds::linesweeper::{Linesweeper, VisitCount};

clued_kind!(
    Linesweeper,
    VisitCount,
    "linesweeper",
    "linesweeper 3 4\n....\n.8..\n....\n",
    "Draw one loop through cells without a number. A number is how many of the eight cells around it the loop \
        visits.",
    separable,
    Some(JankoSpelling::PLAIN),
    None
);
