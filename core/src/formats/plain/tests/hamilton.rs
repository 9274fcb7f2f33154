//! Tests of the plain format of Hamilton puzzles.

use crate::formats::tests::assert_refused;
use crate::formats::{PuzzleFormat, read, write};

#[test]
fn grids_and_graphs_are_read_and_written() {
    for text in [
        "hamilton 3 3 path\nS .|.\n  -\n. . .\n    -\n.|. E\n",
        "hamilton 2 2 cycle\n. .\n. .\n",
        "hamilton 2 2 path\n. .\n. S\n",
        "hamilton graph 3 cycle\n1 2\n2 3\n3 1\n",
        "hamilton graph 3 path 2\n1 2\n2 3\n",
        "hamilton graph 3 path 1 3\n1 2\n2 3\n",
    ] {
        let parsed = read(text, None).unwrap();
        assert_eq!(write(&parsed.puzzle, PuzzleFormat::Plain).unwrap(), text);
    }
    let bare = read("hamilton 2 2\n..\n..\n", None).unwrap().puzzle;
    assert_eq!(bare, read("hamilton 2 2 cycle\n..\n..\n", None).unwrap().puzzle);
    let path = read("hamilton 2 2\nS.\nE.\n", None).unwrap().puzzle;
    assert_eq!(path, read("hamilton 2 2 path\nS.\nE.\n", None).unwrap().puzzle);
    assert!(path.clone().with_variant("cycle").unwrap_err().to_string().contains("is an end"));
    let free = bare.clone().with_variant("path").unwrap();
    assert_eq!(free.clone().with_variant("cycle").unwrap(), bare);
    assert_eq!(path.clone().with_variant("path").unwrap(), path);
    assert!(path.with_variant("loop").unwrap_err().to_string().contains("cycle, path"));
}

#[test]
fn an_invalid_text_is_rejected_with_its_position() {
    assert_refused(&[
        ("hamilton\n", 1, 9, "no size"),
        ("hamilton 2 2 ring\n..\n..\n", 1, 14, "neither 'cycle' nor 'path'"),
        ("hamilton 2 2 cycle 3\n..\n..\n", 1, 20, "remove it"),
        ("hamilton 2 2\nSS\n..\n", 2, 2, "second 'S'"),
        ("hamilton 2 2 cycle\nS.\n..\n", 2, 1, "a cycle has no ends"),
        ("hamilton 2 2\nS.\n.7\n", 3, 2, "'7' is not a cell"),
        ("hamilton graph\n1 2\n", 1, 15, "no size"),
        ("hamilton graph x\n1 2\n", 1, 16, "'x' is not a number of vertices"),
        ("hamilton graph 3\n1 2\n2 4\n", 3, 3, "'4' is not a vertex"),
        ("hamilton graph 3\n1 2 3\n", 2, 1, "two vertices"),
        ("hamilton graph 3\n1 2\n2 1\n", 3, 1, "duplicate edge"),
        ("hamilton graph 3 path 4\n1 2\n", 1, 23, "'4' is not a vertex"),
        ("hamilton graph 3 cycle 1\n1 2\n", 1, 24, "a cycle has no ends"),
        ("hamilton graph 3 path 1 1\n1 2\n", 1, 1, "start and end are the same"),
    ]);
}
