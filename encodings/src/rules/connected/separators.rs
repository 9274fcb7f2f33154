//! Vertex separators between some cells of a grid and the border, or other cells.
//!
//! A separator is a set of cells that every path from a part to the goal enters. It becomes a clause: if the part is to
//! be connected to the goal, some cell of the separator has to change its color. The fewer cells, the stronger the
//! clause, so a separator should not contain cells that no path to the goal needs.
//!
//! The separators are breadth-first layers around the part. A minimum cut could have fewer cells, but a layer costs
//! time only in proportion to the part and its surroundings. The hard cells are the cells in pockets. In this picture,
//! the cell `x` is next to the part `#`, too, but it leads only into the bay, so it is dropped:
//!
//! ```text
//!   . . 1 . 1 . .       #  the part
//!   . 1 # 1 # 1 .       1  the first separator
//!   . 1 # x # 1 .       x  next to the part, but every path from x to the goal passes another cell of the layer
//!   . 1 # # # 1 .
//!   . . 1 1 1 . .
//! ```
//!
//! To find out, a cell of the layer floods the region beyond it. A region that is exhausted before the goal is met is a
//! pocket. Exhausting the large outer region would cost as much as the whole grid, so the flood stops after a number of
//! cells that grows with the part, and the region then does not count as a pocket.

use crate::grid::{Cell, Grid};

/// The far side of a separator.
pub(super) enum SeparatorTarget<'a> {
    /// Everything beyond the border of the grid.
    Border,
    /// The cells for which the function returns true.
    Cells(&'a dyn Fn(Cell) -> bool),
}

impl SeparatorTarget<'_> {
    /// Returns whether the cell belongs to the goal, or lies at the border if the border is the goal.
    fn is_at(&self, grid: Grid, cell: Cell) -> bool {
        match self {
            Self::Border => grid.is_at_border(cell),
            Self::Cells(is_goal) => is_goal(cell),
        }
    }
}

/// A finder of separators for repeated use on one grid. A search takes time proportional to the part and its
/// surroundings, not to the grid.
#[derive(Clone, Debug)]
pub(super) struct Separators {
    grid: Grid,
    /// For each cell, the last search in which it was on the near side or in a separator.
    near: Vec<u32>,
    search: u32,
    /// For each cell, the last flood that visited it.
    seen: Vec<u32>,
    flood: u32,
    open: Vec<Cell>,
}

impl Separators {
    pub fn new(grid: Grid) -> Self {
        let none = vec![0; grid.cell_count()];
        Self { grid, near: none.clone(), search: 0, seen: none, flood: 0, open: Vec::new() }
    }

    /// Returns the grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns up to `limit` vertex separators between `part` and `goal`, nearest first. The separators are pairwise
    /// disjoint and disjoint from the goal.
    ///
    /// Each separator is a breadth-first layer around the previous one. Cells that lead only into a pocket (a region
    /// the layer cuts off from the goal) are dropped. The pocket test stops after a bounded number of cells, so a
    /// separator may contain a few cells more than necessary; it is still a separator.
    pub fn around(
        &mut self,
        part: &[Cell],
        goal: &SeparatorTarget<'_>,
        limit: usize,
    ) -> Vec<Vec<Cell>> {
        self.search += 1;
        part.iter().for_each(|&cell| self.take(cell));
        let mut size = part.len();
        let mut found: Vec<Vec<Cell>> = Vec::new();
        while found.len() < limit {
            let mut layer = Vec::new();
            for &cell in found.last().map_or(part, Vec::as_slice) {
                for neighbour in self.grid.neighbours(cell) {
                    if !self.is_near(neighbour) {
                        self.take(neighbour);
                        layer.push(neighbour);
                    }
                }
            }
            size += layer.len();
            if matches!(goal, SeparatorTarget::Cells(is_goal) if layer.iter().any(|&cell| is_goal(cell)))
            {
                break;
            }
            let first = self.flood + 1;
            layer.retain(|&cell| self.reaches_goal(cell, goal, first, size));
            let ends = matches!(goal, SeparatorTarget::Border)
                && layer.iter().any(|&cell| self.grid.is_at_border(cell));
            if layer.is_empty() {
                break;
            }
            found.push(layer);
            if ends {
                break;
            }
        }
        found
    }

    fn take(&mut self, cell: Cell) {
        self.near[self.grid.cell_index(cell)] = self.search;
    }

    fn is_near(&self, cell: Cell) -> bool {
        self.near[self.grid.cell_index(cell)] == self.search
    }

