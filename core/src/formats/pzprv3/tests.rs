//! Tests of the files of pzpr, for each kind, with and without a solution.

use std::collections::BTreeSet;

use crate::formats::tests::assert_refused;
use crate::formats::{PuzzleFormat, read, write};
use crate::puzzle::PuzzleKind;

#[test]
fn slashes_lines_and_both_versions_are_read() {
    let grid = read("slitherlink 2 3\n3.2\n.0.\n", None).unwrap().puzzle;
    for text in [
        "pzprv3/slither/2/3/3 . 2 /. 0 . /",
        "pzprv3/slither/2/3/3 - 2 /. 0 . /1 0 0 1 /0 -1 0 0 /0 1 0 /0 0 0 /0 0 0 /",
        "pzprv3.1\nslither\n2\n3\n3 . 2 \n. 0 . \n0 0 0 \n1 2 0 \n",
        "pzprv3.1\nslither\n2\n3\n3 . 2 \n. 0 . \ninfo:{\n \"a\": \"b/c\"\n}\n",
    ] {
        let parsed = read(text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (grid.clone(), PuzzleFormat::Pzprv3), "{text}");
    }
}

#[test]
fn the_empty_solution_has_the_layout_that_pzpr_expects() {
    let puzzle = read("slitherlink 2 3\n3.2\n.0.\n", None).unwrap().puzzle;
    assert_eq!(
        write(&puzzle, PuzzleFormat::Pzprv3).unwrap(),
        "pzprv3.1\nslither\n2\n3\n3 . 2 \n. 0 . \n0 0 0 \n0 0 0 \n0 0 0 0 \n0 0 0 0 \n\
         0 0 0 \n0 0 0 \n0 0 0 \n"
    );
}

#[test]
fn an_invalid_file_is_rejected_with_its_position() {
    assert_refused(&[
        ("pzprv3", 1, 7, "ends before the kind"),
        ("pzprv3.9/slither/1/1/. /", 1, 1, "unknown version"),
        ("pzprv3/tapa/1/1/. /", 1, 8, "'tapa' is not a kind"),
        ("pzprv3/slither/1", 1, 17, "ends before the number of columns"),
        ("pzprv3/slither/x/1", 1, 16, "not a number of rows"),
        ("pzprv3/slither/99999999/99999999/", 1, 16, "1 to 1000 rows"),
        ("pzprv3/slither/2/2/. . /", 1, 25, "before the last row"),
        ("pzprv3/slither/1/2/. . . /", 1, 24, "more than 2 cells"),
        ("pzprv3/slither/1/2/. /", 1, 21, "row 1 has 1 cell"),
        ("pzprv3/slither/1/2/f/. . /", 1, 20, "every vertex"),
        ("pzprv3/slither/1/2/. q /", 1, 22, "'q' is not a cell"),
        ("pzprv3/slither/1/2/. 6 /", 1, 22, "clue 6"),
        ("pzprv3/slither/1/2/. . /. . /", 1, 25, "1 row left over"),
        ("pzprv3\nslither\n1\n1\n.\n0 0\n0\nz\n", 8, 1, "'z' among the lines"),
    ]);
}

