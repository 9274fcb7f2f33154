//! Hitori and Heyawake: size formulas, solutions by brute force, and a candidate that breaks each rule.

use std::collections::BTreeSet;

use encycle_encodings::encoding::Encodable;
use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};
use encycle_encodings::logic::{ConstraintSink, LoweringOptions};
use encycle_encodings::puzzle::Solution;
use proptest::prelude::*;

use crate::common::written;
use crate::common::{Counter, cnf, irredundant_methods, rows};
use crate::kinds::{
    all_choices, assert_described, assert_solutions_of, broken_rule, brute_force, size,
};

fn shading(cells: &[u32]) -> Solution {
    Solution::of_values(cells, 1)
}

fn all_solutions(puzzle: &dyn Encodable) -> BTreeSet<Solution> {
    brute_force(puzzle, &vec![0; puzzle.atom_count()], 0)
}

/// Asserts that both encodings have exactly the solutions of brute force, and predicts sizes.
fn assert_encodings(puzzle: &dyn Encodable) {
    let expected = all_solutions(puzzle);
    assert_solutions_of(puzzle, "shaded", &all_choices(), &expected);
    assert_described(puzzle);
}

/// Asserts that the models with a tree are exactly the solutions; a solution has many trees.
fn assert_tree(puzzle: &dyn Encodable) {
    let expected = all_solutions(puzzle);
    let encoding = puzzle.encoding("shaded+tree").expect("a known name");
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    for method in irredundant_methods() {
        let points = Counter::of_formula(&cnf(method.into(), encode)).points(puzzle.atom_count());
        let found: BTreeSet<Solution> = points.into_keys().map(Solution::new).collect();
        assert_eq!(found, expected, "{method:?} of {puzzle:?}");
    }
    let program = rows(LoweringOptions::default(), encode);
    let points = Counter::of_program(&program).points(puzzle.atom_count());
    let found: BTreeSet<Solution> = points.into_keys().map(Solution::new).collect();
    assert_eq!(found, expected, "rows of {puzzle:?}");
}

/// Returns the puzzle with these numbers, 0 for none.
fn hitori(rows: usize, cols: usize, numbers: Vec<u32>) -> WrittenPuzzle {
    let grid = Grid::new(rows, cols).expect("a small grid");
    let numbers = numbers.into_iter().map(|number| (number > 0).then_some(number));
    let clues = WrittenClues::of_cells(ClueGrid::of_numbers(grid, numbers));
    WrittenPuzzle::new(written::kind("hitori"), clues).expect("small numbers")
}

fn with_rooms(rooms: &Regions, numbers: Vec<Option<u32>>) -> WrittenPuzzle {
    let clues = ClueGrid { rooms: rooms.names(), ..ClueGrid::of_numbers(rooms.grid(), numbers) };
    let puzzle = WrittenPuzzle::new(written::kind("heyawake"), WrittenClues::of_cells(clues));
    puzzle.expect("one number in each room")
}

/// All puzzles with the numbers 1 and 2 on four cells and fewer, and with 1 to 3 in a row of three.
#[test]
fn tiny_hitoris_have_the_solutions_of_brute_force() {
    for (rows, cols, values) in [(1, 1, 2), (1, 2, 2), (2, 1, 2), (1, 3, 3), (3, 1, 3), (2, 2, 2)] {
        let cells = rows * cols;
        for code in 0..(values as usize).pow(cells as u32) {
            let number =
                |cell: u32| 1 + (code / (values as usize).pow(cell) % values as usize) as u32;
            let puzzle = hitori(rows, cols, (0..cells as u32).map(number).collect());
            assert_encodings(puzzle.as_encodable());
            assert_tree(puzzle.as_encodable());
        }
    }
}

/// For n rows and m columns of equal numbers: n m(m - 1)/2 + m n(n - 1)/2 pairs, and 2nm - n - m adjacent cells.
#[test]
fn the_size_of_a_hitori_is_the_number_of_its_pairs() {
    for rows in 1..5_usize {
        for cols in 1..5_usize {
            let pairs = rows * cols * (cols - 1) / 2 + cols * rows * (rows - 1) / 2;
            let adjacent = 2 * rows * cols - rows - cols;
            let same = hitori(rows, cols, vec![7; rows * cols]);
            assert_eq!(size(same.as_encodable(), "shaded"), (rows * cols, pairs + adjacent));
            let free = hitori(rows, cols, vec![0; rows * cols]);
            assert_eq!(size(free.as_encodable(), "shaded"), (rows * cols, adjacent));
        }
    }
}

