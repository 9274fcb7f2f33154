//! Chaos: closed size formulas, solutions by brute force, and a candidate that breaks each rule.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use proptest::prelude::*;

use crate::common::written;
use crate::kinds::{
    assert_described, assert_solutions, broken_rule, brute_force, in_rows, only_solution, size,
};

/// Returns the puzzle with these values, 0 for none.
fn chaos(rows: usize, cols: usize, values: &[u32]) -> WrittenPuzzle {
    let grid = Grid::new(rows, cols).expect("a small grid");
    let numbers = values.iter().map(|&value| (value > 0).then_some(value));
    let clues = WrittenClues::of_cells(ClueGrid::of_numbers(grid, numbers));
    WrittenPuzzle::new(written::kind("chaos"), clues).expect("values up to 4")
}

fn open(rows: usize, cols: usize) -> WrittenPuzzle {
    chaos(rows, cols, &vec![0; rows * cols])
}

/// Returns the values of rows of digits and points.
fn values_of(rows: &[&str]) -> Vec<u32> {
    rows.concat().chars().map(|sign| sign.to_digit(10).unwrap_or_default()).collect()
}

/// Returns the puzzle with these rows of digits and points.
fn from_rows(rows: &[&str]) -> WrittenPuzzle {
    chaos(rows.len(), rows[0].len(), &values_of(rows))
}

/// Labath, section 2.1: Pl+ and Pl- have 1 + 6 clauses per cell. Tr and Kn have one per value and per
/// position of three cells in a line, or of a knight's move, in the grid.
#[test]
fn sizes_agree_with_the_formula() {
    for rows in 1..7_usize {
        for cols in 1..7_usize {
            let fits = |height: usize, width: usize| {
                (rows + 1).saturating_sub(height) * (cols + 1).saturating_sub(width)
            };
            let triples = fits(1, 3) + fits(3, 1) + 2 * fits(3, 3);
            let knights = 2 * fits(2, 3) + 2 * fits(3, 2);
            let clauses = 7 * rows * cols + 4 * triples + 4 * knights;
            assert_eq!(size(open(rows, cols).as_encodable(), "value"), (4 * rows * cols, clauses));
            assert_described(open(rows, cols).as_encodable());
        }
    }
    let puzzle = from_rows(&["1..", "..2"]);
    assert_eq!(
        size(puzzle.as_encodable(), "value").1,
        size(open(2, 3).as_encodable(), "value").1 + 2
    );
}

/// Brute force tries all 4^k ways to fill k cells. A line of three has all but the 4 with equal values.
#[test]
fn every_solution_of_small_grids_is_found_once() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3)] {
        let puzzle = open(rows, cols);
        let expected = brute_force(puzzle.as_encodable(), &vec![0; rows * cols], 1);
        if rows * cols == 3 {
            assert_eq!(expected.len(), 4 * 4 * 4 - 4);
        }
        assert_solutions(puzzle.as_encodable(), &expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Some of the random clues contradict each other.
    #[test]
    fn random_puzzles_have_the_solutions_of_brute_force(
        clues in prop::collection::vec(prop::option::weighted(0.6, 1..=4_u32), 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        // at least four clues, so that brute force tries at most 4^8 assignments
        let value = |(cell, clue): (usize, Option<u32>)| clue.unwrap_or(if cell < 4 { 1 } else { 0 });
        let clues: Vec<u32> = clues.into_iter().enumerate().map(value).collect();
        let puzzle = chaos(rows, cols, &clues);
        let expected = brute_force(puzzle.as_encodable(), &clues, 1);
        assert_solutions(puzzle.as_encodable(), &expected);
        assert_described(puzzle.as_encodable());
    }
}

/// Labath, figure 1.2.
#[test]
fn the_figure_of_the_paper_has_only_the_printed_solution() {
    let rows = ["4..2..2", "3......", "2......", "..1..2.", "......1", "3.....1", "134...4"];
    let puzzle = from_rows(&rows);
    let printed = ["4342212", "3314331", "2241334", "1214224", "4341211", "3234331", "1341234"];
    assert_eq!(in_rows(&only_solution(puzzle.as_encodable(), "value"), 7), printed);
}

/// Each candidate breaks one rule, which the checker must report.
#[test]
fn the_checker_names_the_broken_rule() {
    let puzzle = from_rows(&["4...", "....", "...."]);
    // a corner of figure 1.2 of the paper
    let good = [4, 3, 4, 2, 3, 3, 1, 4, 2, 2, 4, 1];
    assert_eq!(broken_rule(puzzle.as_encodable(), &good), None);
    assert_eq!(broken_rule(puzzle.as_encodable(), &[0; 12]), Some("cell"), "no value");
    let mut two = Solution::of_values(&good, 4).atoms().to_vec();
    two[1] = true;
    assert_eq!(
        puzzle.as_encodable().check(&Solution::new(two)).unwrap_err().rule,
        "cell",
        "two values"
    );
    // all values replaced: only the clue is violated
    assert_eq!(broken_rule(puzzle.as_encodable(), &good.map(|value| value % 4 + 1)), Some("clue"));
    for (rows, rule) in [
        (["111", "...", "..."], "triple"),
        (["1..", "1..", "1.."], "triple"),
        (["1..", ".1.", "..1"], "triple"),
        (["..1", ".1.", "1.."], "triple"),
        (["1..", "..1", "..."], "knight"),
        (["..1", "1..", "..."], "knight"),
        (["1..", "...", ".1."], "knight"),
        ([".1.", "...", "1.."], "knight"),
    ] {
        let (puzzle, values) = (from_rows(&rows), values_of(&rows));
        let mut rules = std::collections::BTreeSet::new();
        let free: Vec<usize> = (0..9).filter(|&cell| values[cell] == 0).collect();
        // every filling of the free cells breaks a rule, and some filling breaks exactly `rule`
        for filling in 0..3_u32.pow(free.len() as u32) {
            let mut cells = values.clone();
            free.iter().enumerate().for_each(|(i, &cell)| {
                cells[cell] = 2 + filling / 3_u32.pow(i as u32) % 3;
            });
            rules.insert(broken_rule(puzzle.as_encodable(), &cells).expect("a broken rule"));
        }
        assert!(rules.contains(rule), "{rows:?}: {rules:?}");
    }
}
