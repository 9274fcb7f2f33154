//! Linesweeper: every encoding against brute force, and a candidate that breaks each rule.

use encycle_encodings::kinds::written::WrittenPuzzle;
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_puzzles, tiny_puzzles};
use crate::common::written;
use crate::paths::{assert_described, assert_exact};

fn linesweeper(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("linesweeper", rows, &[])
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for puzzle in tiny_puzzles("linesweeper", &["0", "1", "2", "3", "4"]) {
        assert_exact(puzzle.as_encodable());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        puzzle in random_puzzles("linesweeper", &["0", "2", "2", "3", "3", "4", "5", "6", "8"]),
    ) {
        assert_exact(puzzle.as_encodable());
    }
}

/// The loops in 3 x 4 cells are 40 (OEIS A231829); one of them has all eight cells around a number.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (rows, solutions) in [
        (&["....", "....", "...."][..], 40),
        (&["...", ".8.", "..."], 1),
        (&["...", ".7.", "..."], 0),
        (&["0..", "...", "..."], 0),
        // two squares and a rectangle in the last two columns
        (&["0...", "....", "...."], 3),
    ] {
        let puzzle = linesweeper(rows);
        assert_eq!(assert_exact(puzzle.as_encodable()), solutions, "{rows:?}");
    }
    let puzzle = linesweeper(&["..2", ".3.", "...", "1.."]);
    let encodable = puzzle.as_encodable();
    for name in encodable.encoding_names() {
        assert_described(&encodable.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(linesweeper(rows).as_encodable(), &AROUND);
    // the two numbers do not count each other
    assert_eq!(rule(&["....", ".77.", "...."]), None);
    assert_eq!(rule(&["....", ".76.", "...."]), Some("count"));
    assert_eq!(rule(&["1...", "....", "...."]), Some("clue"));
}
