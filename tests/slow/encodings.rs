//! Every encoding by every method has exactly the solutions of brute force: all clue patterns up to
//! 2 x 3, random ones up to 4 x 4; and the sizes are those that closed formulas predict.

#[path = "../../encodings/tests/it/common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use common::{Counter, cnf, rows};
use encycle::encodings::encoding::{Encoding, PredictedSize};
use encycle::encodings::export::{ByFamily, CnfSize};
use encycle::encodings::grid::{Cell, Edge, Grid};
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions, lower_to_cnf};
use encycle::encodings::loops::EdgeSet;
use encycle::encodings::puzzle::Solution;
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::support::puzzles::slitherlink;

type Solutions = BTreeSet<Vec<Edge>>;

/// All sets of loops of a grid, and whether they are one loop: independent of all encodings.
struct AllLoops {
    grid: Grid,
    sets: Vec<(EdgeSet, bool)>,
}

impl AllLoops {
    fn new(rows: usize, cols: usize) -> Self {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count();
        let sets = (1..1_u32 << cells).filter_map(|bits| {
            let inside: Vec<bool> = (0..cells).map(|i| bits >> i & 1 == 1).collect();
            let lines = EdgeSet::around(grid, &inside);
            let two = |vertex| matches!(lines.count(&grid.vertex_edges(vertex)), 0 | 2);
            grid.vertices().all(two).then(|| {
                let one = lines.loops().len() == 1;
                (lines, one)
            })
        });
        Self { grid, sets: sets.collect() }
    }

    /// The sets that count right around every clue; of one loop, or of any number.
    fn solutions(&self, puzzle: &Slitherlink, one_loop: bool) -> Solutions {
        self.sets
            .iter()
            .filter(|(lines, one)| {
                let right = |(cell, clue): (Cell, u8)| {
                    lines.count(&self.grid.cell_edges(cell)) == usize::from(clue)
                };
                (*one || !one_loop) && puzzle.clues().all(right)
            })
            .map(|(lines, _)| lines.edges().collect())
            .collect()
    }

    fn puzzle(&self, clues: Vec<Option<u8>>) -> Slitherlink {
        Slitherlink::new(self.grid, clues).expect("clues 0 to 3")
    }

    /// Every pattern of no clue and the clues 0 to 3.
    fn patterns(&self) -> impl Iterator<Item = Slitherlink> {
        let cells = self.grid.cell_count() as u32;
        (0..5_usize.pow(cells)).map(move |mut number| {
            let clue = |_| {
                let digit = number % 5;
                number /= 5;
                digit.checked_sub(1).map(|clue| clue as u8)
            };
            self.puzzle((0..cells).map(clue).collect())
        })
    }
}

/// The edges of a solution.
fn solution_edges(solution: &Solution) -> Vec<Edge> {
    solution.true_atoms().map(|atom| Edge(atom as u32)).collect()
}

/// The names of all encodings.
fn names() -> Vec<String> {
    encoding_names(&Slitherlink::from_rows(&["."]).expect("a puzzle"))
}

/// The most solutions of a random puzzle of more than six cells: each costs a round, and each round a
/// check of the whole formula. A 4 x 4 puzzle without clues has 9349.
const MOST: usize = 60;

/// A puzzle made of a random loop's clues, thinned out; or of random digits, if `wild`. The same ones
/// each time.
fn random(loops: &AllLoops, cases: u32, test: impl Fn(&Slitherlink)) {
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

/// All solutions that the driver finds with the embedded solver: with cuts, or without a single one
/// where the encoding says that it needs none.
fn found(encoding: &dyn Encoding, choices: LoweringOptions) -> Solutions {
    let mut session = BatSatSession::new(choices, None);
    let mut finder = Finder::new(encoding, &mut session, SearchOptions::default());
    let mut found = Solutions::new();
    while let NextSolution::Solution(lines) = finder.next(&mut ()).expect("no failure") {
        assert!(found.insert(solution_edges(&lines)), "found twice");
    }
    let cuts: usize = finder.rounds().iter().map(|round| round.cuts).sum();
    assert!(cuts == 0 || !encoding.is_exact(), "{} was cut", encoding.name());
    found
}

fn assert_sat_finds_all(
    puzzle: &Slitherlink,
    loops: &AllLoops,
    name: &str,
    choices: LoweringOptions,
) {
    let encoding = encoding(name, puzzle).expect("a known name");
    let expected = loops.solutions(puzzle, true);
    assert_eq!(found(&*encoding, choices), expected, "{name} {choices:?} on {puzzle:?}");
}

/// The points of the rows are exactly the solutions; without a part for "one loop" those with
/// several loops too.
fn assert_rows_are_exact(
    puzzle: &Slitherlink,
    loops: &AllLoops,
    name: &str,
    choices: LoweringOptions,
) {
    let encoding = encoding(name, puzzle).expect("a known name");
    let program = rows(choices, |sink| encoding.encode(sink));
    let shown = encoding.projection_size();
    let points = Counter::of_program(&program).points(shown);
    let found: Solutions =
        points.keys().map(|point| solution_edges(&encoding.solution(point))).collect();
    let expected = loops.solutions(puzzle, encoding.is_exact());
    assert_eq!(found, expected, "{name} {choices:?} on {puzzle:?}");
}

const SMALL: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3)];

