//! Country Road: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::{CutKind, CutReason};
use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use proptest::prelude::*;

use super::{TWO_SQUARES, atoms_with};
use crate::common::written;
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

/// Returns the puzzle with these rooms and numbers.
fn with_numbers(rooms: Vec<String>, grid: Grid, numbers: Vec<Option<u32>>) -> WrittenPuzzle {
    let clues = ClueGrid { rooms, ..ClueGrid::of_numbers(grid, numbers) };
    let puzzle = WrittenPuzzle::new(written::kind("country-road"), WrittenClues::of_cells(clues));
    puzzle.expect("a puzzle")
}

fn country_road(numbers: &[&str], rooms: &[&str]) -> WrittenPuzzle {
    written::puzzle("country-road", numbers, rooms)
}

/// All divisions of a square of four cells into rooms, with all numbers in the first room; and some of 2 x 3 cells.
#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 3), (2, 2), (2, 3)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        for code in 0..2_usize.pow(cells as u32 - 1) {
            let names: Vec<usize> = (0..cells).map(|cell| code >> cell & 1).collect();
            let rooms = Regions::new(grid, &names);
            let most = rooms.cells()[0].len() as u32;
            for number in (0..=most).map(Some).chain([None]) {
                let mut numbers = vec![None; cells];
                numbers[0] = number;
                assert_exact(with_numbers(rooms.names(), grid, numbers).as_encodable());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Random rooms and numbers; a cell has the name of the cell on its left, or one of three names.
    #[test]
    fn encodings_are_exact_on_random_puzzles(
        codes in prop::collection::vec(0..8_usize, 12),
        numbers in prop::collection::vec(prop::option::weighted(0.3, 0..7_u32), 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        let grid = Grid::new(rows, cols).expect("a small grid");
        let mut names: Vec<usize> = Vec::new();
        for (cell, code) in codes.into_iter().enumerate() {
            names.push(if code > 2 && cell % cols > 0 { names[cell - 1] } else { code % 3 });
        }
        let rooms = Regions::new(grid, &names);
        let mut clues = vec![None; 12];
        for (cells, number) in rooms.cells().iter().zip(numbers) {
            clues[grid.cell_index(cells[0])] = number.filter(|&one| one as usize <= cells.len());
        }
        assert_exact(with_numbers(rooms.names(), grid, clues).as_encodable());
    }
}

/// Without rooms, the solutions are the cycles in the grid graph (OEIS A231829). With two halves, a loop in one of them is none.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    let count = |number: &str, room: &str| {
        let rows = [number, "....", "...."];
        assert_exact(country_road(&rows, &[room; 3]).as_encodable())
    };
    assert_eq!(count("....", "aaaa"), 40);
    assert!(count("....", "aabb") > 0);
    assert!(count("6...", "aabb") > 0 && count("6...", "aabb") < count("....", "aabb"));
    assert_eq!(count("0...", "aabb"), 0);
}

/// Cells outside all rooms are never visited, and count neither as rooms nor beside them: all places of one or two on 2 x 3 cells,
/// and a larger puzzle.
#[test]
fn cells_outside_all_rooms_are_never_visited() {
    let grid = Grid::new(2, 3).expect("a small grid");
    for first in 0..6 {
        for second in first..6 {
            for code in 0..8 {
                let name = |cell: usize| if code >> (cell % 3) & 1 == 1 { "a" } else { "b" };
                let mut names: Vec<String> = (0..6).map(|cell| name(cell).to_owned()).collect();
                names[first] = "@".to_owned();
                names[second] = "@".to_owned();
                assert_exact(with_numbers(names, grid, vec![None; 6]).as_encodable());
            }
        }
    }
    let grid = Grid::new(3, 4).expect("a small grid");
    let rooms: Vec<String> = "aab@aabb@cbb".chars().map(String::from).collect();
    let puzzle = with_numbers(rooms.clone(), grid, vec![None; 12]);
    assert!(assert_exact(puzzle.as_encodable()) > 0);
    let mut numbers = vec![None; 12];
    numbers[3] = Some(1);
    let clues = ClueGrid { rooms, ..ClueGrid::of_numbers(grid, numbers) };
    let puzzle = WrittenPuzzle::new(written::kind("country-road"), WrittenClues::of_cells(clues));
    let error = puzzle.unwrap_err().to_string();
    assert!(error.contains("number outside all rooms at row 1, column 4"), "{error}");
}

/// A room with d links across its border: d + C(d, 3) clauses; a cell of a room with a number: d + 1 clauses for d links.
#[test]
fn sizes_are_the_sums_over_rooms_and_cells() {
    let degree = |rows: [&str; 2]| {
        let none = ["...", "..."];
        size(country_road(&none, &rows).as_encodable(), "degree")
    };
    let (variables, clauses) = degree(["aaa", "aaa"]);
    assert_eq!(variables, 7);
    // the two links between two rooms are lines, which is said once, so the loop is not empty; and two pairs of cells beside
    // each other
    assert_eq!(degree(["aab", "aab"]), (7, clauses - 1 + 2 + 2));
    // all four cells of a room are visited
    let puzzle = country_road(&["4..", "..."], &["aab", "aab"]);
    let puzzle = puzzle.as_encodable();
    assert_eq!(size(puzzle, "degree"), (7, clauses + 3));
    // the links decide two of the four cells; the two others have a variable each
    let puzzle = country_road(&["3..", "..."], &["aab", "aab"]);
    let puzzle = puzzle.as_encodable();
    assert_eq!(size(puzzle, "degree"), (7 + 2, clauses + 11));
    assert_described(&puzzle.encoding("degree").expect("a known name"));
}

#[test]
fn broken_rules_are_named() {
    let square = |puzzle: &WrittenPuzzle, lines: &[&str]| {
        let puzzle = puzzle.as_encodable();
        puzzle.check(&Solution::new(atoms_with(puzzle, lines))).err().map(|broken| broken.rule)
    };
    let left = ["right_1_1", "right_2_1", "down_1_1", "down_1_2"];
    let puzzle = |number: &str, rooms: [&str; 2]| country_road(&[number, "..."], &rooms);
    assert_eq!(square(&puzzle("...", ["aaa", "aaa"]), &left), None);
    assert_eq!(square(&puzzle("3..", ["aaa", "aaa"]), &left), Some("room"));
    assert_eq!(square(&puzzle("...", ["aab", "aab"]), &left), Some("once"));
    // the loop visits both rooms, but neither of two cells beside their border
    let wide = country_road(&["...."; 3], &["abbb"; 3]);
    assert_eq!(square(&wide, &left), Some("beside"));
}

/// A loop that misses a room is cut: not all of its lines, or lines leave its cells.
#[test]
fn a_loop_that_misses_a_room_is_cut() {
    let puzzle = country_road(&["...."; 2], &["aabb"; 2]);
    let puzzle = puzzle.as_encodable();
    let model = atoms_with(puzzle, &TWO_SQUARES);
    let encoding = puzzle.encoding("degree").expect("a known name");
    let separated = encoding.separate(&model, CutKind::Leave);
    assert!(separated.solution.is_none() && !separated.cuts.is_empty());
    for cut in &separated.cuts {
        assert!(!cut.constraint().is_satisfied(&model), "{cut:?}");
        assert!(matches!(
            cut.reason,
            CutReason::CertainlyOnBothSides(_) | CutReason::CertainlyBeyond(_)
        ));
    }
    let separated = encoding.separate(&model, CutKind::Loop);
    assert!(separated.cuts.iter().all(|cut| !cut.constraint().is_satisfied(&model)));
}
