//! Balance Loop: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::kinds::balance_loop::BalanceLoop;
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
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
        if let Ok(puzzle) = BalanceLoop::new(clues) {
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
        assert_exact(&BalanceLoop::new(clues).expect("numbers in range"));
    }
}

/// Of the 13 loops in 3 x 3 cells (OEIS A140517), ten visit the upper left cell: those with it inside a square of four cells.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    let solutions = |rows: &[&str]| assert_exact(&BalanceLoop::from_rows(rows).expect("a puzzle"));
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
    let with = |rows: &[&str]| size(&BalanceLoop::from_rows(rows).expect("a puzzle"), "degree");
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
    let puzzle = BalanceLoop::from_rows(&["b . w3", ". w .", "b5 . .", ". . ."]).expect("a puzzle");
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule =
        |rows: &[&str]| broken_rule(&BalanceLoop::from_rows(rows).expect("a puzzle"), &AROUND);
    assert_eq!(rule(&["b5 b3 b .", "w2 . . w", "b . . b5"]), None);
    assert_eq!(rule(&["w . . .", ". . . .", ". . . ."]), Some("white"));
    assert_eq!(rule(&[". . . .", "b . . .", ". . . ."]), Some("black"));
    assert_eq!(rule(&["b4 . . .", ". . . .", ". . . ."]), Some("sum"));
    assert_eq!(rule(&[". . . .", ". w . .", ". . . ."]), Some("visited"));
}

#[test]
fn invalid_puzzles_are_rejected() {
    for text in ["4", "w4b", "ww", "4w4", "x", "w+3"] {
        let error = BalanceLoop::from_rows(&[&format!("{text} ."), ". ."]).unwrap_err().to_string();
        assert!(error.contains("not a clue"), "{text}: {error}");
    }
}
