//! A check of partial assignments: whether each island can still be connected and large enough.

use crate::grid::Grid;
use crate::kinds::nurikabe::islands::{Island, Islands};
use crate::logic::{ExternalPropagator, Lit};

/// Checks whether each island can still become connected, with as many cells as its number.
///
/// The *open region* of a clue consists of the cells that a way from the clue reaches without cells that are certainly not in
/// its island. An assignment is infeasible if an open region has fewer cells than the number, or if a cell of the island is
/// not in it, or farther from the clue than the number allows. The check returns a clause that every solution satisfies and
/// the assignment violates:
///
/// > of the cells around the open region, one belongs to the island;
/// > this cell does not belong to the island, or one does of the cells that lie on a short way between it and the clue.
///
/// Only islands whose variables changed since the last check are checked again.
pub(super) struct IslandCheck {
    /// The number of the first variable of an island.
    first: u32,
    islands: Vec<ClueRegion>,
    values: Vec<Option<bool>>,
    before: Vec<Option<bool>>,
    distance: Vec<u32>,
    back: Vec<u32>,
    open: Vec<u32>,
}

/// The cells within reach of a clue, numbered from 0.
struct ClueRegion {
    clue: u32,
    /// The greatest distance of a cell from the clue.
    farthest: u32,
    size: usize,
    /// The place of its first variable among those of all islands.
    first: usize,
    count: usize,
    /// The neighbours of each cell within the region.
    neighbours: Vec<[u32; 4]>,
    is_feasible: bool,
}

/// No cell, or no way to it.
const NONE: u32 = u32::MAX;

impl ClueRegion {
    fn neighbours(&self, cell: u32) -> impl Iterator<Item = u32> + use<> {
        self.neighbours[cell as usize].into_iter().take_while(|&beside| beside != NONE)
    }

    /// Sets the distance of each cell from `start`, on ways through cells for which `is_open` is true. Returns the number of
    /// cells reached.
    fn flood(
        &self,
        start: u32,
        distance: &mut Vec<u32>,
        waiting: &mut Vec<u32>,
        is_open: impl Fn(u32) -> bool,
    ) -> usize {
        distance.clear();
        distance.resize(self.count, NONE);
        distance[start as usize] = 0;
        waiting.clear();
        waiting.push(start);
        let mut next = 0;
        while let Some(&cell) = waiting.get(next) {
            next += 1;
            for beside in self.neighbours(cell) {
                if distance[beside as usize] == NONE && is_open(beside) {
                    distance[beside as usize] = distance[cell as usize] + 1;
                    waiting.push(beside);
                }
            }
        }
        next
    }
}

impl IslandCheck {
    pub fn new(grid: Grid, islands: Islands) -> Self {
        let first = grid.cell_count() as u32;
        let count = islands.variable_count();
        let region = |island: &Island| {
            let place =
                |cell: usize| island.cells.binary_search(&cell).map_or(NONE, |at| at as u32);
            let neighbours = |&cell: &usize| {
                let mut all = [NONE; 4];
                let beside =
                    grid.neighbours(grid.cell_at(cell)).map(|one| place(grid.cell_index(one)));
                for (entry, beside) in all.iter_mut().zip(beside.filter(|&beside| beside != NONE)) {
                    *entry = beside;
                }
                all
            };
            ClueRegion {
                clue: place(island.clue),
                farthest: island.size.map_or(NONE, |size| size as u32 - 1),
                size: island.size.unwrap_or(1),
                first: (island.first - first) as usize,
                count: island.cells.len(),
                neighbours: island.cells.iter().map(neighbours).collect(),
                is_feasible: false,
            }
        };
        Self {
            first,
            islands: islands.all.iter().map(region).collect(),
            values: vec![None; count],
            before: vec![None; count],
            distance: Vec::new(),
            back: Vec::new(),
            open: Vec::new(),
        }
    }

    fn violated(&mut self, number: usize) -> Option<Vec<Lit>> {
        let region = &self.islands[number];
        let values = &self.values[region.first..region.first + region.count];
        let is_open = |cell: u32| values[cell as usize] != Some(false);
        let literal = |cell: u32| Lit::positive(self.first + region.first as u32 + cell);
        if !is_open(region.clue) {
            return None;
        }
        let reached = region.flood(region.clue, &mut self.distance, &mut self.open, is_open);
        let distance = &self.distance;
        let is_beside = |&cell: &u32| {
            distance[cell as usize] == NONE
                && region.neighbours(cell).any(|beside| distance[beside as usize] != NONE)
        };
        if reached < region.size {
            let around: Vec<Lit> =
                (0..region.count as u32).filter(is_beside).map(literal).collect();
            // without further cells, the constraints are infeasible
            return Some(around).filter(|around| !around.is_empty());
        }
        let is_far = |cell: u32| distance[cell as usize] > region.farthest;
        let far = (0..region.count as u32).find(|&cell| {
            values[cell as usize] == Some(true) && (distance[cell as usize] == NONE || is_far(cell))
        })?;
        // each way has a first cell outside the open region, and a last entry into the cells around it
        let is_bounded = region.farthest != NONE;
        region.flood(far, &mut self.back, &mut self.open, |cell| {
            is_bounded || distance[cell as usize] == NONE
        });
        let back = &self.back;
        // the length of the shortest way through this cell that is open before it
        let through = |cell: u32| {
            let before = region.neighbours(cell).map(|beside| distance[beside as usize]).min();
            before.zip(Some(back[cell as usize])).map_or(u64::from(NONE), |(before, behind)| {
                u64::from(before) + 1 + u64::from(behind)
            })
        };
        let on_way = |&cell: &u32| {
            is_beside(&cell)
                && back[cell as usize] != NONE
                && through(cell) <= u64::from(region.farthest)
        };
        let way = (0..region.count as u32).filter(on_way).map(literal);
        Some(std::iter::once(!literal(far)).chain(way).collect())
    }
}

impl ExternalPropagator for IslandCheck {
    /// Measured: with fewer checks, and with ten times as many, large puzzles take several times as long.
    fn shortest_interval(&self, _: usize) -> usize {
        self.first as usize / 64
    }

    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>> {
        self.values.fill(None);
        for literal in true_literals {
            let place = literal.vidx32().checked_sub(self.first);
            if let Some(value) = place.and_then(|place| self.values.get_mut(place as usize)) {
                *value = Some(literal.is_pos());
            }
        }
        let mut found = Vec::new();
        for number in 0..self.islands.len() {
            let region = &self.islands[number];
            let all = region.first..region.first + region.count;
            if region.is_feasible && self.values[all.clone()] == self.before[all] {
                continue;
            }
            let violated = self.violated(number);
            self.islands[number].is_feasible = violated.is_none();
            found.extend(violated);
        }
        std::mem::swap(&mut self.values, &mut self.before);
        found
    }
}
