//! Slitherlynx, and Slitherlink on general graphs, against brute force over all sets of edges.

use std::collections::BTreeSet;

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::{Edge, Graph, Grid};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::logic::{LoweringOptions, Place};
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::common::{Counter, cnf};
use crate::kinds::{assert_described, assert_solutions};

/// All sets of edges in which no or two edges meet at each vertex, at least one, that count right.
/// With `one`, they are connected.
fn brute_force(puzzle: &Slitherlink, single_loop: bool) -> BTreeSet<Solution> {
    let graph = puzzle.graph();
    let edges = graph.edge_count();
    assert!(edges <= 20, "2^{edges} sets");
    let mut found = BTreeSet::new();
    for bits in 1..1_u32 << edges {
        let has = |edge: &&Edge| bits >> edge.0 & 1 == 1;
        let count = |edges: &[Edge]| edges.iter().filter(has).count();
        let degrees = (0..graph.vertex_count()).all(|v| matches!(count(graph.incident(v)), 0 | 2));
        if !degrees || !puzzle.edge_clues().iter().all(|hint| count(&hint.edges) == hint.count) {
            continue;
        }
        let mut group: Vec<usize> = (0..graph.vertex_count()).collect();
        for edge in graph.edges().filter(|edge| has(&edge)) {
            let [a, b] = graph.ends(edge).map(|end| group[end]);
            group.iter_mut().filter(|one| **one == a).for_each(|one| *one = b);
        }
        let drawn = graph.edges().filter(|edge| has(&edge)).map(|edge| group[graph.ends(edge)[0]]);
        if !single_loop || drawn.collect::<BTreeSet<_>>().len() == 1 {
            found.insert(Solution::new(graph.edges().map(|edge| has(&&edge)).collect()));
        }
    }
    found
}

/// Calls `test` with random clues 0 to 4 on some cells, from a fixed seed.
fn for_random_clues(grid: Grid, cases: u32, test: impl Fn(Vec<Option<u8>>)) {
    let strategy = prop::collection::vec(prop::option::weighted(0.4, 0..5_u8), grid.cell_count());
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config { cases, ..Config::default() }, seed);
    runner
        .run(&strategy, |clues| {
            test(clues);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Covers all clue patterns on up to three cells, and random ones on six. Each encoding has exactly one
/// model per set of loops, even if one set contains another.
#[test]
fn slitherlynx_encodings_keep_every_set_of_loops() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 3)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let cells = grid.cell_count() as u32;
        for number in 0..6_usize.pow(cells) {
            let clue =
                |cell| (number / 6_usize.pow(cell) % 6).checked_sub(1).map(|clue| clue as u8);
            let clues: Vec<Option<u8>> = (0..cells).map(clue).collect();
            let puzzle = Slitherlink::with_several_loops(grid, clues).expect("clues up to 4");
            let expected = brute_force(&puzzle, false);
            assert_lynx(&puzzle, &expected);
        }
    }
    let grid = Grid::new(2, 3).expect("a small grid");
    for_random_clues(grid, 24, |clues| {
        let puzzle = Slitherlink::with_several_loops(grid, clues).expect("clues up to 4");
        assert_lynx(&puzzle, &brute_force(&puzzle, false));
    });
}

fn assert_lynx(puzzle: &Slitherlink, expected: &BTreeSet<Solution>) {
    let names = puzzle.encoding_names();
    assert!(names.contains(&"colour".to_owned()) && names.contains(&"edge+colours".to_owned()));
    assert!(!names.contains(&"edge+order".to_owned()), "a Slitherlynx may have several loops");
    for name in names {
        let encoding = puzzle.encoding(&name).expect("a known encoding");
        assert!(encoding.is_exact() && encoding.cut_kinds().is_empty());
        let formula = cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
        let points = Counter::of_formula(&formula).points(encoding.projection_size());
        let found: BTreeSet<Solution> =
            points.keys().map(|point| encoding.solution(point)).collect();
        assert_eq!(&found, expected, "{name}");
        assert_eq!(points.len(), expected.len(), "{name}: two models of one solution");
        assert!(found.iter().all(|solution| puzzle.check(solution).is_ok()));
        // a blocking cut excludes this solution and no other, even if one contains another
        for point in points.keys() {
            let separation = encoding.separate(point, Default::default());
            let blocked = |other: &&Vec<bool>| !separation.cuts[0].constraint().is_satisfied(other);
            assert_eq!(points.keys().filter(blocked).collect::<Vec<_>>(), [point], "{name}");
        }
    }
}

#[test]
fn nested_loops_solve_a_slitherlynx_but_not_a_slitherlink() {
    let grid = Grid::new(3, 3).expect("a small grid");
    let mut clues = vec![None; 9];
    clues[4] = Some(4);
    clues[0] = Some(2);
    let lynx = Slitherlink::with_several_loops(grid, clues.clone())
        .expect("a Slitherlynx may have a loop around a 4");
    let inside = [true, true, true, true, false, true, true, true, true];
    let rings = encycle_encodings::rules::one_loop::EdgeSet::around(grid, &inside).into();
    assert_eq!(lynx.check(&rings), Ok(()));
    let single = Slitherlink::new(grid, clues).expect("contradictory clues are legal");
    assert!(single.check(&rings).is_err(), "in a Slitherlink, a 4 is the whole loop");
    let free = Slitherlink::new(grid, vec![None; 9]).expect("no clues");
    assert_eq!(free.check(&rings).expect_err("two loops").rule, "single-loop");
    let wrong =
        Slitherlink::with_several_loops(grid, vec![Some(5); 9]).expect_err("5 is not a clue");
    assert!(wrong.to_string().contains("clue 5"));
}

