//! Cuts of the encoding `degree`, and of merging.

use std::collections::HashSet;

use crate::encoding::{Cut, CutForm, CutKind, CutReason};
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::Lit;
use crate::rules::one_loop::{Walk, leaving, not_all, walks};

/// Returns the cuts that a model of the degree rules violates; none if its edges form one line.
///
/// The degree rules allow several cycles, and one path in addition if the puzzle asks for a path. Let S be the vertices
/// of one of these components. S misses a vertex, and every solution visits all vertices, so the component may always
/// be cut.
///
/// - [`CutKind::Loop`]: not all edges of a cycle. There is no such cut for a path, because with free ends a solution
///   may contain all edges of the path and continue.
/// - [`CutKind::Leave`]: close a path by a further vertex ω, joined to its two ends. Then every solution is a cycle
///   through all vertices and crosses the boundary of S at least twice: it contains at least two of the edges that
///   leave S and of the free ends in S. The component that is the path lies on the same side as ω, so for this
///   component the free ends *outside* S count. A fixed end is in the path and adds nothing in either case. Two
///   components have the same boundary, because each is the other side of the same cut, so they make only one cut.
pub(super) fn cuts(base: &HamiltonBase, model: &[bool], kind: CutKind) -> Vec<Cut> {
    let graph = base.graph();
    let parts = walks(graph, &model[..model.len().min(graph.edge_count())]);
    if parts.len() < 2 {
        return Vec::new();
    }
    let needed = if parts.len() == 2 && kind == CutKind::Leave { 1 } else { parts.len() };
    // cycles first, because with two components the second may be the path
    let (cycles, paths): (Vec<Walk>, Vec<Walk>) = parts.into_iter().partition(Walk::is_cycle);
    let cut = |part: &Walk| {
        let inside: HashSet<usize> = part.vertices.iter().copied().collect();
        let reason = misses_vertex(base, &inside)?;
        if kind != CutKind::Leave {
            return part.is_cycle().then(|| not_all(&part.edges, reason));
        }
        let mut boundary: Vec<Lit> = leaving(graph, &inside);
        boundary.retain(|edge| !base.puzzle.is_forbidden(crate::grid::Edge(edge.vidx32())));
        let same_side = |vertex: &usize| inside.contains(vertex) == part.is_cycle();
        for vertex in (0..graph.vertex_count()).filter(same_side) {
            boundary.extend(base.start(vertex).into_iter().chain(base.end(vertex)));
        }
        Some(Cut::new(boundary, CutForm::AtLeastTwo, reason))
    };
    cycles.iter().chain(&paths).take(needed).filter_map(cut).collect()
}

/// Returns a clause for each of these cycles, or a single clause for two cycles: at least one edge leaves the cycle.
/// The puzzle has no forbidden edges and asks for a cycle.
pub(super) fn clauses(base: &HamiltonBase, cycles: &[Walk]) -> Vec<Cut> {
    let needed = if cycles.len() == 2 { 1 } else { cycles.len() };
    let cut = |cycle: &Walk| {
        let inside: HashSet<usize> = cycle.vertices.iter().copied().collect();
        Some(Cut::clause(leaving(base.graph(), &inside), misses_vertex(base, &inside)?))
    };
    cycles.iter().take(needed).filter_map(cut).collect()
}

/// Returns the reason of a cut for vertices, or `None` if they are all vertices.
fn misses_vertex(base: &HamiltonBase, inside: &HashSet<usize>) -> Option<CutReason> {
    let graph = base.graph();
    let missed = (0..graph.vertex_count()).find(|vertex| !inside.contains(vertex))?;
    Some(CutReason::MissesVertex(graph.vertex_place(missed)))
}
