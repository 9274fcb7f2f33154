//! The text that `encycle solve` prints for every example is read back, and so are pictures that were once misread.

use encycle::encodings::kinds::written::picture_names;
use encycle::encodings::puzzle::Solution;
use encycle::formats::{self, read_solution};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::render::{Charset, Picture, TextStyle, text};
use encycle::solve::Solve;

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::folder::Folder;
use crate::support::kinds::examples;

/// The styles of pictures without a limit of the width.
fn styles() -> [TextStyle; 3] {
    let style = |charset, colour| TextStyle { charset, width: None, colour, shade: colour };
    [(Charset::Unicode, false), (Charset::Ascii, false), (Charset::Unicode, true)]
        .map(|(charset, colour)| style(charset, colour))
}

/// Reads a solution and asserts that it obeys the rules.
fn read_back(shown: &str, puzzle: &Puzzle) -> Solution {
    let solution = read_solution(shown, puzzle);
    let solution = solution.unwrap_or_else(|error| panic!("{error}\n{shown}"));
    assert_eq!(puzzle.check(&solution), Ok(()), "{}\n{shown}", puzzle.kind());
    solution
}

/// Asserts that the pictures of a solution are read, in all styles, below this result line.
fn assert_read_back(result: &str, puzzle: &Puzzle, solution: &Solution) {
    let picture = Picture::solved(&**puzzle, solution);
    for style in styles() {
        read_back(&format!("{result}\n{}", text(&picture, style)), puzzle);
    }
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Solves a puzzle and asserts that the pictures of its solution are read.
fn assert_solution_is_read(text: &str) {
    let puzzle = puzzle(text);
    let outcome = Solve::new(&puzzle).run().expect("a verdict");
    let solution = outcome.solution().unwrap_or_else(|| panic!("no solution of\n{text}"));
    for name in ["a.txt", "0-1.txt", "1-1.txt", "+-+.txt"] {
        assert_read_back(&format!("{name}: solved (2 x 2, batsat)"), &puzzle, solution);
    }
}

/// Splits the output for several files at the result lines.
fn results<'o>(output: &'o str, files: &[String]) -> Vec<&'o str> {
    let start = |file: &String| {
        let result = output.find(&format!("{file}: "));
        result.unwrap_or_else(|| panic!("no result of {file} in\n{output}"))
    };
    let starts: Vec<usize> = files.iter().map(start).collect();
    let ends = starts.iter().copied().skip(1).chain([output.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &output[start..end]).collect()
}

/// The text of one example was refused, and that of another was read as a solution that breaks a rule.
#[test]
fn the_text_of_solve_for_every_example_is_read_back() {
    for &kind in PuzzleKind::all() {
        let files: Vec<String> =
            examples(kind).iter().map(|file| file.display().to_string()).collect();
        let arguments: Vec<&str> =
            ["solve"].into_iter().chain(files.iter().map(|file| &**file)).collect();
        let solved = encycle(&arguments);
        assert_eq!(code(&solved), 0, "{kind}: {}", stderr(&solved));
        for (file, shown) in files.iter().zip(results(&stdout(&solved), &files)) {
            let puzzle = formats::load(file, None).unwrap_or_else(|error| panic!("{error}")).puzzle;
            let solution = read_back(shown, &puzzle);
            let (result, drawn) = shown.split_once('\n').expect("a result line");
            // a locale without UTF-8 prints ASCII
            let charset = if drawn.is_ascii() { Charset::Ascii } else { Charset::Unicode };
            assert_eq!(text(&Picture::solved(&*puzzle, &solution), charset), drawn, "{file}");
            assert_read_back(result, &puzzle, &solution);
        }
    }
}

