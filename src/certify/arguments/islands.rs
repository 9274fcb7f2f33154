//! The parts of a graph that a single cycle can visit: those between bridges.

use encycle_encodings::grid::{Edge, Graph, bridges, components};

/// Returns the part of each edge: those of the open edges that are on a common cycle, through others, have the same number.
/// Bridges, and edges that are not open, have none.
pub(super) fn parts_without_bridges(
    graph: &Graph,
    is_open: impl Fn(Edge) -> bool,
) -> Vec<Option<usize>> {
    let is_bridge = bridges(graph, &is_open);
    let is_in_part = |edge: Edge| is_open(edge) && !is_bridge[edge.index()];
    let along = |vertex| graph.neighbours_along(vertex, is_in_part);
    let parts = components(graph.vertex_count(), |_| true, along).numbers;
    graph.edges().map(|edge| parts[graph.ends(edge)[0]].filter(|_| is_in_part(edge))).collect()
}
