//! Compares diagrams of tiny puzzles of every kind and variant with all sets of edges that pass the rule check.

use std::collections::BTreeSet;

use crate::graphs::{below, random as graph, shuffled};
use encycle_diagrams::CountResources;
use encycle_diagrams::lines::{LineSolutions, TallyOptions, count_invariant, count_solutions};
use encycle_encodings::grid::{Edge, Graph, Grid, Isometry};
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::puzzle::{Instance, Solution};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Returns all sets of edges that are solutions.
fn brute_force(puzzle: &dyn Instance) -> BTreeSet<Solution> {
    let count = puzzle.atom_count();
    let all = (0..1_u32 << count).map(|bits| (0..count).map(|i| bits >> i & 1 == 1).collect());
    all.map(Solution::new).filter(|solution| puzzle.check(solution).is_ok()).collect()
}

/// Compares all queries of a diagram with brute force, for several edge orders, with and without propagation.
/// Returns the number of solutions.
pub fn compare(puzzle: &dyn Instance, random: &mut Pcg64Mcg) -> usize {
    let expected = brute_force(puzzle);
    let problem = puzzle.line_problem().expect("a loop or path puzzle");
    let count =
        count_solutions(&problem, &TallyOptions::default(), CountResources::new(&mut |_| true))
            .expect("no limit");
    assert_eq!(count, expected.len().into(), "{puzzle:?}");
    let mut lengths: Vec<usize> =
        expected.iter().map(|one| one.atoms().iter().filter(|&&atom| atom).count()).collect();
    lengths.sort_unstable();
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or(1);
    for range in [0..=middle, middle..=middle, middle + 1..=usize::MAX] {
        let options = TallyOptions { lengths: range, ..TallyOptions::default() };
        let within = lengths.iter().filter(|length| options.lengths.contains(length)).count();
        let count = count_solutions(&problem, &options, CountResources::new(&mut |_| true))
            .expect("no limit");
        assert_eq!(count, within.into(), "{options:?} {puzzle:?}");
    }
    let any_order = shuffled(random, problem.graph.edges().collect());
    // edges that are equal in all solutions may be fixed in advance, as a presolver does
    let holds = |edge: &Edge| {
        let mut truths = expected.iter().map(|solution| solution.has(edge.index()));
        let first = truths.next()?;
        truths.all(|truth| truth == first).then_some(first)
    };
    let known: Vec<Option<bool>> = problem.graph.edges().map(|edge| holds(&edge)).collect();
    let mut helped = problem.clone();
    for (given, known) in helped.fixed.iter_mut().zip(&known) {
        *given = given.or(known.filter(|_| below(random, 2) == 0));
    }
    for solutions in [
        LineSolutions::build(&problem, None, &mut |_| true),
        LineSolutions::build(&helped, None, &mut |_| true),
        LineSolutions::in_order(&problem, &any_order, &mut |_| true),
        LineSolutions::in_order(&helped, &any_order, &mut |_| true),
    ] {
        let solutions = solutions.expect("no limit");
        let all: Vec<Solution> = solutions.iter().collect();
        assert_eq!(all.iter().cloned().collect::<BTreeSet<_>>(), expected, "{puzzle:?}");
        assert_eq!((all.len(), solutions.count()), (expected.len(), expected.len().into()));
        for (number, solution) in all.iter().enumerate() {
            assert_eq!(solutions.nth(&number.into()).as_ref(), Some(solution));
        }
        assert_eq!(solutions.nth(&all.len().into()), None);
        let common = (!expected.is_empty()).then(|| known.clone());
        assert_eq!(solutions.common(), common, "{puzzle:?}");
        assert_eq!(solutions.sample(random).is_none(), expected.is_empty());
    }
    // the solutions that a permutation keeps, for the isometries of a grid and for random exchanges
    let isometries = Isometry::ALL.iter().filter_map(|&one| puzzle.atom_images(&one.into()));
    let mut exchanged: Vec<usize> = (0..puzzle.atom_count()).collect();
    for _ in 0..exchanged.len() / 3 {
        let [one, other] = [(); 2].map(|()| below(random, exchanged.len()));
        exchanged.swap(one, other);
    }
    for images in isometries.chain([exchanged]) {
        let is_kept = |solution: &&Solution| {
            images
                .iter()
                .enumerate()
                .all(|(edge, &image)| solution.has(edge) == solution.has(image))
        };
        let kept = expected.iter().filter(is_kept).count();
        for problem in [&problem, &helped] {
            let counted = count_invariant(problem, &images, CountResources::new(&mut |_| true))
                .expect("no limit");
            assert_eq!(counted, kept.into(), "{puzzle:?} {images:?}");
        }
    }
    expected.len()
}

/// A counter of puzzles with no solution, one, and several; each must occur at least three times.
#[derive(Default)]
pub struct Seen([usize; 3]);

impl Seen {
    pub fn add(&mut self, solutions: usize) {
        self.0[solutions.min(2)] += 1;
    }

    pub fn check(&self) {
        assert!(self.0.iter().all(|&times| times >= 3), "none, one, several: {:?}", self.0);
    }
}

