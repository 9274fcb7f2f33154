//! Minimum cuts in a graph whose edges have capacities.
//!
//! A connectivity constraint demands that the edges that leave a set of vertices have a total of at least 1 or 2. A point
//! of a linear relaxation violates it for some set exactly if a minimum cut, with the values of the point as capacities,
//! is smaller. By the max-flow min-cut theorem, a minimum cut is found by pushing flow along paths until no path with a
//! residual capacity is left; the vertices that can still be reached form the source side:
//!
//! ```text
//!        0.5         0.25
//!   s --------- a ---------- t      the minimum cut has s and a on one side, t on the other, and capacity 0.25
//! ```
//!
//! Only cuts below a small limit matter, so the search gives up as soon as the flow reaches the limit.

use std::collections::VecDeque;

use crate::grid::{Edge, Graph};

/// A residual capacity up to this value is a rounding error and counts as zero.
const NOTHING: f64 = 1e-9;

/// A graph with capacities on each edge: from its first end to the second, and back.
pub(crate) struct FlowNetwork<'a> {
    graph: &'a Graph,
    capacities: Vec<[f64; 2]>,
    /// The edges whose capacity is 1 in both directions until the next [`Self::reset`].
    filled: Vec<bool>,
    /// The residual capacities of each edge: from its first end to the second, and back.
    left: Vec<[f64; 2]>,
    /// How the last search reached each vertex.
    reached: Vec<ReachedBy>,
}

#[derive(Clone, Copy, PartialEq)]
enum ReachedBy {
    Not,
    AsSource,
    By(Edge),
}

impl<'a> FlowNetwork<'a> {
    /// Creates a network with two capacities for each edge, by number: from its first end to the second, and back.
    pub fn new(graph: &'a Graph, capacities: Vec<[f64; 2]>) -> Self {
        let reached = vec![ReachedBy::Not; graph.vertex_count()];
        let filled = vec![false; graph.edge_count()];
        Self { graph, capacities, filled, left: Vec::new(), reached }
    }

    /// Gives the edges between a side and the rest the capacity 1, so that the next cut has none of them if it can.
    pub fn fill(&mut self, side: &[bool]) {
        for edge in self.graph.edges() {
            let [a, b] = self.graph.ends(edge);
            self.filled[edge.index()] |= side[a] != side[b];
        }
    }

    /// Gives all edges their own capacities again.
    pub fn reset(&mut self) {
        self.filled.fill(false);
    }

    /// Returns the source side of a minimum cut between the sources and the sinks, as one entry per vertex; `None` if
    /// its capacity is not below `limit`. No source may be a sink.
    ///
    /// The method is shortest augmenting paths (Edmonds, Karp: *Theoretical improvements in algorithmic efficiency for
    /// network flow problems*, J. ACM 19, 1972). With a small limit few paths suffice.
    pub fn cut_below(
        &mut self,
        sources: &[usize],
        sinks: &[usize],
        limit: f64,
    ) -> Option<Vec<bool>> {
        self.left.clear();
        let own = self.capacities.iter().zip(&self.filled);
        self.left.extend(own.map(|(&own, &is_filled)| if is_filled { [1.0; 2] } else { own }));
        let mut flow = 0.0;
        while let Some(sink) = self.search(sources, sinks) {
            let width = self
                .path(sink)
                .fold(f64::INFINITY, |least, (edge, way)| least.min(self.left[edge.index()][way]));
            let path: Vec<_> = self.path(sink).collect();
            for (edge, way) in path {
                self.left[edge.index()][way] -= width;
                self.left[edge.index()][1 - way] += width;
            }
            flow += width;
            if flow >= limit {
                return None;
            }
        }
        Some(self.reached.iter().map(|&reached| reached != ReachedBy::Not).collect())
    }

    /// Searches from the sources along residual capacities, and returns the first sink reached.
    fn search(&mut self, sources: &[usize], sinks: &[usize]) -> Option<usize> {
        self.reached.fill(ReachedBy::Not);
        sources.iter().for_each(|&source| self.reached[source] = ReachedBy::AsSource);
        let mut open = VecDeque::from(sources.to_vec());
        while let Some(vertex) = open.pop_front() {
            if sinks.contains(&vertex) {
                return Some(vertex);
            }
            for &edge in self.graph.incident(vertex) {
                let next = self.graph.other_end(edge, vertex);
                let left = self.left[edge.index()][self.way(edge, vertex)];
                if self.reached[next] == ReachedBy::Not && left > NOTHING {
                    self.reached[next] = ReachedBy::By(edge);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the direction in which an edge leads away from a vertex.
    fn way(&self, edge: Edge, from: usize) -> usize {
        usize::from(self.graph.ends(edge)[0] != from)
    }

    /// Returns the edges by which the last search reached a vertex, with their directions, from the vertex back to the
    /// source.
    fn path(&self, to: usize) -> impl Iterator<Item = (Edge, usize)> {
        let mut at = to;
        std::iter::from_fn(move || {
            let ReachedBy::By(edge) = self.reached[at] else { return None };
            at = self.graph.other_end(edge, at);
            Some((edge, self.way(edge, at)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the minimum over all 2^3 cuts between the first vertex and the last, for all graphs on five
    /// vertices, with capacities from a fixed sequence.
    #[test]
    fn the_cut_is_a_minimum_cut() {
        let pairs: Vec<[u32; 2]> = (0..5).flat_map(|a| (a + 1..5).map(move |b| [a, b])).collect();
        for code in 0..1_u32 << pairs.len() {
            let chosen = pairs.iter().enumerate().filter(|&(number, _)| code >> number & 1 == 1);
            let graph = Graph::new(5, chosen.map(|(_, &pair)| pair).collect()).expect("simple");
            let capacity = |edge: Edge| f64::from((edge.0 * 7 + code) % 5) / 4.0;
            let capacities: Vec<f64> = graph.edges().map(capacity).collect();
            let of_cut = |side: &dyn Fn(usize) -> bool| -> f64 {
                let crosses = |edge: &Edge| graph.ends(*edge).map(side);
                let crossing = graph.edges().filter(|edge| crosses(edge)[0] != crosses(edge)[1]);
                crossing.map(|edge| capacities[edge.index()]).sum()
            };
            let sides = 0..8_usize;
            let least = sides
                .map(|side| {
                    of_cut(&|vertex| vertex == 0 || (vertex < 4 && side >> (vertex - 1) & 1 == 1))
                })
                .fold(f64::INFINITY, f64::min);
            let mut network =
                FlowNetwork::new(&graph, graph.edges().map(|edge| [capacity(edge); 2]).collect());
            let found = network.cut_below(&[0], &[4], least + 0.1).expect("a cut below the limit");
            assert!(found[0] && !found[4]);
            assert!((of_cut(&|vertex| found[vertex]) - least).abs() < 1e-6, "{code}");
            assert!(least == 0.0 || network.cut_below(&[0], &[4], least - 0.1).is_none());
        }
    }
}
