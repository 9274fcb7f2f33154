//! Random loops on a grid.

use encycle_encodings::grid::{Cell, Grid};
use rand::{Rng, RngExt as _};

/// The size of a random loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopSize {
    /// The share of cells inside the loop, between 0 and 1.
    Inside(f64),
    /// The minimum number of lines. Growth stops once the loop has this length, or when no cell can be added.
    Length(usize),
}

/// Returns the inside of a random loop of about this size, by cell index. The inside has at least one cell.
///
/// The inside grows from a random cell by one cell at a time. A cell is added only if the inside and the outside stay
/// connected and no two parts touch in a point, so the border is always one loop. A cell with a single neighbor inside
/// is added at once; a cell with more neighbors is added only with probability 1 − `winding`. So a `winding` of 1 gives
/// trees of corridors, and 0 gives blobs.
///
/// ```
/// use encycle::generate::{LoopSize, random_inside};
/// use encycle::encodings::rules::one_loop::EdgeSet;
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
    let (mut count, mut length) = (0, 0);
    while count < cells.max(1) && length < lines && !candidates.is_empty() {
        let cell = candidates.swap_remove(random.random_range(0..candidates.len()));
        let index = grid.cell_index(cell);
        if inside[index] || (count > 0 && !flip_keeps_one_loop(grid, &inside, cell)) {
            continue;
        }
        let neighbours =
            grid.neighbours(cell).filter(|&other| inside[grid.cell_index(other)]).count();
        if neighbours > 1 && random.random_bool(winding.clamp(0.0, 1.0)) {
            // the cell may become a candidate again through another neighbor
            continue;
        }
        inside[index] = true;
        count += 1;
        // the edges that the cell shares with inside neighbors leave the loop, and its other edges join the loop
        length = length + 4 - 2 * neighbours;
        candidates.extend(around(grid, cell).into_iter().flatten());
    }
    inside
}

/// Returns the eight cells around a cell in circular order, `None` for a cell outside the grid.
fn around(grid: Grid, cell: Cell) -> [Option<Cell>; 8] {
    const STEPS: [(isize, isize); 8] =
        [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    STEPS.map(|(down, right)| {
        let row = cell.row.checked_add_signed(down).filter(|&row| row < grid.rows())?;
        let col = cell.col.checked_add_signed(right).filter(|&col| col < grid.cols())?;
        Some(Cell { row, col })
    })
}

/// Returns whether the border stays one loop when this cell moves to the other side of the loop.
///
/// Among the eight cells around it, the inside cells must form a single run, which includes a cell at a side rather
/// than only a corner. If the cell leaves the inside, the same holds for the outside cells. For example (`#` is inside,
/// `?` is the cell):
///
/// ```text
/// # # .      # . .      # . .
/// # ? .      # ? .      . ? .
/// . . .      . . #      . . .
/// one run    two runs   a single corner
/// ```
pub(in crate::generate) fn flip_keeps_one_loop(grid: Grid, inside: &[bool], cell: Cell) -> bool {
    let is_inside = |cell: Option<Cell>| cell.is_some_and(|cell| inside[grid.cell_index(cell)]);
    let ring = around(grid, cell).map(is_inside);
    let runs = (0..8).filter(|&i| ring[i] && !ring[(i + 7) % 8]).count();
    let has_side = |is_inside: bool| ring.iter().step_by(2).any(|&side| side == is_inside);
    runs == 1 && has_side(true) && (!is_inside(Some(cell)) || has_side(false))
}

#[cfg(test)]
mod tests {
    use encycle_encodings::rules::one_loop::EdgeSet;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn the_border_is_one_loop_and_depends_only_on_the_seed() {
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
    fn winding_gives_corridors() {
        let grid = Grid::new(30, 30).expect("a size");
        let length = |winding| {
            let mut random = Pcg64Mcg::seed_from_u64(5);
            let inside = random_inside(grid, LoopSize::Inside(0.45), winding, &mut random);
            let lines = EdgeSet::around(grid, &inside).loops();
            lines[0].len()
        };
        assert!(length(1.0) > 2 * length(0.0), "{} and {}", length(1.0), length(0.0));
    }

    /// Adding a cell changes the length of the loop by -2, 0 or 2.
    #[test]
    fn the_loop_has_the_requested_length() {
        let grid = Grid::new(12, 12).expect("a size");
        for length in [4, 10, 40, 80] {
            let mut random = Pcg64Mcg::seed_from_u64(7);
            let inside = random_inside(grid, LoopSize::Length(length), 0.9, &mut random);
            assert_eq!(EdgeSet::around(grid, &inside).loops()[0].len(), length);
        }
    }
}
