//! The patterns that clues alone make: corners of the grid, 3s side by side and on a diagonal. They say
//! nothing that the other rules would not find (but for `adjacent-threes`), only sooner and in one step.

use crate::presolve::board::{NO_CLUE, PresolveBoard, Site};
use crate::presolve::geometry::CELL_CORNERS;
use crate::presolve::rules::PresolveRule;

/// Uses each pattern wherever it is; linear in the size of the grid.
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

/// Two edges meet at a corner of the grid, and both are lines or none. A 1 there has room for none of
/// them; a 3 lacks one edge at most; a 2 has these two, or the two others of its cell, and from each of
/// its two neighbouring vertices on the border one line comes from the cell, which goes on along the border.
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
        board.begin(rule, Site::Cell(cell));
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
            // a single other edge: the neighbouring vertex, and on the border
            if let (Some(only), None) = (others.next(), others.next()) {
                board.fix(only, true);
            }
        }
    }
}

/// Without a line between them, both have their three other edges: that is a loop around the two. So the line
/// is there, unless this loop is a solution (Westreicher 5.3). Then each 3 lacks one edge besides: were it the
/// far one, the two beside the line would be there, and where they meet it the other 3 could have none, and
/// would lack two. So the far edges are lines. And each end of the line has a line of one of the 3s, so it
/// does not go straight on.
///
/// `across` says which edges of a cell lie towards the first and towards the second.
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
    board.begin(PresolveRule::AdjacentThrees, Site::Cell(a));
    lines.into_iter().for_each(|edge| board.fix(edge, true));
    let no_edge = board.geometry.edge_cells.len() as u32;
    for edge in at_ends.into_iter().filter(|edge| *edge != no_edge && !own.contains(edge)) {
        board.fix(edge, false);
    }
}

/// Whether the loop around two neighbours meets all clues: the `positive` ones are all beside it, and each
/// clue there counts its lines.
fn is_solution(board: &PresolveBoard, pair: [u32; 2], positive: usize) -> bool {
    let mut met = 0;
    let near = pair.map(|cell| board.geometry.cell_cells[cell as usize]).concat();
    // two cells in a row or column have no common neighbour, so that none is there twice
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

/// Two 3s on a diagonal, with 2s only between them: the edges at their far corners are lines. If one 3
/// lacked one of these, both edges at its near corner would be lines, and the next cell would have
/// none there; a 2 then has both edges at its other corner, and so on, until the last 3 lacks two.
///
/// `towards` is the corner, 2 or 3, from which the diagonal goes down.
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
    board.begin(PresolveRule::DiagonalThrees, Site::Cell(first));
    for (cell, corner) in [(first, 3 - towards), (cell, towards)] {
        for i in CELL_CORNERS[corner] {
            board.fix(board.geometry.cell_edges[cell as usize][i], true);
        }
    }
}
