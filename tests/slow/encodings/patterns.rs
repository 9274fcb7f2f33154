//! Clue patterns up to 2 x 3: all of them in a long campaign (`scripts/test --long`), else a sample of the largest size.

use encycle::encodings::grid::Cell;
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
use encycle::encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
use encycle::encodings::rules::one_loop::EdgeSet;

use crate::support::long_or;

use super::{
    AllLoops, SMALL, assert_rows_are_exact, assert_sat_finds_all, found, has_few_rows, methods,
    names,
};

/// Calls `test` with every pattern, of the largest size with one in `every` patterns. In a long campaign
/// (`scripts/test --long`), `test` is called with every pattern.
fn for_patterns(every: usize, test: impl Fn(&AllLoops, &Slitherlink)) {
    for (rows, cols) in SMALL {
        let loops = AllLoops::new(rows, cols);
        let step = if rows * cols < 6 { 1 } else { long_or(1, every) };
        loops.patterns().step_by(step).for_each(|puzzle| test(&loops, &puzzle));
    }
}

/// One in this many patterns of the largest size is solved by the method `direct`. The number has no common divisor with
/// the numbers of clues of a cell, so that every clue occurs in every cell.
const DIRECT_PATTERNS: usize = 11;

/// One in this many patterns of the largest size is solved with all lowerings: `constraints.rs` compares each constraint
/// with its lowerings, so only interference between constraints remains to be found.
const LOWERED_PATTERNS: usize = 61;

/// Asserts that the encodings of these bases have exactly the solutions of the patterns, by the method `direct`.
fn direct_has_the_solutions_of_patterns(bases: [&str; 2]) {
    let names = names();
    let of_bases = |name: &&String| bases.iter().any(|base| name.split('+').next() == Some(base));
    let names: Vec<&String> = names.iter().filter(of_bases).collect();
    assert!(names.len() > 8, "{names:?}");
    for_patterns(DIRECT_PATTERNS, |loops, puzzle| {
        let expected = loops.solutions(puzzle, true);
        for name in &names {
            let encoding = encoding(name, puzzle).expect("a known name");
            let found = found(&encoding, LoweringOptions::default());
            assert_eq!(found, expected, "{name} on {puzzle:?}");
        }
    });
}

// two tests, so that they run in parallel

#[test]
fn edge_and_two_line_have_exactly_the_solutions_of_small_patterns() {
    direct_has_the_solutions_of_patterns(["edge", "two-line"]);
}

#[test]
fn pre_succ_and_colour_have_exactly_the_solutions_of_small_patterns() {
    direct_has_the_solutions_of_patterns(["pre-succ", "colour"]);
}

/// Every encoding belongs to one of the tests above.
#[test]
fn every_base_is_tested() {
    let bases = ["edge", "two-line", "pre-succ", "colour"];
    for name in names() {
        assert!(bases.contains(&name.split('+').next().expect("a base")), "{name}");
    }
}

#[test]
fn naive_and_tseitin_have_exactly_the_solutions_of_small_patterns() {
    let methods = [CnfMethod::NaiveIrredundant, CnfMethod::Tseitin].map(LoweringOptions::from);
    for_patterns(LOWERED_PATTERNS, |loops, puzzle| assert_sat_finds_all(puzzle, loops, &methods));
}

#[test]
fn plaisted_greenbaum_has_exactly_the_solutions_of_small_patterns() {
    let method = [CnfMethod::PlaistedGreenbaum.into()];
    for_patterns(LOWERED_PATTERNS, |loops, puzzle| assert_sat_finds_all(puzzle, loops, &method));
}

/// A cell has four edges, so few of the cardinality encodings differ.
#[test]
fn cardinality_encodings_have_exactly_the_solutions_of_small_patterns() {
    let loops = AllLoops::new(2, 2);
    let of_card = |&card: &CardMethod| LoweringOptions { card, ..LoweringOptions::default() };
    let all: Vec<LoweringOptions> = CardMethod::ALL.iter().map(of_card).collect();
    for puzzle in loops.patterns().step_by(long_or(1, 7)) {
        assert_sat_finds_all(&puzzle, &loops, &all);
    }
}

#[test]
fn rows_have_exactly_the_solutions_of_small_patterns() {
    for_patterns(LOWERED_PATTERNS, |loops, puzzle| {
        let cells = loops.grid.cell_count();
        for name in names().iter().filter(|name| has_few_rows(name, cells)) {
            assert_rows_are_exact(puzzle, loops, name, LoweringOptions::default());
        }
    });
}

/// A 4 is legal only if the loop surrounds its cell; each encoding finds that loop.
#[test]
fn a_four_is_the_loop_around_its_cell() {
    for (rows, cols) in [(1, 1), (1, 3), (2, 2), (3, 3)] {
        let loops = AllLoops::new(rows, cols);
        for four in loops.grid.cells() {
            let mut clues = vec![None; loops.grid.cell_count()];
            clues[loops.grid.cell_index(four)] = Some(4);
            let puzzle = loops.puzzle(clues);
            assert_eq!(puzzle.one_inside(), Some(vec![four]));
            assert_eq!(loops.solutions(&puzzle, true).len(), 1);
            assert_sat_finds_all(&puzzle, &loops, &methods());
            for name in names().iter().filter(|_| rows * cols < 9) {
                assert_rows_are_exact(&puzzle, &loops, name, LoweringOptions::default());
            }
        }
    }
}

/// At least one of the fixed cells (Westreicher 4.3) is inside in every solution.
#[test]
fn one_of_the_fixed_cells_is_inside() {
    for (rows, cols) in SMALL.into_iter().chain([(3, 3)]) {
        let loops = AllLoops::new(rows, cols);
        for clue in 0..=3 {
            for index in 0..loops.grid.cell_count() {
                let mut clues = vec![None; loops.grid.cell_count()];
                clues[index] = Some(clue);
                let puzzle = loops.puzzle(clues);
                let Some(cells) = puzzle.one_inside() else { continue };
                for solution in loops.solutions(&puzzle, true) {
                    let lines = EdgeSet::from_edges(loops.grid, &solution);
                    let inside = |cell: &Cell| {
                        // the parity of the edges crossed towards the left border
                        let crossed = (0..=cell.col)
                            .filter(|&col| lines.has(loops.grid.vertical(cell.row, col)));
                        crossed.count() % 2 == 1
                    };
                    assert!(cells.iter().any(inside), "{puzzle:?}: {cells:?}");
                }
            }
        }
    }
}
