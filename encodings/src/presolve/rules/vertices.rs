//! The rules `vertex-colours` and `vertex-corners`: what all ways to draw the edges at a vertex have in common.

use crate::presolve::board::{PresolveBoard, RuleSite};
use crate::presolve::geometry::VERTEX_CORNERS;
use crate::presolve::rule::PresolveRule;
use crate::presolve::rules::four::{Across, FourEdges};
use crate::presolve::tables::{ANY, DEGREE, pair_of, with_pair};

/// For each diagonal of the cells around a vertex, its two cells, and two edges between these cells.
const DIAGONALS: [([usize; 2], [usize; 2]); 2] = [([0, 3], [0, 3]), ([1, 2], [0, 2])];

/// Applies the rules at a vertex. The ways considered have zero or two lines, and agree with the fixed edges, with the
/// colors, and with the possible states of the corners. By the colors, exactly one of the two edges between two cells
/// is a line if the cells are on opposite sides; otherwise both edges are lines, or neither is. Every solution draws
/// the vertex in one of these ways.
///
/// Diagonal 1s (Berschneider, figure 2.17) follow from these rules and `clue-corners`.
pub(in crate::presolve) fn vertex(board: &mut PresolveBoard, vertex: u32) {
    let edges = board.geometry.vertex_edges[vertex as usize];
    let cells = board.geometry.vertex_cells[vertex as usize];
    let outside = board.geometry.outside();
    let across: [Across; 2] = DIAGONALS.map(|(ends, pair)| (ends.map(|end| cells[end]), pair));
    let rules = [PresolveRule::VertexColours, PresolveRule::VertexCorners];
    let number = (outside + vertex) as usize;
    let (site, while_open) = (RuleSite::Vertex(vertex), false);
    let four = FourEdges { edges, across: &across, while_open, site, number, rules };
    let Some(ways) = four.known(board, DEGREE) else { return };
    let by_colours = four.coloured(board, ways);
    let mut ways = by_colours;
    if board.rules.has(PresolveRule::VertexCorners) {
        for (corner, [i, j]) in VERTEX_CORNERS.into_iter().enumerate() {
            if cells[corner] != outside {
                let pair = board.corners[4 * cells[corner] as usize + 3 - corner];
                if pair != ANY {
                    ways &= with_pair(i, j, pair);
                }
            }
        }
    }
    if !four.conclude(board, by_colours, ways) {
        return;
    }
    for (corner, [i, j]) in VERTEX_CORNERS.into_iter().enumerate() {
        if cells[corner] != outside && four.both_open(board, [i, j]) {
            board.narrow(cells[corner], 3 - corner, [edges[i], edges[j]], pair_of(ways, i, j));
        }
    }
}
