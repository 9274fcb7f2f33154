//! The inside of a loop as the color of cells: the connectivity cuts against a coloring, and the clause that blocks a
//! solution.

use crate::encoding::{Cut, CutReason, Separated};
use crate::grid::{Cell, Grid};
use crate::logic::Lit;
use crate::rules::connected::Colouring;
use crate::rules::one_loop::EdgeSet;

/// Separates a model: returns the connectivity cuts that it violates, or the solution if the border of the inside is
/// one loop. The solution is blocked by the colors of the cells next to the loop.
#[must_use]
pub fn separate_colours(grid: Grid, model: &[bool]) -> Separated {
    let cuts = Colouring::of_loop(grid, 0).cuts(model);
    if !cuts.is_empty() || !model.iter().take(grid.cell_count()).any(|&inside| inside) {
        return Separated { solution: None, cuts };
    }
    block_colours(grid, model)
}

/// Returns the loop around the inside cells of a model, blocked by the colors of the cells on both sides of it. (A
/// clause over the inside cells alone would be wrong, because another solution may contain them all.)
#[must_use]
pub fn block_colours(grid: Grid, model: &[bool]) -> Separated {
    let mut inside = model.to_vec();
    inside.resize(grid.cell_count(), false);
    let beside = |&cell: &Cell| {
        let colour = inside[grid.cell_index(cell)];
        (colour && grid.is_at_border(cell))
            || grid.neighbours(cell).any(|other| inside[grid.cell_index(other)] != colour)
    };
    let other_colour = |cell: Cell| {
        let colour = inside[grid.cell_index(cell)];
        Lit::new(grid.cell_index(cell) as u32, colour)
    };
    let literals = grid.cells().filter(beside).map(other_colour).collect();
    let block = Cut::clause(literals, CutReason::KnownSolution);
    Separated { solution: Some(EdgeSet::around(grid, &inside).into()), cuts: vec![block] }
}