#[test]
fn slitherlink_and_slitherlynx_diagrams_match_brute_force() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for several in [false, true] {
        let mut seen = Seen::default();
        for round in 0..60 {
            let (rows, cols) = [(1, 1), (1, 3), (2, 2), (1, 4), (2, 2), (2, 3)][round % 6];
            let grid = Grid::new(rows, cols).expect("a size");
            let density = below(&mut random, 4);
            let clues: Vec<Option<u8>> = grid
                .cells()
                .map(|_| (below(&mut random, 4) < density).then(|| below(&mut random, 4) as u8))
                .collect();
            let puzzle = match several {
                false => Slitherlink::new(grid, clues),
                true => Slitherlink::with_several_loops(grid, clues),
            };
            seen.add(compare(&puzzle.expect("no clue is a 4"), &mut random));
        }
        seen.check();
    }
}

/// Two loops together may satisfy the clues, but only a single loop is a solution.
#[test]
fn two_loops_are_not_a_slitherlink_solution() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let puzzle = Slitherlink::from_rows(&["...", "...", "..."]).expect("no clues");
    let count = count_solutions(
        &puzzle.line_problem().expect("a loop puzzle"),
        &TallyOptions::default(),
        CountResources::new(&mut |_| true),
    );
    // OEIS A140517
    assert_eq!(count, Ok(213_u32.into()));
    let puzzle = Slitherlink::from_rows(&["1.1"]).expect("two clues");
    compare(&puzzle, &mut random);
    let puzzle = Slitherlink::from_rows(&["..0", ".11", "..."]).expect("three clues");
    // 2 by brute force
    let count = count_solutions(
        &puzzle.line_problem().expect("a loop puzzle"),
        &TallyOptions::default(),
        CountResources::new(&mut |_| true),
    );
    assert_eq!(count, Ok(2_u32.into()));
}

#[test]
fn slitherlink_diagrams_on_graphs_match_brute_force() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut seen = Seen::default();
    for round in 0..60 {
        let graph = graph(&mut random, 4 + round % 4, 5 + round % 9);
        let mut clues = Vec::new();
        for _ in 0..below(&mut random, 4) {
            let mut edges = shuffled(&mut random, graph.edges().collect::<Vec<Edge>>());
            edges.truncate(below(&mut random, 5));
            let count = below(&mut random, edges.len() + 1);
            clues.push((edges, count));
        }
        let puzzle = Slitherlink::on_graph(graph, Vec::new(), clues).expect("valid clues");
        seen.add(compare(&puzzle, &mut random));
    }
    seen.check();
}

#[test]
fn numberlink_diagrams_match_brute_force() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for rule in [NumberlinkRule::Free, NumberlinkRule::Cover] {
        let mut seen = Seen::default();
        for round in 0..120 {
            let graph = match round % 3 {
                0 => graph(&mut random, 4 + round % 5, 5 + round % 9),
                1 => Graph::of_cells(Grid::new(2, 2 + round % 4).expect("a size")),
                _ => Graph::of_cells(Grid::new(3, 3).expect("a size")),
            };
            let vertices = shuffled(&mut random, (0..graph.vertex_count()).collect());
            let pairs = below(&mut random, 1 + vertices.len() / 2).min(3);
            let pairs = vertices.chunks(2).take(pairs).enumerate();
            let pairs = pairs.map(|(name, ends)| TerminalPair {
                name: name.to_string(),
                ends: [ends[0], ends[1]],
            });
            let puzzle = Numberlink::new(graph, pairs.collect(), rule).expect("distinct terminals");
            seen.add(compare(&puzzle, &mut random));
        }
        seen.check();
    }
}

#[test]
fn hamilton_diagrams_with_zero_to_two_fixed_ends_match_brute_force() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for kind in 0..5 {
        let mut seen = Seen::default();
        for round in 0..120 {
            let graph = match round % 3 {
                0 => graph(&mut random, 3 + round % 4, 4 + round % 8),
                1 => Graph::of_cells(Grid::new(2, 2 + round % 4).expect("a size")),
                _ => Graph::of_cells(Grid::new(3, 3 + round % 2).expect("a size")),
            };
            if graph.edge_count() > 14 {
                continue;
            }
            let ends = shuffled(&mut random, (0..graph.vertex_count()).collect());
            let goal = match kind {
                0 => HamiltonGoal::Cycle,
                1 => HamiltonGoal::PATH,
                2 => HamiltonGoal::Path { start: Some(ends[0]), end: None },
                3 => HamiltonGoal::Path { start: None, end: Some(ends[0]) },
                _ => HamiltonGoal::Path { start: Some(ends[0]), end: Some(ends[1]) },
            };
            let mut walls = shuffled(&mut random, graph.edges().collect());
            walls.truncate(below(&mut random, 3));
            let puzzle = Hamilton::new(graph, goal, &walls).expect("ends in the graph");
            seen.add(compare(&puzzle, &mut random));
        }
        seen.check();
    }
}

/// A path may consist of one vertex without an edge; a cycle may not.
#[test]
fn one_vertex_is_a_path_and_not_a_cycle() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    for goal in [
        HamiltonGoal::Cycle,
        HamiltonGoal::PATH,
        HamiltonGoal::Path { start: Some(0), end: None },
        HamiltonGoal::Path { start: Some(0), end: Some(0) },
    ] {
        let graph = Graph::new(1, Vec::new()).expect("a vertex");
        let puzzle = Hamilton::new(graph, goal, &[]).expect("a puzzle");
        assert_eq!(
            compare(&puzzle, &mut random),
            usize::from(goal != HamiltonGoal::Cycle),
            "{goal:?}"
        );
    }
    let nothing =
        Numberlink::new(Graph::new(0, vec![]).expect("empty"), vec![], NumberlinkRule::Cover);
    assert_eq!(compare(&nothing.expect("no pairs"), &mut random), 1);
}
