//! Masyu: every encoding against brute force, sizes as formulas, and a candidate that breaks each rule.

use encycle_encodings::encoding::{Cut, CutKind, CutReason};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::WrittenPuzzle;
use encycle_encodings::puzzle::Solution;

use super::{TWO_SQUARES, atoms_with};
use crate::common::written::{self, of_symbols};
use crate::kinds::size;
use crate::paths::{assert_described, assert_exact};

fn masyu(rows: &[&str]) -> WrittenPuzzle {
    written::puzzle("masyu", rows, &[])
}

/// All sets of circles on these small grids.
#[test]
fn encodings_are_exact_on_all_tiny_puzzles() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        for number in 0..3_usize.pow(cells as u32) {
            let circle = |cell: usize| match number / 3_usize.pow(cell as u32) % 3 {
                0 => None,
                letter => Some(ClueSymbol::Letter(letter - 1, None)),
            };
            let circles = (0..cells).map(circle).collect();
            assert_exact(of_symbols(written::kind("masyu"), grid, circles).as_encodable());
        }
    }
}

/// The numbers of loops without circles are those of cycles in a grid graph (OEIS A231829). A separate search over the borders
/// of sets of faces computed the others.
#[test]
fn encodings_are_exact_on_chosen_puzzles() {
    for (rows, solutions) in [
        (&["....", "....", "...."][..], 40),
        (&["...", "...", "..."], 13),
        (&["b...", "...w", "...."], 2),
        (&["b..", "..w", "..."], 1),
        // the four sides of a square are too short for a white circle beside two turns, but not for a turn before
        (&["...", "w.w", "..."], 1),
        (&[".w.", "...", ".w."], 1),
        (&["b.b", "...", "b.b"], 1),
        (&["bb.", "...", "..."], 0),
        (&["w..", "...", "..."], 0),
        (&["....", ".b..", "...."], 0),
        (&["....", ".w..", "...."], 11),
        (&[".ww.", "....", "...."], 8),
    ] {
        let puzzle = masyu(rows);
        let puzzle = puzzle.as_encodable();
        assert_eq!(assert_exact(puzzle), solutions, "{rows:?}");
    }
}

/// A loop that satisfies every rule alone is a solution, also beside another loop in the model, and is never cut.
#[test]
fn a_loop_that_is_a_solution_is_not_cut() {
    let puzzle = masyu(&["....", "...."]);
    let puzzle = puzzle.as_encodable();
    let model = atoms_with(puzzle, &TWO_SQUARES);
    let encoding = puzzle.encoding("degree").expect("a known name");
    for kind in [CutKind::Leave, CutKind::Loop] {
        let separated = encoding.separate(&model, kind);
        let solution = separated.solution.expect("the first loop");
        assert_eq!(puzzle.check(&solution), Ok(()));
        assert_eq!(solution.true_atoms().count(), 4);
        let reasons: Vec<CutReason> = separated.cuts.iter().map(|cut| cut.reason).collect();
        assert_eq!(reasons, [CutReason::KnownSolution]);
    }
    // with a circle on one loop, the other is stray: no cut but the block of the solution excludes the first
    let puzzle = masyu(&["b....", ".....", "....."]);
    let puzzle = puzzle.as_encodable();
    let with_circle = [
        "right_1_1",
        "right_1_2",
        "down_1_1",
        "down_2_1",
        "right_3_1",
        "right_3_2",
        "down_1_3",
        "down_2_3",
    ];
    let stray = ["right_1_4", "right_2_4", "down_1_4", "down_1_5"];
    let drawn = [&with_circle[..], &stray].concat();
    let lines = |names: &[&str]| -> Vec<bool> {
        (0..puzzle.atom_count()).map(|atom| names.contains(&&*puzzle.atom_name(atom))).collect()
    };
    let (model, expected) = (lines(&drawn), lines(&with_circle));
    let encoding = puzzle.encoding("degree").expect("a known name");
    for kind in [CutKind::Leave, CutKind::Loop] {
        let separated = encoding.separate(&model, kind);
        assert_eq!(separated.solution, Some(Solution::new(expected.clone())));
        assert_eq!(puzzle.check(&Solution::new(expected.clone())), Ok(()));
        let (blocks, cuts): (Vec<&Cut>, Vec<&Cut>) =
            separated.cuts.iter().partition(|cut| cut.reason == CutReason::KnownSolution);
        assert_eq!((blocks.len(), cuts.len()), (1, 1));
        assert!(!blocks[0].constraint().is_satisfied(&expected));
        assert!(cuts[0].constraint().is_satisfied(&expected));
        assert!(!cuts[0].constraint().is_satisfied(&model));
    }
}

