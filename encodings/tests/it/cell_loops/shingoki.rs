//! Shingoki: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::kinds::written::WrittenPuzzle;
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_puzzles, tiny_puzzles};
use crate::common::written;
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn shingoki(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("shingoki", rows, &[])
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for puzzle in tiny_puzzles("shingoki", &["w", "b", "w2", "b2", "w3", "b3"]) {
        assert_exact(puzzle.as_encodable());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        puzzle in random_puzzles("shingoki", &["w", "b", "w2", "b2", "w3", "b3", "w4", "b4", "w5", "b5"]),
    ) {
        assert_exact(puzzle.as_encodable());
    }
}

/// The loops in 3 x 3 cells are 13 (OEIS A140517).
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (rows, solutions) in [
        (&["...", "...", "..."][..], 13),
        // the loop around all cells, and the one without the opposite corner
        (&["b4 . .", ". . .", ". . ."], 2),
        (&["w . .", ". . .", ". . ."], 0),
        // the line through it goes on by one or two links at either end
        (&[". w .", ". . .", ". . ."], 4),
        // two rectangles in each direction
        (&[". . .", ". w2 .", ". . ."], 4),
    ] {
        let puzzle = shingoki(rows);
        assert_eq!(assert_exact(puzzle.as_encodable()), solutions, "{rows:?}");
    }
}

/// A circle with the number n in the middle of a long row and column: n - 1 variables and 3 (n - 1) clauses on each side, 4
/// clauses for straight or 2 for a turn, n + n - 2 clauses for each of 2 or 4 pairs of arms.
#[test]
fn sizes_are_the_sums_over_circles() {
    let with = |rows: &[&str]| size(shingoki(rows).as_encodable(), "degree");
    let empty = ". . . . . . . . .";
    let (variables, clauses) = with(&[empty; 9]);
    for n in 2..=4 {
        for (circle, way, pairs) in [('w', 4, 2), ('b', 2, 4)] {
            let middle = format!(". . . . {circle}{n} . . . .");
            let mut rows = [empty; 9];
            rows[4] = &middle;
            let more = 4 * 3 * (n - 1) + way + pairs * (n + n - 2);
            // some link has a line, since a cell must be visited
            assert_eq!(with(&rows), (variables + 4 * (n - 1), clauses - 1 + more));
        }
    }
    let puzzle = shingoki(&["b . w3", ". w .", "b5 . .", ". . ."]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(shingoki(rows).as_encodable(), &AROUND);
    assert_eq!(rule(&["b5 w3 w .", "w2 . . w", "b w . b5"]), None);
    assert_eq!(rule(&["w . . .", ". . . .", ". . . ."]), Some("white"));
    assert_eq!(rule(&[". b . .", ". . . .", ". . . ."]), Some("black"));
    assert_eq!(rule(&["b4 . . .", ". . . .", ". . . ."]), Some("black-sum"));
    assert_eq!(rule(&[". . . .", "w3 . . .", ". . . ."]), Some("white-sum"));
    assert_eq!(rule(&[". . . .", ". w . .", ". . . ."]), Some("white"));
}
