//! The worked examples of encodings, `docs/encodings/examples.md`, which `encycle explain --all` writes.

use std::fmt::Write as _;

use encycle::formats;
use encycle::puzzle::PuzzleKind;

use crate::reports::assert_current;
use crate::support::binary::{code, stderr, stdout, with_input};

/// The page.
const PAGE: &str = "docs/encodings/examples.md";

/// The smallest puzzles, and the first authors of the papers about their kinds.
const EXAMPLES: [(&str, &str); 6] = [
    ("slitherlink 2 2\n3.\n..\n", "Berschneider, Westreicher"),
    ("hamilton 2 2\n. .\n. .\n", "Labath"),
    ("chaos 2 2\n..\n..\n", "Labath"),
    ("sudoku 2 2\n1 . . .\n. . 2 .\n. 3 . .\n. . . .\n", "Labath"),
    ("neighbor-number 3\n..5\n2..\n...\n", "Block"),
    ("numberlink 2 2\n1.\n1.\n", "Yoshinaka"),
];

const INTRODUCTION: &str = "\
# The encodings of the papers, worked out

Each encoding of the [papers](../research/papers/README.md) on a puzzle of 2 x 2 cells (2 x 2 blocks of a Sudoku, 3 x 3
cells of a Neighbor Number), as `encycle explain PUZZLE --all --encoding NAME` prints it: the variables, and the first
constraint of each rule with its picture and its clauses by each CNF method. This page is generated. The parts of encodings
are listed for Slitherlink only, with the first base.
";

#[test]
fn examples_of_encodings_are_written_by_explain() {
    assert_current(PAGE, &page());
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for (text, authors) in EXAMPLES {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        let _ = write!(page, "\n## {}\n\n```text\n{text}```\n", puzzle.kind());
        let names = puzzle.encoding_names();
        for name in &names {
            let encoding = puzzle.encoding(name).expect("an encoding");
            let is_of_papers = encoding
                .families()
                .iter()
                .all(|family| authors.split(", ").any(|author| family.source.contains(author)));
            let is_first = puzzle.kind() == PuzzleKind::Slitherlink
                && name.starts_with(&format!("{}+", names[0]));
            let is_shown = !name.contains('+') || is_first;
            if is_of_papers && is_shown {
                let _ = write!(page, "\n### `{name}`\n\n```text\n{}```\n", explained(text, name));
            }
        }
    }
    page
}

fn explained(text: &str, encoding: &str) -> String {
    let output = with_input(&["explain", "-", "--all", "--encoding", encoding], text);
    assert_eq!(code(&output), 0, "{encoding}: {}", stderr(&output));
    stdout(&output)
}
