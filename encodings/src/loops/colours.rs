//! Cuts for encodings whose variables are the cells, of two colours: inside or outside of a loop, or shaded or not.

use crate::encoding::{Cut, CutReason, Separated};
use crate::grid::{Cell, Grid};
use crate::logic::Lit;
use crate::loops::EdgeSet;
use crate::loops::separators::{Separators, Target};

/// How many separators around a component become cuts. Measured: with one or three, sparse 100x100
/// puzzles take as long or longer.
const SEPARATORS: usize = 2;

/// The connected components of both colours.
struct Parts {
    /// The component of each cell, by cell index.
    of: Vec<usize>,
    /// The cells of each component.
    cells: Vec<Vec<Cell>>,
}

fn parts(grid: Grid, inside: &[bool]) -> Parts {
    let mut parts = Parts { of: vec![usize::MAX; grid.cell_count()], cells: Vec::new() };
    for start in grid.cells() {
        if parts.of[grid.cell_index(start)] != usize::MAX {
            continue;
        }
        let number = parts.cells.len();
        let colour = inside[grid.cell_index(start)];
        parts.of[grid.cell_index(start)] = number;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for neighbour in grid.neighbours(cell) {
                let index = grid.cell_index(neighbour);
                if inside[index] == colour && parts.of[index] == usize::MAX {
                    parts.of[index] = number;
                    found.push(neighbour);
                }
            }
        }
        parts.cells.push(found);
    }
    parts
}

/// Which cells of two colours must be connected, and their literals. The variables of the cells are numbered like the cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colouring {
    pub grid: Grid,
    /// The number of the first variable.
    first: u32,
    /// The value of the variables of *inside* cells, those that must be connected.
    inside: bool,
    /// Whether each outside cell must be connected with the border.
    pub(super) has_border: bool,
    /// Why the cuts for the inside are sound.
    pub(super) reason: CutReason,
}

impl Colouring {
    /// Returns the colouring of a loop: the true variables are the inside.
    pub fn of_loop(grid: Grid, first: u32) -> Self {
        let reason = CutReason::InsideConnected;
        Self { grid, first, inside: true, has_border: true, reason }
    }

    /// Returns the colouring in which the cells whose variables have this value must be connected.
    pub fn connected(grid: Grid, value: bool) -> Self {
        let reason = CutReason::ColourConnected;
        Self { grid, first: 0, inside: value, has_border: false, reason }
    }

    /// Returns the literal that is true if the cell is inside.
    pub(super) fn literal(&self, cell: Cell) -> Lit {
        Lit::new(self.first + self.grid.cell_index(cell) as u32, !self.inside)
    }

    /// Returns the cell of a literal, by index, and whether the literal says that it is inside.
    pub(super) fn cell_of(&self, literal: Lit) -> Option<(usize, bool)> {
        let number = literal.vidx32().checked_sub(self.first)? as usize;
        (number < self.grid.cell_count()).then_some((number, literal.is_pos() == self.inside))
    }

    /// Returns the connectivity cuts that a model violates.
    pub fn cuts(&self, model: &[bool]) -> Vec<Cut> {
        let value = |cell| model.get(self.first as usize + cell).copied().unwrap_or(false);
        let inside: Vec<bool> =
            (0..self.grid.cell_count()).map(|cell| value(cell) == self.inside).collect();
        colour_cuts(self, &inside, &mut Separators::new(self.grid))
    }
}

/// Returns connectivity cuts against a full colouring; none if no cell is inside, or if the border
/// of the inside is one loop. The colouring violates the first cut, and perhaps not all of them.
///
/// In every solution the inside is connected. So for a cell k of an inside component and an inside
/// cell y of another one: *not k, or not y, or some cell of a separator between them is inside*.
/// Around a loop, every outside cell is connected with the border. So for a cell of an outside component that does
/// not touch the border: *the cell is inside, or some cell of a separator between it and the border
/// is outside*. Both hold in every solution, whatever the clues, so the cuts need no condition. The
/// separators are the two nearest layers around the component, without the cells from which the
/// other side cannot be reached; around winding components that drops most cells.
pub(super) fn colour_cuts(
    colouring: &Colouring,
    inside: &[bool],
    separators: &mut Separators,
) -> Vec<Cut> {
    let grid = colouring.grid;
    let parts = parts(grid, inside);
    let literal = |cell: Cell| colouring.literal(cell);
    let is_inside = |number: usize| inside[grid.cell_index(parts.cells[number][0])];
    let numbers = 0..parts.cells.len();
    let main = numbers
        .clone()
        .filter(|&number| is_inside(number))
        .max_by_key(|&number| parts.cells[number].len());
    let Some(main) = main else { return Vec::new() };
    let in_main = |cell| parts.of[grid.cell_index(cell)] == main;
    let beyond = literal(parts.cells[main][0]);
    let mut cuts = Vec::new();
    for number in numbers {
        let cells = &parts.cells[number];
        let cell = literal(cells[0]);
        if is_inside(number) && number != main {
            for separator in separators.around(cells, &Target::Cells(&in_main), SEPARATORS) {
                let separator = separator.into_iter().map(literal);
                let literals = [!cell, !beyond].into_iter().chain(separator).collect();
                cuts.push(Cut::clause(literals, colouring.reason));
            }
        } else if colouring.has_border
            && !is_inside(number)
            && !cells.iter().any(|&cell| grid.is_at_border(cell))
        {
            for separator in separators.around(cells, &Target::Border, SEPARATORS) {
                let separator = separator.into_iter().map(|cell| !literal(cell));
                let literals = [cell].into_iter().chain(separator).collect();
                cuts.push(Cut::clause(literals, CutReason::OutsideReachesBorder));
            }
        }
    }
    cuts
}

/// Separates a model: returns the connectivity cuts that it violates, or the solution if the border
/// of the inside is one loop. The solution is blocked by the colours of the cells beside the loop.
#[must_use]
pub fn separate_colours(grid: Grid, model: &[bool]) -> Separated {
    let cuts = Colouring::of_loop(grid, 0).cuts(model);
    if !cuts.is_empty() || !model.iter().take(grid.cell_count()).any(|&inside| inside) {
        return Separated { solution: None, cuts };
    }
    block_colours(grid, model)
}

/// Returns the loop around the inside cells of a model, blocked by the colours of the cells on both sides of it.
/// (The inside cells alone would not do: another solution may contain them all.)
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
