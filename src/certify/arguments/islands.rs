//! The parts of a graph that a single cycle can visit: what is left when the bridges are removed.

use encycle_encodings::grid::{Edge, Graph, bridges, components};

/// Returns the number of the part of each edge. Two open edges are in the same part if open edges other than bridges
/// connect them; a cycle never crosses a bridge, so it lies in a single part. Bridges, and edges that are not open, are
/// in no part.
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
