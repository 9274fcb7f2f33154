//! Local arguments for clauses over cells that are inside or outside a single loop.

use std::collections::HashSet;

use encycle_encodings::grid::{Cell, Grid, reached};

use crate::certify::arguments::Literal;
use crate::puzzle::Puzzle;

/// The arguments for clauses over cells that are inside or outside a single loop on a grid. The atom of a literal is
/// the number of a cell; the literal is positive if the cell is inside.
pub(in crate::certify) struct ColourArguments {
    grid: Grid,
}

impl ColourArguments {
    /// Returns `None` for puzzles whose solutions have no inside, or may consist of several loops.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let Puzzle::Slitherlink(slitherlink) = puzzle else { return None };
        Some(Self { grid: slitherlink.grid()? })
    }

    /// Returns the number of the cell whose variable has this name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        let (row, col) = name.strip_prefix("in_")?.split_once('_')?;
        let [row, col] = [row, col].map(|text| text.parse::<usize>().ok()?.checked_sub(1));
        let cell = Cell { row: row?, col: col? };
        let is_in_grid = cell.row < self.grid.rows() && cell.col < self.grid.cols();
        is_in_grid.then(|| self.grid.cell_index(cell))
    }

    /// Returns whether every single loop satisfies a clause, because of connectivity.
    ///
    /// If the clause were false, its negative cells would be inside and its positive cells outside. But the cells
    /// inside a loop are connected, and every outside cell is connected with the border of the grid. So the clause
    /// holds if the outside cells separate two of the inside cells, or if the inside cells shut an outside cell off
    /// from the border.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let cells = |is_positive: bool| -> HashSet<usize> {
            let literals = clause.iter().filter(|literal| literal.is_positive == is_positive);
            literals.map(|literal| literal.atom).collect()
        };
        let (outside, inside) = (cells(true), cells(false));
        if !outside.is_disjoint(&inside) {
            return true;
        }
        let is_split = inside.iter().next().is_some_and(|&first| {
            let reached = self.reached(first, &outside);
            inside.iter().any(|&cell| !reached[cell])
        });
        is_split
            || outside.iter().any(|&cell| {
                let reached = self.reached(cell, &inside);
                !self
                    .grid
                    .cells()
                    .any(|one| reached[self.grid.cell_index(one)] && self.grid.is_at_border(one))
            })
    }

    /// Returns the cells that a path from a cell reaches without entering the closed cells.
    fn reached(&self, from: usize, closed: &HashSet<usize>) -> Vec<bool> {
        let beside = |cell| {
            let next = self.grid.neighbours(self.grid.cell_at(cell));
            next.map(|next| self.grid.cell_index(next)).filter(|next| !closed.contains(next))
        };
        reached(self.grid.cell_count(), [from], beside)
    }

    /// Returns the cells inside the loop that a clause blocks, if the clause names the cells on both sides of the loop:
    /// the negative cells, and the cells that are connected with them by cells that are not in the clause.
    pub fn inside(&self, clause: &[Literal]) -> Vec<usize> {
        let cells: HashSet<usize> = clause.iter().map(|literal| literal.atom).collect();
        let mut inside = vec![false; self.grid.cell_count()];
        for literal in clause.iter().filter(|literal| !literal.is_positive) {
            if !inside[literal.atom] {
                let reached = self.reached(literal.atom, &cells);
                inside.iter_mut().zip(reached).for_each(|(cell, reached)| *cell |= reached);
            }
        }
        (0..inside.len()).filter(|&cell| inside[cell]).collect()
    }
}
