//! Compares the good sets of clues with brute force: every set of clues of tiny grids, with every loop as the
//! solution.

use encycle_diagrams::instances::ClueSets;
use encycle_diagrams::lines::LineSolutions;
use encycle_diagrams::{Arena, SetFamily};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::puzzle::{EdgeClue, Instance, LineProblem, Solution};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::graphs;

/// A grid with a clue in each cell that `has_clue`; the counts do not matter.
fn everywhere(rows: usize, cols: usize, has_clue: impl Fn(usize) -> bool) -> Slitherlink {
    let clues = (0..rows * cols).map(|cell| has_clue(cell).then_some(0)).collect();
    Slitherlink::new(Grid::new(rows, cols).expect("a size"), clues).expect("clues up to 4")
}

fn counts(puzzle: &Slitherlink, solution: &Solution) -> Vec<usize> {
    let lines = |hint: &encycle_encodings::kinds::slitherlink::EdgeSetClue| {
        hint.edges.iter().filter(|edge| solution.has(edge.index())).count()
    };
    puzzle.edge_clues().iter().map(lines).collect()
}

/// Returns all loops; ignores the clues.
fn loops(puzzle: &Slitherlink) -> Vec<Solution> {
    let problem = puzzle.line_problem().expect("a loop puzzle");
    let free = LineProblem { clues: Vec::new(), ..problem };
    LineSolutions::build(&free, None, &mut |_| true).expect("small").iter().collect()
}

/// Returns the sets of clues of a family as bit masks.
fn bits(sets: &ClueSets, family: SetFamily) -> Vec<u32> {
    let set = |set: Vec<u32>| set.into_iter().map(|element| 1 << sets.clue(element)).sum();
    let mut bits: Vec<u32> = sets.arena().sets(family).map(set).collect();
    bits.sort_unstable();
    bits
}

fn assert_matches_brute_force(puzzle: &Slitherlink) {
    let problem = puzzle.line_problem().expect("a loop puzzle");
    let all = loops(puzzle);
    for solution in &all {
        let own = counts(puzzle, solution);
        let same = |other: &Vec<usize>| -> u32 {
            (0..own.len()).filter(|&at| own[at] == other[at]).map(|at| 1 << at).sum()
        };
        let others = all.iter().filter(|&other| other != solution);
        let agreeing: Vec<u32> = others.map(|other| same(&counts(puzzle, other))).collect();
        let is_good = |set: u32| agreeing.iter().all(|same| set & !same != 0);
        let good: Vec<u32> = (0..1 << own.len()).filter(|&set| is_good(set)).collect();
        let is_minimal =
            |set: &u32| (0..own.len()).all(|at| set >> at & 1 == 0 || !is_good(set & !(1 << at)));
        let minimal: Vec<u32> = good.iter().copied().filter(is_minimal).collect();
        let fewest = minimal.iter().map(|set| set.count_ones()).min();
        let minimum = minimal.iter().filter(|set| Some(set.count_ones()) == fewest);
        let hardness = |set: &u32| {
            [4, 0, 3, 1, 2].map(|clue| {
                (0..own.len()).filter(|&at| set >> at & 1 == 1 && own[at] == clue).count()
            })
        };
        let least = good.iter().map(hardness).min();
        let hardest = good.iter().filter(|set| Some(hardness(set)) == least);

        let mut sets = ClueSets::build(&problem, solution, &[], &mut |_| true).expect("small");
        let found = sets.minimal(&mut |_| true).expect("not stopped");
        let (fewest, hard) = (sets.minimum(found), sets.hardest(found, |clue| own[clue]));
        assert_eq!(bits(&sets, sets.good()), good, "{puzzle:?}: {solution:?}");
        assert_eq!(bits(&sets, found), minimal, "{puzzle:?}: {solution:?}");
        assert_eq!(bits(&sets, fewest), minimum.copied().collect::<Vec<_>>());
        assert_eq!(bits(&sets, hard), hardest.copied().collect::<Vec<_>>());
        let Some(first) = puzzle.edge_clues().first() else { continue };
        // the first clue is required, with the count that it has in this solution
        let required = EdgeClue { edges: first.edges.as_slice().into(), count: own[0] };
        let mut rest = problem.clone();
        rest.clues.remove(0);
        let sets = ClueSets::build(&rest, solution, &[required], &mut |_| true).expect("small");
        let with_first: Vec<u32> =
            (0..1 << (own.len() - 1)).filter(|&set| is_good(set << 1 | 1)).collect();
        assert_eq!(bits(&sets, sets.good()), with_first, "{puzzle:?}: {solution:?}");
    }
}

