//! Yajilin: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::cell_loops::Side;
use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::{Cell, Grid, Isometry};
use encycle_encodings::kinds::clues::CellClues;
use encycle_encodings::kinds::yajilin::{Arrow, Yajilin};
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_clues, tiny_clues};
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn arrows(numbers: &[u32]) -> Vec<Arrow> {
    let with = |&number: &u32| Side::ALL.map(|side| Arrow::Count(number, side));
    numbers.iter().flat_map(with).chain([Arrow::Blank]).collect()
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for clues in tiny_clues(&arrows(&[0, 1])) {
        if let Ok(puzzle) = Yajilin::new(clues) {
            assert_exact(&puzzle);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(clues in random_clues(arrows(&[0, 1, 2]))) {
        if let Ok(puzzle) = Yajilin::new(clues) {
            assert_exact(&puzzle);
        }
    }
}

/// A loop around nine cells shades the middle, as does one in an edge or a corner.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (rows, solutions) in [
        // the loop around all cells with the middle shaded, and those around three squares with a corner shaded
        (&["...", "...", "..."][..], 5),
        (&[". . .", ". x .", ". . ."], 1),
        (&["1e . .", ". . .", ". . ."], 0),
        (&[". . .", "1e . .", ". . ."], 0),
        // a cell that is shaded although no arrow counts it
        (&[". . x", ". . ."], 1),
        (&[". . 1s", ". . ."], 1),
        (&[". . 0s", ". . ."], 0),
        // the arrow at the border counts no cell
        (&[". . 0n", ". . ."], 1),
    ] {
        let puzzle = Yajilin::from_rows(rows).expect("a puzzle");
        assert_eq!(assert_exact(&puzzle), solutions, "{rows:?}");
    }
}

/// On 3 x n cells without clues: one clause for each of 5n - 3 pairs, above the rules of the loop. An arrow at the left end of
/// the middle row takes three pairs and counts n - 1 cells.
#[test]
fn sizes_are_the_sums_over_pairs_and_arrows() {
    let with = |rows: &[&str]| size(&Yajilin::from_rows(rows).expect("a puzzle"), "degree");
    for n in 3..6 {
        let empty = vec!["."; n].join(" ");
        let arrow = format!("1e {}", vec!["."; n - 1].join(" "));
        // 2, 4 and 8 clauses for cells with 2, 3 and 4 links
        let degrees = 4 * 2 + (2 * (n - 2) + 2) * 4 + (n - 2) * 8;
        let (links, pairs) = (5 * n - 3, 5 * n - 3);
        assert_eq!(with(&[&*empty, &*empty, &*empty]), (links, 1 + degrees + pairs));
        // 4 links for the cells beside the arrow, 3 for the last
        let visits = (n - 2) * 5 + 4;
        // up to six cells: at least one is shaded, and of two at most one
        let counter = 1 + (n - 1) * (n - 2) / 2;
        let expected = (links + n - 1, 1 + degrees - 4 + 3 + pairs - 3 + visits + counter);
        assert_eq!(with(&[&*empty, &*arrow, &*empty]), expected);
    }
    let puzzle = Yajilin::from_rows(&[". . 1s", ". . .", ". x .", "0e . ."]).expect("a puzzle");
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(&Yajilin::from_rows(rows).expect("a puzzle"), &AROUND);
    assert_eq!(rule(&[". . . .", ". 1e . .", ". . . ."]), None);
    assert_eq!(rule(&[". . . .", ". x . .", ". . . ."]), None);
    assert_eq!(rule(&[". . . .", ". 0e . .", ". . . ."]), Some("arrow"));
    assert_eq!(rule(&[". . . .", ". 0w x .", ". . . ."]), None);
    assert_eq!(rule(&[". . . .", ". . . .", ". . . ."]), Some("adjacent"));
    assert_eq!(rule(&["x . . .", ". 1e . .", ". . . ."]), Some("unvisited"));
}

#[test]
fn invalid_puzzles_are_rejected() {
    for text in ["1", "e", "1f", "e1", "-1e", "+1e", "11111111111e"] {
        let error = Yajilin::from_rows(&[&format!("{text} ."), ". ."]).unwrap_err().to_string();
        assert!(error.contains("not a clue"), "{text}: {error}");
    }
}

/// The image of an arrow counts the image of its cells: the numbers of the image follow from its solutions.
#[test]
fn arrows_turn_with_the_grid() {
    let grid = Grid::new(3, 4).expect("a small grid");
    let at = Cell { row: 1, col: 1 };
    for isometry in Isometry::ALL {
        for side in Side::ALL {
            let mut clues = vec![None; 12];
            clues[grid.cell_index(at)] = Some(Arrow::Count(0, side));
            let symbols = CellClues::new(grid, clues).expect("twelve entries").symbols();
            let image = CellClues::<Arrow>::of_symbols(&symbols.image(isometry)).expect("arrows");
            let (cell, arrow) = image.placed().next().expect("one clue");
            let next = match side {
                Side::Up => Cell { row: 0, col: 1 },
                Side::Down => Cell { row: 2, col: 1 },
                Side::Left => Cell { row: 1, col: 0 },
                Side::Right => Cell { row: 1, col: 2 },
            };
            let (from, to) = (isometry.cell(grid, at), isometry.cell(grid, next));
            assert_eq!(cell, from);
            let expected = match (from.row.cmp(&to.row), from.col.cmp(&to.col)) {
                (std::cmp::Ordering::Greater, _) => Side::Up,
                (std::cmp::Ordering::Less, _) => Side::Down,
                (_, std::cmp::Ordering::Greater) => Side::Left,
                _ => Side::Right,
            };
            assert_eq!(arrow, Arrow::Count(0, expected), "{isometry:?} {side:?}");
        }
    }
}
