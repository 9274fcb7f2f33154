//! Fractional cuts: violated by a point of the linear relaxation, satisfied by every solution.

use encycle_encodings::encoding::{Cut, CutForm, CutReason};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle_encodings::puzzle::Instance as _;
use encycle_encodings::rules::one_loop::{EdgeSet, separate_fractional};
use proptest::prelude::*;

fn lines(grid: Grid, code: u32) -> EdgeSet {
    let inside: Vec<bool> = (0..grid.cell_count()).map(|cell| code >> cell & 1 == 1).collect();
    EdgeSet::around(grid, &inside)
}

/// Returns the mean of some drawings, as a point of the linear relaxation.
fn mean(grid: Grid, drawings: &[EdgeSet]) -> Vec<f64> {
    let count = |edge| drawings.iter().filter(|lines| lines.has(edge)).count();
    grid.edges().map(|edge| count(edge) as f64 / drawings.len() as f64).collect()
}

/// Returns by how much the point violates the row of a cut.
fn violation(cut: &Cut, point: &[f64]) -> f64 {
    let crossing: f64 = cut.literals().iter().map(|literal| point[literal.vidx()]).sum();
    match cut.form() {
        CutForm::Crossing(edge) => 2.0 * point[edge.vidx()] - crossing,
        CutForm::AtLeastTwo => 2.0 - crossing,
        CutForm::Clause => panic!("a clause is not a cut of a fractional point"),
    }
}

/// Checks cuts on all solvable puzzles of a grid with at most `max_clues` clues: each loop with each subset
/// of its clues. For each puzzle, it separates a different mean of drawings and asserts that the point
/// violates every cut and each solution satisfies it. Returns the number of cuts.
fn assert_sound_on_all_puzzles(rows: usize, cols: usize, max_clues: u32) -> usize {
    let grid = Grid::new(rows, cols).expect("a small grid");
    let free = Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("no clues");
    let codes = 1..1_u32 << grid.cell_count();
    let drawings: Vec<EdgeSet> = codes.clone().map(|code| lines(grid, code)).collect();
    let is_loop = |lines: &&EdgeSet| free.check(&(*lines).clone().into()).is_ok();
    let loops: Vec<&EdgeSet> = drawings.iter().filter(is_loop).collect();
    let clue = |lines: &EdgeSet, cell| lines.count(&grid.cell_edges(cell)) as u8;
    let (mut turn, mut found) = (0, 0);
    for solution in &loops {
        for clue_cells in codes.clone().filter(|cells| cells.count_ones() <= max_clues) {
            let cells: Vec<(usize, Cell)> = grid.cells().enumerate().collect();
            let has_clue = |number: usize| clue_cells >> number & 1 == 1;
            let clues: Vec<Option<u8>> = cells
                .iter()
                .map(|&(number, cell)| has_clue(number).then(|| clue(solution, cell)))
                .collect();
            let Ok(puzzle) = Slitherlink::new(grid, clues.clone()) else { continue };
            turn += 1;
            // two to four drawings; the steps are coprime to the number of drawings
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
fn cuts_keep_all_solutions_of_small_puzzles() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3)] {
        assert_sound_on_all_puzzles(rows, cols, u32::MAX);
    }
    let found = assert_sound_on_all_puzzles(3, 3, 3);
    assert!(found > 1000, "only {found} cuts");
}

proptest! {
    /// Extends the soundness test to larger grids.
    #[test]
    fn convex_combinations_of_solutions_are_not_cut_off(
        (rows, cols) in (3..7_usize, 3..7_usize),
        code in any::<u64>(),
        clue_mask in any::<u64>(),
    ) {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let free = Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("no clues");
        // two states of a loop that grows cell by cell are both solutions for the clues that they share
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
            (a == b && a < 4 && clue_mask >> (number % 64) & 1 == 1).then_some(a)
        };
        let clues = grid.cells().enumerate().map(clue).collect();
        let puzzle = Slitherlink::new(grid, clues).expect("clues 0 to 3");
        let point = mean(grid, &[one.clone(), other.clone()]);
        prop_assert_eq!(separate_fractional(&puzzle, &point), vec![]);
    }
}

/// Both subtours have a clue that requires a line, so two lines must leave each of them.
#[test]
fn subtours_with_clues_must_be_joined() {
    let puzzle = Slitherlink::from_rows(&["3...3"]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let point = mean(grid, &[lines(grid, 0b10001), lines(grid, 0b10001), lines(grid, 0b11111)]);
    let cuts = separate_fractional(&puzzle, &point);
    let [cut] = &cuts[..] else { panic!("{cuts:?}") };
    assert_eq!(cut.form(), CutForm::AtLeastTwo);
    assert!(matches!(cut.reason, CutReason::CertainlyOnBothSides(_)));
    // the two horizontal edges beside the first cell have the value 1/3 each
    assert!((violation(cut, &point) - (2.0 - 2.0 / 3.0)).abs() < 1e-9);
}

/// A subtour without a clue may vanish from the solution, so the cut applies only if its edge is drawn.
#[test]
fn a_subtour_without_a_clue_gets_a_conditional_cut() {
    let puzzle = Slitherlink::from_rows(&["3...."]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let point = mean(grid, &[lines(grid, 0b10001), lines(grid, 0b00001)]);
    let cuts = separate_fractional(&puzzle, &point);
    assert_eq!(cuts.len(), 1, "{cuts:?}");
    assert!(matches!(cuts[0].form(), CutForm::Crossing(_)));
    // the edges of the last cell have the value 1/2, and no edge leaves it
    assert!((violation(&cuts[0], &point) - 1.0).abs() < 1e-9);
    // without clues, each subtour may be the solution
    let free = Slitherlink::from_rows(&["....."]).expect("a puzzle");
    assert_eq!(separate_fractional(&free, &point), vec![]);
}

/// `has_fractional_cuts` agrees with `separate_fractional`. Exactly the edge encodings whose models may contain
/// subtours have such cuts.
#[test]
fn inexact_edge_encodings_have_fractional_cuts() {
    let puzzle = Slitherlink::from_rows(&["3...3"]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let point = mean(grid, &[lines(grid, 0b10001)]);
    let mut names = Vec::new();
    for name in encoding_names(&puzzle) {
        let encoding = encoding(&name, &puzzle).expect("a known encoding");
        let found = !encoding.separate_fractional(&point).is_empty();
        assert_eq!(found, encoding.has_fractional_cuts(), "{name}");
        names.extend(found.then_some(name));
    }
    let bases = ["edge", "two-line", "pre-succ"];
    let expected: Vec<String> =
        bases.iter().flat_map(|base| [base.to_string(), format!("{base}+colours")]).collect();
    assert_eq!(names, expected);
    // a point of the wrong dimension yields no cuts
    assert_eq!(separate_fractional(&puzzle, &point[1..]), vec![]);
}
