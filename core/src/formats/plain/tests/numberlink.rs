//! Tests of the plain format of Numberlink.

use crate::formats::tests::assert_refused;
use crate::formats::{PuzzleFormat, read, write};

#[test]
fn grids_and_graphs_are_read_and_written() {
    for text in [
        "numberlink 2 3 free\n1 . 1\n12 . 12\n",
        "numberlink 1 2 cover\n1 1\n",
        "numberlink graph 4 cover\npair 1 4\n1 2\n2 3\n3 4\n",
    ] {
        let parsed = read(text, None).unwrap();
        assert_eq!(write(&parsed.puzzle, PuzzleFormat::Plain).unwrap(), text);
    }
    let dense = read("numberlink 2 3\n1.1\n2.2\n", None).unwrap().puzzle;
    assert_eq!(dense, read("numberlink 2 3 free\n1 . 1\n2 . 2\n", None).unwrap().puzzle);
    let cover = dense.with_variant("cover").unwrap();
    assert_eq!(cover.variant(), Some("cover"));
    assert!(cover.with_variant("path").unwrap_err().to_string().contains("free, cover"));
}

#[test]
fn an_invalid_text_is_rejected_with_its_position() {
    assert_refused(&[
        ("numberlink\n", 1, 11, "no size"),
        ("numberlink 2 2 all\n11\n..\n", 1, 16, "neither 'free' nor 'cover'"),
        ("numberlink 2 2\n11\n", 2, 3, "only 1 of the announced 2 rows"),
        ("numberlink 2 2\n11\n.1\n", 3, 2, "a third `1`"),
        ("numberlink graph 3\npair 1\n", 2, 1, "write 'pair A B'"),
        ("numberlink graph 3\npair 1 2\npair 2 3\n1 2\n", 3, 1, "already"),
        ("numberlink graph 3\npair 1 4\n", 2, 8, "'4' is not a vertex"),
    ]);
}
