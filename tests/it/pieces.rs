//! Hamilton cycles piece by piece, against brute force and against the encodings of the whole graph.

use encycle::diagrams::hamilton_cycle;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::grid::Graph;
use encycle::encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::prelude::*;
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

use crate::support::long_or;

/// Returns whether a path from vertex 0 along `path` can be completed to a Hamilton cycle.
fn completes(neighbours: &[Vec<usize>], path: &mut Vec<usize>) -> bool {
    let last = path[path.len() - 1];
    if path.len() == neighbours.len() {
        return path.len() > 2 && neighbours[last].contains(&0);
    }
    for &next in &neighbours[last] {
        if !path.contains(&next) {
            path.push(next);
            if completes(neighbours, path) {
                return true;
            }
            path.pop();
        }
    }
    false
}

fn has_cycle(graph: &Graph) -> bool {
    let neighbours: Vec<Vec<usize>> =
        (0..graph.vertex_count()).map(|vertex| graph.neighbours(vertex).collect()).collect();
    completes(&neighbours, &mut vec![0])
}

/// Returns a random graph of up to 14 vertices, of one of four families: few edges, a cycle with few chords, two parts
/// that meet at two vertices, and a cycle in which some edges are subdivided.
fn random_graph(random: &mut Pcg32) -> Graph {
    let count = random.random_range(1..=12_u32);
    let mut edges = std::collections::BTreeSet::new();
    let family = random.random_range(0..4);
    let mut add = |a: u32, b: u32| {
        if a != b {
            edges.insert([a.min(b), a.max(b)]);
        }
    };
    if family % 2 == 1 {
        (0..count).for_each(|vertex| add(vertex, (vertex + 1) % count));
    }
    let more = random.random_range(0..=2 * count);
    for _ in 0..more {
        let (a, b) = (random.random_range(0..count), random.random_range(0..count));
        // vertices 0 and 1 separate the even from the odd vertices
        let is_across = family == 2 && a > 1 && b > 1 && a % 2 != b % 2;
        if !is_across {
            add(a, b);
        }
    }
    let mut edges: Vec<[u32; 2]> = edges.into_iter().collect();
    let mut vertices = count;
    if family == 3 {
        for _ in 0..random.random_range(0..3) {
            let index = random.random_range(0..edges.len().max(1));
            if let Some(&[a, b]) = edges.get(index) {
                edges[index] = [a, vertices];
                edges.push([vertices, b]);
                vertices += 1;
            }
        }
    }
    Graph::new(vertices as usize, edges).expect("a simple graph")
}

/// Returns the generalized Petersen graph GP(n, 2), which has no Hamilton cycle if n mod 6 is 5 (Alspach 1983).
fn petersen(n: u32) -> Graph {
    let edges = (0..n).flat_map(|i| [[i, (i + 1) % n], [i, n + i], [n + i, n + (i + 2) % n]]);
    Graph::new(2 * n as usize, edges.collect()).expect("a graph")
}

fn cycle(graph: Graph) -> Hamilton {
    Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a puzzle")
}

/// Solves by the decomposition and the frontier program alone.
fn by_frontier(puzzle: &Hamilton) -> Option<Solution> {
    let decomposition = puzzle.decompose(&mut || true)?;
    let mut taken = decomposition.forced;
    for piece in &decomposition.pieces {
        let found = hamilton_cycle(piece, usize::MAX, &mut |_| true).expect("no limit is reached");
        taken.extend(piece.original(&found?));
    }
    let mut atoms = vec![false; puzzle.atom_count()];
    taken.iter().for_each(|edge| atoms[edge.index()] = true);
    Some(Solution::new(atoms))
}

