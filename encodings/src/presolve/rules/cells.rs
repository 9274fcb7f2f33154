//! `clue-colours` and `clue-corners`: what all ways to draw the edges of a cell have in common.

use super::Rule;
use crate::presolve::board::{Board, Mark, NO_CLUE, Site};
use crate::presolve::geometry::CELL_CORNERS;
use crate::presolve::tables::{ANY, COUNT, LINE, Ways, agreed, pair_of, unequal, with_pair};

/// Pairs of edges of a cell.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The ways are those with as many lines as the clue says that agree with the known edges; with the
/// colours, because the edges to two neighbours on the same side are both lines or both none, and of
/// those to two on opposite sides one is a line; with what is known of the corners. Each of these holds in
/// every solution, so every solution is one of the ways, and what they have in common holds in it.
///
/// A 3 beside a cell of its colour, a 3 in a corner, a 2 beside a line (Berschneider, figures 2.14 to
/// 2.16) are cases of it.
pub(in crate::presolve) fn cell(board: &mut Board, cell: u32) {
    let clue = board.clues[cell as usize];
    let edges = board.geometry.cell_edges[cell as usize];
    let corners: [u8; 4] = std::array::from_fn(|corner| board.corners[4 * cell as usize + corner]);
    if clue == NO_CLUE && corners == [ANY; 4] {
        return;
    }
    let mut ways: Ways = if clue == NO_CLUE { Ways::MAX } else { COUNT[usize::from(clue)] };
    let mut open = 0;
    for i in 0..4 {
        match board.mark(edges[i]) {
            Mark::Line => ways &= LINE[i],
            Mark::Empty => ways &= !LINE[i],
            Mark::Open => open += 1,
        }
    }
    // a single open edge is left to the simple rules
    if open < 2 {
        return;
    }
    let both_open = |board: &Board, [i, j]: [usize; 2]| {
        board.mark(edges[i]) == Mark::Open && board.mark(edges[j]) == Mark::Open
    };
    let beyond = board.geometry.cell_cells[cell as usize];
    if board.rules.has(Rule::ClueColours) {
        // where one of two edges is known, the colours of the other make it known too
        for [i, j] in PAIRS.into_iter().filter(|&pair| both_open(board, pair)) {
            match board.colours.differ(beyond[i], beyond[j]) {
                Some(true) => ways &= unequal(i, j),
                Some(false) => ways &= !unequal(i, j),
                None => {}
            }
        }
    }
    let by_colours = ways;
    if board.rules.has(Rule::ClueCorners) {
        for (corner, [i, j]) in CELL_CORNERS.into_iter().enumerate() {
            if corners[corner] != ANY {
                ways &= with_pair(i, j, corners[corner]);
            }
        }
    }
    let site = Site::Cell(cell);
    if ways == 0 {
        board.begin(if by_colours == 0 { Rule::ClueColours } else { Rule::ClueCorners }, site);
        return board.contradict();
    }
    if std::mem::replace(&mut board.last_ways[cell as usize], ways) == ways {
        return;
    }
    for (rule, ways) in [(Rule::ClueColours, by_colours), (Rule::ClueCorners, ways)] {
        if !board.rules.has(rule) || (rule == Rule::ClueCorners && ways == by_colours) {
            continue;
        }
        board.begin(rule, site);
        for i in 0..4 {
            if board.mark(edges[i]) == Mark::Open
                && let Some(line) = agreed(ways, LINE[i])
            {
                board.fix(edges[i], line);
            }
        }
        for [i, j] in PAIRS {
            if both_open(board, [i, j])
                && board.colours.differ(beyond[i], beyond[j]).is_none()
                && let Some(differ) = agreed(ways, unequal(i, j))
            {
                board.relate(beyond[i], beyond[j], differ);
            }
        }
    }
    if !board.rules.has(Rule::ClueCorners) {
        return;
    }
    board.begin(Rule::ClueCorners, site);
    for (corner, [i, j]) in CELL_CORNERS.into_iter().enumerate() {
        // where one of the two is known, the other says it all
        if both_open(board, [i, j]) {
            board.narrow(cell, corner, [edges[i], edges[j]], pair_of(ways, i, j));
        }
    }
}
