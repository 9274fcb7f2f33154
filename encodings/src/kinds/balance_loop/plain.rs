//! `balance-loop ROWS COLS`: `w` for a white circle and `b` for a black one, each with its number or none, and `.` for other cells.

use crate::kinds::balance_loop::BalanceLoop;
use crate::kinds::circles::NumberedCircle;
use crate::kinds::clues::clued_kind;
use crate::kinds::codec::{AddressBody, FileDrawing, JankoSpelling, PzprSpelling};

clued_kind!(
    BalanceLoop,
    NumberedCircle,
    "balance-loop",
    "balance-loop 3 4\nb5 . . .\n. . . w2\n. . . .\n",
    "Draw one loop through all circles. The two straight lines from a white circle have equal lengths, those from a black \
        one different lengths; together they have the length of its number.",
    separable,
    Some(JankoSpelling { letters: &["w", "b"], unknown: "?" }),
    Some(PzprSpelling {
        names: &["balance"],
        body: AddressBody::NumberedLetters,
        drawing: FileDrawing::Lines,
        letter: None,
    })
);
