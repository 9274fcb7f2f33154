//! The parts of a graph that a single cycle can visit: those between bridges.

use encycle_encodings::grid::{Edge, Graph};

/// Returns the part of each edge: those of the open edges that are on a common cycle, through others, have the same number.
/// Bridges, and edges that are not open, have none.
///
/// Depth-first search with the lowest vertex that can be reached back (Tarjan 1974, *A note on finding the bridges of a
/// graph*).
pub(super) fn parts_without_bridges(
    graph: &Graph,
    is_open: impl Fn(Edge) -> bool,
) -> Vec<Option<usize>> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; graph.vertex_count()], vec![NEW; graph.vertex_count()]);
    let mut is_bridge = vec![false; graph.edge_count()];
    let mut next = 0;
    for root in 0..graph.vertex_count() {
        if order[root] != NEW {
            continue;
        }
        (order[root], low[root]) = (next, next);
        next += 1;
        // a vertex, the edge to it, and the number of its edges that were followed
        let mut stack: Vec<(usize, Option<Edge>, usize)> = vec![(root, None, 0)];
        while let Some(top) = stack.last_mut() {
            let (vertex, from) = (top.0, top.1);
            if let Some(&edge) = graph.incident(vertex).get(top.2) {
                top.2 += 1;
                if Some(edge) == from || !is_open(edge) {
                    continue;
                }
                let other = graph.other_end(edge, vertex);
                if order[other] == NEW {
                    (order[other], low[other]) = (next, next);
                    next += 1;
                    stack.push((other, Some(edge), 0));
                } else {
                    low[vertex] = low[vertex].min(order[other]);
                }
            } else {
                stack.pop();
                if let (Some(edge), Some(&(parent, ..))) = (from, stack.last()) {
                    low[parent] = low[parent].min(low[vertex]);
                    is_bridge[edge.index()] = low[vertex] > order[parent];
                }
            }
        }
    }
    // the connected components of what is left
    let mut part_of_vertex = vec![None; graph.vertex_count()];
    let mut count = 0;
    for root in 0..graph.vertex_count() {
        if part_of_vertex[root].is_some() {
            continue;
        }
        part_of_vertex[root] = Some(count);
        let mut waiting = vec![root];
        while let Some(vertex) = waiting.pop() {
            for &edge in graph.incident(vertex) {
                let other = graph.other_end(edge, vertex);
                if is_open(edge) && !is_bridge[edge.index()] && part_of_vertex[other].is_none() {
                    part_of_vertex[other] = Some(count);
                    waiting.push(other);
                }
            }
        }
        count += 1;
    }
    let part = |edge: Edge| {
        part_of_vertex[graph.ends(edge)[0]].filter(|_| is_open(edge) && !is_bridge[edge.index()])
    };
    graph.edges().map(part).collect()
}
