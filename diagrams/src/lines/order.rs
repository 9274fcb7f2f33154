//! Edge orders: the order in which edges are decided determines the width of the frontier, and thereby the number of
//! states.

use std::borrow::Cow;
use std::collections::VecDeque;

use encycle_encodings::grid::{Edge, Graph, GraphLayout};
use encycle_encodings::puzzle::LineProblem;

/// The number of open edges from which breadth-first orders are not tried, because each of them needs a graph search.
const MANY_EDGES: usize = 20_000;
/// The maximum number of start vertices tried for breadth-first orders.
const STARTS: usize = 24;

/// Sorts edges lexicographically by the ranks of their ends, as Knuth and Yoshinaka do.
fn lexicographic(graph: &Graph, edges: &mut [Edge], rank: &[usize]) {
    edges.sort_by_key(|&edge| {
        let [a, b] = graph.ends(edge).map(|end| rank[end]);
        (a.min(b), a.max(b))
    });
}

/// Returns all edges of a grid's graph row by row, or column by column if `across` is `false`. For a general graph,
/// returns the edges in the order of the vertex indices.
#[must_use]
pub fn scan(graph: &Graph, across: bool) -> Vec<Edge> {
    let mut edges: Vec<Edge> = graph.edges().collect();
    lexicographic(graph, &mut edges, &scan_rank(graph, across));
    edges
}

fn scan_rank(graph: &Graph, across: bool) -> Vec<usize> {
    let (rows, cols) = match graph.layout() {
        GraphLayout::Lines(grid) => (grid.rows() + 1, grid.cols() + 1),
        GraphLayout::Cells(grid) => (grid.rows(), grid.cols()),
        GraphLayout::General => return (0..graph.vertex_count()).collect(),
    };
    let place = |vertex| match across {
        true => vertex,
        false => vertex % cols * rows + vertex / cols,
    };
    (0..graph.vertex_count()).map(place).collect()
}

/// Returns all edges in breadth-first order from a start vertex.
///
/// The order satisfies Knuth's condition for Simpath: every vertex except the first comes after at least one of its
/// neighbors (Berschneider 2.3.2). Unreachable vertices come last.
#[must_use]
pub fn breadth_first(graph: &Graph, start: usize) -> Vec<Edge> {
    let mut edges: Vec<Edge> = graph.edges().collect();
    lexicographic(graph, &mut edges, &breadth_rank(graph, start, &|_| true));
    edges
}

fn breadth_rank(graph: &Graph, start: usize, is_open: &dyn Fn(Edge) -> bool) -> Vec<usize> {
    let mut rank = vec![usize::MAX; graph.vertex_count()];
    let mut waiting = VecDeque::from([start]);
    let mut next = 0;
    while let Some(vertex) = waiting.pop_front() {
        if rank[vertex] == usize::MAX {
            rank[vertex] = next;
            next += 1;
            let open = graph.incident(vertex).iter().filter(|&&edge| is_open(edge));
            waiting.extend(open.map(|&edge| graph.other_end(edge, vertex)));
        }
    }
    rank
}

/// Orders all edges of a problem; see [`order`].
pub(crate) fn best_order(problem: &LineProblem<'_>) -> Vec<Edge> {
    order(problem, &vec![true; problem.graph.edge_count()])
}

/// Orders the open edges of a problem so that the edges of an orbit follow each other. `orbits` contains the number of
/// the orbit of each edge.
pub(super) fn order_of_orbits(
    problem: &LineProblem<'_>,
    open: &[bool],
    orbits: &[usize],
) -> Vec<Edge> {
    let together = |edges: &mut Vec<Edge>| {
        let mut first = vec![usize::MAX; orbits.len()];
        for (place, edge) in edges.iter().enumerate() {
            let first = &mut first[orbits[edge.index()]];
            *first = place.min(*first);
        }
        edges.sort_by_key(|edge| first[orbits[edge.index()]]);
    };
    let all = problem.graph.edges().filter(|edge| open[edge.index()]).collect();
    best_of(problem, open, all, &together)
}

