//! Compares the pair sets with exactly one solution with brute force over every set of pairs of small graphs.

use std::collections::BTreeSet;

use encycle_diagrams::CountResources;
use encycle_diagrams::SetFamily;
use encycle_diagrams::instances::{PairRule, PairSets};
use encycle_diagrams::lines::{TallyOptions, count_solutions};
use encycle_encodings::grid::{Graph, Grid};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::puzzle::{Instance, Solution};
use num_bigint::BigUint;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::graphs;

type Pairs = BTreeSet<[usize; 2]>;

const RULES: [PairRule; 3] = [PairRule::Good, PairRule::Free, PairRule::Cover];

fn cells(rows: usize, cols: usize) -> Graph {
    Graph::of_cells(Grid::new(rows, cols).expect("a size"))
}

/// Returns all sets of disjoint pairs of the vertices.
fn all_pairs(vertices: &[usize]) -> Vec<Pairs> {
    let Some((&first, rest)) = vertices.split_first() else { return vec![Pairs::new()] };
    let mut all = all_pairs(rest);
    for (index, &other) in rest.iter().enumerate() {
        let left = [&rest[..index], &rest[index + 1..]].concat();
        all.extend(all_pairs(&left).into_iter().map(|mut pairs| {
            pairs.insert([first, other]);
            pairs
        }));
    }
    all
}

fn puzzle(graph: &Graph, pairs: &Pairs, rule: NumberlinkRule) -> Numberlink {
    let named = pairs.iter().enumerate();
    let pairs = named.map(|(name, &ends)| TerminalPair { name: name.to_string(), ends }).collect();
    Numberlink::new(graph.clone(), pairs, rule).expect("disjoint pairs")
}

/// Counts solutions: by brute force up to 7 edges, else with the puzzle's diagram, which `brute_force.rs`
/// tests.
fn solutions(puzzle: &Numberlink) -> BigUint {
    let edges = puzzle.atom_count();
    if edges > 7 {
        let problem = puzzle.line_problem().expect("a path puzzle");
        return count_solutions(
            &problem,
            &TallyOptions::default(),
            CountResources::new(&mut |_| true),
        )
        .expect("no limit");
    }
    let all = (0..1_u32 << edges).map(|bits| (0..edges).map(|at| bits >> at & 1 == 1).collect());
    all.filter(|lines: &Vec<bool>| puzzle.check(&Solution::new(lines.clone())).is_ok())
        .count()
        .into()
}

fn sets_of(sets: &PairSets, family: SetFamily) -> BTreeSet<Pairs> {
    let all: Vec<Pairs> = sets.sets(family).map(|pairs| pairs.into_iter().collect()).collect();
    let distinct: BTreeSet<Pairs> = all.iter().cloned().collect();
    assert_eq!(all.len(), distinct.len());
    distinct
}

fn found(
    graph: &Graph,
    given: &[[usize; 2]],
    rule: PairRule,
    most: Option<usize>,
) -> BTreeSet<Pairs> {
    let sets = PairSets::build(graph, given, rule, most, &mut |_| true).expect("no limit");
    let all = sets_of(&sets, sets.good());
    let of_size = |size: usize| all.iter().filter(|pairs| pairs.len() == size).count().into();
    let sizes = sets.sizes();
    assert_eq!(sizes, (0..sizes.len()).map(of_size).collect::<Vec<BigUint>>());
    all
}

/// Compares the inclusion-minimal sets and the sets with the fewest pairs.
fn compare_small(graph: &Graph, rule: PairRule, all: &BTreeSet<Pairs>) {
    let mut sets = PairSets::build(graph, &[], rule, None, &mut |_| true).expect("no limit");
    let has_less = |one: &Pairs| all.iter().any(|other| other != one && other.is_subset(one));
    let minimal = sets.minimal(&mut |_| true).expect("not stopped");
    let expected = all.iter().filter(|one| !has_less(one)).cloned().collect();
    assert_eq!(sets_of(&sets, minimal), expected, "{rule:?}: {graph:?}");
    let minimum = sets.minimum();
    let fewest = all.iter().map(BTreeSet::len).min();
    let expected = all.iter().filter(|one| Some(one.len()) == fewest).cloned().collect();
    assert_eq!(sets_of(&sets, minimum), expected, "{rule:?}: {graph:?}");
}

