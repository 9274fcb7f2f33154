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
constraint of each form of each rule, with its picture and its clauses by each CNF method. This page is generated. The parts
of encodings are listed for Slitherlink only, with the first base.
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

/// The number of clauses of the constraint that a block shows: `(clause 1 of its 7)`, or one.
fn shown_count(block: &str) -> &str {
    let step = block.lines().find(|line| line.starts_with("step ")).expect("a step");
    step.split_once(" of its ").map_or("1", |(_, count)| count.trim_end_matches(')'))
}

/// The lists of a block, without the names of the methods, with the list of `direct` first.
fn lists(block: &str) -> Vec<&str> {
    let texts = block.split("\n\n").filter(|text| text.contains(" clause"));
    let methods = ["direct", "naive", "tseitin", "plaisted-greenbaum"];
    let lists = texts.filter(|text| methods.iter().any(|method| text.starts_with(method)));
    lists.filter_map(|text| text.split_once(": ")).map(|(_, list)| list.trim_end()).collect()
}

/// The clauses of all constraints of a rule at a place were listed as those of the first constraint, and lists that are
/// not shown to their end were repeated for each method.
#[test]
fn blocks_list_the_clauses_of_the_constraint_that_they_show_once() {
    let page = page();
    let blocks: Vec<&str> = page.split("\nclause     ").skip(1).collect();
    assert!(blocks.len() > 50, "{}", blocks.len());
    for block in blocks {
        let block = block.split("\n###").next().unwrap_or_default();
        let lists = lists(block);
        let count = lists.first().and_then(|list| list.split(' ').next());
        assert_eq!(count, Some(shown_count(block)), "{block}");
        for (index, list) in lists.iter().enumerate() {
            assert!(!lists[..index].contains(list), "{block}");
        }
    }
}
