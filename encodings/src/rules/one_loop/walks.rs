//! The decomposition of a set of drawn edges into paths and cycles.

use crate::grid::{Edge, Graph};

/// A path or a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The edges in walking order.
    pub edges: Vec<Edge>,
    /// The vertices in walking order, one more than edges; a cycle ends with its first vertex.
    pub vertices: Vec<usize>,
}

impl Walk {
    /// Returns whether the walk ends where it began.
    #[must_use]
    pub fn is_cycle(&self) -> bool {
        self.vertices.first() == self.vertices.last()
    }

    /// Returns the vertices of the walk, each once.
    #[must_use]
    pub fn distinct_vertices(&self) -> &[usize] {
        &self.vertices[..self.vertices.len() - usize::from(self.is_cycle())]
    }
}

/// Decomposes drawn edges: first into paths, from their ends, then into cycles.
///
/// The result is meaningful if at most two drawn edges meet at each vertex. Otherwise a walk ends where it cannot
/// continue.
///
/// ```
/// use encycle_encodings::rules::one_loop::walks;
/// use encycle_encodings::grid::Graph;
/// let graph = Graph::new(5, vec![[0, 1], [1, 2], [2, 0], [3, 4]]).unwrap();
/// let walks = walks(&graph, &[true; 4]);
/// assert_eq!(walks[0].vertices, [3, 4]);
/// assert_eq!(walks[1].vertices, [0, 1, 2, 0]);
/// ```
#[must_use]
pub fn walks(graph: &Graph, drawn: &[bool]) -> Vec<Walk> {
    let mut left = drawn.to_vec();
    left.resize(graph.edge_count(), false);
    let mut found = Vec::new();
    let degree = |left: &[bool], vertex: usize| {
        graph.incident(vertex).iter().filter(|edge| left[edge.index()]).count()
    };
    let ends: Vec<usize> =
        (0..graph.vertex_count()).filter(|&vertex| degree(&left, vertex) == 1).collect();
    for start in ends.into_iter().chain(0..graph.vertex_count()) {
        while degree(&left, start) > 0 {
            let mut walk = Walk { edges: Vec::new(), vertices: vec![start] };
            let mut at = start;
            while let Some(&edge) = graph.incident(at).iter().find(|edge| left[edge.index()]) {
                left[edge.index()] = false;
                at = graph.other_end(edge, at);
                walk.edges.push(edge);
                walk.vertices.push(at);
                if at == start {
                    break;
                }
            }
            found.push(walk);
        }
    }
    found
}
