//! `clue-full` and `clue-rest`: a clue counts its lines.

use crate::presolve::board::{Board, Mark, NO_CLUE, Site};
use crate::presolve::rules::Rule;

/// A clue that has all its lines leaves its other edges empty; one that needs all edges that are left has
/// lines there. Both hold because a clue is exact.
pub(in crate::presolve) fn clue(board: &mut Board, cell: u32) {
    let clue = board.clues[cell as usize];
    if clue == NO_CLUE {
        return;
    }
    let edges = board.geometry.cell_edges[cell as usize];
    let lines = board.cell_lines[cell as usize];
    let open = edges.iter().filter(|&&edge| board.mark(edge) == Mark::Open).count() as u8;
    let (rule, line) = match () {
        () if lines > clue => (Rule::ClueFull, false),
        () if lines + open < clue => (Rule::ClueRest, true),
        () if open == 0 => return,
        () if lines == clue => (Rule::ClueFull, false),
        () if lines + open == clue => (Rule::ClueRest, true),
        () => return,
    };
    if !board.rules.has(rule) {
        return;
    }
    board.begin(rule, Site::Cell(cell));
    if lines > clue || lines + open < clue {
        return board.contradict();
    }
    for edge in edges {
        if board.mark(edge) == Mark::Open {
            board.fix(edge, line);
        }
    }
}