/// Every pattern up to 2 x 3 with every encoding.
fn every_small_pattern(choices: LoweringOptions) {
    for (rows, cols) in SMALL {
        let loops = AllLoops::new(rows, cols);
        for puzzle in loops.patterns() {
            for name in names() {
                assert_sat_finds_all(&puzzle, &loops, &name, choices);
            }
        }
    }
}

// one test a method, so that they run beside each other

#[test]
fn direct_has_exactly_the_solutions_of_every_small_pattern() {
    every_small_pattern(CnfMethod::Direct.into());
}

#[test]
fn naive_has_exactly_the_solutions_of_every_small_pattern() {
    every_small_pattern(CnfMethod::Naive.into());
}

#[test]
fn tseitin_has_exactly_the_solutions_of_every_small_pattern() {
    every_small_pattern(CnfMethod::Tseitin.into());
}

#[test]
fn plaisted_greenbaum_has_exactly_the_solutions_of_every_small_pattern() {
    every_small_pattern(CnfMethod::PlaistedGreenbaum.into());
}

/// Cells have four edges, so few of the cardinality encodings differ here.
#[test]
fn cardinality_encodings_have_exactly_the_solutions_of_small_patterns() {
    let loops = AllLoops::new(2, 2);
    for puzzle in loops.patterns() {
        for name in names() {
            for &card in CardMethod::ALL {
                let choices = LoweringOptions { card, ..LoweringOptions::default() };
                assert_sat_finds_all(&puzzle, &loops, &name, choices);
            }
        }
    }
}

/// Up to 4 x 4, where `reach-all` has thousands of variables, at random.
#[test]
fn every_method_has_exactly_the_solutions_of_random_puzzles() {
    for (rows, cols, cases) in [(1, 4, 32), (3, 2, 32), (3, 3, 32), (3, 4, 16), (4, 4, 12)] {
        let loops = AllLoops::new(rows, cols);
        random(&loops, cases, |puzzle| {
            for name in names() {
                for &method in CnfMethod::ALL {
                    assert_sat_finds_all(puzzle, &loops, &name, method.into());
                }
            }
        });
    }
}

/// The LP form: formulas through the clauses of each method, degrees in both forms.
#[test]
fn rows_have_exactly_the_solutions_of_every_small_pattern() {
    for (rows, cols) in SMALL {
        let loops = AllLoops::new(rows, cols);
        for puzzle in loops.patterns() {
            for name in names() {
                assert_rows_are_exact(&puzzle, &loops, &name, LoweringOptions::default());
            }
        }
    }
}

