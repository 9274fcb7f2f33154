//! Random filled Sudoku grids.

use encycle_encodings::kinds::sudoku::Sudoku;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::shapes::mixed_grid::mixed_grid;

/// The maximum side of a grid that is filled by search. The search does not learn, so it fills larger grids too seldom.
const GREATEST_SIDE: usize = 16;

/// The maximum number of values that the search tries, including values that it takes back, per cell of the grid.
const TRIES: usize = 20;

/// Returns random values of the cells that satisfy the rules of an empty Sudoku, or `None` if the search takes too
/// long. The grids are not all equally likely.
///
/// Up to 16x16 cells, the search fills the open cell with the fewest possible values with one of these values, and
/// backtracks if no value is left; every grid can result. A larger grid is a pattern that is shuffled by the symmetries
/// of Sudoku. To leave the class of grids that are equivalent to the pattern, the built-in SAT solver then replaces
/// random groups of values, with a random seed and with some cells fixed.
///
/// ```
/// use encycle::encodings::kinds::sudoku::Sudoku;
/// use encycle::generate::random_grid;
/// use rand::SeedableRng as _;
///
/// let empty = Sudoku::new(3, 3, vec![0; 81])?;
/// let values = random_grid(&empty, &mut rand_pcg::Pcg64Mcg::seed_from_u64(1)).unwrap();
/// assert_eq!(values[..9].iter().sum::<u32>(), 45);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_grid(puzzle: &Sudoku, random: &mut Pcg64Mcg) -> Option<Vec<u32>> {
    let side = puzzle.side();
    if side > GREATEST_SIDE {
        return Some(mixed_grid(puzzle, random));
    }
    let units = |(row, col)| {
        let block = puzzle.box_of(encycle_encodings::grid::Cell { row, col });
        [row, side + col, 2 * side + block]
    };
    let cells = (0..side * side).map(|cell| units((cell / side, cell % side)));
    let mut filling = GridFilling {
        side,
        units: cells.collect(),
        used: vec![0; 3 * side],
        values: vec![0; side * side],
        tries: TRIES * side * side,
    };
    filling.fill(random).then_some(filling.values)
}

/// A grid that is being filled.
struct GridFilling {
    side: usize,
    /// The row, column and box of each cell, numbered in this order.
    units: Vec<[usize; 3]>,
    /// The values in each unit, as bits.
    used: Vec<u32>,
    /// The value of each cell, 0 for an open cell.
    values: Vec<u32>,
    tries: usize,
}

impl GridFilling {
    /// Returns the possible values of a cell, as bits.
    fn possible(&self, cell: usize) -> u32 {
        let used = self.units[cell].iter().fold(0, |used, &unit| used | self.used[unit]);
        !used & ((1 << self.side) - 1)
    }

    /// Fills the open cells. Returns `false` if that is impossible or takes too many tries.
    fn fill(&mut self, random: &mut Pcg64Mcg) -> bool {
        let open = (0..self.values.len()).filter(|&cell| self.values[cell] == 0);
        let next = open.map(|cell| (self.possible(cell).count_ones(), cell));
        // ties are broken at random, because in a fixed order the first rows would be filled first
        let mut best: Option<(u32, usize)> = None;
        let mut equal = 0;
        for (count, cell) in next {
            match best {
                Some((least, _)) if count > least => continue,
                Some((least, _)) if count == least => equal += 1,
                _ => equal = 1,
            }
            if equal == 1 || random.random_range(0..equal) == 0 {
                best = Some((count, cell));
            }
            if count == 0 {
                break;
            }
        }
        let Some((_, cell)) = best else { return true };
        let mut possible = self.possible(cell);
        while possible != 0 && self.tries > 0 {
            self.tries -= 1;
            let skipped = random.random_range(0..possible.count_ones());
            let bit = (0..skipped).fold(possible, |bits, _| bits & (bits - 1)).trailing_zeros();
            possible &= !(1 << bit);
            self.set(cell, bit, true);
            if self.fill(random) {
                return true;
            }
            self.set(cell, bit, false);
        }
        false
    }

    /// Fills a cell, or opens it again.
    fn set(&mut self, cell: usize, bit: u32, is_filled: bool) {
        self.values[cell] = if is_filled { bit + 1 } else { 0 };
        for unit in self.units[cell] {
            self.used[unit] ^= 1 << bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn grids_satisfy_the_rules_and_depend_only_on_the_seed() {
        for (box_rows, box_cols) in [(1_usize, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
            let cells = (box_rows * box_cols).pow(2);
            let empty = Sudoku::new(box_rows, box_cols, vec![0; cells]).expect("a size");
            let mut found = std::collections::BTreeSet::new();
            for seed in 0..50 {
                let fill = || random_grid(&empty, &mut Pcg64Mcg::seed_from_u64(seed));
                let Some(values) = fill() else { continue };
                assert_eq!(fill().as_ref(), Some(&values));
                for unit in 0..box_rows * box_cols {
                    let of = |is_in: &dyn Fn(usize, usize) -> bool| {
                        let side = box_rows * box_cols;
                        let cells = (0..cells).filter(|&cell| is_in(cell / side, cell % side));
                        cells.map(|cell| values[cell]).collect::<std::collections::BTreeSet<_>>()
                    };
                    let all: std::collections::BTreeSet<u32> =
                        (1..=(box_rows * box_cols) as u32).collect();
                    assert_eq!(of(&|row, _| row == unit), all);
                    assert_eq!(of(&|_, col| col == unit), all);
                    let block = |row: usize, col: usize| row / box_rows * box_rows + col / box_cols;
                    assert_eq!(of(&|row, col| block(row, col) == unit), all);
                }
                found.insert(values);
            }
            // there are only few grids of 1x1 and 2x2 cells
            assert!(
                found.len() >= [1, 2, 40][box_rows.max(box_cols).min(3) - 1],
                "{}",
                found.len()
            );
        }
    }
}