/// On n x m cells without circles the base is that of Slitherlink on the links: 1 clause for *nonempty*, and 2, 4 or 8
/// clauses for a cell with 2, 3 or 4 links.
#[test]
fn the_base_has_the_predicted_size() {
    let (n, m) = (5, 7);
    let links = 2 * n * m - n - m;
    let degrees = 4 * 2 + 4 * (2 * (n - 2) + 2 * (m - 2)) + 8 * (n - 2) * (m - 2);
    let with = |rows: &[&str]| size(masyu(rows).as_encodable(), "degree");
    let empty = ".......";
    assert_eq!(with(&[empty; 5]), (links, degrees + 1));
    // exactly two of four lines: 4 + 4 clauses, as for zero or two; four for straight, two for a turn beside it
    assert_eq!(with(&[empty, empty, "...w...", empty, empty]), (links, degrees + 4 + 2));
    // two for the turn, four for straight beside it
    assert_eq!(with(&[empty, empty, "...b...", empty, empty]), (links, degrees + 2 + 4));
    // at the border: an axis with one link, and none with two links beyond
    assert_eq!(with(&["...w...", empty, empty, empty, empty]), (links, degrees + 2 + 1));
    assert_eq!(with(&["b......", empty, empty, empty, empty]), (links, degrees + 2 + 2));
    let puzzle = masyu(&["w.b", ".w.", "b..", "..."]);
    let puzzle = puzzle.as_encodable();
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("a known name"));
    }
}

/// The loop around all cells of a 3 x 4 grid, with circles where it breaks one rule.
#[test]
fn the_checker_names_the_broken_rule() {
    let around = ["right_1_1", "right_1_2", "right_1_3", "right_3_1", "right_3_2", "right_3_3"];
    let sides = ["down_1_1", "down_2_1", "down_1_4", "down_2_4"];
    let rule = |rows: &[&str]| {
        let puzzle = masyu(rows);
        let puzzle = puzzle.as_encodable();
        let is_drawn = |name: String| around.contains(&&*name) || sides.contains(&&*name);
        let atoms = (0..puzzle.atom_count()).map(|atom| is_drawn(puzzle.atom_name(atom)));
        puzzle.check(&Solution::new(atoms.collect())).err().map(|broken| broken.rule)
    };
    assert_eq!(rule(&["bwwb", "w..w", "bwwb"]), None);
    assert_eq!(rule(&["w...", "....", "...."]), Some("white"));
    assert_eq!(rule(&[".b..", "....", "...."]), Some("black"));
    assert_eq!(rule(&["....", ".w..", "...."]), Some("white"));
    // on two rows both cells beside a corner are corners, or the loop goes straight for three cells
    let small = masyu(&["b.", ".."]);
    let small = small.as_encodable();
    assert_eq!(small.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "black-straight");
    let wide = masyu(&["..w..", "....."]);
    let wide = wide.as_encodable();
    let ends = ["down_1_1", "down_1_5"];
    let drawn = |name: String| name.starts_with("right") || ends.contains(&&*name);
    let atoms = (0..wide.atom_count()).map(|atom| drawn(wide.atom_name(atom)));
    assert_eq!(wide.check(&Solution::new(atoms.collect())).unwrap_err().rule, "white-turn");
    assert_eq!(wide.check(&Solution::new(vec![false; 13])).unwrap_err().rule, "nonempty");
    let free = masyu(&["..", ".."]);
    let free = free.as_encodable();
    assert_eq!(free.check(&Solution::new(vec![false; 4])).unwrap_err().rule, "nonempty");
}
