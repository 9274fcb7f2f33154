//! Texts of janko.at, legal and malformed.

use encycle_encodings::grid::Grid;
use encycle_encodings::loops::EdgeSet;

use crate::formats::tests::assert_refused;
use crate::formats::{PuzzleFormat, read, write};

#[test]
fn header_and_solution_are_read() {
    let text = "BEGIN\nPuzzle Slitherlink\nauthor A. Person\nrows 2\ncols 3\nunit 30\n[problem]\n\
                3 - 2\n- 0 .\nmoves\n1 2 3\n[Solution]\nx - X\n1 . 0\nEnd\n";
    let parsed = read(text, None).unwrap();
    assert_eq!(parsed.format, PuzzleFormat::Janko);
    assert_eq!(parsed.puzzle, read("3.2\n.0.\n", None).unwrap().puzzle);
    let inside = [true, false, true, true, false, false];
    let grid = Grid::new(2, 3).unwrap();
    assert_eq!(parsed.solution, Some(EdgeSet::around(grid, &inside).into()));
    let lines = "begin\npuzzle slitherlink\nrows 2\ncols 3\nproblem\n3 - 2\n- 0 -\nend\n";
    assert_eq!(write(&parsed.puzzle, PuzzleFormat::Janko).unwrap(), lines);
}

#[test]
fn size_with_one_number_is_a_square() {
    let text = "begin\npuzzle slitherlink\nsize 2\nproblem\n3 -\n- 0\nend\n";
    let parsed = read(text, None).unwrap();
    assert_eq!(parsed.puzzle, read("3.\n.0\n", None).unwrap().puzzle);
    assert_eq!(parsed.solution, None);
}

#[test]
fn loops_through_cells_are_read_and_written() {
    for (plain, name, rows) in [
        ("masyu 2 3\nw..\n.bw\n", "masyu", "w - -\n- b w\n"),
        ("simple-loop 2 3\nx..\n...\n", "simpleloop", "x - -\n- - -\n"),
    ] {
        let puzzle = read(plain, None).unwrap().puzzle;
        let head = format!("begin\npuzzle {name}\nrows 2\ncols 3\nproblem\n{rows}");
        assert_eq!(write(&puzzle, PuzzleFormat::Janko).unwrap(), format!("{head}end\n"));
        let solved = format!("{head}solution\nse ew sw\n- se nw\nend\n");
        for text in [format!("{head}end\n"), solved] {
            let parsed = read(&text, None).unwrap();
            assert_eq!((&parsed.puzzle, parsed.solution), (&puzzle, None));
        }
        let hyphen = format!("{head}end\n").replace("simpleloop", "simple-loop");
        assert_eq!(read(&hyphen, None).unwrap().puzzle, puzzle);
        let digits = format!("begin\npuzzle {name}\nrows 2\ncols 3\nproblem\n{}end\n", {
            rows.replace('w', "1").replace('b', "2")
        });
        assert_eq!(read(&digits, None).unwrap().puzzle, puzzle);
    }
}

#[test]
fn a_nurikabe_is_read_and_written() {
    let puzzle = read("nurikabe 2 3\n12 . ?\n. . .\n", None).unwrap().puzzle;
    let head = "begin\npuzzle nurikabe\nrows 2\ncols 3\nproblem\n12 - ?\n- - -\n";
    assert_eq!(write(&puzzle, PuzzleFormat::Janko).unwrap(), format!("{head}end\n"));
    for rest in ["end\n", "solution\n- x -\n- x -\nend\n"] {
        let parsed = read(&format!("{head}{rest}"), None).unwrap();
        assert_eq!((&parsed.puzzle, parsed.solution), (&puzzle, None));
    }
}

#[test]
fn an_invalid_text_is_rejected_with_its_position() {
    let head = "begin\npuzzle slitherlink\nsize 2\n";
    let table = [
        ("problem\n- -\n- -\n", 6, 4, "no 'end'"),
        ("problem\n- -\n- -\nend\nmore\n", 8, 1, "'more' after 'end'"),
        ("problem\n- -\nend\n", 6, 1, "only 1 of the announced 2 rows"),
        ("problem\n- -\n- -\n1 1\nend\n", 7, 1, "row 3 exceeds the announced 2 rows"),
        ("problem\n- -\n-\nend\n", 6, 2, "row 2 has 1 cell"),
        ("problem\n- -\n- - -\nend\n", 6, 5, "more than 2 cells"),
        ("problem\n- -\n- 12\nend\n", 6, 3, "'12' is not a cell"),
        ("problem\n- -\n- 9\nend\n", 6, 3, "clue 9"),
        ("problem\n- -\n- -\nsolution\nx y\n- -\nend\n", 8, 3, "'y' is not a cell of a sol"),
        ("problem\n- -\n- -\nsolution\nx x\nend\n", 9, 1, "only 1 of the announced 2 rows"),
        ("problem\n- -\n- -\nproblem\n", 7, 1, "second problem"),
        ("solution\n", 4, 1, "one solution, after the problem"),
        ("rows\n", 4, 5, "'rows' has no value"),
        ("rows 2 3\n", 4, 8, "'3' after the value"),
        ("rows 1001\n", 4, 6, "1 to 1000 rows"),
        ("size 99999999999999999999999\n", 4, 6, "1 to 1000 rows"),
        ("puzzle akari\n", 4, 8, "unknown kind of puzzle 'akari'"),
        ("end\n", 4, 1, "no 'problem'"),
    ];
    let texts = table.map(|(tail, ..)| format!("{head}{tail}"));
    for (text, &(_, line, column, words)) in texts.iter().zip(&table) {
        assert_refused(&[(text, line, column, words)]);
    }
    assert_refused(&[
        ("puzzle slitherlink\n", 1, 1, "expected 'begin', found 'puzzle slitherlink'"),
        ("begin\nproblem\n", 2, 1, "no size"),
        ("begin\nsize 1\nproblem\n-\nend\n", 5, 1, "no line like 'puzzle slitherlink'"),
        ("begin\npuzzle sudoku\n", 2, 8, "only slitherlink, slitherlynx, simple-loop, masyu"),
        ("begin\npuzzle nurikabe\nsize 1\nproblem\nx\nend\n", 5, 1, "'x' is not a cell"),
        ("begin\npuzzle nurikabe\nsize 1\nproblem\n0\nend\n", 5, 1, "number out of range: 0"),
        ("begin\npuzzle masyu\nsize 1\nproblem\nx\nend\n", 5, 1, "'x' is not a cell"),
        ("begin\npuzzle simpleloop\nsize 1\nproblem\nb\nend\n", 5, 1, "'b' is not a cell"),
    ]);
}