#[test]
fn the_frontier_program_agrees_with_brute_force() {
    let mut random = Pcg32::seed_from_u64(20);
    let (mut yes, mut no, mut split) = (0, 0, 0);
    for number in 0..12_000 {
        let puzzle = cycle(random_graph(&mut random));
        let expected = has_cycle(puzzle.graph());
        let found = by_frontier(&puzzle);
        assert_eq!(found.is_some(), expected, "graph {number}: {:?}", puzzle.graph());
        if let Some(found) = found {
            assert_eq!(puzzle.check(&found), Ok(()), "graph {number}: {:?}", puzzle.graph());
        }
        split += usize::from(puzzle.decompose(&mut || true).is_some_and(|d| d.pieces.len() > 1));
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(yes > 1000 && no > 1000 && split > 20, "{yes} {no} {split}");
}

/// Solves the pieces by encodings, as if every frontier were wide.
#[test]
fn the_encodings_of_pieces_agree_with_brute_force() {
    let mut random = Pcg32::seed_from_u64(21);
    let mut solved = [0; 2];
    // these have a 2-factor, so counting does not exclude them
    let known = [petersen(5), petersen(11)];
    let graphs = known.into_iter().chain((0..4_000).map(|_| random_graph(&mut random)));
    for (number, graph) in graphs.enumerate() {
        let puzzle = cycle(graph);
        let Some(decomposition) = puzzle.decompose(&mut || true) else {
            // too large for brute force are only those of Petersen
            assert!(
                number > 1 && !has_cycle(puzzle.graph()),
                "graph {number}: {:?}",
                puzzle.graph()
            );
            continue;
        };
        let mut has_all = true;
        for piece in &decomposition.pieces {
            let whole = Puzzle::from(piece.puzzle().0);
            for encoding in ["degree", "contraction"] {
                let outcome = Solve::new(&whole).encodings([encoding]).run().expect("a run");
                let found = hamilton_cycle(piece, 50_000, &mut |_| true).expect("a narrow piece");
                let has_cycle = outcome.verdict() == Verdict::Solved;
                assert_eq!(has_cycle, found.is_some(), "graph {number}: {piece:?}");
                has_all &= has_cycle;
                solved[usize::from(has_cycle)] += 1;
            }
        }
        let expected = number > 1 && has_cycle(puzzle.graph());
        assert_eq!(has_all, expected, "graph {number}: {:?}", puzzle.graph());
    }
    assert!(solved[0] >= 4 && solved[1] > 1000, "{solved:?}");
}

/// Returns whether the encoding with merging has a solution; the search checks it.
fn has_merged_cycle(puzzle: &Hamilton) -> bool {
    has_solution(&puzzle.merging_encoding().expect("a cycle without forbidden edges"))
}

fn has_solution(encoding: &Encoding<'_>) -> bool {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut finder = Finder::new(encoding, &mut session, SearchOptions::default());
    let found = finder.next(&mut ()).expect("a sound encoding");
    matches!(found, NextSolution::Solution(_))
}

#[test]
fn merging_agrees_with_brute_force() {
    let mut random = Pcg32::seed_from_u64(24);
    let (mut yes, mut no) = (0, 0);
    for number in 0..4_000 {
        let puzzle = cycle(random_graph(&mut random));
        let expected = puzzle.graph().vertex_count() > 2 && has_cycle(puzzle.graph());
        assert_eq!(has_merged_cycle(&puzzle), expected, "graph {number}: {:?}", puzzle.graph());
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(yes > 500 && no > 500, "{yes} {no}");
}

/// Returns a random graph of two or three gadgets: two paths of three vertices, joined by three forced edges. Their ends
/// have further edges to each other.
fn random_gadgets(random: &mut Pcg32) -> Graph {
    let mut edges = std::collections::BTreeSet::new();
    let (mut ends, count) = (Vec::new(), random.random_range(2..=3));
    for first in (0..count).map(|gadget| 9 * gadget) {
        let turn = random.random_range(0..3);
        for i in 0..3 {
            edges.extend([[first + i, first + 6 + i], [first + 3 + (i + turn) % 3, first + 6 + i]]);
        }
        for start in [first, first + 3] {
            edges.extend([[start, start + 1], [start + 1, start + 2]]);
            ends.extend([start, start + 2]);
        }
    }
    for _ in 0..2 * ends.len() {
        let [a, b] = [(); 2].map(|()| ends[random.random_range(0..ends.len())]);
        if a != b {
            edges.insert([a.min(b), a.max(b)]);
        }
    }
    Graph::new(9 * count as usize, edges.into_iter().collect()).expect("a simple graph")
}

#[test]
fn merging_agrees_with_brute_force_on_gadgets() {
    let mut random = Pcg32::seed_from_u64(25);
    let (mut yes, mut no) = (0, 0);
    let count = long_or(1_000, 200);
    for number in 0..count {
        let puzzle = cycle(random_gadgets(&mut random));
        let expected = has_cycle(puzzle.graph());
        assert_eq!(has_merged_cycle(&puzzle), expected, "graph {number}: {:?}", puzzle.graph());
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(yes > count / 10 && no > count / 10, "{yes} {no}");
}

/// Returns for each symmetry whether a cycle is found by its models.
fn has_symmetric_cycles(puzzle: &Hamilton) -> Vec<bool> {
    puzzle.symmetric_encodings().iter().map(|encoding| has_solution(encoding)).collect()
}

/// Two copies of a random graph, whose vertices with the same number may be joined or joined crosswise.
#[test]
fn symmetric_models_give_cycles() {
    let mut random = Pcg32::seed_from_u64(26);
    let (mut yes, mut no) = (0, 0);
    for number in 0..1_000 {
        let half = random_graph(&mut random);
        let count = half.vertex_count() as u32;
        if !(3..=7).contains(&count) {
            continue;
        }
        let mut edges = std::collections::BTreeSet::new();
        for edge in half.edges() {
            let [a, b] = half.ends(edge).map(|end| end as u32);
            match random.random_range(0..3) {
                0 => edges.extend([[a, b + count], [b, a + count]]),
                _ => edges.extend([[a, b], [a + count, b + count]]),
            }
        }
        edges.extend((0..count).filter(|_| random.random_bool(0.3)).map(|a| [a, a + count]));
        let graph = Graph::new(2 * count as usize, edges.into_iter().collect()).expect("a graph");
        let puzzle = cycle(graph);
        let has_cycle = has_cycle(puzzle.graph());
        for found in has_symmetric_cycles(&puzzle) {
            assert!(has_cycle || !found, "graph {number}: {puzzle:?}");
            if found { yes += 1 } else { no += 1 }
        }
        assert_eq!(has_merged_cycle(&puzzle), has_cycle, "graph {number}: {puzzle:?}");
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

#[test]
fn merging_needs_a_cycle_without_forbidden_edges() {
    let square = || Graph::new(4, vec![[0, 1], [1, 2], [2, 3], [3, 0]]).expect("a simple graph");
    let path = Hamilton::new(square(), HamiltonGoal::PATH, &[]).expect("a puzzle");
    let edge = square().edges().next().expect("an edge");
    let wall = Hamilton::new(square(), HamiltonGoal::Cycle, &[edge]).expect("a puzzle");
    assert!(path.merging_encoding().is_none() && wall.merging_encoding().is_none());
    assert!(has_merged_cycle(&cycle(square())));
}

/// The Petersen graph is triconnected, and no vertex has a forced edge; it has no cycle through all vertices.
#[test]
fn the_petersen_graph_has_no_cycle() {
    let edges = (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]]);
    let puzzle = cycle(Graph::new(10, edges.collect()).expect("a simple graph"));
    assert_eq!(puzzle.decompose(&mut || true).expect("no contradiction").pieces.len(), 1);
    let puzzle = Puzzle::from(puzzle);
    let outcome = Solve::new(&puzzle).run().expect("a run");
    assert_eq!(outcome.verdict(), Verdict::NoSolution);
    assert_eq!(outcome.main.encoding, "pieces+frontier");
}

#[test]
fn solve_names_the_methods_and_agrees_with_an_encoding_of_the_whole_graph() {
    let mut random = Pcg32::seed_from_u64(22);
    let mut counted = 0;
    for number in 0..2_000 {
        let puzzle = Puzzle::from(cycle(random_graph(&mut random)));
        let pieces = Solve::new(&puzzle).run().expect("a run");
        let is_early = pieces.main.encoding == "counting";
        assert!(pieces.main.encoding.starts_with("pieces") || is_early, "{}", pieces.main.encoding);
        counted += usize::from(is_early);
        let whole = Solve::new(&puzzle).encodings(["degree"]).run().expect("a run");
        assert_eq!(pieces.verdict(), whole.verdict(), "graph {number}: {puzzle:?}");
        assert_eq!(whole.main.encoding, "degree");
    }
    assert!(counted > 500, "{counted}");
    let triangle: Puzzle = "hamilton graph 3\n1 2\n2 3\n3 1\n".parse().expect("a puzzle");
    let unique = Solve::new(&triangle).unique().run().expect("a run");
    assert_eq!((unique.verdict(), unique.main.encoding.as_str()), (Verdict::Unique, "contraction"));
}

/// Two halves of 60 vertices, each too wide for the frontier program, with the same numbers.
#[test]
fn pieces_are_solved_by_encodings_where_the_frontier_is_wide() {
    let mut random = Pcg32::seed_from_u64(23);
    let half: Vec<[u32; 2]> = (0..180)
        .map(|_| [random.random_range(0..60), random.random_range(0..60)])
        .chain((0..59).map(|vertex| [vertex, vertex + 1]))
        .collect();
    let mut edges = std::collections::BTreeSet::new();
    for [a, b] in half.into_iter().filter(|[a, b]| a != b) {
        let (a, b) = (a.min(b), a.max(b));
        // vertices 0 and 59 belong to both halves
        let other = |vertex: u32| if vertex == 0 || vertex == 59 { vertex } else { vertex + 60 };
        let (c, d) = (other(a), other(b));
        edges.extend([[a, b], [c.min(d), c.max(d)]]);
    }
    // the numbers 60 and 119 are not used
    let renumbered = |vertex: u32| if vertex > 59 { vertex - 1 } else { vertex };
    let edges = edges.into_iter().map(|[a, b]| [renumbered(a), renumbered(b)]).collect();
    let puzzle = Puzzle::from(cycle(Graph::new(118, edges).expect("a simple graph")));
    let outcome = Solve::new(&puzzle).run().expect("a run");
    assert_eq!(outcome.verdict(), Verdict::Solved, "{}", outcome.main.encoding);
    assert!(outcome.main.encoding != "pieces+frontier", "{}", outcome.main.encoding);
}
