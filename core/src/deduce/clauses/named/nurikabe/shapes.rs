//! Nurikabe: the shapes that an island can still have.
//!
//! The search grows the known part of an island. It takes one open cell next to the shape at a time, and decides it
//! twice: first in the island, then outside. A decided cell is not taken again below this decision, so the search finds
//! each shape exactly once. Redelmeier 1981 (Counting polyominoes: yet another attack) counts polyominoes by the same
//! principle.

use encycle_encodings::grid::reached;

use crate::deduce::clauses::named::nurikabe::growth::{IslandPart, KnownIslands};
use crate::deduce::clauses::named::{CaseSplit, TechniqueFinding};

/// The search for the shapes of one island. Each shape contains the known cells of the island, and no cell next to a
/// shape is known to be unshaded.
struct IslandShapes<'a> {
    islands: &'a KnownIslands<'a>,
    part: &'a IslandPart,
    clue: usize,
    /// For each cell that the search has decided, whether it is in the island.
    chosen: Vec<Option<bool>>,
    shape: Vec<usize>,
    found: Vec<Vec<usize>>,
    /// The number of further search steps; at 0 the search ends.
    budget: usize,
}

impl<'a> IslandShapes<'a> {
    /// The limit on search steps for an island.
    const BUDGET: usize = 10_000;

    /// Returns the shapes of an island, or `None` if the search for them takes too many steps.
    fn of(islands: &'a KnownIslands<'a>, part: &'a IslandPart) -> Option<Vec<Vec<usize>>> {
        let clue = part.clue?;
        let mut chosen = vec![None; islands.known.len()];
        part.cells.iter().for_each(|&cell| chosen[cell] = Some(true));
        let shape = part.cells.clone();
        let (found, budget) = (Vec::new(), Self::BUDGET);
        let mut search = Self { islands, part, clue, chosen, shape, found, budget };
        search.grow(0);
        (search.budget > 0).then_some(search.found)
    }

    /// Decides the open cells next to the shape. The neighbors of the first `from` cells of the shape are all decided.
    fn grow(&mut self, mut from: usize) {
        self.budget = self.budget.saturating_sub(1);
        let size = self.part.size.unwrap_or(usize::MAX);
        if self.budget == 0 || self.shape.len() > size {
            return;
        }
        if self.shape.len() == size {
            self.found.push(self.shape.clone());
            return;
        }
        let next = loop {
            let Some(&cell) = self.shape.get(from) else { break None };
            let mut beside = self.islands.neighbours[cell].iter().copied();
            let open = beside.find(|&cell| {
                self.chosen[cell].is_none() && self.islands.may_contain(self.clue, cell)
            });
            match open {
                Some(open) => break Some(open),
                None => from += 1,
            }
        };
        let Some(next) = next else {
            if self.part.size.is_none() {
                self.found.push(self.shape.clone());
            }
            return;
        };
        let length = self.shape.len();
        self.include(next);
        self.grow(from);
        for cell in self.shape.drain(length..) {
            self.chosen[cell] = None;
        }
        self.chosen[next] = Some(false);
        if self.has_room(size) {
            self.grow(from);
        }
        self.chosen[next] = None;
    }

    /// Adds a cell to the shape, and the known parts next to it, because adjacent unshaded cells are in the same
    /// island.
    fn include(&mut self, cell: usize) {
        let mut add = |cell: usize| {
            if self.chosen[cell].is_none() {
                self.chosen[cell] = Some(true);
                self.shape.push(cell);
            }
        };
        add(cell);
        for &beside in &self.islands.neighbours[cell] {
            if let Some(part) = self.islands.part_at(beside) {
                part.cells.iter().for_each(|&cell| add(cell));
            }
        }
    }

    /// Returns whether the shape can still reach this number of cells.
    fn has_room(&self, size: usize) -> bool {
        if self.part.size.is_none() {
            return true;
        }
        let (mut reached, mut from) = (self.shape.clone(), 0);
        let mut seen: Vec<bool> = self.chosen.iter().map(|&one| one == Some(true)).collect();
        while let Some(&cell) = reached.get(from) {
            if reached.len() >= size {
                return true;
            }
            from += 1;
            for &next in &self.islands.neighbours[cell] {
                let is_new = !seen[next] && self.chosen[next].is_none();
                if is_new && self.islands.may_contain(self.clue, next) {
                    seen[next] = true;
                    reached.push(next);
                }
            }
        }
        reached.len() >= size
    }
}

/// The possible shapes of an island, and the values of all cells that each shape fixes.
pub(super) struct PossibleShapes<'a> {
    part: &'a IslandPart,
    shapes: Vec<Vec<(usize, bool)>>,
}

