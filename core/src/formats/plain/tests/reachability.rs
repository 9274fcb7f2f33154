//! Tests of the plain format of reachability.

use crate::formats::tests::assert_refused;
use crate::formats::{PuzzleFormat, read, write};

#[test]
fn walls_are_read_and_written() {
    let text = "reachability 3 3\nS .|.\n  -\n. .?o\n?   -\nx . .\n";
    let puzzle = read(text, None).unwrap().puzzle;
    assert_eq!(write(&puzzle, PuzzleFormat::Plain).unwrap(), text);
    // indented, and with crosses where walls meet
    let drawn = "reachability 3 3 # three\n  S .|.\n   +-\n  . .?o\n  ?   -\n  x . .\n";
    assert_eq!(read(drawn, None).unwrap().puzzle, puzzle);
    let dense = read("reachability 2 3\nS..\n - \n..o\n", None).unwrap().puzzle;
    assert_eq!(dense, read("reachability 2 3\nS . .\n  -\n. . o\n", None).unwrap().puzzle);
}

#[test]
fn an_invalid_text_is_rejected_with_its_position() {
    assert_refused(&[
        ("reachability 2 2\nS .\n", 2, 4, "only 1 of the announced 2 rows"),
        ("reachability 2 2\nS .\n. .\n. .\n", 4, 1, "row 3"),
        ("reachability 2 2\nS . .\n. .\n", 2, 1, "row 1 has 5 characters"),
        ("reachability 2 2\nS/.\n. .\n", 2, 2, "'/' between two cells"),
        ("reachability 2 2\nS .\n -\n. .\n", 3, 2, "not below a cell"),
        ("reachability 2 2\n-\nS .\n. .\n", 2, 1, "above the first row"),
        ("reachability 2 2\nS .\n. .\n-\n", 4, 1, "below the last row"),
        ("reachability 2 2\nS .\n. 7\n", 3, 3, "'7' is not a cell"),
        ("reachability 2 2\n. .\n. o\n", 3, 3, "clue without a source"),
    ]);
}
