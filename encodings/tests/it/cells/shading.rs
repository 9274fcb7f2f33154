//! Hitori and Heyawake: size formulas, solutions by brute force, and a candidate that breaks each rule.

use std::collections::BTreeSet;

use encycle_encodings::encoding::Encodable;
use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::country_road::CountryRoad;
use encycle_encodings::kinds::heyawake::Heyawake;
use encycle_encodings::kinds::hitori::Hitori;
use encycle_encodings::kinds::rooms::{NumberedRooms, RoomNumberError};
use encycle_encodings::logic::{ConstraintSink, LoweringOptions};
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;

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

fn hitori(rows: usize, cols: usize, numbers: Vec<u32>) -> Hitori {
    Hitori::new(Grid::new(rows, cols).expect("a small grid"), numbers).expect("small numbers")
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
            assert_encodings(&puzzle);
            assert_tree(&puzzle);
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
            assert_eq!(size(&same, "shaded"), (rows * cols, pairs + adjacent));
            let free = hitori(rows, cols, vec![0; rows * cols]);
            assert_eq!(size(&free, "shaded"), (rows * cols, adjacent));
        }
    }
}

/// Returns a number of rooms from codes: a cell joins the room on its left or above it, or begins one.
fn heyawake(rows: usize, cols: usize, codes: &[u8], clues: &[Option<u32>]) -> Heyawake {
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
    Heyawake::new(NumberedRooms::new(rooms, &numbers).expect("one number in each room"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_hitoris_have_the_solutions_of_brute_force(
        numbers in prop::collection::vec(0..4_u32, 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        assert_encodings(&hitori(rows, cols, numbers));
    }

    #[test]
    fn random_heyawakes_have_the_solutions_of_brute_force(
        codes in prop::collection::vec(any::<u8>(), 12),
        clues in prop::collection::vec(prop::option::weighted(0.6, 0..5_u32), 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        assert_encodings(&heyawake(rows, cols, &codes, &clues));
    }

    #[test]
    fn random_trees_lead_to_one_cell(
        codes in prop::collection::vec(any::<u8>(), 6),
        clues in prop::collection::vec(prop::option::weighted(0.4, 0..3_u32), 6),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (3, 2) } else { (2, 3) };
        assert_tree(&heyawake(rows, cols, &codes, &clues));
    }
}

/// Rooms of all sizes up to twelve cells, with and without a counter, and all numbers.
#[test]
fn a_room_of_any_size_has_its_number() {
    for cells in 1..=12 {
        for number in 0..=cells as u32 {
            let puzzle = heyawake(1, cells, &vec![0; cells], &[Some(number)]);
            assert_encodings(&puzzle);
        }
    }
}

/// A line of n rooms of one cell has n - 2 crossings; a room without a number has no counter.
#[test]
fn crossings_are_counted_once() {
    for n in 3..8 {
        let puzzle = heyawake(1, n, &vec![2; n], &[]);
        assert_eq!(size(&puzzle, "shaded"), (n, (n - 2) + (n - 1)));
    }
    // the middle room is crossed as a whole
    let puzzle = Heyawake::from_rows(&["....."], &["abbbc"]).expect("a puzzle");
    assert_eq!(size(&puzzle, "shaded"), (5, 1 + 4));
}

#[test]
fn broken_rules_are_named_with_their_place() {
    let puzzle = Hitori::from_rows(&["112", "231", "313"]).expect("a puzzle");
    let row = puzzle.check(&shading(&[0; 9])).unwrap_err();
    assert_eq!(
        row.to_string(),
        "rule `row` is broken at the cell in row 1, column 2: 1 is also at row 1, column 1"
    );
    let column = Hitori::from_rows(&["12", "13"]).expect("a puzzle");
    assert_eq!(broken_rule(&column, &[0; 4]), Some("column"));
    assert_eq!(broken_rule(&puzzle, &[1, 1, 0, 0, 0, 0, 0, 0, 0]), Some("row"));
    let same = Hitori::from_rows(&["123"]).expect("a puzzle");
    assert_eq!(broken_rule(&same, &[1, 1, 0]), Some("adjacent"));
    assert_eq!(broken_rule(&same, &[0, 1, 0]), Some("connected"));
    assert!(same.check(&shading(&[1, 0, 0])).is_ok());

    let puzzle = Heyawake::from_rows(&["1...", "...."], &["aabc", "aabc"]).expect("a puzzle");
    assert_eq!(broken_rule(&puzzle, &[0; 8]), Some("room"));
    assert_eq!(broken_rule(&puzzle, &[1, 0, 0, 0, 0, 0, 0, 0]), Some("crossing"));
    assert_eq!(broken_rule(&puzzle, &[1, 0, 1, 0, 0, 0, 1, 0]), Some("adjacent"));
    assert!(puzzle.check(&shading(&[1, 0, 0, 0, 0, 0, 1, 0])).is_err());
}

#[test]
fn invalid_clues_are_refused() {
    let grid = Grid::new(1, 2).expect("a small grid");
    let error = Hitori::new(grid, vec![1, 1000]).unwrap_err().to_string();
    assert!(error.contains("clue at row 1, column 2: number out of range: 1000"), "{error}");
    assert!(Hitori::new(grid, vec![1]).is_err());
    let rooms = Regions::new(grid, &["a", "a"]);
    let second = NumberedRooms::new(rooms, &[Some(1), Some(1)]);
    assert!(matches!(second, Err(RoomNumberError::SecondNumber { number: 1, .. })), "{second:?}");
}

/// The variables of a counter were counted one by one, which took hours for the largest rooms.
#[test]
fn a_room_with_too_many_variables_is_refused() {
    let grid = Grid::new(1000, 1000).expect("the largest grid");
    let mut numbers = vec![None; grid.cell_count()];
    numbers[0] = Some(500_000);
    let rooms = Regions::new(grid, &vec![(); grid.cell_count()]);
    let clues = NumberedRooms::new(rooms, &numbers).expect("a number");
    for puzzle in [&Heyawake::new(clues.clone()) as &dyn Encodable, &CountryRoad::new(clues)] {
        let name = puzzle.default_encoding();
        let error = puzzle.encoding(&name).err().expect("too many variables").to_string();
        assert!(error.contains("variables for this puzzle"), "{error}");
    }
}
