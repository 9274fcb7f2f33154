//! Moon-or-Sun: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::clues::CellClues;
use encycle_encodings::kinds::moon_or_sun::{Mark, MoonOrSun};
use proptest::prelude::*;

use super::{AROUND, broken_rule, random_clues};
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

const MARKS: [Option<Mark>; 3] = [None, Some(Mark::Sun), Some(Mark::Moon)];

/// All marks and all divisions of 2 x 2 cells; two rooms and marks in two cells of 2 x 3 cells.
#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 3), (2, 2)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        for code in 0..2_usize.pow(cells as u32 - 1) {
            let names: Vec<usize> = (0..cells).map(|cell| code >> cell & 1).collect();
            for number in 0..3_usize.pow(cells as u32) {
                let mark = |cell| MARKS[number / 3_usize.pow(cell as u32) % 3];
                let clues = CellClues::new(grid, (0..cells).map(mark).collect());
                let rooms = Regions::new(grid, &names);
                assert_exact(&MoonOrSun::new(clues.expect("entries"), rooms).expect("a puzzle"));
            }
        }
    }
    let grid = Grid::new(2, 3).expect("a small grid");
    for code in 0..2_usize.pow(5) {
        let names: Vec<usize> = (0..6).map(|cell| code >> cell & 1).collect();
        for (first, second) in
            [(Mark::Sun, Mark::Moon), (Mark::Sun, Mark::Sun), (Mark::Moon, Mark::Sun)]
        {
            let mut clues = vec![None; 6];
            (clues[code % 6], clues[5 - code % 6]) = (Some(first), Some(second));
            let clues = CellClues::new(grid, clues).expect("six entries");
            assert_exact(&MoonOrSun::new(clues, Regions::new(grid, &names)).expect("a puzzle"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Rooms of whole columns or rows, so that loops enter them.
    #[test]
    fn encodings_are_exact_on_random_puzzles(
        clues in random_clues(vec![Mark::Sun, Mark::Moon]),
        codes in prop::collection::vec(0..8_usize, 12),
    ) {
        let grid = clues.grid();
        let mut names: Vec<usize> = Vec::new();
        for (cell, code) in codes.into_iter().enumerate() {
            names.push(if code > 1 && cell % grid.cols() > 0 { names[cell - 1] } else { code % 2 });
        }
        assert_exact(&MoonOrSun::new(clues, Regions::new(grid, &names)).expect("a puzzle"));
    }
}

#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (marks, rooms, solutions) in [
        // one room: 19 loops visit a corner, 8 of them also the opposite one
        (["s...", "....", "...."], ["aaaa"; 3], 19),
        (["s...", "....", "...m"], ["aaaa"; 3], 2 * (19 - 8)),
        (["....", "....", "...."], ["aaaa"; 3], 0),
        // two rooms with different marks, or with the same; a loop crosses three links twice or not at all
        (["s...", "....", "...m"], ["aabb"; 3], 8),
        (["s...", "....", "...s"], ["aabb"; 3], 0),
        // three rooms in succession cannot alternate
        (["s.m.", "....", "..s."], ["abba", "abba", "abba"], 0),
    ] {
        let puzzle = MoonOrSun::from_rows(&marks, &rooms).expect("a puzzle");
        assert_eq!(assert_exact(&puzzle), solutions, "{marks:?} {rooms:?}");
    }
}

/// Two rooms of two columns each, with d = 3 links between them: for each room a variable, a unit clause without the other mark,
/// and d + C(d, 3) clauses; for each link two clauses; for a mark in a corner three.
#[test]
fn sizes_are_the_sums_over_rooms_and_marks() {
    let with = |marks: [&str; 3], rooms: [&str; 3]| {
        size(&MoonOrSun::from_rows(&marks, &rooms).expect("a puzzle"), "degree")
    };
    let links = 17;
    // without marks: two contradictory unit clauses for the room, and its variable
    let (variables, clauses) = with(["....", "....", "...."], ["aaaa"; 3]);
    assert_eq!(variables, links + 1);
    let rooms = clauses - 2 + 2 * (3 + 1) + 2 * 3;
    assert_eq!(with(["....", "....", "...."], ["aabb"; 3]), (links + 2, rooms + 4));
    assert_eq!(with(["s...", "....", "...m"], ["aabb"; 3]), (links + 2, rooms + 2 + 2 * 3));
    let puzzle =
        MoonOrSun::from_rows(&["s.m", ".s.", "m.."], &["aab", "abb", "ccc"]).expect("a puzzle");
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |marks: [&str; 3], rooms: [&str; 3]| {
        broken_rule(&MoonOrSun::from_rows(&marks, &rooms).expect("a puzzle"), &AROUND)
    };
    assert_eq!(rule(["s...", ".m..", "...m"], ["aabb"; 3]), None);
    assert_eq!(rule(["s..m", "....", "...."], ["abab", "aaaa", "aaaa"]), Some("once"));
    assert_eq!(rule(["sm.m", "....", "...."], ["aabb"; 3]), Some("marks"));
    assert_eq!(rule(["s..m", ".s..", "...."], ["aabb"; 3]), Some("marks"));
    assert_eq!(rule(["...m", ".s..", "...."], ["aabb"; 3]), Some("marks"));
    assert_eq!(rule(["s..s", "....", "...."], ["aabb"; 3]), Some("alternate"));
}

#[test]
fn invalid_puzzles_are_rejected() {
    let error = MoonOrSun::from_rows(&["s.", "o."], &["ab", "ab"]).unwrap_err().to_string();
    assert!(error.contains("row 2, column 1") && error.contains("`o`"), "{error}");
    assert!(MoonOrSun::from_rows(&["s.", ".."], &["ab"]).is_err());
}
