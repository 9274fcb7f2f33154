//! Large random filled Sudoku grids, made from a pattern that is shuffled and then mixed.

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::logic::{CnfLowering, LoweringOptions};
use encycle_solvers::{BatSat, Limits, SolverStatus};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

/// The number of values that a round of mixing removes and places again. The cells of fewer values would hardly have
/// another filling; with more values, the formula grows.
const VALUES: usize = 20;

/// The share of the removed cells that keep their value, so that rounds differ by more than the seed of the solver.
const KEPT: f64 = 0.1;

/// How often each value is removed and placed again, on average.
const ROUNDS: usize = 3;

/// The maximum number of decisions and restarts of a round, per open cell. A round that needs more has no effect.
const STEPS: usize = 50;

/// Returns random values of the cells that satisfy the rules of an empty Sudoku of any size. The grids are not all
/// equally likely.
///
/// For grids of 25x25 cells or more, a search succeeds too seldom. Therefore this function shuffles a pattern by the
/// symmetries of Sudoku. The shuffled grids would all be equivalent, so rounds of mixing follow: each round empties
/// most cells of some random values, and the built-in SAT solver fills them again with a random seed.
pub(super) fn mixed_grid(empty: &Sudoku, random: &mut Pcg64Mcg) -> Vec<u32> {
    let side = empty.side();
    let mut values = shuffled_pattern(empty, random);
    let mut order: Vec<u32> = (1..=side as u32).collect();
    for _ in 0..(ROUNDS * side).div_ceil(VALUES) {
        order.shuffle(random);
        let opened = &order[..VALUES.min(side)];
        let keep = |&value: &u32| match !opened.contains(&value) || random.random_bool(KEPT) {
            true => value,
            false => 0,
        };
        let clues = values.iter().map(keep).collect();
        if let Some(filled) = fill(empty, clues, random.random_range(0..u64::MAX)) {
            values = filled;
        }
    }
    values
}

/// Returns a grid in which each row is a rotation of the first row, shuffled by random symmetries: the order of the
/// values, the bands, the stacks, the rows in a band and the columns in a stack.
fn shuffled_pattern(empty: &Sudoku, random: &mut Pcg64Mcg) -> Vec<u32> {
    let (side, box_rows, box_cols) = (empty.side(), empty.box_rows(), empty.box_cols());
    let rows = shuffled_lines(side / box_rows, box_rows, random);
    let columns = shuffled_lines(side / box_cols, box_cols, random);
    let mut order: Vec<u32> = (1..=side as u32).collect();
    order.shuffle(random);
    // within a band, rows are rotated by whole boxes; from band to band, by one cell
    let rotation = |row: usize| row % box_rows * box_cols + row / box_rows;
    let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    cells.map(|(row, column)| order[(rotation(row) + column) % side]).collect()
}

/// Returns the numbers of all lines, with the groups in random order, and the lines of each group in random order.
fn shuffled_lines(groups: usize, size: usize, random: &mut Pcg64Mcg) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups).collect();
    order.shuffle(random);
    let mut lines = Vec::with_capacity(groups * size);
    for group in order {
        let start = lines.len();
        lines.extend(group * size..(group + 1) * size);
        lines[start..].shuffle(random);
    }
    lines
}

/// Returns the values of all cells in a solution with these clues, or `None` if the search takes long.
fn fill(empty: &Sudoku, clues: Vec<u32>, seed: u64) -> Option<Vec<u32>> {
    let open = clues.iter().filter(|&&value| value == 0).count();
    let puzzle = Sudoku::new(empty.box_rows(), empty.box_cols(), clues).ok()?;
    let encoding = puzzle.encoding("s3+singles").ok()?;
    let mut lowering = CnfLowering::new(BatSat::new(Some(seed)), LoweringOptions::default());
    encoding.encode(&mut lowering);
    let solver = lowering.sink().ok()?;
    let status = solver.solve_within(&Limits::default(), (STEPS * open) as u64);
    let SolverStatus::Satisfiable(model) = status else { return None };
    let model: Vec<bool> = model.into_iter().map(|value| value == Some(true)).collect();
    let solution = encoding.solution(&model);
    let side = puzzle.side();
    let value = |cell: usize| (0..side).find(|value| solution.has(cell * side + value));
    (0..side * side).map(|cell| value(cell).map(|value| value as u32 + 1)).collect()
}

#[cfg(test)]
mod tests {
    use encycle_encodings::puzzle::{Instance as _, Solution};
    use rand::SeedableRng as _;

    use super::*;

    /// Returns the number of pairs of rows in a band that have the same values in two of their boxes. The symmetries do
    /// not change this number.
    fn equal_boxes(puzzle: &Sudoku, values: &[u32]) -> usize {
        let (side, box_rows, box_cols) = (puzzle.side(), puzzle.box_rows(), puzzle.box_cols());
        let of = |row: usize, stack: usize| {
            let start = row * side + stack * box_cols;
            let mut set = values[start..start + box_cols].to_vec();
            set.sort_unstable();
            set
        };
        let mut count = 0;
        for (a, b) in (0..side).flat_map(|a| (0..a).map(move |b| (a, b))) {
            if a / box_rows == b / box_rows {
                let stacks = 0..side / box_cols;
                let equal = |i: usize| stacks.clone().filter(|&j| of(a, i) == of(b, j)).count();
                count += stacks.clone().map(equal).sum::<usize>();
            }
        }
        count
    }

    #[test]
    fn large_grids_satisfy_the_rules_and_are_not_equivalent_to_the_pattern() {
        for (box_rows, box_cols) in [(3, 6), (5, 5)] {
            let side = box_rows * box_cols;
            let empty = Sudoku::new(box_rows, box_cols, vec![0; side * side]).expect("a size");
            let make = |seed| mixed_grid(&empty, &mut Pcg64Mcg::seed_from_u64(seed));
            let values = make(1);
            assert_eq!(values, make(1));
            assert_ne!(values, make(2));
            let solution = Solution::of_values(&values, side as u32);
            empty.check(&solution).expect("a solution");
            let pattern = shuffled_pattern(&empty, &mut Pcg64Mcg::seed_from_u64(1));
            let solution = Solution::of_values(&pattern, side as u32);
            empty.check(&solution).expect("a solution");
            assert!(equal_boxes(&empty, &values) < equal_boxes(&empty, &pattern) / 10);
        }
    }
}
