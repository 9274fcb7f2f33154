//! Walks through graphs: the vertices reached from some vertices, connected components, the sides of a bipartite graph,
//! shortest paths and bridges.
//!
//! Most functions take a graph as the number of its vertices and a function that returns the neighbors of a vertex.
//! Therefore a caller does not have to build a graph for the edges that a puzzle, a model or a clause leaves open.
//! Checks, cuts, techniques and certificates all walk with these functions.

use std::collections::VecDeque;

use crate::grid::{Edge, Graph};

/// Returns, for each vertex, whether it is reached from one of the `starts`.
///
/// ```
/// use encycle_encodings::grid::reached;
///
/// let next = [vec![1], vec![0], vec![3], vec![]];
/// assert_eq!(reached(4, [2], |vertex| next[vertex].iter().copied()), [false, false, true, true]);
/// ```
#[must_use]
pub fn reached<I: IntoIterator<Item = usize>>(
    vertices: usize,
    starts: impl IntoIterator<Item = usize>,
    neighbours: impl Fn(usize) -> I,
) -> Vec<bool> {
    let mut reached = vec![false; vertices];
    let mut waiting: Vec<usize> = starts.into_iter().collect();
    while let Some(vertex) = waiting.pop() {
        if !std::mem::replace(&mut reached[vertex], true) {
            waiting.extend(neighbours(vertex).into_iter().filter(|&next| !reached[next]));
        }
    }
    reached
}

/// The connected components of a graph, numbered in the order of their first vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectedComponents {
    /// The number of the component of each vertex; `None` for vertices that are left out.
    pub numbers: Vec<Option<usize>>,
    /// The number of components.
    pub count: usize,
}

/// Returns the connected components of the vertices for which `is_in` is true.
///
/// ```
/// use encycle_encodings::grid::components;
///
/// let path = |vertex: usize| [vertex.saturating_sub(1), (vertex + 1).min(4)];
/// let found = components(5, |vertex| vertex != 2, path);
/// assert_eq!((found.count, found.numbers), (2, vec![Some(0), Some(0), None, Some(1), Some(1)]));
/// ```
#[must_use]
pub fn components<I: IntoIterator<Item = usize>>(
    vertices: usize,
    is_in: impl Fn(usize) -> bool,
    neighbours: impl Fn(usize) -> I,
) -> ConnectedComponents {
    let mut found = ConnectedComponents { numbers: vec![None; vertices], count: 0 };
    let mut waiting = Vec::new();
    for start in 0..vertices {
        if found.numbers[start].is_some() || !is_in(start) {
            continue;
        }
        found.numbers[start] = Some(found.count);
        waiting.push(start);
        while let Some(vertex) = waiting.pop() {
            for next in neighbours(vertex) {
                if found.numbers[next].is_none() && is_in(next) {
                    found.numbers[next] = Some(found.count);
                    waiting.push(next);
                }
            }
        }
        found.count += 1;
    }
    found
}

/// Returns, for each vertex, its side and the number of its connected component, if the graph is bipartite. The first
/// vertex of each component is on the side `false`.
///
/// ```
/// use encycle_encodings::grid::two_sides;
///
/// let square = |vertex: usize| [(vertex + 1) % 4, (vertex + 3) % 4];
/// let sides = two_sides(4, square).expect("an even cycle");
/// assert_eq!(sides, [(false, 0), (true, 0), (false, 0), (true, 0)]);
/// assert_eq!(two_sides(3, |vertex| [(vertex + 1) % 3, (vertex + 2) % 3]), None);
/// ```
#[must_use]
pub fn two_sides<I: IntoIterator<Item = usize>>(
    vertices: usize,
    neighbours: impl Fn(usize) -> I,
) -> Option<Vec<(bool, usize)>> {
    let mut sides: Vec<Option<(bool, usize)>> = vec![None; vertices];
    let mut count = 0;
    for start in 0..vertices {
        if sides[start].is_some() {
            continue;
        }
        sides[start] = Some((false, count));
        let mut waiting = vec![start];
        while let Some(vertex) = waiting.pop() {
            let (side, component) = sides[vertex]?;
            for next in neighbours(vertex) {
                match sides[next] {
                    None => {
                        sides[next] = Some((!side, component));
                        waiting.push(next);
                    }
                    Some((known, _)) if known == side => return None,
                    Some(_) => {}
                }
            }
        }
        count += 1;
    }
    sides.into_iter().collect()
}

