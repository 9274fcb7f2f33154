//! The rules `clue-full` and `clue-rest`: a clue equals its number of lines.

use crate::presolve::board::{EdgeMark, NO_CLUE, PresolveBoard, RuleSite};
use crate::presolve::rule::PresolveRule;

/// Applies the rules at a clue. If the clue has all its lines, its other edges are empty; if it needs all its open
/// edges, they are lines. Both conclusions hold because a clue is the exact number of lines.
pub(in crate::presolve) fn clue(board: &mut PresolveBoard, cell: u32) {
    let clue = board.clues[cell as usize];
    if clue == NO_CLUE {
        return;
    }
    let edges = board.geometry.cell_edges[cell as usize];
    let lines = board.cell_lines[cell as usize];
    let open = edges.iter().filter(|&&edge| board.mark(edge) == EdgeMark::Open).count() as u8;
    let (rule, line) = match () {
        () if lines > clue => (PresolveRule::ClueFull, false),
        () if lines + open < clue => (PresolveRule::ClueRest, true),
        () if open == 0 => return,
        () if lines == clue => (PresolveRule::ClueFull, false),
        () if lines + open == clue => (PresolveRule::ClueRest, true),
        () => return,
    };
    if !board.rules.has(rule) {
        return;
    }
    board.begin(rule, RuleSite::Cell(cell));
    if lines > clue || lines + open < clue {
        return board.contradict();
    }
    for edge in edges {
        if board.mark(edge) == EdgeMark::Open {
            board.fix(edge, line);
        }
    }
}