/// A solution of a Slitherlynx may have several loops, as the message of Yoshinaka et al., figure 11.
#[test]
fn clue_sets_match_brute_force_for_several_loops() {
    for (rows, cols) in [(1, 3), (2, 3), (3, 3)] {
        let grid = Grid::new(rows, cols).expect("a size");
        let puzzle = Slitherlink::with_several_loops(grid, vec![Some(0); rows * cols]);
        let puzzle = puzzle.expect("a puzzle");
        let all = loops(&puzzle);
        let one = everywhere(rows, cols, |_| true);
        assert!(all.len() > loops(&one).len(), "{}", all.len());
        assert_matches_brute_force(&puzzle);
    }
}

/// Squares have 1, 13 and 213 loops, with up to 512 sets of clues each.
#[test]
fn clue_sets_match_brute_force_for_every_loop_of_tiny_grids() {
    for (rows, cols) in [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3)] {
        assert_matches_brute_force(&everywhere(rows, cols, |_| true));
    }
}

/// With candidate clues in only some cells, some loops have no good set.
#[test]
fn clue_sets_match_brute_force_with_clues_in_some_cells() {
    assert_matches_brute_force(&everywhere(3, 3, |cell| cell % 2 == 0));
    assert_matches_brute_force(&everywhere(2, 4, |cell| cell % 4 < 2));
    assert_matches_brute_force(&everywhere(2, 2, |_| false));
}

/// Clues are on random sets of edges, including empty and duplicate sets.
#[test]
fn clue_sets_match_brute_force_on_random_graphs() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut cycles = 0;
    for round in 0..80 {
        let graph = graphs::random(&mut random, 4 + round % 4, 5 + round % 8);
        let clue = |random: &mut Pcg64Mcg| {
            let mut edges = graphs::shuffled(random, graph.edges().collect::<Vec<_>>());
            edges.truncate(graphs::below(random, 5));
            (edges, 0)
        };
        let mut clues: Vec<_> = (0..round % 7).map(|_| clue(&mut random)).collect();
        clues.extend(clues.first().cloned());
        let puzzle = Slitherlink::on_graph(graph, Vec::new(), clues).expect("no edge twice");
        cycles += loops(&puzzle).len();
        assert_matches_brute_force(&puzzle);
    }
    assert!(cycles > 500, "{cycles}");
}

#[test]
fn build_stops_when_the_callback_returns_false() {
    let puzzle = everywhere(3, 3, |_| true);
    let problem = puzzle.line_problem().expect("a loop puzzle");
    let solution = &loops(&puzzle)[0];
    assert!(ClueSets::build(&problem, solution, &[], &mut |_| false).is_err());
}

/// Shared nodes are weighed once, and nodes without sets have no weight.
#[test]
fn lightest_sets_of_small_families_are_right() {
    let mut arena = Arena::new();
    assert_eq!(arena.lightest(SetFamily::EMPTY, |_| [1]), SetFamily::EMPTY);
    assert_eq!(arena.lightest(SetFamily::UNIT, |_| [1]), SetFamily::UNIT);
    let all = arena.subsets(0..4);
    assert_eq!(arena.lightest(all, |_| [1]), SetFamily::UNIT);
    assert_eq!(arena.lightest(all, |_| [0]), all);
    let pairs = arena.family([[0, 1], [0, 2], [1, 2]]);
    let last = arena.set([1, 2]);
    assert_eq!(arena.lightest(pairs, |element| [u32::from(element == 0), element]), last);
}
