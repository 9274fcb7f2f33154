//! Every format reads what it writes, and no input makes a reader panic.

mod bare;
mod graph_files;
pub(crate) mod graphs;
mod printed;
mod read_back;
mod several;

use encycle::formats::{self, PuzzleFormat};
use encycle::puzzle::{Puzzle, PuzzleKind};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::puzzles::slitherlink;

/// The formats for a Slitherlink on a grid. `graph` is left out: it turns the grid into a general graph.
fn loop_formats() -> Vec<PuzzleFormat> {
    let puzzle = formats::read("slitherlink 1 2\n..\n", None).expect("a grid").puzzle;
    let writes = |format: &PuzzleFormat| {
        *format != PuzzleFormat::Graph && formats::write(&puzzle, *format).is_ok()
    };
    PuzzleFormat::ALL.iter().copied().filter(writes).collect()
}

fn format() -> impl Strategy<Value = PuzzleFormat> {
    select(loop_formats())
}

/// A change of a text: the place, the number of bytes removed, and the text inserted.
fn change() -> impl Strategy<Value = (Index, usize, String)> {
    (any::<Index>(), 0..4_usize, "[0-9a-z .#/:?\n\\[\\]é-]{0,3}")
}

/// Returns a text after some changes.
fn damaged(text: String, changes: Vec<(Index, usize, String)>) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    for (place, removed, inserted) in changes {
        let start = place.index(bytes.len() + 1);
        let end = (start + removed).min(bytes.len());
        bytes.splice(start..end, inserted.into_bytes());
    }
    bytes
}

/// Reads a text and asserts that the position of an error is inside it.
fn read(bytes: &[u8]) {
    for kind in [None, Some(PuzzleKind::Slitherlink), Some(PuzzleKind::Hamilton)] {
        if let Err(error) = formats::read_bytes(bytes, kind) {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
            assert!((1..=lines).contains(&error.line), "{error}");
            assert!((1..=bytes.len() + 1).contains(&error.column), "{error}");
            let message = error.message.replacen("\nhelp: ", "", 1);
            assert!(!message.contains('\n'), "{error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn written_puzzles_are_read_in_the_same_format(
        puzzle in slitherlink(30),
        format in format(),
    ) {
        let puzzle = Puzzle::from(puzzle);
        let text = formats::write(&puzzle, format).expect("a format of loops");
        let parsed = formats::read(&text, None).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(&parsed.puzzle, &puzzle);
        prop_assert_eq!(parsed.format, format);
        prop_assert_eq!(formats::write(&parsed.puzzle, format), Ok(text));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }

    #[test]
    fn any_text_after_a_valid_start_is_read_or_refused(
        start in select(&[
            "slither/", "slither/3/2/", "https://", "3x2t0:", "3x2", "pzprv3/slither/2/3/",
            "begin\npuzzle slitherlink\nsize 3\nproblem\n", "slitherlink ", "slitherlink 2 3\n",
            ">>graph6<<", ":", ":~", "graph {", "graph [", "%%MatrixMarket matrix coordinate ", "3 3 0\n",
        ]),
        body in "[0-9a-z .#/:?\n-]{0,40}",
    ) {
        read(format!("{start}{body}").as_bytes());
    }

    #[test]
    fn a_damaged_text_is_read_or_refused(
        puzzle in slitherlink(6),
        format in format(),
        changes in vec(change(), 1..4),
    ) {
        let text = formats::write(&puzzle.into(), format).expect("a format of loops");
        read(&damaged(text, changes));
    }

    #[test]
    fn a_truncated_text_is_read_or_refused(
        puzzle in slitherlink(6),
        format in format(),
        end in any::<Index>(),
    ) {
        let text = formats::write(&puzzle.into(), format).expect("a format of loops");
        read(&text.as_bytes()[..end.index(text.len() + 1)]);
    }
}

#[test]
fn the_largest_grid_is_read_in_every_format() {
    for row in ["3..1", "...."] {
        let row = row.repeat(250) + "\n";
        let puzzle = formats::read(&row.repeat(1000), Some(PuzzleKind::Slitherlink))
            .expect("a legal size")
            .puzzle;
        for format in loop_formats() {
            let text = formats::write(&puzzle, format).expect("a format of loops");
            let parsed = formats::read(&text, None).expect("our text");
            assert!(parsed.puzzle == puzzle && parsed.format == format, "{format}");
        }
    }
}

/// A formula truncated at the end of a line consists of whole clauses; only the header shows that some are missing.
#[test]
fn dimacs_formulas_must_have_as_many_clauses_as_the_header() {
    use encycle::formats::dimacs::{DimacsError, read};
    for clauses in 0..6 {
        let body = "1 -2 0\n".repeat(clauses);
        for promised in 0..8 {
            let text = format!("p cnf 2 {promised}\n{body}");
            let mut read_clauses = 0;
            let result = read(text.as_bytes(), |_| read_clauses += 1);
            match result {
                Ok(variables) => {
                    assert_eq!((variables, read_clauses, promised), (2, clauses, clauses));
                }
                Err(DimacsError::Bad { line, message }) => {
                    assert_ne!(clauses, promised, "{message}");
                    assert_eq!(line, 1, "the line of the header: {message}");
                    assert!(message.contains(&promised.to_string()), "{message}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}
