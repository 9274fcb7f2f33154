//! Moon-or-Sun: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};
use proptest::prelude::*;

use super::{AROUND, broken_rule};
use crate::common::written;
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

const SUN: ClueSymbol = ClueSymbol::Letter(0, None);
const MOON: ClueSymbol = ClueSymbol::Letter(1, None);
const MARKS: [Option<ClueSymbol>; 3] = [None, Some(SUN), Some(MOON)];

/// Returns the puzzle with these rooms, by number, and marks.
fn with_marks(grid: Grid, rooms: &[usize], marks: Vec<Option<ClueSymbol>>) -> WrittenPuzzle {
    let rooms = rooms.iter().map(|room| format!("r{room}")).collect();
    let clues = WrittenClues::of_cells(ClueGrid { rooms, ..ClueGrid::new(grid, marks) });
    WrittenPuzzle::new(written::kind("moon-or-sun"), clues).expect("a puzzle")
}

fn moon_or_sun(marks: &[&str], rooms: &[&str]) -> WrittenPuzzle {
    written::puzzle("moon-or-sun", marks, rooms)
}

/// All marks and all divisions of 2 x 2 cells; two rooms and marks in two cells of 2 x 3 cells.
#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 3), (2, 2)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        for code in 0..2_usize.pow(cells as u32 - 1) {
            let rooms: Vec<usize> = (0..cells).map(|cell| code >> cell & 1).collect();
            for number in 0..3_usize.pow(cells as u32) {
                let mark = |cell| MARKS[number / 3_usize.pow(cell as u32) % 3];
                let marks = (0..cells).map(mark).collect();
                assert_exact(with_marks(grid, &rooms, marks).as_encodable());
            }
        }
    }
    let grid = Grid::new(2, 3).expect("a small grid");
    for code in 0..2_usize.pow(5) {
        let rooms: Vec<usize> = (0..6).map(|cell| code >> cell & 1).collect();
        for (first, second) in [(SUN, MOON), (SUN, SUN), (MOON, SUN)] {
            let mut marks = vec![None; 6];
            (marks[code % 6], marks[5 - code % 6]) = (Some(first), Some(second));
            assert_exact(with_marks(grid, &rooms, marks).as_encodable());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Rooms of whole columns or rows, so that loops enter them.
    #[test]
    fn encodings_are_exact_on_random_puzzles(
        marks in prop::collection::vec(
            prop::option::weighted(0.2, prop::sample::select(vec![SUN, MOON])),
            12,
        ),
        codes in prop::collection::vec(0..8_usize, 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        let mut rooms: Vec<usize> = Vec::new();
        for (cell, code) in codes.into_iter().enumerate() {
            rooms.push(if code > 1 && cell % cols > 0 { rooms[cell - 1] } else { code % 2 });
        }
        let grid = Grid::new(rows, cols).expect("a small grid");
        assert_exact(with_marks(grid, &rooms, marks).as_encodable());
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
        let puzzle = moon_or_sun(&marks, &rooms);
        assert_eq!(assert_exact(puzzle.as_encodable()), solutions, "{marks:?} {rooms:?}");
    }
}

/// Two rooms of two columns each, with d = 3 links between them: d + C(d, 3) clauses for each room.
#[test]
fn sizes_are_the_sums_over_rooms_and_marks() {
    let with = |marks: [&str; 3], rooms: [&str; 3]| {
        size(moon_or_sun(&marks, &rooms).as_encodable(), "degree")
    };
    let links = 17;
    // without marks: an empty clause for the room
    let (variables, clauses) = with(["....", "....", "...."], ["aaaa"; 3]);
    assert_eq!(variables, links);
    // an empty clause for each room, and no line between them
    let crossed = 2 * (3 + 1);
    let rooms = with(["....", "....", "...."], ["aabb"; 3]);
    assert_eq!(rooms, (links, clauses - 1 + crossed + 2 + 3));
    // one mark in each room is visited, so some link has a line
    let single = clauses - 2 + crossed;
    assert_eq!(with(["s...", "....", "...m"], ["aabb"; 3]), (links, single));
    // a sun and a moon: a variable, three clauses for each of them, and one for each link
    let both = with(["s..s", "....", "...m"], ["aabb"; 3]);
    assert_eq!(both, (links + 1, single + 2 * 3 + 1 + 3));
    let puzzle = moon_or_sun(&["s.m", ".s.", "m.."], &["aab", "abb", "ccc"]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

#[test]
fn broken_rules_are_named() {
    let rule = |marks: [&str; 3], rooms: [&str; 3]| {
        broken_rule(moon_or_sun(&marks, &rooms).as_encodable(), &AROUND)
    };
    assert_eq!(rule(["s...", ".m..", "...m"], ["aabb"; 3]), None);
    assert_eq!(rule(["s..m", "....", "...."], ["abab", "aaaa", "aaaa"]), Some("once"));
    assert_eq!(rule(["s..s", "....", "...."], ["aabb"; 3]), Some("alternate"));
    assert_eq!(rule(["s..m", ".s..", "...."], ["aabb"; 3]), Some("suns"));
    assert_eq!(rule(["sm.m", "....", "...."], ["aabb"; 3]), Some("moons"));
    assert_eq!(rule(["....", ".s..", "...."], ["aaaa"; 3]), Some("some"));
}
