//! The rules of Slitherlink, checked on a drawn set of lines. Independent of every encoding.

use std::collections::VecDeque;

use super::Slitherlink;
use crate::connectivity::{Broken, Lines, LoopPuzzle};
use crate::grid::{Cell, Edge, Grid, Vertex};

impl LoopPuzzle for Slitherlink {
    fn grid(&self) -> Grid {
        self.grid()
    }

    fn check(&self, lines: &Lines) -> Result<(), Broken> {
        let broken = |rule, place: String, found: String| Err(Broken { rule, place, found });
        if lines.is_empty() {
            return broken("nonempty", "the whole grid".into(), "no line is drawn".into());
        }
        let grid = self.grid();
        for (cell, clue) in self.clues() {
            let drawn = lines.count(&grid.cell_edges(cell));
            if drawn != usize::from(clue) {
                return broken("clue", cell.to_string(), format!("{drawn} lines around a {clue}"));
            }
        }
        for vertex in grid.vertices() {
            let degree = lines.count(&grid.vertex_edges(vertex));
            if degree != 0 && degree != 2 {
                return broken("degree", vertex.to_string(), format!("{degree} lines meet"));
            }
        }
        if let Some(edge) = line_count_check(lines) {
            let found = format!("line {} is on a second loop", grid.edge_name(edge));
            return broken("single-loop", grid.edge_ends(edge)[0].to_string(), found);
        }
        Ok(())
    }

    /// A clue above 0 none of whose edges touches the region: some line of every solution is there.
    fn certainly_beyond(&self, inside: &dyn Fn(Vertex) -> bool) -> Option<Cell> {
        let touches = |cell: Cell| {
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .any(|&(r, c)| inside(Vertex { row: cell.row + r, col: cell.col + c }))
        };
        self.clues().find(|&(cell, clue)| clue > 0 && !touches(cell)).map(|(cell, _)| cell)
    }

    /// Cells at the highest clue (Westreicher 4.3), corners with a 2 not counted, fewer for a higher
    /// clue v. Let the clue's cell have k neighbours. If it is outside, v of them are inside; if it is
    /// inside, 4 - v of them are. So the neighbours miss the inside only together (v = 1), or but for
    /// one of them (v = 2); of v = 3 it takes the cell itself and all but two neighbours; a 4 is inside
    /// itself.
    fn one_inside(&self) -> Option<Vec<Cell>> {
        let grid = self.grid();
        let is_corner = |cell: Cell| grid.neighbours(cell).count() == 2;
        let helps = |&(cell, clue): &(Cell, u8)| clue > 0 && !(clue == 2 && is_corner(cell));
        // of equal ones the first: `max_by_key` alone would give the last
        let (cell, clue) = self.clues().filter(helps).min_by_key(|&(_, clue)| 4 - clue)?;
        let count = grid.neighbours(cell).count();
        let neighbours = |but: usize| grid.neighbours(cell).take(count.saturating_sub(but));
        Some(match clue {
            1 => neighbours(0).collect(),
            2 => neighbours(1).collect(),
            3 => std::iter::once(cell).chain(neighbours(2)).collect(),
            _ => vec![cell],
        })
    }
}

/// The line-count check (Westreicher 4.2.2, Algorithms 2 and 3): walks along the lines from the
/// first one and gives the first line that was not reached, or `None` if all are on one loop.
///
/// Meant for lines whose degree rule holds.
#[must_use]
pub fn line_count_check(lines: &Lines) -> Option<Edge> {
    let grid = lines.grid();
    let start = lines.edges().next()?;
    let mut left = lines.clone();
    let mut waiting = vec![start];
    left.set(start, false);
    while let Some(edge) = waiting.pop() {
        for vertex in grid.edge_ends(edge) {
            for next in grid.vertex_edges(vertex) {
                if left.has(next) {
                    left.set(next, false);
                    waiting.push(next);
                }
            }
        }
    }
    left.edges().next()
}

/// The fill check (Westreicher 4.2.1, Algorithm 1): floods the outside from the border and the
/// inside from the cell right of the first vertical line, and gives the first cell that neither
/// flood reached, or `None` if all are reached and the lines are one loop.
///
/// Meant for lines whose degree rule holds, at least one of them.
#[must_use]
pub fn fill_check(lines: &Lines) -> Option<Cell> {
    let grid = lines.grid();
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut reached = vec![false; grid.cell_count()];
    let mut waiting = VecDeque::new();
    let mut visit = |cell: Cell, waiting: &mut VecDeque<Cell>| {
        if !std::mem::replace(&mut reached[grid.cell_index(cell)], true) {
            waiting.push_back(cell);
        }
    };

    let vertical = |cell: &Cell| lines.has(grid.vertical(cell.row, cell.col));
    if let Some(first) = grid.cells().find(vertical) {
        visit(first, &mut waiting);
    }
    for cell in grid.cells() {
        let [top, bottom, left, right] = grid.cell_edges(cell).map(|edge| lines.has(edge));
        let open_to_the_border = (cell.row == 0 && !top)
            || (cell.row + 1 == rows && !bottom)
            || (cell.col == 0 && !left)
            || (cell.col + 1 == cols && !right);
        if open_to_the_border {
            visit(cell, &mut waiting);
        }
    }
    while let Some(Cell { row, col }) = waiting.pop_front() {
        let [top, bottom, left, right] =
            grid.cell_edges(Cell { row, col }).map(|edge| lines.has(edge));
        if row > 0 && !top {
            visit(Cell { row: row - 1, col }, &mut waiting);
        }
        if row + 1 < rows && !bottom {
            visit(Cell { row: row + 1, col }, &mut waiting);
        }
        if col > 0 && !left {
            visit(Cell { row, col: col - 1 }, &mut waiting);
        }
        if col + 1 < cols && !right {
            visit(Cell { row, col: col + 1 }, &mut waiting);
        }
    }
    reached.iter().position(|&reached| !reached).map(|index| grid.cell_at(index))
}
