//! Tests of the plain format of every kind.

mod hamilton;
mod numberlink;
mod reachability;
mod slitherlink;

use crate::formats::tests::assert_refused;
use crate::formats::{PuzzleFormat, read, write};

#[test]
fn a_header_comments_and_blanks_do_not_change_the_puzzle() {
    let bare = read("3.2\n.0.\n", None).unwrap();
    let full = read("\n# one\nSlitherlink 2 3 # size\n\n3 . 2 # top\n  .\t0 .\n#\n", None);
    assert_eq!(full.unwrap().puzzle, bare.puzzle);
    assert_eq!(bare.format, PuzzleFormat::Plain);
    assert_eq!(write(&bare.puzzle, PuzzleFormat::Plain).unwrap(), "slitherlink 2 3\n3.2\n.0.\n");
}

#[test]
fn an_invalid_text_is_rejected_with_its_position() {
    assert_refused(&[
        ("", 1, 1, "no puzzle"),
        ("# nothing\n\n", 1, 10, "no puzzle"),
        ("sudoko 3 3\n", 1, 1, "unknown kind of puzzle 'sudoko'"),
        ("slitherlink\n", 1, 12, "no size"),
        ("slitherlink 2\n..\n", 1, 14, "no size"),
        ("slitherlink 2 2 2\n", 1, 17, "'2' after the header"),
        ("slitherlink two 2\n", 1, 13, "'two' is not a number of rows"),
        ("slitherlink 2 -2\n", 1, 15, "'-2' is not a number of columns"),
        ("slitherlink 0 2\n", 1, 13, "1 to 1000 rows"),
        ("slitherlink 2 1001\n", 1, 15, "1 to 1000 columns"),
        ("slitherlink 99999999 99999999\n", 1, 13, "1 to 1000 rows"),
        ("slitherlink 1 999999999999999999999999999999999\n", 1, 15, "1 to 1000 columns"),
        ("slitherlink 2 2\n..\n", 2, 3, "only 1 of the announced 2 rows"),
        ("slitherlink 2 2\n", 1, 16, "only 0 of the announced 2 rows"),
        ("slitherlink 1 2\n..\n..\n", 3, 1, "exceeds the announced 1 row"),
        ("slitherlink 2 2\n...\n..\n", 2, 3, "more than 2 cells"),
        ("slitherlink 2 2\n..\n.\n", 3, 2, "row 2 has 1 cell: every row needs 2, the announced"),
        ("slitherlink 2 2\n..\n.-\n", 3, 2, "two symbols for an empty cell: '.' and '-'"),
        ("slitherlink 1 2\n.?\n", 2, 2, "'?' is not a cell"),
        ("slitherlink 1 2\n.5\n", 2, 2, "is not a cell"),
        ("3.0\n. . . .\n", 2, 7, "more than 3 cells: every row needs 3, like the other rows"),
    ]);
    assert_refused(&[(&".".repeat(1001), 1, 1, "1 to 1000 rows and columns")]);
    assert_refused(&[(&".\n".repeat(1001), 1, 1, "1 to 1000 rows and columns")]);
}

/// An `x` means a shaded cell in many texts, and never means 33.
#[test]
fn letters_were_read_as_numbers_of_islands_and_hitoris() {
    for text in ["nurikabe 3 3\n3xx\nxxx\nxx2\n", "hitori 3 3\n12X\nX31\n21X\n"] {
        let error = read(text, None).expect_err(text);
        assert!(error.message.contains("is not a cell"), "{error}");
    }
    assert!(read("nurikabe 1 3\n12 . .\n", None).is_ok());
}

#[test]
fn the_zeros_of_a_hitori_numbered_from_0_were_empty_cells() {
    let error = read("hitori 3 3\n012\n120\n201\n", None).expect_err("two readings");
    assert!(error.message.contains("two readings of '0'"), "{error}");
    assert_eq!((error.line, error.column), (2, 1));
    assert!(read("hitori 3 3\n013\n130\n301\n", None).is_ok(), "3 shows that it begins with 1");
    assert!(read("hitori 3 3\n.12\n12.\n2.1\n", None).is_ok());
}
