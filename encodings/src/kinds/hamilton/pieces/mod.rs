//! Pieces: a Hamilton cycle problem without its forced vertices, split at 2-vertex cuts.
//!
//! A Hamilton cycle passes a 2-vertex cut {u, v} exactly twice, so the two sides can be solved independently. Each side
//! gets a forced edge between u and v, which stands for the path through the other side:
//!
//! ```text
//!   A --- u --- B             A --- u        u --- B
//!   |     |     |      →      |     ‖        ‖     |          ‖  forced edge
//!   A --- v --- B             A --- v        v --- B
//! ```
//!
//! An edge between u and v themselves is in no Hamilton cycle, because the cycle crosses both sides. Each split
//! produces vertices of degree two and forced paths, from which further edges follow (`reduce`), which in turn produces
//! further cuts. So reduction and splits alternate until every piece is triconnected (`split`).
//!
//! The hard part is finding a 2-vertex cut in linear time; trying all pairs of vertices takes quadratic time for each
//! split. `pairs` and `palm` implement the algorithm of Hopcroft and Tarjan.

mod pairs;
mod reduce;
mod split;

pub use split::Decomposition;

use crate::grid::{ContractedGraph, Edge, FactorProblem, Graph, separating_set};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};

/// A graph with forced edges: a part of a Hamilton cycle problem.
///
/// A solution is a Hamilton cycle of the piece with all forced edges. Each edge stands for a path of the original
/// graph. The forced edge that a split adds stands for no path, so the solutions of the pieces are glued by uniting
/// their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    vertices: usize,
    edges: Vec<PieceEdge>,
}

/// An edge of a [`Piece`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceEdge {
    /// The ends, counted from 0.
    pub ends: [u32; 2],
    /// Whether every solution takes it.
    pub forced: bool,
    /// The edges of the original graph that this edge stands for.
    pub original: Vec<Edge>,
}

impl Piece {
    /// Creates the only piece of a puzzle before any reduction.
    fn of(puzzle: &Hamilton) -> Self {
        let graph = puzzle.graph();
        let allowed = graph.edges().filter(|&edge| !puzzle.is_forbidden(edge));
        let edge = |edge| PieceEdge {
            ends: graph.ends(edge).map(|end| end as u32),
            forced: false,
            original: vec![edge],
        };
        Self { vertices: graph.vertex_count(), edges: allowed.map(edge).collect() }
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// Returns the edges.
    #[must_use]
    pub fn edges(&self) -> &[PieceEdge] {
        &self.edges
    }

    /// Returns the edges of the original graph on a cycle, given by its edges in the piece.
    #[must_use]
    pub fn original(&self, cycle: &[usize]) -> Vec<Edge> {
        cycle.iter().flat_map(|&edge| self.edges[edge].original.iter().copied()).collect()
    }

    /// Returns the piece as a puzzle, and, for each edge of the puzzle, the edge of the piece that it stands for.
    ///
    /// A forced edge gets a vertex in the middle, which has degree two and therefore forces it.
    #[must_use]
    pub fn puzzle(&self) -> (Hamilton, Vec<usize>) {
        let (mut ends, mut edges, mut vertices) = (Vec::new(), Vec::new(), self.vertices as u32);
        for (index, edge) in self.edges.iter().enumerate() {
            let [a, b] = edge.ends;
            if edge.forced {
                ends.extend([[a, vertices], [vertices, b]]);
                edges.extend([index, index]);
                vertices += 1;
            } else {
                ends.push([a, b]);
                edges.push(index);
            }
        }
        let graph = Graph::new(vertices as usize, ends).expect("a piece is a simple graph");
        let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
        (puzzle.expect("a piece has vertices"), edges)
    }

    /// Returns whether counting shows that there is no cycle: by degrees, or by components.
    fn is_excluded(&self, go_on: &mut dyn FnMut() -> bool) -> bool {
        separating_set(&self.contracted_graph().neighbours).is_some()
            || self.factor_problem().barrier(go_on).is_some()
    }

    /// Returns the graph in which forced edges are contracted.
    #[must_use]
    pub fn contracted_graph(&self) -> ContractedGraph {
        let ends = |forced: bool| -> Vec<[usize; 2]> {
            let edges = self.edges.iter().filter(|edge| edge.forced == forced);
            edges.map(|edge| edge.ends.map(|end| end as usize)).collect()
        };
        ContractedGraph::new(self.vertices, &ends(true), &ends(false))
    }

    /// Returns the factor problem of the edges that are not forced.
    #[must_use]
    pub fn factor_problem(&self) -> FactorProblem {
        let mut demands = vec![2_usize; self.vertices];
        for end in self.edges.iter().filter(|edge| edge.forced).flat_map(|edge| edge.ends) {
            let demand = &mut demands[end as usize];
            *demand = demand.saturating_sub(1);
        }
        let open = self.edges.iter().filter(|edge| !edge.forced).map(|edge| edge.ends);
        FactorProblem::new(demands, open.collect())
    }

    /// Returns the neighbors of each vertex, with the index of the edge.
    fn neighbours(&self) -> Vec<Vec<(u32, u32)>> {
        let mut neighbours = vec![Vec::new(); self.vertices];
        for (index, edge) in self.edges.iter().enumerate() {
            let [a, b] = edge.ends;
            neighbours[a as usize].push((b, index as u32));
            neighbours[b as usize].push((a, index as u32));
        }
        neighbours
    }
}