/// A puzzle on a grid and the same puzzle on its graph have the same formula, up to names.
#[test]
fn a_grid_and_its_graph_have_the_same_formula() {
    let grid = Grid::new(2, 2).expect("a small grid");
    for_random_clues(grid, 32, |clues| {
        let clues: Vec<_> = clues.into_iter().map(|clue| clue.filter(|&clue| clue < 4)).collect();
        let puzzle = Slitherlink::new(grid, clues).expect("clues up to 3");
        let hints = puzzle.edge_clues().iter().map(|hint| (hint.edges.clone(), hint.count));
        let ends =
            puzzle.graph().edges().map(|edge| puzzle.graph().ends(edge).map(|end| end as u32));
        let graph = Graph::new(9, ends.collect()).expect("a simple graph");
        let same = Slitherlink::on_graph(graph, Vec::new(), hints.collect()).expect("a puzzle");
        for name in same.encoding_names() {
            let formula = |puzzle: &Slitherlink| {
                let encoding = puzzle.encoding(&name).expect("a known encoding");
                cnf(LoweringOptions::default(), |sink| encoding.encode(sink)).clauses
            };
            assert_eq!(formula(&puzzle), formula(&same), "{name}");
        }
        assert_eq!(brute_force(&puzzle, true), brute_force(&same, true));
    });
}

fn graph(vertices: usize, edges: &[[u32; 2]]) -> Graph {
    Graph::new(vertices, edges.to_vec()).expect("a simple graph")
}

/// Returns graphs that are not grids: a triangle, K4, a wheel with five spokes, a prism, two disjoint
/// triangles.
fn graphs() -> Vec<Graph> {
    let wheel: Vec<[u32; 2]> = (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, 5]]).collect();
    vec![
        graph(3, &[[0, 1], [1, 2], [2, 0]]),
        graph(4, &[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]),
        graph(6, &wheel),
        graph(6, &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]]),
        graph(6, &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]),
    ]
}

/// Covers lazy cuts on graphs: the cuts of each model exclude no solution, except the one found in it.
#[test]
fn cuts_on_graphs_keep_the_solutions_of_brute_force() {
    for graph in graphs() {
        let edges: Vec<Edge> = graph.edges().collect();
        for count in 0..=edges.len().min(5) {
            let clues = vec![(edges[..5.min(edges.len())].to_vec(), count)];
            let puzzle = Slitherlink::on_graph(graph.clone(), Vec::new(), clues).expect("a puzzle");
            let (one, several) = (brute_force(&puzzle, true), brute_force(&puzzle, false));
            assert_described(&puzzle);
            for name in puzzle.encoding_names() {
                let encoding = puzzle.encoding(&name).expect("a known encoding");
                let formula = cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
                let points = Counter::of_formula(&formula).points(encoding.projection_size());
                assert_eq!(
                    points.len(),
                    several.len(),
                    "{name}: without cuts, the models are the sets of loops"
                );
                for point in points.keys() {
                    for &kind in encoding.cut_kinds() {
                        let separation = encoding.separate(point, kind);
                        let keeps = |solution: &&Solution| {
                            separation
                                .cuts
                                .iter()
                                .all(|cut| cut.constraint().is_satisfied(solution.atoms()))
                        };
                        let lost: Vec<_> = one.iter().filter(|solution| !keeps(solution)).collect();
                        let known: Vec<_> = separation.solution.iter().collect();
                        assert_eq!(lost, known, "{name}, {}", kind.name());
                        assert!(!separation.cuts.is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn invalid_clues_on_graphs_are_rejected_with_their_index() {
    let triangle = graph(3, &[[0, 1], [1, 2], [2, 0]]);
    let with = |edges: &[u32], count| {
        let clue = (edges.iter().map(|&edge| Edge(edge)).collect(), count);
        let free = (vec![Edge(0)], 1);
        Slitherlink::on_graph(triangle.clone(), Vec::new(), vec![free, clue])
    };
    assert!(with(&[0, 1], 2).is_ok());
    // a count above the number of edges is a contradiction, not bad input
    assert!(with(&[0, 1], 3).is_ok());
    for (edges, count, words) in [(&[0, 3][..], 1, "only 3 edges"), (&[1, 1], 1, "twice")] {
        let (index, message) = with(edges, count).expect_err("a wrong clue");
        assert!(index == 1 && message.contains(words), "{message}");
    }
    let broken = with(&[0, 1], 1).expect("a puzzle").check(&Solution::new(vec![true; 3]));
    assert_eq!(broken.expect_err("a wrong count").place, Place::Face(1));
}

/// The projection set of `colour` consists of cells instead of atoms, so `Encoding::solution` maps its
/// models.
#[test]
fn every_method_and_the_rows_agree_on_a_slitherlynx() {
    let grid = Grid::new(1, 3).expect("a small grid");
    for clues in [vec![Some(4), None, Some(4)], vec![None; 3], vec![None, Some(2), None]] {
        let puzzle = Slitherlink::with_several_loops(grid, clues).expect("clues up to 4");
        assert_solutions(&puzzle, &brute_force(&puzzle, false));
    }
}
