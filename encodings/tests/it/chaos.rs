//! Chaos: sizes by formula, solutions by brute force, and a board for each rule.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::kinds::values::ValueClueError;
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;

use crate::kinds::{
    assert_sizes, assert_solutions, broken_rule, brute_force, in_rows, only_solution, size,
};

fn open(rows: usize, cols: usize) -> Chaos {
    let grid = Grid::new(rows, cols).expect("a small grid");
    Chaos::new(grid, vec![0; grid.cell_count()]).expect("nothing is given")
}

/// Labath, section 2.1: Pl+ and Pl- are 1 + 6 clauses a cell; Tr and Kn one for each value and each place
/// where three cells in a line, or a knight's move, fit into the grid.
#[test]
fn the_clauses_are_as_many_as_the_formula_says() {
    for rows in 1..7_usize {
        for cols in 1..7_usize {
            let fits = |height: usize, width: usize| {
                (rows + 1).saturating_sub(height) * (cols + 1).saturating_sub(width)
            };
            let triples = fits(1, 3) + fits(3, 1) + 2 * fits(3, 3);
            let knights = 2 * fits(2, 3) + 2 * fits(3, 2);
            let clauses = 7 * rows * cols + 4 * triples + 4 * knights;
            assert_eq!(size(&open(rows, cols), "value"), (4 * rows * cols, clauses));
            assert_sizes(&open(rows, cols));
        }
    }
    let given = Chaos::from_rows(&["1..", "..2"]).expect("a puzzle");
    assert_eq!(size(&given, "value").1, size(&open(2, 3), "value").1 + 2);
}

/// All 4^k ways to fill k cells. A line of three: all but the 4 with equal values.
#[test]
fn every_solution_of_small_grids_is_found_once() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3)] {
        let puzzle = open(rows, cols);
        let expected = brute_force(&puzzle, puzzle.givens(), 1);
        if rows * cols == 3 {
            assert_eq!(expected.len(), 4 * 4 * 4 - 4);
        }
        assert_solutions(&puzzle, &expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// With some given values, of which some contradict each other.
    #[test]
    fn random_puzzles_have_the_solutions_of_brute_force(
        givens in prop::collection::vec(prop::option::weighted(0.6, 1..=4_u32), 12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        let grid = Grid::new(rows, cols).expect("a small grid");
        // four cells at least, so that brute force tries 4^8 ways at most
        let value = |(cell, given): (usize, Option<u32>)| given.unwrap_or(if cell < 4 { 1 } else { 0 });
        let givens: Vec<u32> = givens.into_iter().enumerate().map(value).collect();
        let puzzle = Chaos::new(grid, givens).expect("values up to 4");
        let expected = brute_force(&puzzle, puzzle.givens(), 1);
        assert_solutions(&puzzle, &expected);
        assert_sizes(&puzzle);
    }
}

/// Labath, figure 1.2: the printed solution is the only one.
#[test]
fn the_papers_figure_has_the_printed_solution() {
    let rows = ["4..2..2", "3......", "2......", "..1..2.", "......1", "3.....1", "134...4"];
    let puzzle = Chaos::from_rows(&rows).expect("a puzzle");
    let printed = ["4342212", "3314331", "2241334", "1214224", "4341211", "3234331", "1341234"];
    assert_eq!(in_rows(&only_solution(&puzzle, "value"), 7), printed);
}

/// Boards that break exactly one rule, with the name of the rule that must be reported.
#[test]
fn the_checker_names_the_broken_rule() {
    let puzzle = Chaos::from_rows(&["4...", "....", "...."]).expect("a puzzle");
    // a corner of the paper's figure 1.2
    let good = [4, 3, 4, 2, 3, 3, 1, 4, 2, 2, 4, 1];
    assert_eq!(broken_rule(&puzzle, &good), None);
    assert_eq!(broken_rule(&puzzle, &[0; 12]), Some("cell"), "no value");
    let mut two = Solution::of_values(&good, 4).atoms().to_vec();
    two[1] = true;
    assert_eq!(puzzle.check(&Solution::new(two)).unwrap_err().rule, "cell", "two values");
    // other values for all: only the given one is missed
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
        let free: Vec<usize> = (0..9).filter(|&cell| puzzle.givens()[cell] == 0).collect();
        // however the rest is filled, a rule is broken; and by some filling only this one
        for filling in 0..3_u32.pow(free.len() as u32) {
            let mut cells = puzzle.givens().to_vec();
            free.iter().enumerate().for_each(|(i, &cell)| {
                cells[cell] = 2 + filling / 3_u32.pow(i as u32) % 3;
            });
            rules.insert(broken_rule(&puzzle, &cells).expect("a broken rule"));
        }
        assert!(rules.contains(rule), "{rows:?}: {rules:?}");
    }
}

/// Each error says which cell, the value, and the way out.
#[test]
fn wrong_givens_are_refused() {
    let error = Chaos::from_rows(&["1..", ".5."]).unwrap_err();
    assert_eq!(error.to_string(), "value 5: use 1 to 4 (given at row 2, column 2)");
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
