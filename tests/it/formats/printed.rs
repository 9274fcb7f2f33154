//! What `encycle solve` prints is read, for every kind.

use encycle::encodings::puzzle::SolutionForm;
use encycle::formats::{self, read_solution};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::render::{Charset, Picture, TextStyle, text};
use encycle::solve::Solve;

/// A solved puzzle of each kind, and others with other pictures.
fn puzzles() -> Vec<Puzzle> {
    let samples = PuzzleKind::all().iter().map(|kind| kind.sample());
    let others = [
        "hamilton graph 4\n1 2\n2 3\n3 4\n4 1\n1 3\n",
        // the path through the only vertex was not in the text
        "hamilton graph 1 path\n",
        "numberlink graph 4\npair 1 4\n1 2\n2 3\n3 4\n",
        "sudoku 2 3\n1.....\n.2....\n..3...\n...4..\n....5.\n.....6\n",
        "slitherlink 1 1\n4\n",
        "slitherlink 3 3\n...\n.3.\n...\n",
        "{\"kind\": \"slitherlink\", \"vertices\": 4, \"edges\": [[1, 2], [2, 3], [3, 4], [4, 1]]}",
    ];
    let read =
        |text: &str| formats::read(text, None).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
    samples.chain(others).map(read).collect()
}

/// In colors, it was a text without lines: a loop without edges, which breaks a rule.
#[test]
fn a_printed_solution_of_any_kind_was_no_solution() {
    for puzzle in puzzles() {
        let outcome = Solve::new(&puzzle).run().expect("a verdict");
        let solution = outcome.main.outcome.solutions.first().expect("a solution");
        let picture = Picture::solved(&*puzzle, solution);
        for (charset, colour) in
            [(Charset::Unicode, false), (Charset::Ascii, false), (Charset::Unicode, true)]
        {
            for width in [None, Some(1)] {
                // narrow cells have no place for a shade beside a number
                if width.is_some()
                    && matches!(puzzle.form(), SolutionForm::Values { values: 1, .. })
                {
                    continue;
                }
                let style = TextStyle { charset, width, colour, shade: colour };
                let drawn = text(&picture, style);
                for shown in [drawn.clone(), format!("a.txt: solved (2 x 2)\n{drawn}")] {
                    let again = read_solution(&shown, &puzzle);
                    let again = again.unwrap_or_else(|error| panic!("{error}\n{shown}"));
                    assert_eq!(puzzle.check(&again), Ok(()), "{}\n{shown}", puzzle.kind());
                }
            }
        }
    }
}

#[test]
fn a_picture_of_another_size_and_a_verdict_without_a_solution_are_named() {
    let puzzle = formats::read("slitherlink 2 2\n3.\n..\n", None).unwrap().puzzle;
    for (text, words) in [
        ("┌──┐\n│ 4│\n└──┘\n", "the columns of the puzzle: 2 rows of 2 cells"),
        ("┌───┬───┐\n│ 4 │   │\n└───┴───┘\n", "the rows of the puzzle"),
        ("a.txt: no-solution (2 x 2, batsat)\n", "the verdict no-solution"),
        ("x.\n", "rows of `x` for a cell inside the loop"),
    ] {
        let error = read_solution(text, &puzzle).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let sudoku = formats::read("sudoku 1 1\n.\n", None).unwrap().puzzle;
    let error = read_solution("y\n", &sudoku).unwrap_err().to_string();
    assert!(error.contains("an empty cell as '.'"), "{error}");
}
