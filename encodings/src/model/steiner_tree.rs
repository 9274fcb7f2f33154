//! Cheapest trees that join few vertices with a root (Dreyfus and Wagner 1971, *The Steiner problem in graphs*).
//!
//! For each set of ends and each vertex, a table has the cost of the cheapest tree that leads from the vertex to these ends. Such
//! a tree begins with an edge to another vertex, or it splits the set in two at its vertex:
//!
//! ```text
//!          / end             v begins with an edge to w, and at w the set of two ends
//!   v --- w                  is split into its parts
//!          \ end
//! ```
//!
//! The time grows with 3 to the power of the number of ends, and with the number of vertices only as that of shortest paths, so
//! this finds in an instant what a linear program with cuts may not find at all, if the ends are few.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::model::graph::RuleGraph;

/// The most splits of sets that are tried.
const MOST_SPLITS: usize = 100_000_000;

/// The cost of a tree that does not exist.
const MISSING: u64 = u64::MAX / 4;

/// A cheapest tree that joins some vertices with a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JoiningTree {
    pub cost: u64,
    /// The edges, from the root to the ends.
    pub edges: Vec<usize>,
}

/// How the tree of a set begins at a vertex.
#[derive(Clone, Copy)]
enum TreeStart {
    End,
    Edge(usize),
    Split(usize),
}

impl JoiningTree {
    /// Returns a cheapest tree with these costs of the edges; `None` if there are too many ends, or they cannot be reached.
    pub fn new(
        graph: &RuleGraph,
        root: usize,
        ends: &BTreeSet<usize>,
        is_directed: bool,
        costs: &[u64],
    ) -> Option<Self> {
        let ends: Vec<usize> = ends.iter().copied().filter(|&end| end != root).collect();
        let count = graph.vertex_count();
        let splits = 3_usize.checked_pow(ends.len() as u32)?.checked_mul(count)?;
        let is_small =
            costs.iter().try_fold(0_u64, |sum, &cost| sum.checked_add(cost))? < MISSING / 4;
        if splits > MOST_SPLITS || !is_small {
            return None;
        }
        let sets = 1_usize << ends.len();
        let mut best = vec![vec![MISSING; count]; sets];
        let mut starts = vec![vec![TreeStart::End; count]; sets];
        for set in 1..sets {
            let (done, open) = best.split_at_mut(set);
            let (best, starts) = (&mut open[0], &mut starts[set]);
            if set.is_power_of_two() {
                best[ends[set.trailing_zeros() as usize]] = 0;
            }
            // each split once: the part with the first end of the set
            let first = set & set.wrapping_neg();
            let mut part = (set - 1) & set;
            while part > 0 {
                if part & first != 0 {
                    let halves = done[part].iter().zip(&done[set ^ part]);
                    for (vertex, (&one, &other)) in halves.enumerate() {
                        if one + other < best[vertex] {
                            best[vertex] = one + other;
                            starts[vertex] = TreeStart::Split(part);
                        }
                    }
                }
                part = (part - 1) & set;
            }
            extend(graph, is_directed, costs, best, starts);
        }
        let all = sets - 1;
        if all == 0 {
            return Some(Self { cost: 0, edges: Vec::new() });
        }
        let cost = best[all][root];
        let edges = edges_from(graph, root, all, &starts);
        (cost < MISSING).then(|| Self { cost, edges: edges.into_iter().collect() })
    }
}

/// Extends the trees of a set by edges in front, in the order of their costs (by the algorithm of Dijkstra).
fn extend(
    graph: &RuleGraph,
    is_directed: bool,
    costs: &[u64],
    best: &mut [u64],
    starts: &mut [TreeStart],
) {
    let known = best.iter().enumerate().filter(|(_, cost)| **cost < MISSING);
    let mut waiting: BinaryHeap<Reverse<(u64, usize)>> =
        known.map(|(vertex, &cost)| Reverse((cost, vertex))).collect();
    while let Some(Reverse((cost, vertex))) = waiting.pop() {
        if cost > best[vertex] {
            continue;
        }
        for (edge, before) in graph.around(vertex) {
            let after = cost + costs[edge];
            let leads_here = !is_directed || graph.edges()[edge].ends == [before, vertex];
            if leads_here && after < best[before] {
                best[before] = after;
                starts[before] = TreeStart::Edge(edge);
                waiting.push(Reverse((after, before)));
            }
        }
    }
}

/// Returns the edges of the tree of a set.
fn edges_from(
    graph: &RuleGraph,
    root: usize,
    all: usize,
    starts: &[Vec<TreeStart>],
) -> BTreeSet<usize> {
    let mut edges = BTreeSet::new();
    let mut open = vec![(all, root)];
    while let Some((set, vertex)) = open.pop() {
        match starts[set][vertex] {
            TreeStart::End => {}
            TreeStart::Edge(edge) => {
                edges.insert(edge);
                let [a, b] = graph.edges()[edge].ends;
                open.push((set, a + b - vertex));
            }
            TreeStart::Split(part) => open.extend([(part, vertex), (set ^ part, vertex)]),
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::graph::Condition;

    /// Returns the vertices that some edges lead to from a vertex.
    fn reached(
        graph: &RuleGraph,
        drawn: &[usize],
        root: usize,
        is_directed: bool,
    ) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([root]);
        for _ in drawn {
            for &edge in drawn {
                let [a, b] = graph.edges()[edge].ends;
                if reached.contains(&a) {
                    reached.insert(b);
                } else if !is_directed && reached.contains(&b) {
                    reached.insert(a);
                }
            }
        }
        reached
    }

    #[test]
    fn the_cheapest_tree_is_that_of_all_sets_of_edges() {
        let mut seed = 1_u64;
        let mut below = |limit: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        let (mut found, mut missing) = (0, 0);
        for round in 0..300 {
            let is_directed = round % 2 == 0;
            let mut graph =
                if is_directed { RuleGraph::directed("g") } else { RuleGraph::undirected("g") };
            (0..6).for_each(|vertex| {
                graph.add_vertex(vertex);
            });
            let mut costs = Vec::new();
            for _ in 0..9 {
                let (a, b) = (below(6), below(6));
                graph.edge(a, b, Condition::Always);
                costs.push(below(4) as u64);
            }
            let ends: BTreeSet<usize> = (0..below(5)).map(|_| below(6)).collect();
            let trees = (0..1_usize << 9).filter_map(|set| {
                let drawn: Vec<usize> = (0..9).filter(|edge| set >> edge & 1 == 1).collect();
                let is_joined = ends.is_subset(&reached(&graph, &drawn, 0, is_directed));
                is_joined.then(|| drawn.iter().map(|&edge| costs[edge]).sum::<u64>())
            });
            let tree = JoiningTree::new(&graph, 0, &ends, is_directed, &costs);
            assert_eq!(
                tree.as_ref().map(|tree| tree.cost),
                trees.min(),
                "{graph:?} {costs:?} {ends:?}"
            );
            match tree {
                Some(tree) => {
                    let is_joined = ends.is_subset(&reached(&graph, &tree.edges, 0, is_directed));
                    let total: u64 = tree.edges.iter().map(|&edge| costs[edge]).sum();
                    assert!(is_joined && total <= tree.cost, "{tree:?}");
                    found += 1;
                }
                None => missing += 1,
            }
        }
        assert!(found > 100 && missing > 20, "{found} {missing}");
    }
}
