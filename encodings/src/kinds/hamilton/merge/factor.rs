//! Disjoint cycles through all vertices of a graph.

use crate::grid::{Edge, Graph};
use crate::loops::walks;

/// An edge and its end opposite to a known vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub to: usize,
    pub edge: Edge,
}

/// A 2-factor: disjoint cycles through all vertices, with the place of each vertex on its cycle.
pub(super) struct TwoFactor<'a> {
    pub graph: &'a Graph,
    /// The two edges of the factor at each vertex.
    at: Vec<[Step; 2]>,
    /// The vertices of each cycle, in order; empty for a cycle that was merged into another.
    cycles: Vec<Vec<usize>>,
    /// For each vertex the number of its cycle, and its place there.
    place: Vec<(usize, usize)>,
}

impl<'a> TwoFactor<'a> {
    /// Returns `None` if a vertex does not have exactly two drawn edges.
    pub fn new(graph: &'a Graph, drawn: &[bool]) -> Option<Self> {
        let is_drawn = |edge: Edge| drawn.get(edge.index()).copied().unwrap_or(false);
        let mut at = Vec::with_capacity(graph.vertex_count());
        for vertex in 0..graph.vertex_count() {
            let edges = graph.incident(vertex).iter().filter(|&&edge| is_drawn(edge));
            let steps = edges.map(|&edge| Step { to: graph.other_end(edge, vertex), edge });
            at.push(<[Step; 2]>::try_from(steps.collect::<Vec<_>>()).ok()?);
        }
        let mut factor =
            Self { graph, at, cycles: Vec::new(), place: vec![(0, 0); graph.vertex_count()] };
        for walk in walks(graph, drawn) {
            factor.cycles.push(walk.distinct_vertices().to_vec());
            factor.number(factor.cycles.len() - 1);
        }
        Some(factor)
    }

    /// Returns for each edge of the graph whether the factor contains it.
    pub fn into_drawn(self) -> Vec<bool> {
        let mut drawn = vec![false; self.graph.edge_count()];
        self.at.iter().flatten().for_each(|step| drawn[step.edge.index()] = true);
        drawn
    }

    /// Returns the two edges of the factor at a vertex.
    pub fn at(&self, vertex: usize) -> [Step; 2] {
        self.at[vertex]
    }

    /// Returns the number of the cycle of a vertex.
    pub fn cycle(&self, vertex: usize) -> usize {
        self.place[vertex].0
    }

    /// Returns whether the factor contains an edge at `vertex`.
    pub fn contains(&self, vertex: usize, edge: Edge) -> bool {
        self.at[vertex].iter().any(|step| step.edge == edge)
    }

    /// Returns the edge of the factor by which a walk from `start`, away from its neighbour `behind`, reaches `vertex`
    /// of the same cycle; `None` for the start.
    pub fn step_before(&self, start: usize, behind: usize, vertex: usize) -> Option<Step> {
        let (cycle, from) = self.place[start];
        let cycle = &self.cycles[cycle];
        let (length, place) = (cycle.len(), self.place[vertex].1);
        let is_forward = cycle[(from + length - 1) % length] == behind;
        let before = cycle[(place + if is_forward { length - 1 } else { 1 }) % length];
        let step = self.at[vertex].into_iter().find(|step| step.to == before)?;
        (vertex != start).then_some(step)
    }

    /// Replaces edges of these cycles so that they become one cycle.
    pub fn exchange(&mut self, removed: &[Edge], added: &[Edge], cycles: &[usize]) {
        for &edge in removed {
            for vertex in self.graph.ends(edge) {
                let position = added.iter().position(|&edge| {
                    self.graph.ends(edge).contains(&vertex) && !self.contains(vertex, edge)
                });
                let new = added[position.expect("each vertex gains as many edges as it loses")];
                let step = Step { to: self.graph.other_end(new, vertex), edge: new };
                let old = self.at[vertex].iter_mut().find(|step| step.edge == edge);
                *old.expect("the factor contains the removed edge") = step;
            }
        }
        let merged = self.walk(self.graph.ends(added[0])[0]);
        debug_assert_eq!(merged.len(), cycles.iter().map(|&c| self.cycles[c].len()).sum::<usize>());
        cycles.iter().for_each(|&cycle| self.cycles[cycle].clear());
        self.cycles[cycles[0]] = merged;
        self.number(cycles[0]);
    }

    /// Returns the vertices of the cycle of `start`, from the edges.
    fn walk(&self, start: usize) -> Vec<usize> {
        let (mut vertices, mut step) = (vec![start], self.at[start][0]);
        while step.to != start {
            vertices.push(step.to);
            let [first, second] = self.at[step.to];
            step = if first.edge == step.edge { second } else { first };
        }
        vertices
    }

    fn number(&mut self, cycle: usize) {
        for (place, &vertex) in self.cycles[cycle].iter().enumerate() {
            self.place[vertex] = (cycle, place);
        }
    }
}
