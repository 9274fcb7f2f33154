//! Linesweeper: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::kinds::linesweeper::{Linesweeper, VisitCount};
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_clues, tiny_clues};
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for clues in tiny_clues(&[0, 1, 2, 3, 4].map(VisitCount)) {
        if let Ok(puzzle) = Linesweeper::new(clues) {
            assert_exact(&puzzle);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        clues in random_clues([0, 2, 2, 3, 3, 4, 5, 6, 8].map(VisitCount).to_vec()),
    ) {
        if let Ok(puzzle) = Linesweeper::new(clues) {
            assert_exact(&puzzle);
        }
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
        let puzzle = Linesweeper::from_rows(rows).expect("a puzzle");
        assert_eq!(assert_exact(&puzzle), solutions, "{rows:?}");
    }
}

/// A number in the middle: four cells around it have three links after it takes theirs, and four have four. So 8 variables and
/// 8 + 4 * 3 + 4 * 4 clauses; the number forbids four links in place of the count at its cell.
#[test]
fn sizes_are_the_sums_over_numbers() {
    let with = |rows: &[&str]| size(&Linesweeper::from_rows(rows).expect("a puzzle"), "degree");
    let empty = ".....";
    let (variables, clauses) = with(&[empty; 5]);
    let links = 8 + 8 * 4;
    for n in [0, 3, 8] {
        let middle = format!("..{n}..");
        // a counter up to m: m (m + 1) / 2 - 1 + (8 - m) m variables
        let m = (n + 1).min(8);
        let pairs = m * (m + 1) / 2 - 1 + (8 - m) * m;
        let counter =
            2 * pairs + (pairs - 7) + (pairs - (m - 1)) + usize::from(n > 0) + usize::from(n < 8);
        let expected = (variables + 8 + pairs, clauses - 8 + 4 + links + counter);
        assert_eq!(with(&[empty, empty, &middle, empty, empty]), expected, "{n}");
    }
    let puzzle = Linesweeper::from_rows(&["..2", ".3.", "...", "1.."]).expect("a puzzle");
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule =
        |rows: &[&str]| broken_rule(&Linesweeper::from_rows(rows).expect("a puzzle"), &AROUND);
    // the two numbers do not count each other
    assert_eq!(rule(&["....", ".77.", "...."]), None);
    assert_eq!(rule(&["....", ".76.", "...."]), Some("count"));
    assert_eq!(rule(&["1...", "....", "...."]), Some("unvisited"));
}

#[test]
fn invalid_puzzles_are_rejected() {
    for text in ["9", "w", "+"] {
        let error = Linesweeper::from_rows(&[&format!("{text}."), ".."]).unwrap_err().to_string();
        assert!(error.contains("not a clue"), "{error}");
    }
}
