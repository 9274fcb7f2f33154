//! Random puzzles up to 4 x 4.

use encycle::encodings::grid::Cell;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::{DegreeRows, LoweringOptions};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::support::long_or;

use super::common::irredundant_methods;
use super::{AllLoops, assert_rows_are_exact, assert_sat_finds_all, has_few_rows, methods, names};

/// The limit on the solutions of a random puzzle with more than six cells. Each solution costs a round with a check of
/// the whole formula, and a 4 x 4 puzzle without clues has 9349.
const MOST: usize = 60;

/// Calls `test` with puzzles of some clues of a random loop, or of random digits. The puzzles are the same in each run.
pub fn random(loops: &AllLoops, cases: u32, test: impl Fn(&Slitherlink)) {
    let cells = loops.grid.cell_count();
    let strategy = (
        0..loops.sets.len(),
        prop::collection::vec((0..4_u8, 0.0..1.0), cells),
        prop::sample::select(vec![0.0, 0.25, 0.5, 0.8]),
        prop::bool::weighted(0.2),
    );
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config { cases, ..Config::default() }, seed);
    runner
        .run(&strategy, |(chosen, noise, density, wild)| {
            let clue = |(cell, &(digit, keep)): (Cell, &(u8, f64))| {
                let count = loops.sets[chosen].0.count(&loops.grid.cell_edges(cell)) as u8;
                (keep < density).then_some(if wild { digit } else { count }).filter(|&c| c < 4)
            };
            let puzzle = loops.puzzle(loops.grid.cells().zip(&noise).map(clue).collect());
            let is_small = cells <= 6 || loops.solutions(&puzzle, false).len() <= MOST;
            prop_assume!(is_small);
            test(&puzzle);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{}x{}: {error}", loops.grid.rows(), loops.grid.cols()));
}

/// `reach-all` has thousands of variables on 4 x 4 cells.
#[test]
fn every_method_has_exactly_the_solutions_of_random_puzzles() {
    for (rows, cols, cases) in [(1, 4, 32), (3, 2, 32), (3, 3, 32), (3, 4, 16), (4, 4, 12)] {
        let loops = AllLoops::new(rows, cols);
        random(&loops, cases / long_or(1, 4) as u32, |puzzle| {
            assert_sat_finds_all(puzzle, &loops, &methods())
        });
    }
}

#[test]
fn rows_of_every_form_have_exactly_the_solutions_of_random_puzzles() {
    for (rows, cols, cases) in
        [(2, 2, 48), (1, 4, 24), (2, 3, 24), (3, 3, 16), (3, 4, 6), (4, 4, 4)]
    {
        let loops = AllLoops::new(rows, cols);
        random(&loops, cases / long_or(1, 4) as u32, |puzzle| {
            for name in names() {
                if !has_few_rows(&name, rows * cols) {
                    continue;
                }
                for cnf in irredundant_methods() {
                    for &degree_rows in DegreeRows::ALL {
                        let choices =
                            LoweringOptions { cnf, degree_rows, ..LoweringOptions::default() };
                        assert_rows_are_exact(puzzle, &loops, &name, choices);
                    }
                }
            }
        });
    }
}
