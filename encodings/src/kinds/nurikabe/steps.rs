//! The part `steps`: the cells of an island are reached from its clue, cell by cell, within as many steps as the island has
//! cells besides that of the clue.
//!
//! That islands are connected follows from the part `tree`, too, but unit propagation derives more from the steps: a cell far
//! from its clue needs a way of nearer cells, which takes cells from the island's number. Large islands in a grid with few clues
//! are solved several times faster.

use std::collections::HashMap;

use crate::encoding::EncodingInfo;
use crate::grid::Grid;
use crate::kinds::nurikabe::Nurikabe;
use crate::kinds::nurikabe::islands::{Island, Islands};
use crate::logic::{ConstraintSink, Lit, Origin, Place};

/// The description of the part. For an island with the number n and each cell at distance d ≥ 1 within reach, it has n - 1 - d
/// variables.
pub(super) const STEPS: EncodingInfo = EncodingInfo {
    name: "steps",
    meaning: "the cells of each island are reached from its clue within bounded steps",
    source: "our own; breadth-first search as in Westreicher 2011, section 4.1",
    families: &[("step", "a cell of an island is reached from its clue within some steps")],
};

/// Whether a cell is reached from a clue within some steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    Always,
    Never,
    If(Lit),
}

/// An island with a number, and the variables of its cells.
struct IslandSteps {
    number: usize,
    island: Island,
    size: usize,
    /// The distance of each cell within reach from the clue.
    distances: HashMap<usize, usize>,
    /// The variable of each cell and number of steps.
    variables: HashMap<(usize, usize), u32>,
    /// The cells and numbers of steps in the order of the variables.
    ordered: Vec<(usize, usize)>,
}

/// The steps of all islands with a number of at least 3.
pub(super) struct IslandsInSteps {
    grid: Grid,
    islands: Vec<IslandSteps>,
}

impl IslandsInSteps {
    /// Numbers the variables from `first`.
    pub fn of(puzzle: &Nurikabe, first: u32) -> Self {
        let grid = puzzle.grid();
        let mut next = first;
        let mut islands = Vec::new();
        for (number, island) in Islands::of(puzzle).all.into_iter().enumerate() {
            let Some(size) = island.size.filter(|&size| size > 2 && !island.lacks_room()) else {
                continue;
            };
            let distances = distances(grid, &island);
            let mut ordered = Vec::new();
            for &cell in island.cells.iter().filter(|&&cell| cell != island.clue) {
                ordered.extend((distances[&cell]..size - 1).map(|steps| (cell, steps)));
            }
            let variables = ordered.iter().copied().zip(next..).collect();
            next += ordered.len() as u32;
            islands.push(IslandSteps { number, island, size, distances, variables, ordered });
        }
        Self { grid, islands }
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for island in &self.islands {
            for &(cell, steps) in &island.ordered {
                let cell = self.grid.cell_at(cell);
                let (number, row, col) = (island.number + 1, cell.row + 1, cell.col + 1);
                sink.variable("step", format_args!("step_{number}_{steps}_{row}_{col}"));
            }
        }
    }

    pub fn constraints(&self, sink: &mut dyn ConstraintSink) {
        for island in &self.islands {
            for &(cell, steps) in &island.ordered {
                self.define(island, cell, steps, sink);
            }
            for &cell in island.island.cells.iter().filter(|&&cell| cell != island.island.clue) {
                self.arrive(island, cell, island.size - 1, sink);
            }
        }
    }

    /// The cell is in the island, and it or a neighbor was reached a step earlier.
    fn define(
        &self,
        island: &IslandSteps,
        cell: usize,
        steps: usize,
        sink: &mut dyn ConstraintSink,
    ) {
        let (Reached::If(reached), Some(inside)) =
            (island.reached(cell, steps), island.island.literal(cell))
        else {
            return;
        };
        let origin = Origin::new("step", self.place(island, cell));
        sink.add_clause(&[!reached, inside], origin);
        if let Reached::If(earlier) = island.reached(cell, steps - 1) {
            sink.add_clause(&[!earlier, reached], origin);
        }
        for beside in self.beside(cell) {
            match island.reached(beside, steps - 1) {
                Reached::Always => sink.add_clause(&[!inside, reached], origin),
                Reached::If(earlier) => sink.add_clause(&[!inside, !earlier, reached], origin),
                Reached::Never => {}
            }
        }
        self.arrive(island, cell, steps, sink);
    }

    /// A cell that is reached was reached a step earlier, or a neighbor was.
    fn arrive(
        &self,
        island: &IslandSteps,
        cell: usize,
        steps: usize,
        sink: &mut dyn ConstraintSink,
    ) {
        let Reached::If(reached) = island.reached(cell, steps) else { return };
        let mut clause = vec![!reached];
        for from in self.beside(cell).chain([cell]) {
            match island.reached(from, steps - 1) {
                Reached::Always => return,
                Reached::If(earlier) => clause.push(earlier),
                Reached::Never => {}
            }
        }
        sink.add_clause(&clause, Origin::new("step", self.place(island, cell)));
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<'_> {
        let grid = self.grid;
        grid.neighbours(grid.cell_at(cell)).map(move |beside| grid.cell_index(beside))
    }

    fn place(&self, island: &IslandSteps, cell: usize) -> Place {
        [self.grid.cell_at(island.island.clue), self.grid.cell_at(cell)].into()
    }
}

impl IslandSteps {
    fn reached(&self, cell: usize, steps: usize) -> Reached {
        match self.distances.get(&cell) {
            Some(0) => Reached::Always,
            Some(&distance) if distance <= steps => match self.variables.get(&(cell, steps)) {
                Some(&variable) => Reached::If(Lit::positive(variable)),
                // with all steps, each cell of the island is reached
                None => self.island.literal(cell).map_or(Reached::Never, Reached::If),
            },
            _ => Reached::Never,
        }
    }
}

/// Returns the distance of each cell within reach from the clue.
fn distances(grid: Grid, island: &Island) -> HashMap<usize, usize> {
    let mut distances = HashMap::from([(island.clue, 0)]);
    let mut layer = vec![island.clue];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for cell in layer {
            let distance = distances[&cell] + 1;
            for beside in grid.neighbours(grid.cell_at(cell)) {
                let beside = grid.cell_index(beside);
                if island.literal(beside).is_some() && !distances.contains_key(&beside) {
                    distances.insert(beside, distance);
                    next.push(beside);
                }
            }
        }
        layer = next;
    }
    distances
}