/// The values from 10 are letters. A letter that is a clue was read as an empty cell.
#[test]
fn clues_of_a_large_sudoku_were_empty_cells() {
    let value = |row: usize, col: usize| (row % 3 * 4 + row / 3 + col) % 12 + 1;
    let shown = |row: usize, col: usize| match row == col {
        true => '.',
        false => char::from_digit(value(row, col) as u32, 36).expect("a digit or letter"),
    };
    let rows: Vec<String> =
        (0..12).map(|row| (0..12).map(|col| shown(row, col)).collect()).collect();
    assert_solution_is_read(&format!("sudoku 3 4\n{}\n", rows.join("\n")));
}

/// A given part of a ship, which is drawn as a black cell, was read as an unshaded cell.
#[test]
fn a_shaded_cell_with_a_black_clue_was_unshaded() {
    let battleship = "battleship 1 3 0 0 1 0 0\n.....\n..m..\n.....\n";
    assert_solution_is_read(battleship);
    let folder = Folder::with(&[("b.txt", battleship)]);
    folder.write("b.out", &stdout(&folder.encycle(&["solve", "b.txt"], "")));
    for arguments in [
        &["check", "b.txt", "b.out"][..],
        &["convert", "b.txt", "--solution", "b.out", "--to", "picture"],
    ] {
        let read = folder.encycle(arguments, "");
        assert_eq!(code(&read), 0, "{arguments:?}: {}", stdout(&read) + &stderr(&read));
    }
}

/// A narrow cell has no room for a shade beside its clue, or only on the right of it.
#[test]
fn a_shade_beside_a_clue_of_two_digits_was_not_seen() {
    let written = "kind dim\nsymbol number 0..99\ndraw shaded cells\n\
        rule a for c in cells if number(c): shaded(c)\n\ndim 1 2\n12 .\n";
    let dim = puzzle(written);
    let picture = Picture::solved(&*dim, &Solution::of_values(&[1, 0], 1));
    let narrow = TextStyle { width: Some(1), ..TextStyle::default() };
    read_back(&text(&picture, narrow), &dim);
    let battleship = puzzle("battleship 1 3 0 0 1 0 0\n.....\n..m..\n.....\n");
    let picture = Picture::solved(&*battleship, &Solution::of_values(&[1, 1, 1], 1));
    let drawn = text(&picture, narrow);
    let error = read_solution(&drawn, &battleship).unwrap_err().to_string();
    assert!(error.contains("does not show whether row 1, column 2 is shaded"), "{error}");
}

/// A puzzle whose cells have only one value was read as one of shaded cells.
#[test]
fn an_only_value_was_a_shade() {
    for text in [
        "suguru 1 1\n1\na\n",
        "suguru 1 1\n.\na\n",
        "sudoku 1 1\n1\n",
        "hidoku 1 1\n1\n",
        "str8ts 2 1\nx\n.\n",
        "fuzuli 2 2 1\n1.\n..\n",
        "end-view 2 2 1\n....\n....\n.1..\n....\n",
        "doppelblock 3 3\n...0.\n1....\n.....\n.....\n.....\n",
    ] {
        assert_solution_is_read(text);
    }
}

/// A picture with a number at its first corner was not found, so the result line was read as cells.
#[test]
fn a_picture_that_begins_with_a_number_was_not_found() {
    for text in [
        "gokigen-naname 1 1\n01\n10\n",
        "gokigen-naname 2 2\n01.\n...\n11.\n",
        "creek 2 2\n11.\n...\n.0.\n",
    ] {
        assert_solution_is_read(text);
    }
    // the first row of cells looks like the first line of the picture
    let creek = puzzle("creek 2 2\n11.\n...\n.0.\n");
    assert_eq!(read_back("1-\n--\n", &creek), Solution::of_values(&[1, 0, 0, 0], 1));
}

/// The clue 0 of a Tenner Grid is an empty cell in a solution.
#[test]
fn a_clue_that_is_an_empty_cell_was_refused() {
    assert_solution_is_read(
        "tenner-grid 3 3\n. . . . .\n. 7 . . 20\n. . . 6 8\n. . . 0 7\n. . 13 . .\n",
    );
}

