//! Local arguments for rows: why a sum over atoms has a value, or a least value, in every solution.

use std::collections::HashSet;

use encycle_encodings::grid::{Edge, components};
use encycle_encodings::puzzle::{LineShape, VertexDegree};

use crate::certify::arguments::line_rules::LineRules;

/// A sum of different atoms of the puzzle, and its value or least value in every solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingRow {
    /// The atoms, including those that are added to the atoms of the puzzle.
    pub atoms: Vec<usize>,
    /// Whether the sum has this value exactly, rather than at least.
    pub is_equation: bool,
    /// The value.
    pub bound: i64,
}

/// Returns whether every solution satisfies a row: an equation for the lines at a vertex or of another count, or "at least
/// two" for the lines between two sets of vertices that a cycle must both visit. Edges with a fixed value are not in
/// the row.
pub(super) fn justify(rules: &LineRules, counts_of: &[Vec<usize>], row: &CountingRow) -> bool {
    let edges: HashSet<Edge> = row.atoms.iter().map(|&atom| Edge(atom as u32)).collect();
    let is_free = |edge: &Edge| rules.fixed[edge.index()].is_none();
    if edges.len() != row.atoms.len() || !edges.iter().all(is_free) {
        return false;
    }
    if row.is_equation {
        is_count(rules, counts_of, row, &edges)
    } else {
        row.bound == 2 && rules.shape == LineShape::Cycle && is_boundary(rules, &edges)
    }
}

/// Returns whether the edges are all free edges at a vertex or of a count, and the bound is what is left for them.
fn is_count(
    rules: &LineRules,
    counts_of: &[Vec<usize>],
    row: &CountingRow,
    edges: &HashSet<Edge>,
) -> bool {
    let is_it = |all: &[Edge], count: usize| {
        let given = all.iter().filter(|edge| rules.fixed[edge.index()] == Some(true)).count();
        let mut free = all.iter().filter(|edge| rules.fixed[edge.index()].is_none());
        let size = free.clone().count();
        size == edges.len()
            && free.all(|edge| edges.contains(edge))
            && i64::try_from(count).is_ok_and(|count| row.bound == count - given as i64)
    };
    let is_vertex = |vertex: usize| {
        let count = match rules.degrees[vertex] {
            VertexDegree::None => 0,
            VertexDegree::End(_) => 1,
            VertexDegree::Two => 2,
            VertexDegree::OneOrTwo | VertexDegree::NoneOrTwo => return false,
        };
        is_it(rules.graph.incident(vertex), count)
    };
    let is_clue = |&number: &usize| {
        let (edges, count) = &rules.counts[number];
        is_it(edges, *count)
    };
    match row.atoms.first() {
        Some(&atom) => {
            rules.graph.ends(Edge(atom as u32)).into_iter().any(is_vertex)
                || counts_of[atom].iter().any(is_clue)
        }
        // a vertex or a count without a free edge
        None => {
            (0..rules.graph.vertex_count()).any(is_vertex)
                || (0..rules.counts.len()).any(|number| is_clue(&number))
        }
    }
}

/// Returns whether the edges are all open edges between a set of vertices and the others, and every solution visits both.
///
/// Each vertex is doubled, as if it were on either side; an edge of the boundary joins opposite sides, and any other open
/// edge joins equal sides. The edges are a boundary if no vertex is joined to its double.
fn is_boundary(rules: &LineRules, boundary: &HashSet<Edge>) -> bool {
    let graph = &rules.graph;
    let count = graph.vertex_count();
    let neighbours = |double: usize| {
        let (vertex, side) = (double % count, double / count);
        let open = graph.incident(vertex).iter();
        let open = open.filter(|edge| rules.fixed[edge.index()] != Some(false));
        open.map(move |&edge| {
            let side = if boundary.contains(&edge) { 1 - side } else { side };
            side * count + graph.other_end(edge, vertex)
        })
    };
    let found = components(2 * count, |_| true, neighbours).numbers;
    // without a boundary, the sides are parts of a graph that is not connected
    let side = |vertex: usize| match boundary.is_empty() {
        true => found[vertex] == found[0],
        false => found[vertex] < found[vertex + count],
    };
    let is_visited = |vertex: &usize| !rules.degrees[*vertex].allows(0);
    count > 0
        && (0..count).all(|vertex| found[vertex] != found[vertex + count])
        && [true, false]
            .into_iter()
            .all(|wanted| (0..count).filter(is_visited).any(|vertex| side(vertex) == wanted))
}
