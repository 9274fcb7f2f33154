//! In which order edges are decided: it makes the frontier narrow or wide.

use std::collections::VecDeque;

use encycle_encodings::grid::{Edge, Graph, GraphLayout};
use encycle_encodings::puzzle::LineProblem;

/// From so many open edges on, the orders that need a search of the graph each are not tried.
const MANY_EDGES: usize = 20_000;
/// How many vertices are tried as the first one of a search.
const STARTS: usize = 24;

/// The edges by the vertices, numbered by `rank`, lexicographically, as Knuth and Yoshinaka have them.
fn lexicographic(graph: &Graph, edges: &mut [Edge], rank: &[usize]) {
    edges.sort_by_key(|&edge| {
        let [a, b] = graph.ends(edge).map(|end| rank[end]);
        (a.min(b), a.max(b))
    });
}

/// All edges of a grid's graph, row by row (or column by column if `across` is false); of a general graph by
/// the numbers of the vertices.
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

/// All edges as a breadth-first search from a vertex numbers their ends: Knuth's condition for Simpath that no
/// vertex but the first comes before all of its neighbours (Berschneider 2.3.2). Vertices that cannot be reached
/// come last.
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

/// Orders all edges of a problem: see [`order`].
pub(crate) fn best_order(problem: &LineProblem<'_>) -> Vec<Edge> {
    order(problem, &vec![true; problem.graph.edge_count()])
}

/// Orders the open edges of a problem: what hangs together neither by vertices nor by clues one after the other,
/// so that their states do not multiply; each of these parts along its longer side, or as the best of some
/// breadth-first searches would have it.
pub(super) fn order(problem: &LineProblem<'_>, open: &[bool]) -> Vec<Edge> {
    let graph = problem.graph;
    let scans = [true, false].map(|across| scan_rank(graph, across));
    let is_open = |edge: Edge| open[edge.index()];
    let few = open.iter().filter(|&&open| open).count() < MANY_EDGES;
    let mut ordered = Vec::new();
    for mut part in parts(problem, open) {
        let mut best = (f64::INFINITY, Vec::new());
        let tries = if few { part.len().min(STARTS) } else { 0 };
        let starts = (0..tries).map(|index| graph.ends(part[index * part.len() / tries])[0]);
        let searches = starts.map(|start| breadth_rank(graph, start, &is_open));
        for rank in scans.iter().cloned().chain(searches.collect::<Vec<_>>()) {
            lexicographic(graph, &mut part, &rank);
            let cost = cost(problem, &part);
            if best.1.is_empty() || cost < best.0 {
                best = (cost, part.clone());
            }
        }
        ordered.append(&mut best.1);
    }
    ordered
}

/// The open edges in parts that have neither a vertex nor a clue in common, by their first edges.
fn parts(problem: &LineProblem<'_>, open: &[bool]) -> Vec<Vec<Edge>> {
    let graph = problem.graph;
    let mut clues_of: Vec<Vec<usize>> = vec![Vec::new(); graph.edge_count()];
    for (index, clue) in problem.clues.iter().enumerate() {
        clue.edges.iter().for_each(|edge| clues_of[edge.index()].push(index));
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
                let clues = clues_of[edge.index()].iter();
                waiting.extend(clues.flat_map(|&clue| problem.clues[clue].edges));
            }
        }
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// A guess at the work: the sum over all levels of 3 to the number of vertices in the frontier, and 2 to the
/// number of clues.
fn cost(problem: &LineProblem<'_>, edges: &[Edge]) -> f64 {
    let graph = problem.graph;
    let mut level = vec![usize::MAX; graph.edge_count()];
    edges.iter().enumerate().for_each(|(at, edge)| level[edge.index()] = at);
    // at each level, by how much the logarithm changes
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
    problem.clues.iter().for_each(|clue| add(clue.edges, f64::ln(2.0)));
    let mut width = 0.0;
    change
        .iter()
        .map(|change| {
            width += change;
            f64::exp(width)
        })
        .sum()
}
