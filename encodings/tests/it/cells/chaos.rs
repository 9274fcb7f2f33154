//! Chaos: closed size formulas, solutions by brute force, and a candidate that breaks each rule.

use encycle_encodings::cell_values::ValueClueError;
use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;

use crate::kinds::{
    assert_described, assert_solutions, broken_rule, brute_force, in_rows, only_solution, size,
};

fn open(rows: usize, cols: usize) -> Chaos {
    let grid = Grid::new(rows, cols).expect("a small grid");
    Chaos::new(grid, vec![0; grid.cell_count()]).expect("a puzzle without clues")
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
            assert_eq!(size(&open(rows, cols), "value"), (4 * rows * cols, clauses));
            assert_described(&open(rows, cols));
        }
    }
    let puzzle = Chaos::from_rows(&["1..", "..2"]).expect("a puzzle");
    assert_eq!(size(&puzzle, "value").1, size(&open(2, 3), "value").1 + 2);
}

/// Brute force tries all 4^k ways to fill k cells. A line of three has all but the 4 with equal values.
#[test]
fn every_solution_of_small_grids_is_found_once() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3)] {
        let puzzle = open(rows, cols);
        let expected = brute_force(&puzzle, puzzle.clues(), 1);
        if rows * cols == 3 {
            assert_eq!(expected.len(), 4 * 4 * 4 - 4);
        }
        assert_solutions(&puzzle, &expected);
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
        let grid = Grid::new(rows, cols).expect("a small grid");
        // at least four clues, so that brute force tries at most 4^8 assignments
        let value = |(cell, clue): (usize, Option<u32>)| clue.unwrap_or(if cell < 4 { 1 } else { 0 });
        let clues: Vec<u32> = clues.into_iter().enumerate().map(value).collect();
        let puzzle = Chaos::new(grid, clues).expect("values up to 4");
        let expected = brute_force(&puzzle, puzzle.clues(), 1);
        assert_solutions(&puzzle, &expected);
        assert_described(&puzzle);
    }
}

/// Labath, figure 1.2.
#[test]
fn the_figure_of_the_paper_has_only_the_printed_solution() {
    let rows = ["4..2..2", "3......", "2......", "..1..2.", "......1", "3.....1", "134...4"];
    let puzzle = Chaos::from_rows(&rows).expect("a puzzle");
    let printed = ["4342212", "3314331", "2241334", "1214224", "4341211", "3234331", "1341234"];
    assert_eq!(in_rows(&only_solution(&puzzle, "value"), 7), printed);
}

/// Each candidate breaks one rule, which the checker must report.
#[test]
fn the_checker_names_the_broken_rule() {
    let puzzle = Chaos::from_rows(&["4...", "....", "...."]).expect("a puzzle");
    // a corner of figure 1.2 of the paper
    let good = [4, 3, 4, 2, 3, 3, 1, 4, 2, 2, 4, 1];
    assert_eq!(broken_rule(&puzzle, &good), None);
    assert_eq!(broken_rule(&puzzle, &[0; 12]), Some("cell"), "no value");
    let mut two = Solution::of_values(&good, 4).atoms().to_vec();
    two[1] = true;
    assert_eq!(puzzle.check(&Solution::new(two)).unwrap_err().rule, "cell", "two values");
    // all values replaced: only the clue is violated
    assert_eq!(broken_rule(&puzzle, &good.map(|value| value % 4 + 1)), Some("given"));
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
        let puzzle = Chaos::from_rows(&rows).expect("a puzzle");
        let mut rules = std::collections::BTreeSet::new();
        let free: Vec<usize> = (0..9).filter(|&cell| puzzle.clues()[cell] == 0).collect();
        // every filling of the free cells breaks a rule, and some filling breaks exactly `rule`
        for filling in 0..3_u32.pow(free.len() as u32) {
            let mut cells = puzzle.clues().to_vec();
            free.iter().enumerate().for_each(|(i, &cell)| {
                cells[cell] = 2 + filling / 3_u32.pow(i as u32) % 3;
            });
            rules.insert(broken_rule(&puzzle, &cells).expect("a broken rule"));
        }
        assert!(rules.contains(rule), "{rows:?}: {rules:?}");
    }
}

/// Each error contains the cell, the value and the remedy.
#[test]
fn invalid_clues_are_rejected() {
    let error = Chaos::from_rows(&["1..", ".5."]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "clue at row 2, column 2: value out of range: 5\nhelp: use 1 to 4"
    );
    assert!(matches!(error, ValueClueError::Value { cell, .. } if (cell.row, cell.col) == (1, 1)));
    let message = |rows: &[&str]| Chaos::from_rows(rows).unwrap_err().to_string();
    assert!(message(&["1..", ".."]).contains("row 2 has 2 cells"));
    assert!(message(&["1.", "?."]).contains("`?`"));
    assert!(message(&[]).contains("0 x 0"));
    let grid = Grid::new(2, 2).expect("a small grid");
    assert!(Chaos::new(grid, vec![0; 3]).unwrap_err().to_string().contains("3 entries for 4"));
    let puzzle = open(2, 2);
    assert!(puzzle.encoding("valu").err().unwrap().to_string().contains("use value"));
}
