//! Reachability: solutions by brute force, closed size formulas, and a candidate that breaks each rule.

use std::collections::BTreeSet;

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::{Edge, Graph, Grid};
use encycle_encodings::kinds::reachability::{
    Reachability, ReachabilityClue, ReachabilityError, Wall,
};
use encycle_encodings::logic::{CnfMethod, LoweringOptions, Place};
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::kinds::{assert_described, assert_solutions, assert_solutions_of, size};

fn grid(rows: usize, cols: usize) -> Grid {
    Grid::new(rows, cols).expect("a small grid")
}

/// Returns all solutions by trying every setting of the free walls. It computes connectivity by merging
/// groups of cells; the rule checker searches the graph instead.
fn brute_force(puzzle: &Reachability) -> BTreeSet<Solution> {
    let graph = puzzle.graph();
    let free: Vec<Edge> = graph.edges().filter(|&link| puzzle.wall(link) == Wall::Free).collect();
    let mut found = BTreeSet::new();
    for bits in 0..1_u32 << free.len() {
        let is_open = |link: Edge| match puzzle.wall(link) {
            Wall::Open => true,
            Wall::Shut => false,
            Wall::Free => {
                let index = free.iter().position(|&one| one == link).expect("a free wall");
                bits >> index & 1 == 1
            }
        };
        let mut group: Vec<usize> = (0..graph.vertex_count()).collect();
        for link in graph.edges().filter(|&link| is_open(link)) {
            let [a, b] = graph.ends(link).map(|end| group[end]);
            group.iter_mut().filter(|one| **one == a).for_each(|one| *one = b);
        }
        let fits = |&source: &usize| {
            puzzle.goals().iter().enumerate().all(|(cell, goal)| match goal {
                ReachabilityClue::Reached => group[cell] == group[source],
                ReachabilityClue::Unreached => group[cell] != group[source],
                ReachabilityClue::Any | ReachabilityClue::Source => true,
            })
        };
        if puzzle.sources().iter().all(fits) {
            let reached = puzzle.pairs().iter().map(|&(a, b)| group[a] == group[b]);
            found.insert(Solution::new(graph.edges().map(is_open).chain(reached).collect()));
        }
    }
    found
}

/// Calls `test` with puzzles of random walls, some of them free, and random goals, from a fixed seed.
fn for_random_puzzles(rows: usize, cols: usize, cases: u32, test: impl Fn(&Reachability)) {
    let grid = grid(rows, cols);
    let links = Graph::of_cells(grid).edge_count();
    let walls = [Wall::Open, Wall::Open, Wall::Shut, Wall::Free];
    let goals = [
        ReachabilityClue::Any,
        ReachabilityClue::Any,
        ReachabilityClue::Any,
        ReachabilityClue::Source,
        ReachabilityClue::Reached,
        ReachabilityClue::Unreached,
    ];
    let strategy = (
        prop::collection::vec(select(walls.to_vec()), links),
        prop::collection::vec(select(goals.to_vec()), grid.cell_count()),
    );
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config { cases, ..Config::default() }, seed);
    runner
        .run(&strategy, |(walls, mut goals)| {
            if !goals.contains(&ReachabilityClue::Source) {
                goals.fill(ReachabilityClue::Any);
            }
            test(&Reachability::new(grid, walls, goals).expect("a puzzle"));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{rows}x{cols}: {error}"));
}

/// Covers every setting of the walls of the smallest grids, without marked sources, so that every cell is
/// one.
#[test]
fn all_small_grids_have_the_solutions_of_brute_force() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        let grid = grid(rows, cols);
        let links = Graph::of_cells(grid).edge_count() as u32;
        for number in 0..3_usize.pow(links) {
            let wall =
                |link: u32| [Wall::Open, Wall::Shut, Wall::Free][number / 3_usize.pow(link) % 3];
            let walls = (0..links).map(wall).collect();
            let goals = vec![ReachabilityClue::Any; grid.cell_count()];
            let puzzle = Reachability::new(grid, walls, goals).expect("a puzzle");
            assert_solutions(&puzzle, &brute_force(&puzzle));
        }
    }
}

