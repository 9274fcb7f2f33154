//! Cuts for points of the linear relaxation: broken by the point, and by no solution.

use encycle_encodings::encoding::{Cut, CutForm, CutReason};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle_encodings::loops::{EdgeSet, separate_fractional};
use encycle_encodings::puzzle::Instance as _;
use proptest::prelude::*;

fn lines(grid: Grid, code: u32) -> EdgeSet {
    let inside: Vec<bool> = (0..grid.cell_count()).map(|cell| code >> cell & 1 == 1).collect();
    EdgeSet::around(grid, &inside)
}

/// The mean of some drawings.
fn mean(grid: Grid, drawings: &[EdgeSet]) -> Vec<f64> {
    let count = |edge| drawings.iter().filter(|lines| lines.has(edge)).count();
    grid.edges().map(|edge| count(edge) as f64 / drawings.len() as f64).collect()
}

/// By how much the point breaks the row of a cut.
fn violation(cut: &Cut, point: &[f64]) -> f64 {
    let crossing: f64 = cut.literals().iter().map(|literal| point[literal.vidx()]).sum();
    match cut.form() {
        CutForm::Crossing(edge) => 2.0 * point[edge.vidx()] - crossing,
        CutForm::AtLeastTwo => 2.0 - crossing,
        CutForm::Clause => panic!("no cut of a fractional point"),
    }
}

/// The puzzles on a grid that have a solution and at most so many clues: each loop with each such set of its clues.
/// For each, one mean of drawings, another each time: every cut is broken by it, and by no solution. The number of cuts.
fn sound_on_all_puzzles(rows: usize, cols: usize, most: u32) -> usize {
    let grid = Grid::new(rows, cols).expect("a small grid");
    let free = Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("no clues");
    let codes = 1..1_u32 << grid.cell_count();
    let drawings: Vec<EdgeSet> = codes.clone().map(|code| lines(grid, code)).collect();
    let is_loop = |lines: &&EdgeSet| free.check(&(*lines).clone().into()).is_ok();
    let loops: Vec<&EdgeSet> = drawings.iter().filter(is_loop).collect();
    let clue = |lines: &EdgeSet, cell| lines.count(&grid.cell_edges(cell)) as u8;
    let (mut turn, mut found) = (0, 0);
    for solution in &loops {
        for shown in codes.clone().filter(|shown| shown.count_ones() <= most) {
            let cells: Vec<(usize, Cell)> = grid.cells().enumerate().collect();
            let is_shown = |number: usize| shown >> number & 1 == 1;
            let clues: Vec<Option<u8>> = cells
                .iter()
                .map(|&(number, cell)| is_shown(number).then(|| clue(solution, cell)))
                .collect();
            let Ok(puzzle) = Slitherlink::new(grid, clues.clone()) else { continue };
            turn += 1;
            // two to four drawings, by a step that has no divisor in common with their number
            let chosen = (0..2 + turn % 3)
                .map(|k| drawings[(turn * 7919 + k * 104_729) % drawings.len()].clone());
            let point = mean(grid, &chosen.collect::<Vec<_>>());
            let cuts = separate_fractional(&puzzle, &point);
            found += cuts.len();
            let keeps = |lines: &&&EdgeSet| {
                cells.iter().all(|&(n, cell)| clues[n].is_none_or(|c| clue(lines, cell) == c))
            };
            let solutions: Vec<_> = loops.iter().filter(keeps).collect();
            for cut in &cuts {
                assert!(violation(cut, &point) > 0.0, "{cut:?} of {puzzle:?}");
                for lines in &solutions {
                    let drawn: Vec<f64> = mean(grid, std::slice::from_ref(**lines));
                    assert!(violation(cut, &drawn) <= 0.0, "{cut:?} of {puzzle:?} by {lines:?}");
                }
            }
        }
    }
    found
}

#[test]
fn no_cut_removes_a_solution_of_a_small_puzzle() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3)] {
        sound_on_all_puzzles(rows, cols, u32::MAX);
    }
    let found = sound_on_all_puzzles(3, 3, 3);
    assert!(found > 1000, "only {found} cuts");
}