    /// Returns whether a path leads from this cell of a layer to the goal without entering the near side.
    fn reaches_goal(
        &mut self,
        cell: Cell,
        goal: &SeparatorTarget<'_>,
        first: u32,
        size: usize,
    ) -> bool {
        let mut leads = matches!(goal, SeparatorTarget::Border) && self.grid.is_at_border(cell);
        for neighbour in self.grid.neighbours(cell) {
            // an earlier flood of this layer visited the cell and did not add it to the near side, so it does not lie
            // in a pocket
            leads |= !self.is_near(neighbour)
                && (self.seen[self.grid.cell_index(neighbour)] >= first
                    || self.is_no_pocket(neighbour, goal, first, size));
        }
        leads
    }

    /// Floods the region of a cell beyond the layer, and returns whether the region is not a pocket. A pocket becomes
    /// part of the near side.
    fn is_no_pocket(
        &mut self,
        start: Cell,
        goal: &SeparatorTarget<'_>,
        first: u32,
        size: usize,
    ) -> bool {
        let enough = 2 * size + 64;
        self.flood += 1;
        self.open.clear();
        self.open.push(start);
        self.seen[self.grid.cell_index(start)] = self.flood;
        let mut next = 0;
        while let Some(&cell) = self.open.get(next) {
            next += 1;
            if next > enough || goal.is_at(self.grid, cell) {
                return true;
            }
            for neighbour in self.grid.neighbours(cell) {
                let index = self.grid.cell_index(neighbour);
                if self.near[index] == self.search || self.seen[index] == self.flood {
                    continue;
                }
                if self.seen[index] >= first {
                    return true;
                }
                self.seen[index] = self.flood;
                self.open.push(neighbour);
            }
        }
        for index in 0..self.open.len() {
            self.take(self.open[index]);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: (usize, usize) = (3, 5);

    fn grid() -> Grid {
        Grid::new(GRID.0, GRID.1).expect("a size")
    }

    /// Returns the cells reachable from a set of cells without entering `wall`.
    fn reach(from: &[Cell], wall: &[Cell]) -> Vec<Cell> {
        let mut found = from.to_vec();
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for neighbour in grid().neighbours(cell) {
                if !wall.contains(&neighbour) && !found.contains(&neighbour) {
                    found.push(neighbour);
                }
            }
        }
        found
    }

    /// Tries all connected sets of cells as the part. The goal is the border, or any cell neither in the part nor next
    /// to it. Every separator separates, is minimal, and shares no cell with another.
    #[test]
    fn separators_separate_are_minimal_and_disjoint() {
        let mut separators = Separators::new(grid());
        let mut seen = 0;
        for code in 1..1_u32 << grid().cell_count() {
            let part: Vec<Cell> =
                grid().cells().filter(|&cell| code >> grid().cell_index(cell) & 1 == 1).collect();
            let others: Vec<Cell> = grid().cells().filter(|cell| !part.contains(cell)).collect();
            if reach(&part[..1], &others).len() < part.len() {
                continue;
            }
            let at_border = |cells: &[Cell]| cells.iter().any(|&cell| grid().is_at_border(cell));
            let beside = |cell: Cell| grid().neighbours(cell).any(|other| part.contains(&other));
            for &goal in others.iter().filter(|&&cell| !beside(cell)) {
                let is_goal = |cell| cell == goal;
                let found = separators.around(&part, &SeparatorTarget::Cells(&is_goal), 3);
                assert!(!found.is_empty());
                let reaches = |wall: &[Cell]| reach(&part, wall).contains(&goal);
                check(&found, &part, &reaches);
                seen += found.len();
            }
            if !at_border(&part) {
                let found = separators.around(&part, &SeparatorTarget::Border, 3);
                assert!(!found.is_empty());
                check(&found, &part, &|wall| at_border(&reach(&part, wall)));
                seen += found.len();
            }
        }
        assert!(seen > 4_000, "{seen} separators");
    }

    fn check(found: &[Vec<Cell>], part: &[Cell], reaches: &dyn Fn(&[Cell]) -> bool) {
        let all: Vec<Cell> = found.iter().flatten().copied().collect();
        for (at, cell) in all.iter().enumerate() {
            assert!(!all[..at].contains(cell) && !part.contains(cell), "{found:?} around {part:?}");
        }
        for wall in found {
            assert!(!reaches(wall), "{wall:?} around {part:?}");
            for left_out in wall {
                let rest: Vec<Cell> = wall.iter().copied().filter(|one| one != left_out).collect();
                assert!(reaches(&rest), "{wall:?} around {part:?} without {left_out:?}");
            }
        }
    }
}
