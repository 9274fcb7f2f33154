//! Simple Loop: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::{CutKind, CutReason};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::WrittenPuzzle;
use encycle_encodings::puzzle::Solution;

use super::{TWO_SQUARES, atoms_with};
use crate::common::written::{self, of_symbols};
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn simple_loop(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("simple-loop", rows, &[])
}

/// Returns the puzzle with these black cells, row by row.
fn with_black(grid: Grid, black: &[bool]) -> WrittenPuzzle {
    let symbol = |&black: &bool| black.then_some(ClueSymbol::Letter(0, None));
    of_symbols(written::kind("simple-loop"), grid, black.iter().map(symbol).collect())
}

/// All sets of black cells of these small grids. A grid of 3 x 3 without its corner cells has no loop, and so has a single
/// row.
#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let mut solved = 0;
        for bits in 0..1_u32 << grid.cell_count() {
            let black: Vec<bool> = (0..grid.cell_count()).map(|i| bits >> i & 1 == 1).collect();
            solved += assert_exact(with_black(grid, &black).as_encodable());
        }
        // a loop in two rows or columns is a rectangle, and the other cells are black
        let pairs = |side: usize| side * (side - 1) / 2;
        assert_eq!(solved, pairs(rows) * pairs(cols), "{rows} x {cols}");
    }
}

#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (rows, solutions) in [
        (&["...", ".x.", "..."][..], 1),
        // an odd number of cells in each two colours
        (&["...", "...", "..."], 0),
        // two loops of six cells, and one of twelve
        (&["...", "...", "...", "..."], 2),
        // a grid without corner
        (&["x..", "...", "..x"], 0),
        (&["..x", "..."], 0),
    ] {
        let puzzle = simple_loop(rows);
        let puzzle = puzzle.as_encodable();
        assert_eq!(assert_exact(puzzle), solutions, "{rows:?}");
    }
}

/// On n x m cells without a black one: 2, 4 and 8 clauses... for exactly two of d lines: d + C(d, 3) less the case of none.
/// So 2 at a corner, 4 at the border, 8 inside. A black cell has a clause for each of its links instead.
#[test]
fn the_base_has_the_predicted_size() {
    for (n, m) in [(2, 2), (3, 3), (4, 6)] {
        let grid = Grid::new(n, m).expect("a small grid");
        let links = 2 * n * m - n - m;
        let clauses = 4 * 2 + 4 * (2 * (n - 2) + 2 * (m - 2)) + 8 * (n - 2) * (m - 2);
        let open = with_black(grid, &vec![false; n * m]);
        assert_eq!(size(open.as_encodable(), "degree"), (links, clauses), "{n} x {m}");
        let mut corner = vec![false; n * m];
        corner[0] = true;
        let corner = with_black(grid, &corner);
        assert_eq!(size(corner.as_encodable(), "degree"), (links, clauses - 2 + 2), "{n} x {m}");
    }
    let puzzle = simple_loop(&["....x", ".....", "x....", "....."]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

/// Two separate loops violate a cut that asks for two links between them: each has a cell that the loop visits.
#[test]
fn both_sides_of_a_cut_are_visited() {
    let puzzle = simple_loop(&["....", "...."]);
    let puzzle = puzzle.as_encodable();
    let encoding = puzzle.encoding("degree").expect("a known name");
    let names = ["right_1_1", "right_2_1", "down_1_1", "down_1_2"];
    let others = ["right_1_3", "right_2_3", "down_1_3", "down_1_4"];
    let is_drawn = |name: String| names.contains(&&*name) || others.contains(&&*name);
    let model: Vec<bool> =
        (0..puzzle.atom_count()).map(|atom| is_drawn(puzzle.atom_name(atom))).collect();
    let separated = encoding.separate(&model, CutKind::Leave);
    assert!(separated.solution.is_none());
    assert_eq!(separated.cuts.len(), 2);
    for cut in &separated.cuts {
        assert!(matches!(cut.reason, CutReason::CertainlyOnBothSides(_)), "{cut:?}");
        assert_eq!(cut.length(), 2, "the links between the loops");
    }
}

#[test]
fn the_checker_names_the_broken_rule() {
    let puzzle = simple_loop(&["..x", "..x"]);
    let puzzle = puzzle.as_encodable();
    let rule = |names: &[&str]| {
        let atoms = (0..puzzle.atom_count()).map(|atom| names.contains(&&*puzzle.atom_name(atom)));
        puzzle.check(&Solution::new(atoms.collect())).err().map(|broken| broken.rule)
    };
    let square = ["right_1_1", "right_2_1", "down_1_1", "down_1_2"];
    assert_eq!(rule(&square), None);
    assert_eq!(rule(&[]), Some("nonempty"));
    assert_eq!(rule(&square[1..]), Some("degree"));
    let wide = simple_loop(&["....", "...."]);
    let wide = wide.as_encodable();
    let two = Solution::new(atoms_with(wide, &TWO_SQUARES));
    assert_eq!(wide.check(&two).unwrap_err().rule, "single-loop");
    let black = simple_loop(&["xx", "xx"]);
    let black = black.as_encodable();
    assert_eq!(black.check(&Solution::new(vec![false; 4])).unwrap_err().rule, "nonempty");
    assert_eq!(black.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "black");
    let beside = simple_loop(&["..x", "..."]);
    let beside = beside.as_encodable();
    let left = Solution::new(atoms_with(beside, &square));
    assert_eq!(beside.check(&left).unwrap_err().rule, "white");
}

#[test]
fn invalid_names_are_rejected() {
    let puzzle = simple_loop(&["..", ".."]);
    let puzzle = puzzle.as_encodable();
    let message = |name: &str| puzzle.encoding(name).err().expect("an error").to_string();
    assert!(message("degre").contains("use degree"));
    assert!(message("degree+ordre").contains("`order`"));
    let row = simple_loop(&["..."]);
    let row = row.as_encodable();
    assert_eq!(row.encoding_names(), ["degree"]);
    let error = row.encoding("degree+order").err().expect("an error").to_string();
    assert!(error.contains("needs two rows and two columns"), "{error}");
}
