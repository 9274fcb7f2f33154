//! Modularity, and communities by the Louvain method.

use std::collections::BTreeMap;

use super::graph::{PrimalGraph, merge};

/// The modularity of a partition of the vertices, and its number of communities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Communities {
    /// For each community the share of the weight of its inner edges, minus the square of the share of the degrees of its
    /// vertices; their sum.
    pub modularity: f64,
    /// The number of communities with an edge.
    pub communities: usize,
}

/// A gain of modularity below this is a rounding error.
const EPSILON: f64 = 1e-12;

/// Finds communities by the Louvain method (Blondel, Guillaume, Lambiotte and Lefebvre 2008, Fast unfolding of communities
/// in large networks). Vertices are visited in order, and of equally good communities the first is taken, so that the
/// result is deterministic. Returns `None` for a graph without edges.
pub(super) fn louvain(graph: &PrimalGraph) -> Option<Communities> {
    let mut level = Level {
        neighbors: (0..graph.len()).map(|vertex| graph.neighbors(vertex).to_vec()).collect(),
        inner: vec![0.0; graph.len()],
    };
    let total: f64 = (0..level.len()).map(|vertex| level.degree(vertex)).sum();
    if total <= 0.0 {
        return None;
    }
    while let Some(communities) = level.moved(total) {
        level = level.merged(&communities);
    }
    let share = |vertex: usize| {
        let degree = level.degree(vertex) / total;
        level.inner[vertex] / total - degree * degree
    };
    Some(Communities {
        modularity: (0..level.len()).map(share).sum(),
        communities: (0..level.len()).filter(|&vertex| level.degree(vertex) > 0.0).count(),
    })
}

/// A graph whose vertices are sets of vertices of the graph before.
struct Level {
    neighbors: Vec<Vec<(u32, f64)>>,
    /// Twice the weight of the edges inside each vertex.
    inner: Vec<f64>,
}

impl Level {
    fn len(&self) -> usize {
        self.neighbors.len()
    }

    fn degree(&self, vertex: usize) -> f64 {
        self.inner[vertex] + self.neighbors[vertex].iter().map(|(_, weight)| weight).sum::<f64>()
    }

    /// Moves vertices to communities of neighbours while that increases the modularity, and returns the community of each;
    /// `None` if no move does.
    fn moved(&self, total: f64) -> Option<Vec<u32>> {
        let degrees: Vec<f64> = (0..self.len()).map(|vertex| self.degree(vertex)).collect();
        let mut communities: Vec<u32> = (0..self.len() as u32).collect();
        let mut sums = degrees.clone();
        let mut has_moved = false;
        loop {
            let mut is_stable = true;
            for vertex in 0..self.len() {
                let own = communities[vertex];
                let mut weights: BTreeMap<u32, f64> = BTreeMap::from([(own, 0.0)]);
                for &(other, weight) in &self.neighbors[vertex] {
                    *weights.entry(communities[other as usize]).or_default() += weight;
                }
                sums[own as usize] -= degrees[vertex];
                let gain = |community: u32, weight: f64| {
                    weight - degrees[vertex] * sums[community as usize] / total
                };
                let mut best = (own, gain(own, weights[&own]));
                for (&community, &weight) in &weights {
                    let gain = gain(community, weight);
                    if gain > best.1 + EPSILON * total {
                        best = (community, gain);
                    }
                }
                sums[best.0 as usize] += degrees[vertex];
                if best.0 != own {
                    communities[vertex] = best.0;
                    is_stable = false;
                    has_moved = true;
                }
            }
            if is_stable {
                return has_moved.then_some(communities);
            }
        }
    }

