//! `yajilin ROWS COLS`: numbers with an arrow (`2n`, `2e`, `2s`, `2w`), `x` for a cell without both, and `.` for other cells.

use crate::kinds::clues::clued_kind;
use crate::kinds::codec::{AddressBody, FileDrawing, JankoSpelling, PzprSpelling};
use crate::kinds::yajilin::{Arrow, Yajilin};

clued_kind!(
    Yajilin,
    Arrow,
    "yajilin",
    "yajilin 3 3\n. . .\n. 0n .\n. . .\n",
    "Shade some of the cells without a clue, no two of them adjacent, and draw one loop through all others. A number is how \
        many cells are shaded in the direction of its arrow.",
    joint,
    Some(JankoSpelling { letters: &["x@"], unknown: "?" }),
    Some(PzprSpelling {
        names: &["yajilin", "yajirin"],
        body: AddressBody::Arrows,
        drawing: FileDrawing::CellsAndLines,
        letter: None,
    })
);