proptest! {
    /// What lies between solutions is never cut off, on larger grids too.
    #[test]
    fn no_mixture_of_solutions_is_cut_off(
        (rows, cols) in (3..7_usize, 3..7_usize),
        code in any::<u64>(),
        shown in any::<u64>(),
    ) {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let free = Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("no clues");
        // a loop that grows cell by cell, and what it was some cells before: both keep the clues that they share
        let mut inside = vec![false; grid.cell_count()];
        let mut grown = Vec::new();
        let mut state = code | 1;
        for _ in 0..200 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let cell = (state >> 33) as usize % inside.len();
            inside[cell] ^= true;
            let lines = EdgeSet::around(grid, &inside);
            match free.check(&lines.clone().into()).is_ok() {
                true => grown.push(lines),
                false => inside[cell] ^= true,
            }
        }
        let (one, other) = (&grown[grown.len() / 2], &grown[grown.len() - 1]);
        let clue = |(number, cell): (usize, Cell)| {
            let [a, b] = [one, other].map(|lines| lines.count(&grid.cell_edges(cell)) as u8);
            (a == b && a < 4 && shown >> (number % 64) & 1 == 1).then_some(a)
        };
        let clues = grid.cells().enumerate().map(clue).collect();
        let puzzle = Slitherlink::new(grid, clues).expect("clues 0 to 3");
        let point = mean(grid, &[one.clone(), other.clone()]);
        prop_assert_eq!(separate_fractional(&puzzle, &point), vec![]);
    }
}

/// Two loops apart, with clues at both that need lines: two lines must lead from one to the other.
#[test]
fn loops_with_clues_of_their_own_are_joined() {
    let puzzle = Slitherlink::from_rows(&["3...3"]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let point = mean(grid, &[lines(grid, 0b10001), lines(grid, 0b10001), lines(grid, 0b11111)]);
    let cuts = separate_fractional(&puzzle, &point);
    let [cut] = &cuts[..] else { panic!("{cuts:?}") };
    assert_eq!(cut.form(), CutForm::AtLeastTwo);
    assert!(matches!(cut.reason, CutReason::CertainlyOnBothSides(_)));
    // the horizontal edges beside the first cell have a third each
    assert!((violation(cut, &point) - (2.0 - 2.0 / 3.0)).abs() < 1e-9);
}

/// A loop without a clue of its own need not be there at all: only an edge of it leads to the clue.
#[test]
fn a_loop_without_a_clue_of_its_own_may_vanish() {
    let puzzle = Slitherlink::from_rows(&["3...."]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let point = mean(grid, &[lines(grid, 0b10001), lines(grid, 0b00001)]);
    let cuts = separate_fractional(&puzzle, &point);
    assert_eq!(cuts.len(), 1, "{cuts:?}");
    assert!(matches!(cuts[0].form(), CutForm::Crossing(_)));
    // half an edge of the last cell's, and nothing leaves it
    assert!((violation(&cuts[0], &point) - 1.0).abs() < 1e-9);
    // without any clue above 0, each loop may be the solution
    let free = Slitherlink::from_rows(&["....."]).expect("a puzzle");
    assert_eq!(separate_fractional(&free, &point), vec![]);
}

/// Who says that it has such cuts has some, by each encoding whose models may have stray loops; others say none.
#[test]
fn the_encodings_on_edges_that_are_not_exact_have_such_cuts() {
    let puzzle = Slitherlink::from_rows(&["3...3"]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let point = mean(grid, &[lines(grid, 0b10001)]);
    let mut having = Vec::new();
    for name in encoding_names(&puzzle) {
        let encoding = encoding(&name, &puzzle).expect("a known name");
        let found = !encoding.separate_fractional(&point).is_empty();
        assert_eq!(found, encoding.has_fractional_cuts(), "{name}");
        having.extend(found.then_some(name));
    }
    let bases = ["edge", "two-line", "pre-succ"];
    let expected: Vec<String> =
        bases.iter().flat_map(|base| [base.to_string(), format!("{base}+colours")]).collect();
    assert_eq!(having, expected);
    // a point of another size is none of this puzzle
    assert_eq!(separate_fractional(&puzzle, &point[1..]), vec![]);
}
