//! Random Hamiltonian paths on a grid.

use encycle_encodings::grid::Grid;
use rand::{Rng, RngExt as _};

/// The number of moves per cell of the grid.
const MOVES: usize = 12;

/// Returns a random path through all cells of a grid, as cell indices from one end to the other.
///
/// The path starts as a zigzag through the rows, and is changed by *backbiting* (Mansfield, *Monte Carlo studies of
/// polymer chain dimensions in the melt*, J. Chem. Phys. 77, 1982): an end is connected to a random neighbor, which
/// closes a loop, and the loop is opened on the other side of that neighbor. For example, connecting the end `e` to `c`
/// in the path `a b c d e` removes the edge `c d`, so the path becomes `a b c e d`.
///
/// ```
/// use encycle::generate::random_path;
/// use encycle::encodings::grid::Grid;
/// use rand::SeedableRng as _;
///
/// let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
/// let mut path = random_path(Grid::new(4, 5).unwrap(), &mut random);
/// path.sort_unstable();
/// assert!(path.into_iter().eq(0..20));
/// ```
pub fn random_path(grid: Grid, random: &mut impl Rng) -> Vec<usize> {
    let neighbours = |cell: usize| {
        grid.neighbours(grid.cell_at(cell)).map(|cell| grid.cell_index(cell)).collect()
    };
    random_path_of_steps(grid, neighbours, random)
}

/// Returns such a path whose steps lead to some cells near a cell, among them those that share a side with it.
pub(in crate::generate) fn random_path_of_steps(
    grid: Grid,
    neighbours: impl Fn(usize) -> Vec<usize>,
    random: &mut impl Rng,
) -> Vec<usize> {
    let mut path: Vec<usize> = (0..grid.rows())
        .flat_map(|row| {
            let cols = (0..grid.cols())
                .map(move |col| if row % 2 == 0 { col } else { grid.cols() - 1 - col });
            cols.map(move |col| row * grid.cols() + col)
        })
        .collect();
    if path.len() < 3 {
        return path;
    }
    let mut place = vec![0; path.len()];
    for (index, &cell) in path.iter().enumerate() {
        place[cell] = index;
    }
    // on some grids, an even number of moves reaches only half of the paths
    let moves = MOVES * path.len() + random.random_range(0..2);
    for _ in 0..moves {
        let last = path.len() - 1;
        let at_start = random.random_bool(0.5);
        let (end, next) = if at_start { (path[0], path[1]) } else { (path[last], path[last - 1]) };
        let neighbours: Vec<usize> =
            neighbours(end).into_iter().filter(|&cell| cell != next).collect();
        if neighbours.is_empty() {
            continue;
        }
        let pivot = place[neighbours[random.random_range(0..neighbours.len())]];
        let reversed = if at_start { 0..pivot } else { pivot + 1..path.len() };
        path[reversed.clone()].reverse();
        for index in reversed {
            place[path[index]] = index;
        }
    }
    // without this reversal, the moves would never produce the reverses of some paths
    if random.random_bool(0.5) {
        path.reverse();
    }
    path
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn the_path_visits_all_cells_in_steps() {
        for seed in 0..100 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let (rows, cols) = (random.random_range(1..9), random.random_range(1..9));
            let grid = Grid::new(rows, cols).expect("a size");
            let path = random_path(grid, &mut random);
            for step in path.windows(2) {
                let next = grid.neighbours(grid.cell_at(step[0]));
                assert!(
                    next.map(|cell| grid.cell_index(cell)).any(|cell| cell == step[1]),
                    "seed {seed}"
                );
            }
            let mut cells = path;
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..grid.cell_count()), "seed {seed}");
        }
    }

    /// A path and its reverse count as two paths: OEIS A096969 (1, 8, 40, 552, ...).
    #[test]
    fn every_path_occurs() {
        let grid = Grid::new(3, 3).expect("a size");
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let paths: std::collections::BTreeSet<Vec<usize>> =
            (0..2000).map(|_| random_path(grid, &mut random)).collect();
        assert_eq!(paths.len(), 40);
    }
}