#[test]
fn random_grids_have_the_solutions_of_brute_force() {
    for (rows, cols, cases) in [(1, 4, 12), (2, 3, 24), (3, 3, 12)] {
        for_random_puzzles(rows, cols, cases, |puzzle| {
            let expected = brute_force(puzzle);
            for name in puzzle.encoding_names() {
                let choices = [CnfMethod::Direct, CnfMethod::Tseitin].map(LoweringOptions::from);
                assert_solutions_of(puzzle, &name, &choices, &expected);
            }
        });
    }
}

/// `elimination` has no closed formula, because its fill-in depends on the graph.
#[test]
fn closed_formulas_predict_the_sizes() {
    for (rows, cols) in [(1, 1), (1, 4), (2, 3), (3, 3), (4, 5)] {
        for_random_puzzles(rows, cols, 8, |puzzle| assert_described(puzzle));
    }
}

/// In a row of n cells without walls and with one source, a cell at distance d has step variables d to n - 1.
#[test]
fn steps_in_a_row_have_the_expected_number_of_variables() {
    for n in 2..8 {
        let mut goals = vec![ReachabilityClue::Any; n];
        goals[0] = ReachabilityClue::Source;
        let puzzle = Reachability::new(grid(1, n), vec![Wall::Open; n - 1], goals);
        let (variables, _) = size(&puzzle.expect("a puzzle"), "steps");
        // n - 1 links, n - 1 pairs, and n - d steps per distance d
        assert_eq!(variables, 2 * (n - 1) + n * (n - 1) / 2);
    }
}

/// The difference is large if every cell of a square is a source.
#[test]
fn elimination_is_much_smaller_than_steps() {
    let grid = grid(6, 6);
    let links = Graph::of_cells(grid).edge_count();
    let goals = vec![ReachabilityClue::Any; 36];
    let puzzle = Reachability::new(grid, vec![Wall::Free; links], goals).expect("a puzzle");
    let (steps, elimination) = (size(&puzzle, "steps"), size(&puzzle, "elimination"));
    assert!(10 * elimination.0 < steps.0 && 10 * elimination.1 < steps.1);
}

#[test]
fn the_checker_names_the_broken_rule() {
    let goals =
        vec![ReachabilityClue::Source, ReachabilityClue::Reached, ReachabilityClue::Unreached];
    let puzzle = Reachability::new(grid(1, 3), vec![Wall::Open, Wall::Free], goals.clone());
    let puzzle = puzzle.expect("a puzzle");
    let check = |atoms: [bool; 4]| {
        puzzle.check(&Solution::new(atoms.to_vec())).map_err(|broken| (broken.rule, broken.place))
    };
    let (yes, no) = (true, false);
    assert_eq!(check([yes, no, yes, no]), Ok(()));
    assert_eq!(check([no, no, no, no]).map_err(|broken| broken.0), Err("wall"));
    let reach = |col| Err(("reach", Place::Cells { from: (0, 0), to: (0, col) }));
    assert_eq!(check([yes, no, no, no]), reach(1));
    assert_eq!(check([yes, no, yes, yes]), reach(2));
    assert_eq!(check([yes, yes, yes, yes]), Err(("goal", Place::Cell { row: 0, col: 2 })));
    let shut = Reachability::new(grid(1, 3), vec![Wall::Shut, Wall::Open], goals);
    let broken = shut.expect("a puzzle").check(&Solution::new(vec![true, true, true, true]));
    assert_eq!(broken.expect_err("a link through a wall").rule, "wall");
}

#[test]
fn goals_without_a_source_and_large_grids_are_rejected() {
    let goals = vec![ReachabilityClue::Any, ReachabilityClue::Reached];
    let error = Reachability::new(grid(1, 2), vec![Wall::Open], goals).expect_err("no source");
    assert!(matches!(error, ReachabilityError::NoSource(cell) if cell.col == 1));
    let large = grid(1000, 1000);
    let walls = vec![Wall::Open; Graph::of_cells(large).edge_count()];
    let error = Reachability::new(large, walls, vec![ReachabilityClue::Any; 1_000_000]);
    assert!(matches!(error, Err(ReachabilityError::TooLarge(_))));
}