/// Returns the edges of a shortest path between two different vertices of a graph, in the order from `to` back to
/// `from`, or `None` if there is no path. `may_go` returns whether the path may use an edge to a vertex.
#[must_use]
pub fn shortest_path(
    graph: &Graph,
    [from, to]: [usize; 2],
    may_go: impl Fn(Edge, usize) -> bool,
) -> Option<Vec<Edge>> {
    let mut reached_by: Vec<Option<Edge>> = vec![None; graph.vertex_count()];
    let mut waiting = VecDeque::from([from]);
    while reached_by[to].is_none() {
        let vertex = waiting.pop_front()?;
        for &edge in graph.incident(vertex) {
            let next = graph.other_end(edge, vertex);
            if next != from && reached_by[next].is_none() && may_go(edge, next) {
                reached_by[next] = Some(edge);
                waiting.push_back(next);
            }
        }
    }
    let mut at = to;
    let back = std::iter::from_fn(|| {
        let edge = reached_by[at]?;
        at = graph.other_end(edge, at);
        Some(edge)
    });
    Some(back.collect())
}

/// Returns, for each edge of a graph, whether it is a bridge of the open edges, that is, an edge without which its ends
/// would be in different components (Tarjan 1974, A note on finding the bridges of a graph).
///
/// A depth-first search numbers the vertices in the order of their discovery. An edge from a parent to a child is a
/// bridge if no edge leads back from the subtree of the child to the parent or above it; `low` is the smallest number
/// that the subtree reaches.
#[must_use]
pub fn bridges(graph: &Graph, is_open: impl Fn(Edge) -> bool) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let mut is_bridge = vec![false; graph.edge_count()];
    let (mut order, mut low) = (vec![NEW; graph.vertex_count()], vec![NEW; graph.vertex_count()]);
    let mut next = 0;
    for root in 0..graph.vertex_count() {
        if order[root] != NEW {
            continue;
        }
        (order[root], low[root]) = (next, next);
        next += 1;
        // a vertex, the edge from its parent, and the number of its edges that have been followed
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
    is_bridge
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all graphs of four vertices, each as its edges.
    fn small_graphs() -> impl Iterator<Item = Graph> {
        let pairs: Vec<[u32; 2]> = (0..4).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        (0..1_u32 << pairs.len()).map(move |set| {
            let chosen = pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            Graph::new(4, chosen.map(|(_, &pair)| pair).collect()).expect("a simple graph")
        })
    }

    /// Returns the distances from a vertex by relaxing all edges until nothing changes.
    fn distances(graph: &Graph, from: usize) -> [usize; 4] {
        let mut distances = [usize::MAX; 4];
        distances[from] = 0;
        for _ in 0..4 {
            for [a, b] in graph.edges().flat_map(|edge| {
                let [a, b] = graph.ends(edge);
                [[a, b], [b, a]]
            }) {
                distances[b] = distances[b].min(distances[a].saturating_add(1));
            }
        }
        distances
    }

    #[test]
    fn walks_agree_with_distances_in_all_small_graphs() {
        for graph in small_graphs() {
            let found = components(4, |_| true, |vertex| graph.neighbours(vertex));
            for from in 0..4 {
                let distances = distances(&graph, from);
                let is_reached = distances.map(|distance| distance != usize::MAX);
                assert_eq!(reached(4, [from], |vertex| graph.neighbours(vertex)), is_reached);
                for to in (0..4).filter(|&to| to != from) {
                    let path = shortest_path(&graph, [from, to], |_, _| true);
                    let length = is_reached[to].then_some(distances[to]);
                    assert_eq!(path.map(|path| path.len()), length, "{graph:?} {from} {to}");
                    assert_eq!(found.numbers[from] == found.numbers[to], is_reached[to]);
                }
            }
        }
    }

    #[test]
    fn sides_exist_exactly_without_an_odd_cycle_in_all_small_graphs() {
        for graph in small_graphs() {
            let differs = |sides: u32| {
                let mut ends = graph.edges().map(|edge| graph.ends(edge));
                ends.all(|[a, b]| sides >> a & 1 != sides >> b & 1)
            };
            let sides = two_sides(4, |vertex| graph.neighbours(vertex));
            assert_eq!(sides.is_some(), (0..16).any(differs), "{graph:?}");
            let bits = |sides: Vec<(bool, usize)>| {
                sides.iter().rev().fold(0, |bits, one| 2 * bits + u32::from(one.0))
            };
            assert!(sides.is_none_or(|sides| differs(bits(sides))), "{graph:?}");
        }
    }

    #[test]
    fn bridges_are_the_edges_whose_loss_makes_more_components_in_all_small_graphs() {
        for graph in small_graphs() {
            let count = |without: Option<Edge>| {
                let open =
                    |vertex: usize| graph.neighbours_along(vertex, |edge| Some(edge) != without);
                components(4, |_| true, open).count
            };
            let found = bridges(&graph, |_| true);
            for edge in graph.edges() {
                assert_eq!(
                    found[edge.index()],
                    count(Some(edge)) > count(None),
                    "{graph:?} {edge:?}"
                );
            }
        }
    }
}
