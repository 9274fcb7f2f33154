//! Shingoki: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
use encycle_encodings::kinds::shingoki::Shingoki;
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_clues, tiny_clues};
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn circles(numbers: &[Option<u32>]) -> Vec<NumberedCircle> {
    let with = |&number: &Option<u32>| {
        [Circle::White, Circle::Black].map(|circle| NumberedCircle { circle, number })
    };
    numbers.iter().flat_map(with).collect()
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for clues in tiny_clues(&circles(&[None, Some(2), Some(3)])) {
        if let Ok(puzzle) = Shingoki::new(clues) {
            assert_exact(&puzzle);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        clues in random_clues(circles(&[None, Some(2), Some(3), Some(4), Some(5)])),
    ) {
        assert_exact(&Shingoki::new(clues).expect("numbers in range"));
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
        let puzzle = Shingoki::from_rows(rows).expect("a puzzle");
        assert_eq!(assert_exact(&puzzle), solutions, "{rows:?}");
    }
}

/// A circle with the number n in the middle of a long row and column: n - 1 variables and 3 (n - 1) clauses on each side, 4
/// clauses for straight or turn, n + n - 2 clauses for each of 2 or 4 pairs of arms.
#[test]
fn sizes_are_the_sums_over_circles() {
    let with = |rows: &[&str]| size(&Shingoki::from_rows(rows).expect("a puzzle"), "degree");
    let empty = ". . . . . . . . .";
    let (variables, clauses) = with(&[empty; 9]);
    for n in 2..=4 {
        for (circle, pairs) in [('w', 2), ('b', 4)] {
            let middle = format!(". . . . {circle}{n} . . . .");
            let mut rows = [empty; 9];
            rows[4] = &middle;
            let more = 4 * 3 * (n - 1) + 4 + pairs * (n + n - 2);
            // some link has a line, since a cell must be visited
            assert_eq!(with(&rows), (variables + 4 * (n - 1), clauses - 1 + more));
        }
    }
    let puzzle = Shingoki::from_rows(&["b . w3", ". w .", "b5 . .", ". . ."]).expect("a puzzle");
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(&Shingoki::from_rows(rows).expect("a puzzle"), &AROUND);
    assert_eq!(rule(&["b5 w3 w .", "w2 . . w", "b w . b5"]), None);
    assert_eq!(rule(&["w . . .", ". . . .", ". . . ."]), Some("white"));
    assert_eq!(rule(&[". b . .", ". . . .", ". . . ."]), Some("black"));
    assert_eq!(rule(&["b4 . . .", ". . . .", ". . . ."]), Some("sum"));
    assert_eq!(rule(&[". . . .", "w3 . . .", ". . . ."]), Some("sum"));
    assert_eq!(rule(&[". . . .", ". w . .", ". . . ."]), Some("visited"));
}

#[test]
fn invalid_puzzles_are_rejected() {
    for text in ["4", "w4b", "ww", "4w4", "x", "w+3"] {
        let error = Shingoki::from_rows(&[&format!("{text} ."), ". ."]).unwrap_err().to_string();
        assert!(error.contains("not a clue"), "{text}: {error}");
    }
}