#[test]
fn rows_of_every_form_have_exactly_the_solutions_of_random_puzzles() {
    for (rows, cols, cases) in
        [(2, 2, 48), (1, 4, 24), (2, 3, 24), (3, 3, 16), (3, 4, 6), (4, 4, 4)]
    {
        let loops = AllLoops::new(rows, cols);
        random(&loops, cases, |puzzle| {
            for name in names() {
                // some 1500 variables by plain backtracking are for the solvers' own tests
                if rows * cols > 6 && name.contains("reach") {
                    continue;
                }
                for &cnf in CnfMethod::ALL {
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

/// What an encoding says of itself: each set of lines that it allows has one model, or may have
/// several. The freedom that is claimed is also seen, so that the claim is no mere caution.
#[test]
fn encodings_have_as_many_models_a_solution_as_they_say() {
    let mut seen_several = BTreeSet::new();
    let mut said_several = BTreeSet::new();
    for (rows, cols, cases) in [(1, 3, 12), (2, 2, 12), (2, 3, 12)] {
        let loops = AllLoops::new(rows, cols);
        random(&loops, cases, |puzzle| {
            for name in names() {
                let encoding = encoding(&name, puzzle).expect("a known name");
                for &method in CnfMethod::ALL {
                    let choices = LoweringOptions::from(method);
                    let formula = cnf(choices, |sink| encoding.encode(sink));
                    let shown = encoding.projection_size();
                    let points = Counter::of_formula(&formula).points(shown);
                    let expected = loops.solutions(puzzle, encoding.is_exact()).len();
                    assert_eq!(points.len(), expected, "{name} {choices:?} on {puzzle:?}");
                    if encoding.has_one_model_per_solution(choices) {
                        assert!(points.values().all(|&models| models == 1), "{name} {choices:?}");
                    }
                }
            }
        });
        let free = loops.puzzle(vec![None; loops.grid.cell_count()]);
        for name in names() {
            let encoding = encoding(&name, &free).expect("a known name");
            let shown = encoding.projection_size();
            for &method in CnfMethod::ALL {
                let formula = cnf(method.into(), |sink| encoding.encode(sink));
                if !encoding.has_one_model_per_solution(method.into()) {
                    said_several.insert(name.clone());
                    if Counter::of_formula(&formula).points(shown).values().any(|&n| n > 1) {
                        seen_several.insert(name.clone());
                    }
                }
            }
        }
    }
    for name in said_several.iter().filter(|name| name.contains("tree")) {
        assert!(seen_several.contains(name), "{name}");
    }
    assert!(seen_several.contains("edge+order"), "by plaisted-greenbaum");
}

proptest! {
    #![proptest_config(Config::with_cases(48))]

    /// Predicted = counted, family by family. Distribution gives the hand-made clauses again.
    #[test]
    fn closed_formulas_predict_the_sizes(puzzle in slitherlink(6)) {
        let mut without = Vec::new();
        for name in names() {
            let encoding = encoding(&name, &puzzle).expect("a known name");
            let Some(predicted) = encoding.predicted() else {
                without.push(name);
                continue;
            };
            let sorted = |mut sizes: Vec<PredictedSize>| {
                // a family without variables and clauses does not appear when counted
                sizes.retain(|size| size.variables + size.clauses > 0);
                sizes.sort_by_key(|size| size.family);
                sizes
            };
            for method in [CnfMethod::Direct, CnfMethod::Naive] {
                let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), method.into(), |sink| {
                    encoding.encode(sink);
                });
                let sizes = sizes.expect("a small formula");
                let counted = sizes.families().iter().map(|(family, size)| PredictedSize {
                    family,
                    variables: size.variables as u128,
                    clauses: size.clauses as u128,
                });
                prop_assert_eq!(sorted(predicted.clone()), sorted(counted.collect()), "{}", name);
            }
        }
        prop_assert!(without.iter().all(|name| name.ends_with("tree")), "{:?}", without);
    }

    /// A part makes no more variables than it says at once.
    #[test]
    fn parts_keep_their_bounds(puzzle in slitherlink(6)) {
        use encycle::encodings::loops::eager::{LoopField, PARTS};
        for part in PARTS {
            let name = format!("edge+{}", part.about().name);
            let encoding = encoding(&name, &puzzle).expect("a known name");
            let sizes = lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| {
                encoding.encode(sink);
            });
            let grid = puzzle.grid().expect("a grid");
            let field = LoopField { grid, one_inside: puzzle.one_inside() };
            let drawn = grid.edge_count() + grid.cell_count();
            let bound = drawn as u128 + part.variable_bound(&field);
            prop_assert!(sizes.expect("a small formula").variables as u128 <= bound, "{}", name);
        }
    }

    /// Every family that appears is one that the encoding tells of, and the other way round on
    /// a grid that is large enough.
    #[test]
    fn every_family_is_told_of(puzzle in slitherlink(6)) {
        for name in names() {
            let encoding = encoding(&name, &puzzle).expect("a known name");
            let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), LoweringOptions::default(), |sink| {
                encoding.encode(sink);
            });
            let told: BTreeSet<&str> = encoding.families().iter().map(|family| family.name).collect();
            let seen: BTreeSet<&str> =
                sizes.expect("a small formula").families().iter().map(|(name, _)| *name).collect();
            prop_assert!(seen.is_subset(&told), "{}: {:?} {:?}", name, seen, told);
            let grid = puzzle.grid().expect("a grid");
            let large = grid.rows().min(grid.cols()) > 2;
            prop_assert!(!large || puzzle.clues().count() == 0 || seen == told, "{}", name);
        }
    }
}

/// A 4 is legal only where one cell is the whole loop; each encoding finds that loop.
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
            for name in names() {
                for &method in CnfMethod::ALL {
                    assert_sat_finds_all(&puzzle, &loops, &name, method.into());
                }
                if rows * cols < 9 {
                    assert_rows_are_exact(&puzzle, &loops, &name, LoweringOptions::default());
                }
            }
        }
    }
}

/// The fixed cells of 4.3: one of them is inside in every solution of every small puzzle.
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
                        // lines crossed on the way to the left border
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
