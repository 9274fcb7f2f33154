//! The frames of the kinds with a value in each cell, whose clues are atoms.
//!
//! Unavoidable sets of a filled Sudoku grid are sets of cells whose values can be exchanged, so that the grid stays valid.
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

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::neighbor_number::{self, NeighborNumber};
use encycle_encodings::kinds::sudoku::{Sudoku, usual_box};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::{Solution, SolutionForm};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::UnfitError;
use crate::generate::frame::{
    ClueFrame, FrameEncoding, LoopStyle, PlacedClue, numbers_of, with_numbers,
};
use crate::generate::shapes::random_grid;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The frame of a Sudoku, a Neighbor Number, or a kind of a file whose numbers are the values of their cells. The first variables of
/// its encodings are the atoms.
#[derive(Debug)]
pub struct ValueFrame {
    empty: Puzzle,
    grid: Grid,
    values: u32,
    encoding: &'static str,
}

impl ValueFrame {
    /// Builds the frame of an empty puzzle. An empty `encoding` stands for the default encoding of the built-in solver.
    fn new(empty: Puzzle, encoding: &'static str) -> Result<Self, UnfitError> {
        match empty.form() {
            SolutionForm::Values { grid, values } => Ok(Self { empty, grid, values, encoding }),
            SolutionForm::Edges | SolutionForm::Atoms => {
                Err(format!("{} has no values in cells", empty.kind()).into())
            }
        }
    }

    /// Returns the frame of a Sudoku with boxes of this size.
    ///
    /// # Errors
    /// Returns an error if no Sudoku has boxes of this size.
    pub fn sudoku(box_rows: usize, box_cols: usize) -> Result<Self, UnfitError> {
        let cells = box_rows.saturating_mul(box_cols).saturating_pow(2);
        // the constructor rejects sizes that are too large
        let clues = vec![0; cells.min(1 << 20)];
        let empty = Sudoku::new(box_rows, box_cols, clues).map_err(|error| error.to_string())?;
        Self::new(empty.into(), "s3")
    }

    /// Returns the frame of a kind of a file on this grid.
    ///
    /// # Errors
    /// The kind has no values, or no board without clues.
    pub fn written(kind: PuzzleKind, grid: Grid) -> Result<Self, UnfitError> {
        let empty = kind.puzzle_of_clues(&ClueGrid::empty(grid));
        Self::new(empty.map_err(|error| error.to_string())?, "value")
    }

    /// Returns the frame of a Neighbor Number with this side.
    ///
    /// # Errors
    /// Returns an error if no Neighbor Number has this side.
    pub fn neighbor_number(side: usize) -> Result<Self, UnfitError> {
        let cells = side.saturating_mul(side).min(1 << 20);
        let clues = vec![neighbor_number::NeighborNumberClue::Unknown; cells];
        let empty = NeighborNumber::new(side, clues).map_err(|error| error.to_string())?;
        let frame = Self::new(empty.into(), "")?;
        Ok(frame)
    }

    /// Returns the atom of a clue.
    fn atom(&self, clue: PlacedClue) -> usize {
        clue.place * self.values as usize + clue.value as usize - 1
    }
}

impl ClueFrame for ValueFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let Puzzle::Sudoku(sudoku) = &self.empty else { return with_numbers(&self.empty, clues) };
        let mut values = vec![0; self.grid.cell_count()];
        clues.iter().for_each(|clue| values[clue.place] = clue.value);
        let puzzle = Sudoku::new(sudoku.box_rows(), sudoku.box_cols(), values);
        puzzle.expect("the size and the values fit the puzzle").into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let Puzzle::Sudoku(sudoku) = puzzle else { return numbers_of(puzzle) };
        let clues = sudoku.clues().iter().enumerate();
        let clues = clues.map(|(place, &value)| PlacedClue { place, value });
        clues.filter(|clue| clue.value != 0).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let places = 0..self.grid.cell_count();
        places
            .flat_map(|place| (1..=self.values).map(move |value| PlacedClue { place, value }))
            .collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        solution.has(self.atom(clue))
    }

    fn name(&self, clue: PlacedClue) -> String {
        let value = match &self.empty {
            Puzzle::Sudoku(sudoku) => sudoku.symbol(clue.value),
            _ => clue.value.to_string(),
        };
        format!("{value} at {}", self.grid.cell_at(clue.place))
    }

    fn equal_atom(&self, clue: PlacedClue) -> Option<usize> {
        matches!(self.empty, Puzzle::Sudoku(_)).then(|| self.atom(clue))
    }

    fn unavoidable(&self, solution: &Solution) -> Vec<Vec<usize>> {
        let Puzzle::Sudoku(sudoku) = &self.empty else { return Vec::new() };
        unavoidable_sets(sudoku, &solution.values(self.values))
    }

    fn random_solution(&self, _: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        let Puzzle::Sudoku(empty) = &self.empty else { return None };
        let values = random_grid(empty, random)?;
        let clues = values.into_iter().enumerate();
        let atoms = clues.map(|(place, value)| self.atom(PlacedClue { place, value }));
        let mut truths = vec![false; self.empty.atom_count()];
        atoms.for_each(|atom| truths[atom] = true);
        Some(Solution::new(truths))
    }

    fn encoding(&self) -> String {
        match self.encoding {
            "" => self.empty.builtin_encoding(),
            name => name.to_owned(),
        }
    }

    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let encoding = self.empty.encoding(encoding)?;
        if encoding.projection_size() != self.empty.atom_count() {
            let reason = "it has no variables for clues\nhelp: use the default encoding";
            return Err(EncodingError::new(encoding.name(), reason));
        }
        let literal = |&clue: &PlacedClue| Lit::positive(self.atom(clue) as u32);
        Ok(FrameEncoding { literals: clues.iter().map(literal).collect(), encoding })
    }
}

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

/// Returns the rows and columns of the usual boxes of a Sudoku of this size.
pub(super) fn sudoku_boxes(rows: usize, cols: usize) -> Result<(usize, usize), UnfitError> {
    let size = format!("a Sudoku of {rows} x {cols} cells");
    if rows != cols {
        return Err(format!("{size} is not square\nhelp: the usual Sudoku is 9x9").into());
    }
    usual_box(rows).ok_or_else(|| {
        format!(
            "{size} has no boxes of several rows and columns\nhelp: the usual Sudoku is 9x9; other sizes are 4x4, 6x6, \
             8x8, 12x12 and 16x16"
        )
        .into()
    })
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
