//! Cuts for encodings whose variables are the cells: inside (true) or outside.

use crate::encoding::{Cut, CutReason, Separated};
use crate::grid::{Cell, Grid};
use crate::logic::Lit;
use crate::loops::EdgeSet;
use crate::loops::separators::{Separators, Target};

/// How many separators around a part become cuts. Measured: one or three make sparse 100x100 puzzles take
/// as long or longer.
const SEPARATORS: usize = 2;

/// The connected parts of one colour.
struct Parts {
    /// The part of each cell, by cell index.
    of: Vec<usize>,
    /// The cells of each part.
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

/// The connectivity cuts that a colouring breaks, for cells whose variables are numbered as the cells from
/// `first` on; none if nothing is inside, or if the border of the inside is one loop. The colouring breaks
/// the first of them, and perhaps not all.
///
/// In every solution the inside is connected. So for an inside part K and an inside cell y beyond
/// it: *not K's cell, or not y, or some cell of a separator between them is inside*. And every outside
/// cell is connected with the border. So for an outside part that does not reach it: *its cell is
/// inside, or some cell of a separator between it and the border is outside*. Both hold in every
/// solution, whatever the clues: no guard is needed. The separators are layers around the part, the nearest
/// two, without the cells from which the other side cannot be reached: on wound parts, most of them.
pub(super) fn colour_cuts(
    grid: Grid,
    inside: &[bool],
    first: u32,
    separators: &mut Separators,
) -> Vec<Cut> {
    let parts = parts(grid, inside);
    let literal = |cell: Cell| Lit::positive(first + grid.cell_index(cell) as u32);
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
                cuts.push(Cut::clause(literals, CutReason::InsideConnected));
            }
        } else if !is_inside(number) && !cells.iter().any(|&cell| grid.is_at_border(cell)) {
            for separator in separators.around(cells, &Target::Border, SEPARATORS) {
                let separator = separator.into_iter().map(|cell| !literal(cell));
                let literals = [cell].into_iter().chain(separator).collect();
                cuts.push(Cut::clause(literals, CutReason::OutsideReachesBorder));
            }
        }
    }
    cuts
}

/// The connectivity cuts that a model breaks; none if its border is one loop. That is blocked by the colours
/// of the cells beside it.
#[must_use]
pub fn separate_colours(grid: Grid, model: &[bool]) -> Separated {
    let mut inside = model.to_vec();
    inside.resize(grid.cell_count(), false);
    let cuts = colour_cuts(grid, &inside, 0, &mut Separators::new(grid));
    if !cuts.is_empty() || !inside.contains(&true) {
        return Separated { solution: None, cuts };
    }
    block_colours(grid, &inside)
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
