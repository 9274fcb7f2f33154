//! `vertex-colours` and `vertex-corners`: what all ways to draw the edges at a vertex have in common.

use super::Rule;
use crate::presolve::board::{Board, Mark, Site};
use crate::presolve::geometry::VERTEX_CORNERS;
use crate::presolve::tables::{ANY, DEGREE, LINE, agreed, pair_of, unequal, with_pair};

/// For each diagonal of the cells around a vertex: the two cells, and two edges that are crossed on the way from one to the other.
const DIAGONALS: [([usize; 2], [usize; 2]); 2] = [([0, 3], [0, 3]), ([1, 2], [0, 2])];

/// The ways are those with none or two lines that agree with the known edges; with the colours, because of
/// the two edges between two cells just one is a line if they are on opposite sides, and both or none if
/// they are on the same; with what is known of the corners. Every solution is one of them.
///
/// Diagonal 1s (Berschneider, figure 2.17) come from it and from `clue-corners`.
pub(in crate::presolve) fn vertex(board: &mut Board, vertex: u32) {
    let edges = board.geometry.vertex_edges[vertex as usize];
    let cells = board.geometry.vertex_cells[vertex as usize];
    let outside = board.geometry.outside();
    let (mut ways, mut open) = (DEGREE, 0);
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
    if board.rules.has(Rule::VertexColours) {
        for ([a, b], [i, j]) in DIAGONALS {
            match board.colours.differ(cells[a], cells[b]) {
                Some(true) => ways &= unequal(i, j),
                Some(false) => ways &= !unequal(i, j),
                None => {}
            }
        }
    }
    let by_colours = ways;
    if board.rules.has(Rule::VertexCorners) {
        for (corner, [i, j]) in VERTEX_CORNERS.into_iter().enumerate() {
            if cells[corner] != outside {
                let pair = board.corners[4 * cells[corner] as usize + 3 - corner];
                if pair != ANY {
                    ways &= with_pair(i, j, pair);
                }
            }
        }
    }
    let site = Site::Vertex(vertex);
    if ways == 0 {
        board.begin(if by_colours == 0 { Rule::VertexColours } else { Rule::VertexCorners }, site);
        return board.contradict();
    }
    let last = &mut board.last_ways[(outside + vertex) as usize];
    if std::mem::replace(last, ways) == ways {
        return;
    }
    for (rule, ways) in [(Rule::VertexColours, by_colours), (Rule::VertexCorners, ways)] {
        if !board.rules.has(rule) || (rule == Rule::VertexCorners && ways == by_colours) {
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
        for ([a, b], [i, j]) in DIAGONALS {
            if board.colours.differ(cells[a], cells[b]).is_none()
                && let Some(differ) = agreed(ways, unequal(i, j))
            {
                board.relate(cells[a], cells[b], differ);
            }
        }
    }
    if !board.rules.has(Rule::VertexCorners) {
        return;
    }
    board.begin(Rule::VertexCorners, site);
    for (corner, [i, j]) in VERTEX_CORNERS.into_iter().enumerate() {
        let both = board.mark(edges[i]) == Mark::Open && board.mark(edges[j]) == Mark::Open;
        if both && cells[corner] != outside {
            board.narrow(cells[corner], 3 - corner, [edges[i], edges[j]], pair_of(ways, i, j));
        }
    }
}
