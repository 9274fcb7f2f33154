//! Tests of the texts of janko.at.

use encycle_encodings::grid::Grid;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;

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
        let solved = format!("{head}solution\nse ew sw\nne ew nw\nend\n");
        // all links except `down_1_2`
        let lines = Solution::new(vec![true, true, true, true, true, false, true]);
        for (text, solution) in [(format!("{head}end\n"), None), (solved, Some(lines))] {
            let parsed = read(&text, None).unwrap();
            assert_eq!((&parsed.puzzle, parsed.solution), (&puzzle, solution));
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
        ("problem\n- -\n- 9\nend\n", 6, 3, "is not a cell"),
        ("problem\n- -\n- -\nsolution\nx y\n- -\nend\n", 8, 3, "'y' is not a cell of a sol"),
        ("problem\n- -\n- -\nsolution\nx x\nend\n", 9, 1, "only 1 of the announced 2 rows"),
        ("problem\n- -\n- -\nproblem\n", 7, 1, "second problem"),
        ("solution\n", 4, 1, "one solution, after the problem"),
        ("rows\n", 4, 5, "'rows' has no value"),
        ("rows 2 3\n", 4, 8, "'3' after the value"),
        ("rows 1001\n", 4, 6, "1 to 1000 rows"),
        ("size 99999999999999999999999\n", 4, 6, "1 to 1000 rows"),
        ("puzzle nosuch\n", 4, 8, "unknown kind of puzzle 'nosuch'"),
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
        ("begin\npuzzle sudoku\n", 2, 8, "only slitherlink, slitherlynx, nurikabe, aqre, "),
        ("begin\npuzzle masyu\nsize 1\nproblem\nx\nend\n", 5, 1, "'x' is not a cell"),
        ("begin\npuzzle simpleloop\nsize 1\nproblem\nb\nend\n", 5, 1, "'b' is not a cell"),
    ]);
}

#[test]
fn clues_and_areas_are_read_and_written() {
    for (plain, name, rows) in [
        ("yajilin 2 3\n. . 1s\nx . .\n", "yajilin", "- - 1s\nx - -\n"),
        ("geradeweg 2 3\n2?.\n...\n", "geradeweg", "2 0 -\n- - -\n"),
        ("shingoki 2 3\nb3 w .\n. . .\n", "shingoki", "b3 w -\n- - -\n"),
        ("balance-loop 2 3\nb3 w .\n. . .\n", "balanceloop", "b3 w -\n- - -\n"),
        ("linesweeper 2 3\n..2\n...\n", "linesweeper", "- - 2\n- - -\n"),
        ("nurikabe 2 3\n12 . ?\n. . .\n", "nurikabe", "12 - ?\n- - -\n"),
        ("hitori 2 3\n1 2 11\n. 2 3\n", "hitori", "1 2 11\n- 2 3\n"),
        (
            "moon-or-sun 2 3\ns.m\n...\naab\naab\n",
            "moonorsun",
            "o - x\n- - -\nareas\n1 1 2\n1 1 2\n",
        ),
        (
            "country-road 2 3\n..2\n...\n@bc\nbbc\n",
            "countryroad",
            "- - 2\n- - -\nareas\n@ 2 3\n2 2 3\n",
        ),
        (
            "country-road 2 3\n..2\n...\naab\naab\n",
            "countryroad",
            "- - 2\n- - -\nareas\n1 1 2\n1 1 2\n",
        ),
        ("heyawake 2 3\n1..\n...\naab\naab\n", "heyawake", "1 - -\n- - -\nareas\n1 1 2\n1 1 2\n"),
    ] {
        let puzzle = read(plain, None).unwrap().puzzle;
        let text = format!("begin\npuzzle {name}\nrows 2\ncols 3\nproblem\n{rows}end\n");
        assert_eq!(write(&puzzle, PuzzleFormat::Janko).unwrap(), text);
        assert_eq!(read(&text, None).unwrap().puzzle, puzzle);
        let hyphens = text.replace(name, puzzle.kind().name());
        assert_eq!(read(&hyphens, None).unwrap().puzzle, puzzle);
    }
    let shaded = "begin\npuzzle hitori\nrows 1\ncols 3\nproblem\n1 1 2\nsolution\nx - -\nend\n";
    let solution = read(shaded, None).unwrap().solution;
    assert_eq!(solution, Some(Solution::new(vec![true, false, false])));
}

#[test]
fn invalid_clues_and_areas_are_rejected_with_their_position() {
    let rooms = "begin\npuzzle heyawake\nrows 1\ncols 2\nproblem\n";
    let lines = "begin\npuzzle masyu\nsize 2\nproblem\n- -\n- -\nsolution\n";
    let table = [
        (rooms, "1 -\nend\n", 7, 1, "no 'areas'"),
        (rooms, "1 -\nareas\n1\nend\n", 8, 2, "row 1 has 1 cell"),
        (rooms, "1 -\nareas\n1 2\nareas\n1 2\nend\n", 9, 1, "areas once"),
        (rooms, "- +1\nareas\n1 2\nend\n", 6, 3, "'+1' is not a cell"),
        (lines, "ne sw\n- -\nend\n", 8, 1, "no cell on the side 'n'"),
        (lines, "se se\n- -\nend\n", 8, 4, "no cell on the side 'e'"),
        (lines, "se q\n- -\nend\n", 8, 4, "'q' is not a cell of a solution"),
    ];
    for (head, tail, line, column, words) in table {
        assert_refused(&[(&format!("{head}{tail}"), line, column, words)]);
    }
}
