//! Random loops on a grid.

use encycle_encodings::grid::{Cell, Grid};
use rand::{Rng, RngExt as _};

/// How large a random loop is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopSize {
    /// The share of the cells that is inside, between 0 and 1.
    Inside(f64),
    /// The number of its lines: the first that is not less, if the grid has room for it.
    Length(usize),
}

/// The inside of a random loop of about this size, by cell index: one cell at least.
///
/// It grows from a random cell by one cell at a time, each such that inside and outside stay connected and
/// no two parts meet in a point: so its border is one loop at any time. A cell with a single neighbour
/// inside is taken at once; one with more only with the probability 1 − `winding`. So `winding` 1 gives trees
/// of corridors, 0 blobs.
///
/// ```
/// use encycle::generate::{LoopSize, random_inside};
/// use encycle::encodings::loops::EdgeSet;
/// use encycle::encodings::grid::Grid;
/// use rand::SeedableRng as _;
///
/// let grid = Grid::new(10, 10).unwrap();
/// let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
/// let inside = random_inside(grid, LoopSize::Inside(0.5), 0.8, &mut random);
/// assert_eq!(inside.iter().filter(|&&cell| cell).count(), 50);
/// assert_eq!(EdgeSet::around(grid, &inside).loops().len(), 1);
/// ```
pub fn random_inside(grid: Grid, size: LoopSize, winding: f64, random: &mut impl Rng) -> Vec<bool> {
    let mut inside = vec![false; grid.cell_count()];
    let (cells, lines) = match size {
        LoopSize::Inside(share) => ((grid.cell_count() as f64 * share) as usize, usize::MAX),
        LoopSize::Length(lines) => (usize::MAX, lines),
    };
    let mut candidates = vec![grid.cell_at(random.random_range(0..grid.cell_count()))];
    let (mut taken, mut length) = (0, 0);
    while taken < cells.max(1) && length < lines && !candidates.is_empty() {
        let cell = candidates.swap_remove(random.random_range(0..candidates.len()));
        let index = grid.cell_index(cell);
        if inside[index] || (taken > 0 && !keeps_one_loop(grid, &inside, cell)) {
            continue;
        }
        let beside = grid.neighbours(cell).filter(|&other| inside[grid.cell_index(other)]).count();
        if beside > 1 && random.random_bool(winding.clamp(0.0, 1.0)) {
            // it may come back with another neighbour
            continue;
        }
        inside[index] = true;
        taken += 1;
        // its lines towards the neighbours inside go, the others come
        length = length + 4 - 2 * beside;
        candidates.extend(around(grid, cell).into_iter().flatten());
    }
    inside
}

/// The eight cells around a cell, one after the other, as far as they are in the grid.
fn around(grid: Grid, cell: Cell) -> [Option<Cell>; 8] {
    const STEPS: [(isize, isize); 8] =
        [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    STEPS.map(|(down, right)| {
        let row = cell.row.checked_add_signed(down).filter(|&row| row < grid.rows())?;
        let col = cell.col.checked_add_signed(right).filter(|&col| col < grid.cols())?;
        Some(Cell { row, col })
    })
}

/// Whether the border stays one loop when this cell comes inside: of the eight cells around it, those inside
/// are one run, and not a corner alone.
fn keeps_one_loop(grid: Grid, inside: &[bool], cell: Cell) -> bool {
    let is_inside = |cell: Option<Cell>| cell.is_some_and(|cell| inside[grid.cell_index(cell)]);
    let ring = around(grid, cell).map(is_inside);
    let runs = (0..8).filter(|&i| ring[i] && !ring[(i + 7) % 8]).count();
    runs == 1 && ring.iter().step_by(2).any(|&side| side)
}

#[cfg(test)]
mod tests {
    use encycle_encodings::loops::EdgeSet;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn its_border_is_one_loop_and_the_seed_decides() {
        for seed in 0..200 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let (rows, cols) = (random.random_range(1..12), random.random_range(1..12));
            let grid = Grid::new(rows, cols).expect("a size");
            let [share, winding] = std::array::from_fn(|_| random.random_range(0.0..=1.0));
            let again = random.clone();
            let size = LoopSize::Inside(share);
            let inside = random_inside(grid, size, winding, &mut random);
            assert_eq!(EdgeSet::around(grid, &inside).loops().len(), 1, "seed {seed}");
            assert_eq!(random_inside(grid, size, winding, &mut again.clone()), inside);
        }
    }

    #[test]
    fn winding_makes_corridors() {
        let grid = Grid::new(30, 30).expect("a size");
        let length = |winding| {
            let mut random = Pcg64Mcg::seed_from_u64(5);
            let inside = random_inside(grid, LoopSize::Inside(0.45), winding, &mut random);
            let lines = EdgeSet::around(grid, &inside).loops();
            lines[0].len()
        };
        assert!(length(1.0) > 2 * length(0.0), "{} and {}", length(1.0), length(0.0));
    }

    /// A cell makes the loop two lines longer or shorter, or leaves its length.
    #[test]
    fn it_is_as_long_as_is_wished() {
        let grid = Grid::new(12, 12).expect("a size");
        for length in [4, 10, 40, 80] {
            let mut random = Pcg64Mcg::seed_from_u64(7);
            let inside = random_inside(grid, LoopSize::Length(length), 0.9, &mut random);
            assert_eq!(EdgeSet::around(grid, &inside).loops()[0].len(), length);
        }
    }
}
