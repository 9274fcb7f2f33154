//! Patterns of clues alone: clues in corners of the grid, and adjacent or diagonal 3s. Except for `adjacent-threes`,
//! the other rules would reach the same conclusions, but later and in more steps.

use crate::presolve::board::{NO_CLUE, PresolveBoard, RuleSite};
use crate::presolve::geometry::CELL_CORNERS;
use crate::presolve::rule::PresolveRule;

/// Applies each pattern wherever it occurs, in time linear in the size of the grid.
pub(in crate::presolve) fn start(board: &mut PresolveBoard) {
    corners_of_the_grid(board);
    let grid = board.geometry.grid;
    let cols = grid.cols() as u32;
    let positive = board.clues.iter().filter(|&&clue| clue != NO_CLUE && clue > 0).count();
    for cell in 0..board.clues.len() as u32 {
        if board.clues[cell as usize] != 3 {
            continue;
        }
        let below = cell + cols;
        if cell % cols + 1 < cols && board.clues[cell as usize + 1] == 3 {
            adjacent_threes(board, [cell, cell + 1], [2, 3], positive);
        }
        if (below as usize) < board.clues.len() && board.clues[below as usize] == 3 {
            adjacent_threes(board, [cell, below], [0, 1], positive);
        }
        diagonal_threes(board, cell, 2);
        diagonal_threes(board, cell, 3);
    }
}

/// Applies the rules for clues in a corner of the grid. The two edges that meet at the corner of the grid are both
/// lines or both empty.
///
/// - A 1 has no room for both edges, so both are empty.
/// - A 3 lacks only one edge, so both edges are lines.
/// - A 2 has either these two edges or the other two edges of its cell. Either way, exactly one line of the cell meets
///   each of the two neighboring border vertices, and continues along the border.
fn corners_of_the_grid(board: &mut PresolveBoard) {
    let grid = board.geometry.grid;
    let (rows, cols) = (grid.rows() as u32, grid.cols() as u32);
    let cells = [0, cols - 1, (rows - 1) * cols, rows * cols - 1];
    for (corner, cell) in cells.into_iter().enumerate() {
        let edges = CELL_CORNERS[corner].map(|i| board.geometry.cell_edges[cell as usize][i]);
        let (rule, line) = match board.clues[cell as usize] {
            1 => (PresolveRule::OneInCorner, false),
            2 => (PresolveRule::TwoInCorner, true),
            3 => (PresolveRule::ThreeInCorner, true),
            _ => continue,
        };
        if !board.rules.has(rule) {
            continue;
        }
        board.begin(rule, RuleSite::Cell(cell));
        if rule != PresolveRule::TwoInCorner {
            edges.into_iter().for_each(|edge| board.fix(edge, line));
            continue;
        }
        for end in edges.map(|edge| board.geometry.edge_ends[edge as usize]).concat() {
            let own = board.geometry.cell_edges[cell as usize];
            let no_edge = board.geometry.edge_cells.len() as u32;
            let edges = board.geometry.vertex_edges[end as usize];
            let mut others =
                edges.into_iter().filter(|edge| *edge != no_edge && !own.contains(edge));
            // only the two neighboring vertices on the border have a single other edge
            if let (Some(only), None) = (others.next(), others.next()) {
                board.fix(only, true);
            }
        }
    }
}

/// Applies the rule for two adjacent 3s:
///
/// ```text
/// ┃ 3 ┃ 3 ┃
/// ```
///
/// - The edge between the 3s is a line. Otherwise both 3s have their three other edges, which form a loop around the
///   two cells; the rule is not applied if this loop is a solution (Westreicher 5.3).
/// - The two far edges are lines, too. Each 3 lacks only one edge. If a 3 lacked its far edge, its two edges that meet
///   the middle line would be lines. Then two lines would meet at each end of the middle line, so the other 3 could
///   have no further line there, and would lack two edges.
/// - At each end of the middle line, one of the 3s has a line, so the middle line does not continue straight on.
///
/// `across` gives the edges of a cell towards the first and towards the second 3.
fn adjacent_threes(
    board: &mut PresolveBoard,
    [a, b]: [u32; 2],
    across: [usize; 2],
    positive: usize,
) {
    if !board.rules.has(PresolveRule::AdjacentThrees) || is_solution(board, [a, b], positive) {
        return;
    }
    let edges = |cell: u32| board.geometry.cell_edges[cell as usize];
    let middle = edges(a)[across[1]];
    let lines = [edges(a)[across[0]], middle, edges(b)[across[1]]];
    let own = [edges(a), edges(b)].concat();
    let ends = board.geometry.edge_ends[middle as usize];
    let at_ends = ends.map(|end| board.geometry.vertex_edges[end as usize]).concat();
    board.begin(PresolveRule::AdjacentThrees, RuleSite::Cell(a));
    lines.into_iter().for_each(|edge| board.fix(edge, true));
    let no_edge = board.geometry.edge_cells.len() as u32;
    for edge in at_ends.into_iter().filter(|edge| *edge != no_edge && !own.contains(edge)) {
        board.fix(edge, false);
    }
}

/// Returns whether the loop around two neighbors satisfies all clues. Then all `positive` clues are in the pair or next
/// to it, and each of these clues equals its number of lines.
fn is_solution(board: &PresolveBoard, pair: [u32; 2], positive: usize) -> bool {
    let mut met = 0;
    let near = pair.map(|cell| board.geometry.cell_cells[cell as usize]).concat();
    // two cells in a row or column have no common neighbor, so no cell occurs twice
    for cell in near {
        if cell == board.geometry.outside() || board.clues[cell as usize] == NO_CLUE {
            continue;
        }
        let lines = if pair.contains(&cell) { 3 } else { 1 };
        if board.clues[cell as usize] != lines {
            return false;
        }
        met += 1;
    }
    met == positive
}

/// Applies the rule for two 3s on a diagonal that has only 2s between them: the two edges at the far corner of each 3
/// are lines.
///
/// ```text
/// ┏━━━
/// ┃ 3
///       2
///           3 ┃
///          ━━━┛
/// ```
///
/// If one 3 lacked an edge at its far corner, it would have both edges at its near corner, so the next cell of the
/// diagonal would have no line at that corner. A 2 would then have both edges at its opposite corner, and so on, until
/// the last 3 would lack two lines.
///
/// `towards` is the corner, 2 or 3, where the diagonal continues downwards.
fn diagonal_threes(board: &mut PresolveBoard, first: u32, towards: usize) {
    if !board.rules.has(PresolveRule::DiagonalThrees) {
        return;
    }
    let outside = board.geometry.outside();
    let mut cell = first;
    loop {
        let vertex = board.geometry.cell_vertices[cell as usize][towards];
        cell = board.geometry.vertex_cells[vertex as usize][towards];
        if cell == outside {
            return;
        }
        match board.clues[cell as usize] {
            2 => {}
            3 => break,
            _ => return,
        }
    }
    board.begin(PresolveRule::DiagonalThrees, RuleSite::Cell(first));
    for (cell, corner) in [(first, 3 - towards), (cell, towards)] {
        for i in CELL_CORNERS[corner] {
            board.fix(board.geometry.cell_edges[cell as usize][i], true);
        }
    }
}