    /// Makes each community a vertex.
    fn merged(&self, communities: &[u32]) -> Self {
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for &community in communities {
            let next = numbers.len() as u32;
            numbers.entry(community).or_insert(next);
        }
        let mut merged =
            Self { neighbors: vec![Vec::new(); numbers.len()], inner: vec![0.0; numbers.len()] };
        for vertex in 0..self.len() {
            let own = numbers[&communities[vertex]];
            merged.inner[own as usize] += self.inner[vertex];
            for &(other, weight) in &self.neighbors[vertex] {
                let other = numbers[&communities[other as usize]];
                match other == own {
                    true => merged.inner[own as usize] += weight,
                    false => merged.neighbors[own as usize].push((other, weight)),
                }
            }
        }
        merged.neighbors.iter_mut().for_each(merge);
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sizes::structure::clauses::ClauseList;

    /// The modularity by its definition over pairs of vertices.
    fn modularity(graph: &PrimalGraph, communities: &[usize]) -> f64 {
        let degree = |vertex: usize| -> f64 {
            graph.neighbors(vertex).iter().map(|(_, weight)| weight).sum()
        };
        let total: f64 = (0..graph.len()).map(degree).sum();
        let mut sum = 0.0;
        for a in 0..graph.len() {
            for b in (0..graph.len()).filter(|&b| communities[a] == communities[b]) {
                let edge = graph.neighbors(a).iter().find(|&&(other, _)| other as usize == b);
                sum += edge.map_or(0.0, |(_, weight)| *weight) - degree(a) * degree(b) / total;
            }
        }
        sum / total
    }

    /// The largest modularity of all partitions.
    fn largest(graph: &PrimalGraph) -> f64 {
        fn visit(graph: &PrimalGraph, partition: &mut Vec<usize>, best: &mut f64) {
            if partition.len() == graph.len() {
                *best = best.max(modularity(graph, partition));
                return;
            }
            for community in 0..=partition.iter().max().map_or(0, |most| most + 1) {
                partition.push(community);
                visit(graph, partition, best);
                partition.pop();
            }
        }
        let mut best = f64::MIN;
        visit(graph, &mut Vec::new(), &mut best);
        best
    }

    /// All graphs of five vertices: the result is no more than the largest modularity, and mostly the same.
    #[test]
    fn the_modularity_is_at_most_the_largest_of_all_partitions() {
        let (mut graphs, mut largest_found) = (0, 0);
        for (edges, graph) in PrimalGraph::all(5) {
            let Some(found) = louvain(&graph) else {
                assert!(edges.is_empty());
                continue;
            };
            let best = largest(&graph);
            assert!(found.modularity <= best + 1e-9, "{edges:?}");
            assert!(found.modularity >= -1e-9, "one community has modularity 0: {edges:?}");
            graphs += 1;
            largest_found += usize::from(found.modularity > best - 1e-9);
        }
        assert_eq!(graphs, (1 << 10) - 1);
        assert!(10 * largest_found >= 9 * graphs, "{largest_found} of {graphs}");
    }

    /// `count` cliques of `size` vertices without common edges: each has 1/count of the edges and of the degrees.
    #[test]
    fn separate_cliques_are_communities() {
        for (count, size) in [(1, 4), (2, 3), (2, 5), (4, 4), (7, 2)] {
            let clique = |first: u32| {
                (0..size).flat_map(move |b| (0..b).map(move |a| (first + a, first + b)))
            };
            let edges: Vec<(u32, u32)> =
                (0..count).flat_map(|index| clique(index * size)).collect();
            let found =
                louvain(&PrimalGraph::of_edges((count * size) as usize, &edges)).expect("edges");
            assert_eq!(found.communities, count as usize);
            assert!((found.modularity - (1.0 - 1.0 / f64::from(count))).abs() < 1e-9, "{found:?}");
        }
        // two triangles and an edge between them: 6 of 7 edges inside, half of the degrees each
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)];
        let found = louvain(&PrimalGraph::of_edges(6, &edges)).expect("edges");
        assert!((found.modularity - (6.0 / 7.0 - 0.5)).abs() < 1e-9, "{found:?}");
    }

    /// Each clause has weight 1 in all, so that two clauses over different variables are equally heavy.
    #[test]
    fn a_clause_shares_its_weight_among_its_pairs() {
        let list = ClauseList::of(7, &[vec![1, -2, 3, 4, -5], vec![6, 7], vec![6, -7]]);
        let graph = PrimalGraph::of(&list).expect("a small graph");
        assert!((graph.neighbors(0)[0].1 - 0.1).abs() < 1e-12);
        assert_eq!(graph.neighbors(5), [(6, 2.0)]);
        let found = louvain(&graph).expect("edges");
        // shares 1/3 and 2/3 of the weight
        assert!((found.modularity - (1.0 - 1.0 / 9.0 - 4.0 / 9.0)).abs() < 1e-9, "{found:?}");
    }
}
