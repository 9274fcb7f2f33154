//! `shingoki ROWS COLS`: `w` for a white circle and `b` for a black one, each with its number or none, and `.` for other cells.

use crate::kinds::circles::NumberedCircle;
use crate::kinds::clues::clued_kind;
use crate::kinds::codec::JankoSpelling;
use crate::kinds::shingoki::Shingoki;

clued_kind!(
    Shingoki,
    NumberedCircle,
    "shingoki",
    "shingoki 3 4\nb5 . . .\n. . . w2\n. . . .\n",
    "Draw one loop through all circles. It goes straight at a white circle and turns at a black one. The two straight \
        lines from a circle have together the length of its number.",
    separable,
    Some(JankoSpelling { letters: &["w", "b"], unknown: "?" }),
    None
);