/// Orders the open edges of a problem.
///
/// Components that share neither a vertex nor a clue come one after the other, so that the numbers of their states are
/// added rather than multiplied. Each component gets the order with the lowest estimated [`cost`] among the two scans
/// and some breadth-first orders.
pub(super) fn order(problem: &LineProblem<'_>, open: &[bool]) -> Vec<Edge> {
    let parts = parts(problem, open).into_iter();
    parts.flat_map(|part| best_of(problem, open, part, &|_| {})).collect()
}

/// Returns the order of these edges with the lowest estimated [`cost`], after `arrange` has changed each order.
fn best_of(
    problem: &LineProblem<'_>,
    open: &[bool],
    mut edges: Vec<Edge>,
    arrange: &dyn Fn(&mut Vec<Edge>),
) -> Vec<Edge> {
    let graph = problem.graph;
    let scans = [true, false].map(|across| scan_rank(graph, across));
    let is_open = |edge: Edge| open[edge.index()];
    let few = open.iter().filter(|&&open| open).count() < MANY_EDGES;
    let tries = if few { edges.len().min(STARTS) } else { 0 };
    let starts = (0..tries).map(|index| graph.ends(edges[index * edges.len() / tries])[0]);
    let searches = starts.map(|start| breadth_rank(graph, start, &is_open));
    let mut best = (f64::INFINITY, Vec::new());
    for rank in scans.into_iter().chain(searches.collect::<Vec<_>>()) {
        lexicographic(graph, &mut edges, &rank);
        arrange(&mut edges);
        let cost = cost(problem, &edges);
        if best.1.is_empty() || cost < best.0 {
            best = (cost, edges.clone());
        }
    }
    best.1
}

/// Splits the open edges into components that share neither a vertex, a clue nor a clause, and orders the components by
/// their first edges.
fn parts(problem: &LineProblem<'_>, open: &[bool]) -> Vec<Vec<Edge>> {
    let graph = problem.graph;
    let mut groups_of: Vec<Vec<usize>> = vec![Vec::new(); graph.edge_count()];
    let of_clauses = problem
        .clauses
        .iter()
        .map(|clause| Cow::Owned(clause.iter().map(|literal| Edge(literal.vidx32())).collect()));
    let groups: Vec<Cow<'_, [Edge]>> =
        problem.clues.iter().map(|clue| Cow::Borrowed(&*clue.edges)).chain(of_clauses).collect();
    for (index, edges) in groups.iter().enumerate() {
        edges.iter().for_each(|edge| groups_of[edge.index()].push(index));
    }
    let mut left = open.to_vec();
    let mut parts = Vec::new();
    for first in graph.edges() {
        let mut waiting = vec![first];
        let mut part = Vec::new();
        while let Some(edge) = waiting.pop() {
            if std::mem::replace(&mut left[edge.index()], false) {
                part.push(edge);
                waiting.extend(graph.ends(edge).iter().flat_map(|&end| graph.incident(end)));
                waiting.extend(groups_of[edge.index()].iter().flat_map(|&group| &*groups[group]));
            }
        }
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// Estimates the work for an order: the sum over all levels of 3^v · 2^c, for v vertices in the frontier and c clues
/// with decided and open edges.
fn cost(problem: &LineProblem<'_>, edges: &[Edge]) -> f64 {
    let graph = problem.graph;
    let mut level = vec![usize::MAX; graph.edge_count()];
    edges.iter().enumerate().for_each(|(at, edge)| level[edge.index()] = at);
    // the change of the logarithm at each level
    let mut change = vec![0.0; edges.len() + 1];
    let mut add = |group: &[Edge], weight: f64| {
        let levels = || group.iter().map(|edge| level[edge.index()]).filter(|&at| at < usize::MAX);
        if let (Some(first), Some(last)) = (levels().min(), levels().max()) {
            change[first] += weight;
            change[last] -= weight;
        }
    };
    let mut seen = vec![false; graph.vertex_count()];
    for end in edges.iter().flat_map(|&edge| graph.ends(edge)) {
        if !std::mem::replace(&mut seen[end], true) {
            add(graph.incident(end), f64::ln(3.0));
        }
    }
    problem.clues.iter().for_each(|clue| add(&clue.edges, f64::ln(2.0)));
    let mut width = 0.0;
    change
        .iter()
        .map(|change| {
            width += change;
            f64::exp(width)
        })
        .sum()
}
