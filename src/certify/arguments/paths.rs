//! Local arguments for clauses over the edges that paths need to leave a part of the graph.

use std::collections::{HashMap, HashSet};

use encycle_encodings::grid::{Edge, components};
use encycle_encodings::puzzle::{LineProblem, LineShape, VertexDegree};

use crate::certify::arguments::Literal;
use crate::puzzle::Puzzle;

/// A connected part of the graph without the positive edges of a clause.
#[derive(Default)]
struct GraphPart {
    /// How many terminals of each label the part contains.
    ends: HashMap<usize, usize>,
    /// Whether some vertex or edge of the part must be on a path if the clause is false.
    is_needed: bool,
}

/// Returns whether every solution that consists of paths satisfies a clause, because of connectivity.
///
/// If the clause were false, its positive edges would be empty, so each path would lie in one part of the graph without
/// these edges; its negative edges would be lines, so their parts would need a path. This is impossible if a single
/// path is needed in two parts. Without free ends, it is also impossible if a part contains only one terminal of a
/// label, or needs a path but contains no two terminals of the same label.
pub(in crate::certify) fn justify(puzzle: &Puzzle, clause: &[Literal]) -> bool {
    let Some(problem) = puzzle.line_problem() else { return false };
    let LineShape::Paths { free_ends } = problem.shape else { return false };
    let parts = parts(&problem, clause);
    let ends: usize = parts.iter().flat_map(|part| part.ends.values()).sum();
    let is_single = ends + free_ends == 2;
    let is_without_path =
        |part: &GraphPart| part.is_needed && !part.ends.values().any(|&ends| ends > 1);
    let is_torn = |part: &GraphPart| part.ends.values().any(|&ends| ends == 1);
    (is_single && parts.iter().filter(|part| part.is_needed).count() > 1)
        || (free_ends == 0 && parts.iter().any(|part| is_without_path(part) || is_torn(part)))
}

/// Returns the connected parts of the graph without the positive edges of a clause.
fn parts(problem: &LineProblem<'_>, clause: &[Literal]) -> Vec<GraphPart> {
    let graph = problem.graph;
    let edges = |is_positive: bool| -> HashSet<Edge> {
        let literals = clause.iter().filter(|literal| literal.is_positive == is_positive);
        literals.map(|literal| Edge(literal.atom as u32)).collect()
    };
    let (empty, lines) = (edges(true), edges(false));
    let is_open = |edge: &Edge| !empty.contains(edge) && problem.fixed[edge.index()] != Some(false);
    let along = |vertex| graph.neighbours_along(vertex, |edge| is_open(&edge));
    let found = components(graph.vertex_count(), |_| true, along);
    let mut parts: Vec<GraphPart> = (0..found.count).map(|_| GraphPart::default()).collect();
    for (vertex, number) in found.numbers.into_iter().enumerate() {
        let Some(part) = number.map(|number| &mut parts[number]) else { continue };
        if let VertexDegree::End(label) = problem.vertices[vertex] {
            *part.ends.entry(label).or_default() += 1;
        }
        part.is_needed |= !problem.vertices[vertex].allows(0)
            || graph.incident(vertex).iter().any(|edge| lines.contains(edge));
    }
    parts
}
