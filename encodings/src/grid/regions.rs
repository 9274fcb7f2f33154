//! A partition of a grid into connected regions.

use crate::grid::{Cell, Grid, components};

/// A partition of the cells of a grid into connected regions, numbered in the order of their first cells.
///
/// ```
/// use encycle_encodings::grid::{Grid, Regions};
///
/// let regions = Regions::new(Grid::new(2, 2).unwrap(), &["b", "a", "b", "a"]);
/// assert_eq!((regions.count(), regions.numbers()), (2, [0, 1, 0, 1].as_slice()));
/// // the two ends have the same name, but do not touch
/// assert_eq!(Regions::new(Grid::new(1, 3).unwrap(), &["b", "a", "b"]).count(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    grid: Grid,
    numbers: Vec<usize>,
    count: usize,
}

impl Regions {
    /// Creates the partition in which adjacent cells with equal names belong to one region; the names are given row by
    /// row. Regions that do not touch may have the same name.
    ///
    /// # Panics
    /// `names` does not have exactly one entry per cell.
    #[must_use]
    pub fn new<T: PartialEq>(grid: Grid, names: &[T]) -> Self {
        assert_eq!(names.len(), grid.cell_count(), "one name per cell");
        Self::divided(grid, |a, b| names[a] != names[b])
    }

    /// Creates the partition whose borders lie between the adjacent cells, given by index, for which `is_border` is
    /// true.
    #[must_use]
    pub fn divided(grid: Grid, is_border: impl Fn(usize, usize) -> bool) -> Self {
        let is_border = &is_border;
        let beside = |index: usize| {
            let next = grid.neighbours(grid.cell_at(index)).map(move |cell| grid.cell_index(cell));
            next.filter(move |&next| !is_border(index, next))
        };
        let found = components(grid.cell_count(), |_| true, beside);
        Self { grid, numbers: found.numbers.into_iter().flatten().collect(), count: found.count }
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the number of the region of each cell, row by row.
    #[must_use]
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// Returns the number of regions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of the region of a cell.
    #[must_use]
    pub fn of(&self, cell: Cell) -> usize {
        self.numbers[self.grid.cell_index(cell)]
    }

    /// Returns the cells of each region, row by row.
    #[must_use]
    pub fn cells(&self) -> Vec<Vec<Cell>> {
        let mut cells = vec![Vec::new(); self.count];
        for cell in self.grid.cells() {
            cells[self.of(cell)].push(cell);
        }
        cells
    }

    /// Returns the names of the regions of all cells: `a` to `z`, then `aa`, `ab`, ...
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.numbers.iter().map(|&number| name(number)).collect()
    }
}

/// Returns the name of a region: its number in base 26, with the digits `a` to `z` and no zero.
fn name(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => name(more - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let names: Vec<String> = (0..1000).map(name).collect();
        assert_eq!((&*names[0], &*names[25], &*names[26], &*names[27]), ("a", "z", "aa", "ab"));
        let unique: std::collections::HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
    }
}
