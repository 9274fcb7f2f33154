//! Cuts for encodings whose variables are the cells: inside (true) or outside.

use super::cuts::{Cut, Reason};
use super::{Lines, Separation};
use crate::grid::{Cell, Grid};
use crate::logic::Lit;

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

/// The cells of the other colour around a part.
fn around(grid: Grid, parts: &Parts, number: usize) -> Vec<Cell> {
    let mut ring: Vec<usize> = parts.cells[number]
        .iter()
        .flat_map(|&cell| grid.neighbours(cell))
        .map(|cell| grid.cell_index(cell))
        .filter(|&index| parts.of[index] != number)
        .collect();
    ring.sort_unstable();
    ring.dedup();
    ring.into_iter().map(|index| grid.cell_at(index)).collect()
}

/// The connectivity cuts that a colouring breaks; none if its border is one loop.
///
/// In every solution the inside is connected. So for an inside part K and an inside cell y beyond
/// it: *not K's cell, or not y, or some cell around K is inside*. And every outside cell is connected
/// with the border. So for an outside part that does not reach it: *its cell is inside, or some cell
/// around the part is outside*. Both hold in every solution, whatever the clues: no guard is needed.
///
/// A solution is blocked by the colours of the cells beside its loop.
#[must_use]
pub fn separate_colours(grid: Grid, model: &[bool]) -> Separation {
    let mut inside = model.to_vec();
    inside.resize(grid.cell_count(), false);
    let parts = parts(grid, &inside);
    let literal = |cell: Cell| Lit::positive(grid.cell_index(cell) as u32);
    let is_inside = |number: usize| inside[grid.cell_index(parts.cells[number][0])];

    let numbers = 0..parts.cells.len();
    let main = numbers
        .clone()
        .filter(|&number| is_inside(number))
        .max_by_key(|&number| parts.cells[number].len());
    let mut cuts = Vec::new();
    for number in numbers {
        let cells = &parts.cells[number];
        let cell = literal(cells[0]);
        if is_inside(number) {
            let Some(main) = main.filter(|&main| main != number) else { continue };
            let beyond = literal(parts.cells[main][0]);
            let ring = around(grid, &parts, number).into_iter().map(literal);
            let literals = [!cell, !beyond].into_iter().chain(ring).collect();
            cuts.push(Cut::clause(literals, Reason::InsideConnected));
        } else if !cells.iter().any(|&cell| grid.is_at_border(cell)) {
            let ring = around(grid, &parts, number).into_iter().map(|cell| !literal(cell));
            let literals = [cell].into_iter().chain(ring).collect();
            cuts.push(Cut::clause(literals, Reason::OutsideReachesBorder));
        }
    }
    if !cuts.is_empty() || main.is_none() {
        return Separation { solution: None, cuts };
    }
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
    let block = Cut::clause(literals, Reason::KnownSolution);
    Separation { solution: Some(Lines::around(grid, &inside)), cuts: vec![block] }
}
