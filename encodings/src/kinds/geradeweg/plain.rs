//! `geradeweg ROWS COLS`: the lengths, `?` for a circle without a number, and `.` for other cells.

use crate::kinds::clues::clued_kind;
use crate::kinds::codec::{AddressBody, FileDrawing, JankoSpelling, PzprSpelling};
use crate::kinds::geradeweg::{Geradeweg, LineLength};

clued_kind!(
    Geradeweg,
    LineLength,
    "geradeweg",
    "geradeweg 3 4\n..3.\n2...\n....\n",
    "Draw one loop through all circles. Each straight line that passes or ends at a circle is as long as \
        its number; `?` asks for equal lengths.",
    separable,
    Some(JankoSpelling { letters: &[], unknown: "0" }),
    Some(PzprSpelling {
        names: &["geradeweg"],
        body: AddressBody::Numbers,
        drawing: FileDrawing::Lines,
        letter: None,
    })
);
