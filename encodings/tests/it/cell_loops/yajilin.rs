//! Yajilin: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::cell_loops::Side;
use encycle_encodings::grid::{Cell, Grid, Isometry};
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::written::WrittenPuzzle;
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_puzzles, tiny_puzzles};
use crate::common::written;
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn yajilin(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("yajilin", rows, &[])
}

#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for puzzle in tiny_puzzles("yajilin", &["0n", "0s", "0w", "0e", "1n", "1s", "1w", "1e", "x"]) {
        assert_exact(puzzle.as_encodable());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn encodings_are_exact_on_random_puzzles(
        puzzle in random_puzzles(
            "yajilin",
            &["0n", "0s", "0w", "0e", "1n", "1s", "1w", "1e", "2n", "2s", "2w", "2e", "x"],
        ),
    ) {
        assert_exact(puzzle.as_encodable());
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
        let puzzle = yajilin(rows);
        assert_eq!(assert_exact(puzzle.as_encodable()), solutions, "{rows:?}");
    }
}

/// On 3 x n cells without clues: one clause for each of 5n - 3 pairs, above the rules of the loop. An arrow at the left end of
/// the middle row takes three pairs and counts n - 1 cells.
#[test]
fn sizes_are_the_sums_over_pairs_and_arrows() {
    let with = |rows: &[&str]| size(yajilin(rows).as_encodable(), "degree");
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
        let (variables, clauses) = with(&[&*empty, &*arrow, &*empty]);
        let most = 1 + degrees - 4 + 3 + pairs - 3 + visits + counter;
        assert!(variables < links + n && clauses <= most, "{n}: {variables}, {clauses}");
    }
    let puzzle = yajilin(&[". . 1s", ". . .", ". x .", "0e . ."]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |rows: &[&str]| broken_rule(yajilin(rows).as_encodable(), &AROUND);
    assert_eq!(rule(&[". . . .", ". 1e . .", ". . . ."]), None);
    assert_eq!(rule(&[". . . .", ". x . .", ". . . ."]), None);
    assert_eq!(rule(&[". . . .", ". 0e . .", ". . . ."]), Some("arrow"));
    assert_eq!(rule(&[". . . .", ". 0w x .", ". . . ."]), None);
    assert_eq!(rule(&[". . . .", ". . . .", ". . . ."]), Some("adjacent"));
    assert_eq!(rule(&["x . . .", ". 1e . .", ". . . ."]), Some("clue"));
}

/// The image of an arrow counts the image of its cells: the numbers of the image follow from its solutions.
#[test]
fn arrows_turn_with_the_grid() {
    let grid = Grid::new(3, 4).expect("a small grid");
    let at = Cell { row: 1, col: 1 };
    for isometry in Isometry::ALL {
        for side in Side::ALL {
            let clues = ClueGrid::empty(grid).with(at, ClueSymbol::Arrow(0, side));
            let image = clues.image(isometry);
            let place = image.symbols.iter().position(Option::is_some).expect("one clue");
            let (cell, arrow) = (image.grid.cell_at(place), image.symbols[place]);
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
            assert_eq!(arrow, Some(ClueSymbol::Arrow(0, expected)), "{isometry:?} {side:?}");
        }
    }
}
