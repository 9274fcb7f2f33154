//! `geradeweg ROWS COLS`: the lengths, `?` for a circle without a number, and `.` for other cells.

use crate::kinds::clues::clued_kind;
use crate::kinds::geradeweg::{Geradeweg, LineLength};

clued_kind!(
    Geradeweg,
    LineLength,
    "geradeweg",
    "geradeweg 3 4\n..3.\n2...\n....\n",
    "Draw one loop through all circles. Each straight line that passes or ends at a circle is as long as \
        its number; `?` asks for equal lengths."
);