/// Compares all sets of pairs with brute force. Returns the number of sets for each rule.
fn compare(graph: &Graph) -> [usize; 3] {
    let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
    let mut expected = [const { BTreeSet::new() }; 3];
    let one = BigUint::from(1_u32);
    for pairs in all_pairs(&vertices) {
        let free = solutions(&puzzle(graph, &pairs, NumberlinkRule::Free)) == one;
        let cover = solutions(&puzzle(graph, &pairs, NumberlinkRule::Cover)) == one;
        // if both counts are 1, the only free solution is the covering one
        for (expected, holds) in expected.iter_mut().zip([free && cover, free, cover]) {
            if holds {
                expected.insert(pairs.clone());
            }
        }
    }
    for (rule, expected) in RULES.iter().zip(&expected) {
        assert_eq!(&found(graph, &[], *rule, None), expected, "{rule:?}: {graph:?}");
        if graph.edge_count() <= 10 {
            compare_small(graph, *rule, expected);
        }
        for given in all_pairs(&vertices).into_iter().filter(|given| given.len() <= 2).step_by(5) {
            let with = expected.iter().filter(|pairs| given.is_subset(pairs)).cloned().collect();
            let list: Vec<[usize; 2]> = given.iter().copied().collect();
            assert_eq!(found(graph, &list, *rule, None), with, "{given:?}, {rule:?}: {graph:?}");
        }
        for most in 0..=graph.vertex_count() / 2 {
            let few = expected.iter().filter(|pairs| pairs.len() <= most).cloned().collect();
            assert_eq!(found(graph, &[], *rule, Some(most)), few, "{most}, {rule:?}: {graph:?}");
        }
    }
    expected.map(|sets| sets.len())
}

/// Nine cells have 2620 sets of pairs, ten cells 9496.
#[test]
fn pair_sets_of_small_grids_match_brute_force() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 5), (2, 2), (3, 2), (2, 4), (3, 3), (5, 2)] {
        let [good, free, cover] = compare(&cells(rows, cols));
        assert!(good <= free && good <= cover, "{rows} x {cols}");
    }
}

/// In one row, two cells have exactly one path, so every covering set of paths is the only solution. Such a set
/// is a composition of the row's length into parts of at least 2; their number is a Fibonacci number.
#[test]
fn good_pair_sets_of_a_row_are_counted_by_fibonacci_numbers() {
    let (mut compositions, mut next) = (0, 1);
    for cells_in_row in 1..12 {
        let good = found(&cells(1, cells_in_row), &[], PairRule::Good, None);
        assert_eq!(good.len(), compositions, "{cells_in_row}");
        assert_eq!(good, found(&cells(1, cells_in_row), &[], PairRule::Cover, None));
        (compositions, next) = (next, compositions + next);
    }
}

#[test]
fn pair_sets_of_random_graphs_match_brute_force() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut seen = [0; 3];
    for round in 0..60 {
        let graph = graphs::random(&mut random, round % 8, round % 11);
        let counts = compare(&graph);
        (0..3).for_each(|rule| seen[rule] += usize::from(counts[rule] > 0));
    }
    assert!(seen[0] > 10 && seen[1] == 60 && seen[2] > seen[0], "{seen:?}");
}

#[test]
fn build_stops_when_the_callback_returns_false() {
    assert!(PairSets::build(&cells(3, 3), &[], PairRule::Free, None, &mut |_| false).is_err());
    let mut asked = 0;
    let mut a_while = |_| {
        asked += 1;
        asked < 20
    };
    assert!(PairSets::build(&cells(5, 5), &[], PairRule::Free, None, &mut a_while).is_err());
    assert_eq!(asked, 20);
}

/// The recursion depth is the number of pairs of vertices: 128 vertices work, 129 are rejected.
#[test]
fn graphs_up_to_128_vertices_are_accepted() {
    let row = cells(1, 128);
    let sets = PairSets::build(&row, &[], PairRule::Free, None, &mut |_| true).expect("no limit");
    // two pairs are four cells: the first two and the last two are joined
    let [none, one, two] = [0, 1, 2].map(|size| sets.sizes()[size].clone());
    let choose = |parts: [u64; 4]| BigUint::from(parts.iter().product::<u64>() / 24);
    assert_eq!([none, one], [1_u64, 128 * 127 / 2].map(Into::into));
    assert_eq!(two, choose([128, 127, 126, 125]));
    let error =
        PairSets::build(&cells(1, 129), &[], PairRule::Free, None, &mut |_| true).unwrap_err();
    assert!(error.to_string().contains("the number of vertices exceeds the limit of 128: 129"));
}
