//! The rules `early-loop` and `loop-closed`: there is only one loop, and it satisfies every clue.

use crate::presolve::board::{EdgeMark, NO_CLUE, PresolveBoard, RuleSite};
use crate::presolve::rule::PresolveRule;

/// Applies `early-loop` to a chain. A line between the two ends of the chain would close a loop, and this loop would be
/// the whole solution. So the edge between the ends is empty if the loop would leave out a line elsewhere, or would not
/// satisfy a clue. If the loop satisfies every clue and leaves out no line, it *is* a solution, perhaps one of several,
/// and nothing follows.
pub(in crate::presolve) fn grown(board: &mut PresolveBoard, [a, b]: [u32; 2]) {
    let Some(length) = board.chains.length_between(a, b) else { return };
    let Some(edge) = board.geometry.edge_between(a, b) else { return };
    if !board.rules.has(PresolveRule::EarlyLoop) || board.mark(edge) != EdgeMark::Open {
        return;
    }
    if length == board.line_count && unmet_with(board, edge) == 0 {
        board.closable = Some([a, b]);
        return;
    }
    // this step also depends on the step that drew the chain's line at one end
    let edges = board.geometry.vertex_edges[a as usize];
    let own = edges.into_iter().find(|&edge| board.mark(edge) == EdgeMark::Line);
    let step = own.map_or(u32::MAX, |own| board.step_of(own));
    board.begin_after(PresolveRule::EarlyLoop, RuleSite::Edge(edge), step);
    board.fix(edge, false);
}

/// Returns the number of clues that would not be satisfied if this edge became a line.
fn unmet_with(board: &PresolveBoard, edge: u32) -> usize {
    let mut unmet = board.unmet;
    for cell in board.geometry.edge_cells[edge as usize] {
        if cell == board.geometry.outside() || board.clues[cell as usize] == NO_CLUE {
            continue;
        }
        let (clue, lines) = (board.clues[cell as usize], board.cell_lines[cell as usize]);
        unmet -= usize::from(lines + 1 == clue);
        unmet += usize::from(lines == clue);
    }
    unmet
}

/// Applies the rules to a closed loop. The loop is the only solution, or there is no solution.
pub(in crate::presolve) fn closed(board: &mut PresolveBoard, edge: u32, length: u32) {
    if length < board.line_count || board.unmet > 0 {
        let rules = [PresolveRule::EarlyLoop, PresolveRule::LoopClosed];
        if let Some(rule) = rules.into_iter().find(|&rule| board.rules.has(rule)) {
            board.begin_after(rule, RuleSite::Edge(edge), board.step_of(edge));
            board.contradict();
        }
        return;
    }
    if board.rules.has(PresolveRule::LoopClosed) {
        board.begin_after(PresolveRule::LoopClosed, RuleSite::Edge(edge), board.step_of(edge));
        for edge in 0..board.geometry.edge_cells.len() as u32 {
            if board.mark(edge) == EdgeMark::Open {
                board.fix(edge, false);
            }
        }
    }
}