/// The first of two solutions has brackets around what differs.
#[test]
fn brackets_without_a_clue_hid_whether_a_cell_is_shaded() {
    let folder = Folder::with(&[("n.txt", "nurikabe 2 2\n2.\n..\n")]);
    folder.write("n.out", &stdout(&folder.encycle(&["solve", "n.txt", "--unique"], "")));
    assert!(folder.read("n.out").contains("two solutions differ"), "{}", folder.read("n.out"));
    let checked = folder.encycle(&["check", "n.txt", "n.out"], "");
    assert_eq!(code(&checked), 0, "{}", stdout(&checked) + &stderr(&checked));
}

#[test]
fn a_result_without_its_picture_is_named() {
    let nurikabe = puzzle("nurikabe 2 2\n2.\n..\n");
    let message = "(the picture has 9 columns, the terminal 5: write it as SVG)\n";
    for below in ["", message] {
        let shown = format!("a.txt: solved (2 x 2, batsat)\n{below}");
        let error = read_solution(&shown, &nurikabe).unwrap_err().to_string();
        assert!(error.contains("1:1: no picture of this puzzle below the result"), "{error}");
    }
}

/// The picture of a solution did not show clues over which it writes values.
#[test]
fn clues_beside_values_were_not_shown() {
    for (name, clues) in picture_names()
        .into_iter()
        .flat_map(|name| ["z z", "z9 z", "z2 z12", ". z2"].map(|clues| (name, clues)))
    {
        let text_of = |clues: &str| {
            format!(
                "kind over\nsymbol z {name} number\ndraw values 1..12\n\
                 rule a for c in cells: value(c) = 2 or value(c) = 12\n\nover 1 2\n{clues}\n"
            )
        };
        let (noted, bare) = (puzzle(&text_of(clues)), puzzle(&text_of(". .")));
        let solution = Solution::of_values(&[2, 12], 12);
        let pictures = [&noted, &bare].map(|puzzle| Picture::solved(&**puzzle, &solution));
        for style in styles() {
            let [drawn, without] = pictures.each_ref().map(|picture| text(picture, style));
            assert_ne!(drawn, without, "{name}");
            assert_eq!(read_back(&drawn, &noted), solution, "{name}, {clues}\n{drawn}");
            for columns in 1..30 {
                let drawn = text(&pictures[0], TextStyle { width: Some(columns), ..style });
                assert_eq!(read_back(&drawn, &noted), solution, "{name}, {clues}\n{drawn}");
            }
        }
    }
    let trinairo = puzzle("trinairo 3 3\n3 x .\nx2 x3 .\n. . .\n");
    let outcome = Solve::new(&trinairo).run().expect("a verdict");
    let picture = Picture::solved(&*trinairo, outcome.solution().expect("a solution"));
    let drawn = text(&picture, Charset::Unicode);
    assert!(drawn.contains("X 2") && drawn.contains("X 3"), "{drawn}");
    let other = read_solution(&drawn.replacen("X 2", "Y 2", 1), &trinairo).unwrap_err();
    assert!(other.to_string().contains("where the puzzle has the clue"), "{other}");
}

/// A clue that a value moves aside is not the end of another value.
#[test]
fn a_number_that_is_no_value_is_shown_beside_it() {
    let text_of = "kind over\nsymbol number 1..12\ndraw values 1..12\n\
        rule a for c in cells: value(c) = 2\n\nover 1 3\n1 12 2\n";
    let over = puzzle(text_of);
    let picture = Picture::solved(&*over, &Solution::of_values(&[2, 2, 2], 12));
    let drawn = text(&picture, Charset::Unicode);
    assert!(drawn.contains("1 2") && drawn.contains("12 2"), "{drawn}");
    assert_read_back("a.txt: solved (1 x 3, batsat)", &over, &Solution::of_values(&[2; 3], 12));
}
