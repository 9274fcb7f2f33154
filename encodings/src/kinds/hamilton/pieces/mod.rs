//! Pieces: a Hamilton cycle problem without its forced vertices, split at 2-vertex cuts.

mod pairs;
mod palm;
mod reduce;
mod split;

pub use split::Decomposition;

use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};

/// A graph with forced edges: a part of a Hamilton cycle problem.
///
/// A solution is a Hamilton cycle of the graph with all forced edges. Each edge stands for a path of the original
/// graph. The forced edge that a split adds stands for none, so gluing is the union of the paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    vertices: usize,
    edges: Vec<PieceEdge>,
}

/// An edge of a [`Piece`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceEdge {
    /// Its ends, counted from 0.
    pub ends: [u32; 2],
    /// Whether every solution takes it.
    pub forced: bool,
    /// The edges of the original graph that it stands for.
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

    /// Returns the piece as a puzzle, and the edges of the piece that its edges stand for.
    ///
    /// A vertex in the middle of each forced edge forces it.
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

    /// Returns the neighbours of each vertex, with the index of the edge.
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