/// Returns a number of rooms from codes: a cell joins the room on its left or above it, or begins one.
fn heyawake(rows: usize, cols: usize, codes: &[u8], clues: &[Option<u32>]) -> WrittenPuzzle {
    let grid = Grid::new(rows, cols).expect("a small grid");
    let mut names: Vec<usize> = Vec::new();
    for (cell, code) in codes.iter().take(rows * cols).enumerate() {
        names.push(match code % 3 {
            0 if cell % cols > 0 => names[cell - 1],
            1 if cell >= cols => names[cell - cols],
            _ => cell,
        });
    }
    let rooms = Regions::new(grid, &names);
    let mut numbers = vec![None; rows * cols];
    for (cells, clue) in rooms.cells().iter().zip(clues) {
        let last = cells[cells.len() - 1];
        numbers[grid.cell_index(last)] = clue.filter(|&clue| clue as usize <= cells.len());
    }
    with_rooms(&rooms, numbers)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_hitoris_have_the_solutions_of_brute_force(
        numbers in prop::collection::vec(0..4_u32, 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        assert_encodings(hitori(rows, cols, numbers).as_encodable());
    }

    #[test]
    fn random_heyawakes_have_the_solutions_of_brute_force(
        codes in prop::collection::vec(any::<u8>(), 12),
        clues in prop::collection::vec(prop::option::weighted(0.6, 0..5_u32), 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        assert_encodings(heyawake(rows, cols, &codes, &clues).as_encodable());
    }

    #[test]
    fn random_trees_lead_to_one_cell(
        codes in prop::collection::vec(any::<u8>(), 6),
        clues in prop::collection::vec(prop::option::weighted(0.4, 0..3_u32), 6),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (3, 2) } else { (2, 3) };
        assert_tree(heyawake(rows, cols, &codes, &clues).as_encodable());
    }
}

/// Rooms of all sizes up to twelve cells, with and without a counter, and all numbers.
#[test]
fn a_room_of_any_size_has_its_number() {
    for cells in 1..=12 {
        for number in 0..=cells as u32 {
            let puzzle = heyawake(1, cells, &vec![0; cells], &[Some(number)]);
            assert_encodings(puzzle.as_encodable());
        }
    }
}

/// A line of n rooms of one cell has n - 2 crossings; a room without a number has no counter.
#[test]
fn crossings_are_counted_once() {
    for n in 3..8 {
        let puzzle = heyawake(1, n, &vec![2; n], &[]);
        assert_eq!(size(puzzle.as_encodable(), "shaded"), (n, (n - 2) + (n - 1)));
    }
    // the middle room is crossed as a whole
    let puzzle = written::puzzle("heyawake", &["....."], &["abbbc"]);
    assert_eq!(size(puzzle.as_encodable(), "shaded"), (5, 1 + 4));
}

#[test]
fn broken_rules_are_named_with_their_place() {
    let hitori = |rows: &[&str]| written::puzzle("hitori", rows, &[]);
    let broken = |puzzle: &WrittenPuzzle, cells: &[u32]| broken_rule(puzzle.as_encodable(), cells);
    let puzzle = hitori(&["112", "231", "313"]);
    let row = puzzle.check(&shading(&[0; 9])).unwrap_err();
    let place = "rule `row` is broken at the cells in row 1, column 1 and in row 1, column 2";
    assert!(row.to_string().starts_with(place), "{row}");
    assert_eq!(broken(&hitori(&["12", "13"]), &[0; 4]), Some("row"));
    assert_eq!(broken(&puzzle, &[1, 1, 0, 0, 0, 0, 0, 0, 0]), Some("row"));
    let same = hitori(&["123"]);
    assert_eq!(broken(&same, &[1, 1, 0]), Some("adjacent"));
    assert_eq!(broken(&same, &[0, 1, 0]), Some("connected"));
    assert!(same.check(&shading(&[1, 0, 0])).is_ok());

    let puzzle = written::puzzle("heyawake", &["1...", "...."], &["aabc", "aabc"]);
    assert_eq!(broken(&puzzle, &[0; 8]), Some("crossing"));
    assert_eq!(broken(&puzzle, &[0, 0, 1, 0, 0, 0, 0, 1]), Some("room"));
    assert_eq!(broken(&puzzle, &[1, 0, 0, 0, 0, 0, 0, 0]), Some("crossing"));
    assert_eq!(broken(&puzzle, &[1, 0, 1, 0, 0, 0, 1, 0]), Some("adjacent"));
    assert!(puzzle.check(&shading(&[1, 0, 0, 0, 0, 0, 1, 0])).is_err());
}

#[test]
fn invalid_clues_are_refused() {
    let grid = Grid::new(1, 2).expect("a small grid");
    let refusal = |kind: &str, clues| {
        WrittenPuzzle::new(written::kind(kind), WrittenClues::of_cells(clues)).unwrap_err()
    };
    let error = refusal("hitori", ClueGrid::of_numbers(grid, [Some(1), Some(1000)]));
    assert!(error.to_string().contains("no such clue at row 1, column 2"), "{error}");
    let rooms = vec!["a".to_owned(); 2];
    let second = ClueGrid { rooms, ..ClueGrid::of_numbers(grid, [Some(1), Some(1)]) };
    let error = refusal("heyawake", second);
    assert!(error.to_string().contains("second number in a room"), "{error}");
}
