//! 2-factors: disjoint cycles through all vertices of a graph, with exchanges of edges.
//!
//! Each vertex knows its cycle by a number, so a test for an edge between two cycles takes constant time. An exchange
//! renumbers the vertices of all its cycles except the longest. Because a vertex is renumbered only if it joins a cycle
//! at least as long as its own, it is renumbered at most log2(n) times in all.

use crate::grid::{Edge, Graph};
use crate::rules::one_loop::walks;

/// The budget of visited edges for each edge of the graph, because the time for a dense graph without exchanges is
/// quadratic in its degrees.
const BUDGET: usize = 1000;

/// An edge and its other end, seen from a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FactorStep {
    pub to: usize,
    pub edge: Edge,
}

/// A 2-factor: disjoint cycles through all vertices.
pub(super) struct TwoFactor<'a> {
    pub graph: &'a Graph,
    /// The two edges of the factor at each vertex.
    at: Vec<[FactorStep; 2]>,
    /// For each vertex, the number of its cycle.
    cycle: Vec<usize>,
    /// For each cycle, the number of its vertices.
    length: Vec<usize>,
    /// The edges that may still be visited in search of edges between two vertices.
    budget: usize,
}

impl<'a> TwoFactor<'a> {
    /// Creates a 2-factor from its drawn edges. Returns `None` if a vertex does not have exactly two of them.
    pub fn new(graph: &'a Graph, drawn: &[bool]) -> Option<Self> {
        let is_drawn = |edge: Edge| drawn.get(edge.index()).copied().unwrap_or(false);
        let mut at = Vec::with_capacity(graph.vertex_count());
        for vertex in 0..graph.vertex_count() {
            let edges = graph.incident(vertex).iter().filter(|&&edge| is_drawn(edge));
            let steps = edges.map(|&edge| FactorStep { to: graph.other_end(edge, vertex), edge });
            at.push(<[FactorStep; 2]>::try_from(steps.collect::<Vec<_>>()).ok()?);
        }
        let (mut cycle, mut length) = (vec![0; graph.vertex_count()], Vec::new());
        for (number, walk) in walks(graph, drawn).iter().enumerate() {
            walk.distinct_vertices().iter().for_each(|&vertex| cycle[vertex] = number);
            length.push(walk.edges.len());
        }
        Some(Self { graph, at, cycle, length, budget: BUDGET * graph.edge_count() })
    }

    /// Returns, for each edge of the graph, whether the factor contains it.
    pub fn into_drawn(self) -> Vec<bool> {
        let mut drawn = vec![false; self.graph.edge_count()];
        self.at.iter().flatten().for_each(|step| drawn[step.edge.index()] = true);
        drawn
    }

    /// Returns the two edges of the factor at a vertex.
    pub fn at(&self, vertex: usize) -> [FactorStep; 2] {
        self.at[vertex]
    }

    /// Returns the number of the cycle of a vertex.
    pub fn cycle(&self, vertex: usize) -> usize {
        self.cycle[vertex]
    }

    /// Returns the edge of the graph between two vertices; `None` if there is none or the budget is spent.
    pub fn edge_between(&mut self, a: usize, b: usize) -> Option<Edge> {
        let [a, b] = match self.graph.incident(a).len() <= self.graph.incident(b).len() {
            true => [a, b],
            false => [b, a],
        };
        self.budget = self.budget.saturating_sub(self.graph.incident(a).len());
        if self.is_spent() { None } else { self.graph.edge_between(a, b) }
    }

    /// Returns whether the budget is spent.
    pub fn is_spent(&self) -> bool {
        self.budget == 0
    }

    /// Removes one edge of each of several cycles and adds as many edges between their ends, which join the cycles into
    /// one.
    pub fn exchange<const N: usize>(&mut self, removed: [Edge; N], added: [Edge; N]) {
        let starts = removed.map(|edge| self.graph.ends(edge)[0]);
        let cycles = starts.map(|start| self.cycle[start]);
        let Some(kept) = cycles.into_iter().max_by_key(|&cycle| self.length[cycle]) else { return };
        for (start, old) in starts.into_iter().zip(cycles).filter(|&(_, cycle)| cycle != kept) {
            for vertex in self.walk(start) {
                self.cycle[vertex] = kept;
            }
            self.length[kept] += std::mem::take(&mut self.length[old]);
        }
        for edge in added {
            for vertex in self.graph.ends(edge) {
                let to = self.graph.other_end(edge, vertex);
                if let Some(step) = self.at[vertex].iter_mut().find(|s| removed.contains(&s.edge)) {
                    *step = FactorStep { to, edge };
                }
            }
        }
    }

    /// Returns the vertices of the cycle of `start`.
    fn walk(&self, start: usize) -> Vec<usize> {
        let (mut vertices, mut step) = (vec![start], self.at[start][0]);
        while step.to != start {
            vertices.push(step.to);
            let [first, second] = self.at[step.to];
            step = if first.edge == step.edge { second } else { first };
        }
        vertices
    }
}
