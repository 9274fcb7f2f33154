//! The picture of a general graph with drawn edges.

use crate::grid::{Graph, GraphLayout};
use crate::puzzle::{GraphSketch, Solution};
use crate::rules::one_loop::walks;

/// Returns the picture of a graph without notes and clues, with the edges of a solution if there is one. `points` holds
/// the positions of the vertices. If it is empty, the vertices of a grid get their positions on the grid, and the
/// vertices of any other graph get none.
#[must_use]
pub fn graph_sketch(
    title: String,
    graph: &Graph,
    points: &[(i32, i32)],
    solution: Option<&Solution>,
) -> GraphSketch {
    let points = match graph.layout() {
        GraphLayout::Lines(grid) if points.is_empty() => {
            let point = |vertex: usize| {
                let (row, col) = (vertex / (grid.cols() + 1), vertex % (grid.cols() + 1));
                (100 * col as i32, 100 * row as i32)
            };
            (0..graph.vertex_count()).map(point).collect()
        }
        _ => points.to_vec(),
    };
    GraphSketch {
        title,
        vertices: (0..graph.vertex_count()).map(|vertex| graph.vertex_name(vertex)).collect(),
        points,
        edges: graph.edges().map(|edge| graph.ends(edge).map(|end| end as u32).into()).collect(),
        pairs: vec![None; graph.vertex_count()],
        drawn: solution.map(|solution| solution.atoms().to_vec()),
        walks: solution.map_or_else(Vec::new, |solution| {
            let numbers = |vertices: Vec<usize>| vertices.into_iter().map(|v| v as u32).collect();
            walks(graph, solution.atoms()).into_iter().map(|walk| numbers(walk.vertices)).collect()
        }),
        notes: Vec::new(),
        terminals: Vec::new(),
        clues: Vec::new(),
    }
}
