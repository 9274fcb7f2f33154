//! Geradeweg: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::kinds::written::WrittenPuzzle;
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_puzzles, tiny_puzzles};
use crate::common::written;
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn geradeweg(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("geradeweg", rows, &[])
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for puzzle in tiny_puzzles("geradeweg", &["?", "1", "2"]) {
        assert_exact(puzzle.as_encodable());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        puzzle in random_puzzles("geradeweg", &["?", "1", "1", "2", "3"]),
    ) {
        assert_exact(puzzle.as_encodable());
    }
}

/// The loops in 3 x 4 cells are 40 (OEIS A231829). Of those in 3 x 3 cells, three have equal lines at a corner: a square of four
/// cells, the loop around all nine, and the one without the opposite corner.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (rows, solutions) in [
        (&["....", "....", "...."][..], 40),
        (&["?..", "...", "..."], 3),
        (&["2..", "...", "..?"], 1),
        (&["3...", "....", "...."], 0),
        (&["3..", "...", "...", "..."], 0),
    ] {
        let puzzle = geradeweg(rows);
        assert_eq!(assert_exact(puzzle.as_encodable()), solutions, "{rows:?}");
    }
}

/// A number n in the middle of a long row and column: n variables and 3n clauses on each side; 2(n - 1) + n + 2 clauses for
/// each axis. Without a number, in a corner: the lengths 2 to L of both sides, and 2 clauses for each.
#[test]
fn sizes_are_the_sums_over_circles() {
    let with = |rows: &[&str]| size(geradeweg(rows).as_encodable(), "degree");
    let empty = ".........";
    let (variables, clauses) = with(&[empty; 9]);
    // at least two links have lines: the clause that some link has one is missing, since a cell must be visited
    for n in 1..=3 {
        let middle = format!("....{n}....");
        let mut rows = [empty; 9];
        rows[4] = &middle;
        let more = 4 * 3 * n + 2 * (2 * (n - 1) + n + 2);
        assert_eq!(with(&rows), (variables + 4 * n, clauses - 1 + more));
    }
    let mut rows = [empty; 9];
    rows[0] = "?........";
    // in a corner two lines in place of none or two: two unit clauses in place of two binary ones
    assert_eq!(with(&rows), (variables + 2 * 7, clauses - 1 + 3 * 14 + 2 * 7));
    let puzzle = geradeweg(&["?.2", ".?.", "1..", "..."]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(geradeweg(rows).as_encodable(), &AROUND);
    assert_eq!(rule(&[".33.", "2..2", ".?3."]), None);
    assert_eq!(rule(&["2...", "....", "...."]), Some("length"));
    assert_eq!(rule(&["?...", "....", "...."]), Some("equal"));
    assert_eq!(rule(&["....", "1...", "...."]), Some("length"));
    assert_eq!(rule(&["....", ".?..", "...."]), Some("circle"));
    assert_eq!(rule(&["....", "....", ".2.."]), Some("length"));
}
