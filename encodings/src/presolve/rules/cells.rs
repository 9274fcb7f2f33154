//! The rules `clue-colours` and `clue-corners`: what all ways to draw the edges of a cell have in common.

use crate::presolve::board::{NO_CLUE, PresolveBoard, RuleSite};
use crate::presolve::geometry::CELL_CORNERS;
use crate::presolve::rule::PresolveRule;
use crate::presolve::rules::four::{Across, FourEdges};
use crate::presolve::tables::{ANY, COUNT, Ways, pair_of, with_pair};

/// All pairs of edges of a cell.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Applies the rules at a cell. The ways considered have as many lines as the clue, and agree with the fixed edges,
/// with the colors, and with the possible states of the corners. By the colors, the edges to two neighbors on the same
/// side are both lines or both empty; of the edges to two neighbors on opposite sides, exactly one is a line. All of
/// this holds in every solution, so every solution draws the cell in one of these ways, and what the ways have in
/// common holds in every solution.
///
/// Special cases are a 3 next to a cell of its own color, a 3 in a corner, and a 2 next to a line (Berschneider,
/// figures 2.14 to 2.16).
pub(in crate::presolve) fn cell(board: &mut PresolveBoard, cell: u32) {
    let clue = board.clues[cell as usize];
    let edges = board.geometry.cell_edges[cell as usize];
    let corners: [u8; 4] = std::array::from_fn(|corner| board.corners[4 * cell as usize + corner]);
    if clue == NO_CLUE && corners == [ANY; 4] {
        return;
    }
    let beyond = board.geometry.cell_cells[cell as usize];
    let across: [Across; 6] = PAIRS.map(|pair| (pair.map(|i| beyond[i]), pair));
    let rules = [PresolveRule::ClueColours, PresolveRule::ClueCorners];
    let number = cell as usize;
    // if one of two edges is fixed, the colors fix the other edge, too
    let (site, while_open) = (RuleSite::Cell(cell), true);
    let four = FourEdges { edges, across: &across, while_open, site, number, rules };
    let ways = if clue == NO_CLUE { Ways::MAX } else { COUNT[usize::from(clue)] };
    let Some(ways) = four.known(board, ways) else { return };
    let by_colours = four.coloured(board, ways);
    let mut ways = by_colours;
    if board.rules.has(PresolveRule::ClueCorners) {
        for (corner, [i, j]) in CELL_CORNERS.into_iter().enumerate() {
            if corners[corner] != ANY {
                ways &= with_pair(i, j, corners[corner]);
            }
        }
    }
    if !four.conclude(board, by_colours, ways) {
        return;
    }
    for (corner, [i, j]) in CELL_CORNERS.into_iter().enumerate() {
        // if one of the two edges is fixed, the state of the other edge covers the corner
        if four.both_open(board, [i, j]) {
            board.narrow(cell, corner, [edges[i], edges[j]], pair_of(ways, i, j));
        }
    }
}
