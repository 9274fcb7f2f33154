//! The cuts of the encoding `degree`.

use std::collections::HashSet;

use crate::encoding::{Cut, CutForm, CutKind, CutReason};
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::Lit;
use crate::loops::{Walk, leaving, not_all, walks};

/// The cuts against a model of the degree rules; none if its edges are one line.
///
/// The degree rules leave cycles, and one path if a path is asked for. Let S be the vertices of one of
/// these. S is not everything, so S misses a vertex that each solution visits: whatever a stray line
/// does otherwise, it may always be cut.
///
/// - [`CutKind::Loop`]: not all edges of a stray cycle. (The path is no reason for such a cut, since
///   with free ends a solution may have all of its edges and go on.)
/// - [`CutKind::Leave`]: think of a path as closed by a further vertex ω, joined to its two ends. Then
///   every solution is a cycle through everything, which crosses from S to what is not in S twice at
///   least: two at least of the edges that leave S and of the free ends in S. The path lies with ω on
///   the side of its own S, so there the free ends that are *not* in S count. A given end is in the
///   path, and adds nothing to either. Both sides of a cut have the same boundary; of two parts there
///   is therefore one cut.
pub(super) fn cuts(base: &HamiltonBase, model: &[bool], kind: CutKind) -> Vec<Cut> {
    let graph = base.graph();
    let parts = walks(graph, &model[..model.len().min(graph.edge_count())]);
    if parts.len() < 2 {
        return Vec::new();
    }
    let needed = if parts.len() == 2 && kind == CutKind::Leave { 1 } else { parts.len() };
    // cycles first: the last of two parts may be the path
    let (cycles, paths): (Vec<Walk>, Vec<Walk>) = parts.into_iter().partition(Walk::is_cycle);
    let cut = |part: &Walk| {
        let inside: HashSet<usize> = part.vertices.iter().copied().collect();
        let missed = (0..graph.vertex_count()).find(|vertex| !inside.contains(vertex))?;
        let reason = CutReason::MissesVertex(graph.vertex_place(missed));
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