/// A file of each kind with its solution, as pzpr or puzz.link saves it. Those of a Hashi, Shikaku, Nawabari, Shakashaka, Dotchi
/// Loop, Detour and `bag` could not be read, and the solutions of a Juosan and a Yin-Yang were not found.
#[test]
fn the_solution_in_a_file_was_skipped() {
    let mut kinds = BTreeSet::new();
    for text in [
        "pzprv3.1/slither/2/2/3 . /. . /0 0 /0 0 /1 1 0 /1 1 0 /1 0 /0 0 /1 0 /",
        "pzprv3/slither/2/2/3 . /. . /1 1 -1 /1 1 -1 /1 0 /0 0 /1 -1 /",
        "pzprv3/mashu/3/3/. 1 . /. . . /. . . /1 1 /0 0 /1 1 /1 0 1 /1 0 1 /",
        "pzprv3/numlin/2/2/1 1 /2 2 /1 /1 /0 0 /",
        "pzprv3/simpleloop/2/3/. . * /. . * /1 0 /1 0 /1 1 0 /",
        "pzprv3/geradeweg/2/3/. 2 . /. - . /1 1 /1 1 /1 0 1 /",
        "pzprv3/balance/2/3/. 0,2 . /. . 1,-2 /1 1 /1 1 /1 0 1 /",
        "pzprv3/yajilin/2/3/. . 1,0 /. . 0,- /. . . /. . + /1 0 /1 0 /1 1 0 /",
        "pzprv3/country/2/2/2/0 1 /0 1 /2 . /. . /1 /1 /1 1 /0 0 /0 0 /",
        "pzprv3.2/country/2/2/1 /1 /0 0 /2 . /. . /1 /1 /1 1 /0 0 /0 0 /",
        "pzprv3/moonsun/2/2/2/0 1 /0 1 /1 2 /. . /1 /1 /1 1 /0 0 /0 0 /",
        "pzprv3/heyawake/2/2/2/0 1 /0 1 /1 . /. . /# + /+ + /",
        "pzprv3/hitori/2/2/1 1 /2 1 /+ # /. + /",
        "pzprv3/nurikabe/2/2/1 # /# # /",
        "pzprv3/nurikabe/2/3/- + # /# # # /",
        "pzprv3/aqre/2/2/1/0 0 /0 0 /1 . /. . /# . /. . /",
        "pzprv3/canal/2/2/1 . /. . /. # /. . /",
        "pzprv3/cave/2/2/. 2 /. . /# . /. . /",
        "pzprv3/bag/2/2/. 2 /. . /0 0 /1 0 /0 1 1 /1 0 1 /0 1 /1 0 /1 1 /",
        "pzprv3/chocona/2/2/1/0 0 /0 0 /2 . /. . /# # /. + /",
        "pzprv3/detour/2/2/1/0 0 /0 0 /4 . /. . /1 /1 /1 1 /0 2 /0 0 /",
        "pzprv3/dotchi/2/3/1/0 0 0 /0 0 0 /1 . 2 /. . . /1 0 /1 0 /1 1 0 /0 0 0 /0 0 1 /",
        "pzprv3/hashikake/3/3/3 . 1 /. . . /2 . . /1 1 /0 -1 /0 0 /2 0 0 /2 0 0 /",
        "pzprv3/hashikake/1/3/1 . - /1 1 /",
        "pzprv3/juosan/2/2/1/0 0 /0 0 /2 . /. . /1 2 /2 1 /",
        "pzprv3/kurodoko/2/2/2 . /. . /. # /+ . /",
        "pzprv3/kurotto/2/2/1 . /. . /. # /. . /",
        "pzprv3/nawabari/2/2/3 . /. 3 /0 /-1 /1 1 /",
        "pzprv3/nawabari/2/2/3 . /. - /0 0 0 /0 0 0 /0 0 /1 1 /0 0 /",
        "pzprv3/shakashaka/2/3/. . 1 /. . . /5 4 . /2 3 + /",
        "pzprv3/shakashaka/2/3/. . 5 /. . . /5 4 . /2 3 + /",
        "pzprv3/shikaku/2/2/2 . /. - /0 /-1 /1 1 /",
        "pzprv3/shimaguni/2/3/2/0 0 1 /0 0 1 /1 . 2 /. . . /# . # /. . # /",
        "pzprv3/yinyang/2/3/1 . 2 /. . . /. 2 . /1 1 2 /",
        "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . 4 3 /4 3 1 .[1,,,] /. 4 2 1 /1 2 . 4 /",
    ] {
        let parsed = read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let solution = parsed.solution.unwrap_or_else(|| panic!("{text}: no solution"));
        if !text.contains("nurikabe/2/2") {
            assert_eq!(parsed.puzzle.check(&solution), Ok(()), "{text}");
        }
        // the same puzzle without the solution is written and read
        let empty = write(&parsed.puzzle, PuzzleFormat::Pzprv3).unwrap();
        let again = read(&empty, None).unwrap_or_else(|error| panic!("{empty}: {error}"));
        kinds.insert(again.puzzle.kind().name());
        assert_eq!((again.puzzle, again.solution), (parsed.puzzle, None), "{text}");
    }
    let all = PuzzleKind::all().iter().filter(|kind| kind.pzpr().is_some());
    let all: BTreeSet<&str> = all.map(|kind| kind.name()).collect();
    assert_eq!(kinds, all);
}

