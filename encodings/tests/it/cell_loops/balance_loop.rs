//! Balance Loop: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::kinds::written::WrittenPuzzle;
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_puzzles, tiny_puzzles};
use crate::common::written;
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn balance_loop(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("balance-loop", rows, &[])
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for puzzle in tiny_puzzles("balance-loop", &["w", "b", "w2", "b2", "w3", "b3"]) {
        assert_exact(puzzle.as_encodable());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        puzzle in random_puzzles("balance-loop", &["w", "b", "w2", "b2", "w3", "b3", "w4", "b4", "w5", "b5"]),
    ) {
        assert_exact(puzzle.as_encodable());
    }
}

/// Of the 13 loops in 3 x 3 cells (OEIS A140517), ten visit the upper left cell: those with it inside a square of four cells.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    let solutions = |rows: &[&str]| assert_exact(balance_loop(rows).as_encodable());
    assert_eq!(solutions(&["...", "...", "..."]), 13);
    let corner = ["w", "b"].map(|circle| solutions(&[&format!("{circle} . ."), ". . .", ". . ."]));
    assert_eq!(
        corner[0],
        solutions(&["w2 . .", ". . .", ". . ."]) + solutions(&["w4 . .", ". . .", ". . ."])
    );
    assert_eq!(corner[1], solutions(&["b3 . .", ". . .", ". . ."]));
    assert_eq!(solutions(&["w3 . .", ". . .", ". . ."]), 0);
    // lines of lengths 1 and 2 in both orders
    assert!(corner[1] > 0 && corner[1] % 2 == 0);
}

/// A circle with the number n in the middle of a long row and column: n - 1 variables and 3 (n - 1) clauses on each side. For
/// each of 6 pairs of arms: n + n - 2 clauses for the sum, 2 (n - 1) for equal lengths, n for different ones.
#[test]
fn sizes_are_the_sums_over_circles() {
    let with = |rows: &[&str]| size(balance_loop(rows).as_encodable(), "degree");
    let empty = ". . . . . . . . .";
    let (variables, clauses) = with(&[empty; 9]);
    for n in 2..=4 {
        for (circle, lengths) in [('w', 2 * (n - 1)), ('b', n)] {
            let middle = format!(". . . . {circle}{n} . . . .");
            let mut rows = [empty; 9];
            rows[4] = &middle;
            let more = 4 * 3 * (n - 1) + 6 * (n + n - 2 + lengths);
            // some link has a line, since a cell must be visited
            assert_eq!(with(&rows), (variables + 4 * (n - 1), clauses - 1 + more));
        }
    }
    let puzzle = balance_loop(&["b . w3", ". w .", "b5 . .", ". . ."]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(balance_loop(rows).as_encodable(), &AROUND);
    assert_eq!(rule(&["b5 b3 b .", "w2 . . w", "b . . b5"]), None);
    assert_eq!(rule(&["w . . .", ". . . .", ". . . ."]), Some("white"));
    assert_eq!(rule(&[". . . .", "b . . .", ". . . ."]), Some("black"));
    assert_eq!(rule(&["b4 . . .", ". . . .", ". . . ."]), Some("black-sum"));
    assert_eq!(rule(&[". . . .", ". w . .", ". . . ."]), Some("circle"));
}
