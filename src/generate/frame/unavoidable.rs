//! Unavoidable sets of a filled Sudoku grid: sets of cells whose values can be exchanged, so that the grid stays valid.
//!
//! Every puzzle that has the filled grid as its only solution must have a clue in each of these sets, because otherwise
//! the exchanged values would be a second solution (McGuire, Tugemann and Civario, *There is no 16-clue Sudoku*,
//! Experimental Mathematics 23, 2014). For example, if the values 1 and 2 fill the corners of a rectangle, and the
//! corners lie in two boxes, then exchanging them leaves every row, column and box valid:
//!
//! ```text
//! . 1 . | . 2 .        . 2 . | . 1 .
//! . 2 . | . 1 .        . 1 . | . 2 .
//! ```

use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::sudoku::Sudoku;

/// The maximum side of a grid for which the sets are listed, because larger grids have many sets, and these sets are
/// large.
const GREATEST_SIDE: usize = 16;

/// Returns unavoidable sets of a filled grid, as indices of cells. The sets arise in two ways: two values are
/// exchanged, or two lines that cross the same boxes are exchanged. A grid has many other unavoidable sets, which are
/// not listed.
///
/// If two values are exchanged in one row, then the columns and boxes of their cells contain one of the values twice,
/// unless the values are exchanged in the other rows of these columns and boxes, too. So each column and each box joins
/// the two rows that contain the two values there, and each connected component of rows gives one unavoidable set. The
/// exchange of two lines works in the same way.
pub fn unavoidable_sets(puzzle: &Sudoku, values: &[u32]) -> Vec<Vec<usize>> {
    let side = puzzle.side();
    if side > GREATEST_SIDE {
        return Vec::new();
    }
    let at = |row: usize, col: usize| row * side + col;
    // for each value, the column in each row, the row in each column, and the row in each box
    let [mut col_in, mut row_in, mut row_in_box] = [0; 3].map(|_| vec![0; side * side]);
    for (index, &value) in values.iter().enumerate() {
        let (cell, of) = (Cell { row: index / side, col: index % side }, value as usize - 1);
        col_in[at(of, cell.row)] = cell.col;
        row_in[at(of, cell.col)] = cell.row;
        row_in_box[at(of, puzzle.box_of(cell))] = cell.row;
    }
    let mut sets = Vec::new();
    for second in 0..side {
        for first in 0..second {
            // exchange two values: each column and each box links the rows that contain the two values there
            let units = [&row_in, &row_in_box].into_iter().flat_map(|rows| {
                (0..side).map(|unit| (rows[at(first, unit)], rows[at(second, unit)]))
            });
            let pair = |row: usize| [first, second].map(|value| at(row, col_in[at(value, row)]));
            closed_sets(side, units, pair, &mut sets);
            // exchange two rows: each value links the columns that contain it in these rows
            if first / puzzle.box_rows() == second / puzzle.box_rows() {
                let links = (0..side).map(|of| (col_in[at(of, first)], col_in[at(of, second)]));
                closed_sets(side, links, |col| [at(first, col), at(second, col)], &mut sets);
            }
            if first / puzzle.box_cols() == second / puzzle.box_cols() {
                let links = (0..side).map(|of| (row_in[at(of, first)], row_in[at(of, second)]));
                closed_sets(side, links, |row| [at(row, first), at(row, second)], &mut sets);
            }
        }
    }
    sets
}

/// Adds one set of cells for each connected component of the numbers below `count`, where `links` are the edges: the
/// two cells of each number in the component.
fn closed_sets(
    count: usize,
    links: impl Iterator<Item = (usize, usize)>,
    cells: impl Fn(usize) -> [usize; 2],
    sets: &mut Vec<Vec<usize>>,
) {
    let mut component: [usize; GREATEST_SIDE] = std::array::from_fn(|number| number);
    let component = &mut component[..count];
    for (one, other) in links {
        let (one, other) = (component[one], component[other]);
        if one != other {
            component.iter_mut().filter(|of| **of == other).for_each(|of| *of = one);
        }
    }
    for name in 0..count {
        let mut set = Vec::new();
        for number in (0..count).filter(|&number| component[number] == name) {
            set.extend(cells(number));
        }
        if !set.is_empty() {
            sets.push(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unavoidable_sets;
    use crate::generate::random_grid;
    use crate::puzzle::Puzzle;
    use crate::solve::{Solve, Verdict};
    use encycle_encodings::kinds::sudoku::Sudoku;
    use rand::SeedableRng as _;

    #[test]
    fn a_grid_without_the_values_of_a_set_has_several_solutions() {
        for (box_rows, box_cols) in [(2, 2), (2, 3), (3, 3)] {
            let cells = (box_rows * box_cols) * (box_rows * box_cols);
            let empty = Sudoku::new(box_rows, box_cols, vec![0; cells]).expect("a size");
            let random = &mut rand_pcg::Pcg64Mcg::seed_from_u64(1);
            let values = random_grid(&empty, random).expect("a grid");
            let sets = unavoidable_sets(&empty, &values);
            assert!(sets.len() >= cells / 2, "{} sets", sets.len());
            for set in sets {
                let mut left = values.clone();
                set.iter().for_each(|&cell| left[cell] = 0);
                let puzzle: Puzzle = Sudoku::new(box_rows, box_cols, left).expect("clues").into();
                let report = Solve::new(&puzzle).unique().run().expect("it runs");
                assert_eq!(report.verdict(), Verdict::Several, "{set:?}");
            }
        }
    }
}