/// The rows of an empty solution were left over.
#[test]
fn a_file_with_an_empty_solution_or_one_without_values_has_no_solution() {
    for text in [
        "pzprv3/bag/2/2/. 2 /. . /0 0 /0 2 /0 0 0 /0 0 0 /0 0 /0 0 /0 0 /",
        "pzprv3/hashikake/1/3/1 . 1 /0 -1 /",
        "pzprv3/juosan/2/2/1/0 0 /0 0 /2 . /. . /0 0 /0 0 /",
        "pzprv3/nawabari/2/2/3 . /. 3 /0 /0 /0 -1 /",
        "pzprv3/nawabari/2/2/3 . /. 3 /0 0 0 /0 0 0 /0 0 /0 0 /0 0 /",
        "pzprv3/shakashaka/1/2/. 1 /. + /",
        "pzprv3/shikaku/2/2/2 . /. 2 /0 /0 /0 0 /",
        "pzprv3/yinyang/2/2/1 . /. 2 /. . /. . /",
    ] {
        let parsed = read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((parsed.solution, parsed.notes), (None, Vec::new()), "{text}");
    }
}

/// Lines on one side of a cell were bridges through it, a border within a region and an outline with gaps were ignored, and
/// nothing said why other drawings are no solutions.
#[test]
fn a_bridge_or_a_border_that_ends_nowhere_was_a_part_of_a_solution() {
    let hashi = |size: &str| format!("pzprv3/hashikake/{size} /");
    for (text, note) in [
        (hashi("1/4/2 . . 2 /2 0 2"), "a bridge ends in the cell in row 1, column 2"),
        (hashi("1/4/2 . . 2 /0 2 0"), "a bridge ends in the cell in row 1, column 2"),
        (hashi("1/3/2 . 2 /1 2"), "a bridge ends in the cell in row 1, column 2"),
        (hashi("1/3/2 . . /1 1"), "a bridge ends in the cell in row 1, column 3"),
        (hashi("1/3/4 . 4 /4 4"), "there are more than two bridges in the cell in row 1, column 2"),
        (
            hashi("3/3/. 1 . /1 . 1 /. 1 . /0 0 /1 1 /0 0 /0 1 0 /0 1 0"),
            "two bridges cross in the cell in row 2, column 2",
        ),
        (
            "pzprv3/shikaku/2/2/4 . /. . /1 /0 /0 0 /".to_owned(),
            "the border between the cell in row 1, column 1 and the cell in row 1, column 2 ends nowhere",
        ),
        (
            "pzprv3/nawabari/2/2/2 . /. . /0 /0 /0 1 /".to_owned(),
            "the border between the cell in row 1, column 2 and the cell in row 2, column 2 ends nowhere",
        ),
        (
            "pzprv3/bag/2/2/. 2 /. . /0 0 /1 0 /0 1 1 /1 0 1 /0 1 /0 0 /1 1 /".to_owned(),
            "the outline of the cave is not closed",
        ),
        (
            "pzprv3/bag/2/2/. 2 /. . /0 0 /1 0 /0 1 1 /1 0 0 /0 1 /1 0 /1 1 /".to_owned(),
            "the outline of the cave is not closed",
        ),
        (
            "pzprv3/juosan/2/2/1/0 0 /0 0 /2 . /. . /1 2 /0 1 /".to_owned(),
            "the cell in row 2, column 1 is neither shaded nor unshaded",
        ),
    ] {
        let parsed = read(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let notes = vec![format!("the drawing is not read as a solution: {note}")];
        assert_eq!((parsed.solution, parsed.notes), (None, notes), "{text}");
    }
}

/// A region without a clue, or with two, breaks a rule.
#[test]
fn a_drawing_that_breaks_a_rule_is_a_solution_to_check() {
    for text in [
        "pzprv3/shikaku/2/2/1 . /. 3 /1 /1 /0 0 /",
        "pzprv3/shikaku/2/2/2 2 /. . /0 /0 /1 1 /",
        "pzprv3/hashikake/1/3/1 . 1 /2 2 /",
    ] {
        let parsed = read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let solution = parsed.solution.unwrap_or_else(|| panic!("{text}: no solution"));
        assert!(parsed.puzzle.check(&solution).is_err(), "{text}");
    }
}
