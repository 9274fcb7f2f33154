//! The rules `vertex-full`, `vertex-on` and `vertex-dead`: zero or two lines meet at a vertex.

use crate::presolve::board::{EdgeMark, PresolveBoard, RuleSite};
use crate::presolve::rule::PresolveRule;

/// Applies the rules at a vertex. They hold because a loop enters a vertex and leaves it, and does
/// not touch itself.
pub(in crate::presolve) fn vertex(board: &mut PresolveBoard, vertex: u32) {
    let edges = board.geometry.vertex_edges[vertex as usize];
    let lines = board.vertex_lines[vertex as usize];
    let open = edges.iter().filter(|&&edge| board.mark(edge) == EdgeMark::Open).count();
    let (rule, line) = match (lines, open) {
        (1, 0) => (PresolveRule::VertexOn, true),
        (_, 0) => return,
        (2, _) => (PresolveRule::VertexFull, false),
        (1, 1) => (PresolveRule::VertexOn, true),
        (0, 1) => (PresolveRule::VertexDead, false),
        _ => return,
    };
    if !board.rules.has(rule) {
        return;
    }
    board.begin(rule, RuleSite::Vertex(vertex));
    if open == 0 {
        return board.contradict();
    }
    for edge in edges {
        if board.mark(edge) == EdgeMark::Open {
            board.fix(edge, line);
        }
    }
}