/// Returns the facts of a shape: its cells are unshaded, and the cells next to it are shaded.
fn facts(islands: &KnownIslands, shape: &[usize]) -> Vec<(usize, bool)> {
    let mut facts: Vec<(usize, bool)> = shape.iter().map(|&cell| (cell, false)).collect();
    for &cell in shape {
        for &beside in &islands.neighbours[cell] {
            if !shape.contains(&beside) && !facts.contains(&(beside, true)) {
                facts.push((beside, true));
            }
        }
    }
    facts
}

/// Returns whether the shading of a shape is legal so far: it makes no square of four shaded cells, and it does not
/// separate shaded cells from each other.
fn is_legal(islands: &KnownIslands, facts: &[(usize, bool)]) -> bool {
    let mut values = islands.known.to_vec();
    facts.iter().for_each(|&(cell, value)| values[cell] = Some(value));
    let (rows, cols) = (islands.grid.rows(), islands.grid.cols());
    let is_block = |corner: usize| {
        let square = [corner, corner + 1, corner + cols, corner + cols + 1];
        square.iter().all(|&cell| values[cell] == Some(true))
    };
    let has_block = |&(cell, shaded): &(usize, bool)| {
        let (row, col) = (cell / cols, cell % cols);
        let up = row.saturating_sub(1)..=row.min(rows.saturating_sub(2));
        shaded
            && rows > 1
            && cols > 1
            && up.into_iter().any(|row| {
                let left = col.saturating_sub(1)..=col.min(cols - 2);
                left.into_iter().any(|col| is_block(row * cols + col))
            })
    };
    if facts.iter().any(has_block) {
        return false;
    }
    let is_shaded = |cell: &usize| values[*cell] == Some(true);
    let Some(start) = (0..values.len()).find(is_shaded) else { return true };
    let next = |cell: usize| {
        islands.neighbours[cell].iter().copied().filter(|&next| values[next] != Some(false))
    };
    let reached = reached(values.len(), [start], next);
    (0..values.len()).filter(is_shaded).all(|cell| reached[cell])
}

/// Returns the possible shapes of each island. Islands with too many shapes are left out.
///
/// A shape is impossible if its shading is illegal, or if it leaves out known unshaded cells that only this island can
/// reach.
pub(super) fn possible<'a>(islands: &'a KnownIslands<'a>) -> Vec<PossibleShapes<'a>> {
    let with_clue: Vec<&IslandPart> =
        islands.parts.iter().filter(|part| part.clue.is_some()).collect();
    let reach: Vec<Vec<usize>> = with_clue.iter().map(|part| islands.reach(part, None)).collect();
    let mut reaching = vec![0; islands.known.len()];
    reach.iter().flatten().for_each(|&cell| reaching[cell] += 1);
    let of = |(part, reach): (&&'a IslandPart, &Vec<usize>)| {
        let is_own = |&&cell: &&usize| reaching[cell] == 1 && islands.part_at(cell).is_some();
        let own: Vec<usize> = reach.iter().filter(is_own).copied().collect();
        let shapes = IslandShapes::of(islands, part)?.into_iter();
        let shapes = shapes.filter(|shape| own.iter().all(|cell| shape.contains(cell)));
        let shapes = shapes.map(|shape| facts(islands, &shape));
        let shapes = shapes.filter(|facts| is_legal(islands, facts)).collect();
        Some(PossibleShapes { part, shapes })
    };
    with_clue.iter().zip(&reach).filter_map(of).collect()
}

/// Finds facts that all possible shapes of an island share.
pub(super) fn common(islands: &KnownIslands) -> Option<TechniqueFinding> {
    possible(islands).into_iter().find_map(|PossibleShapes { part, shapes }| {
        let start = islands.grid.cell_at(part.cells[0]);
        let Some((first, rest)) = shapes.split_first() else {
            let why = format!("the island at {start} has no shape");
            return Some(TechniqueFinding::contradiction(start, why));
        };
        let is_new = |&&(cell, value): &&(usize, bool)| islands.known[cell] != Some(value);
        let in_all = |fact: &&(usize, bool)| rest.iter().all(|shape| shape.contains(fact));
        let facts: Vec<(usize, bool)> =
            first.iter().filter(is_new).filter(in_all).copied().collect();
        TechniqueFinding::new(islands.known, start, facts, || {
            format!("the {} possible shapes of the island at {start} agree", shapes.len())
        })
    })
}

/// Returns the possible shapes of each island as cases.
pub(super) fn cases(islands: &KnownIslands) -> Vec<CaseSplit> {
    let is_open = |possible: &PossibleShapes| possible.shapes.len() > 1;
    let split = |possible: PossibleShapes| CaseSplit {
        place: islands.grid.cell_at(possible.part.cells[0]).into(),
        what: "shapes of the island",
        cases: possible.shapes,
    };
    possible(islands).into_iter().filter(is_open).map(split).collect()
}
