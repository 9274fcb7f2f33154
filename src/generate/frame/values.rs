//! The frames of the kinds with a value in each cell, whose clues are atoms.

use crate::generate::error::UnfitError;
use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::chaos::Chaos;
use encycle_encodings::kinds::neighbor_number::{self, NeighborNumber};
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::{Solution, SolutionForm};

use crate::generate::frame::unavoidable::unavoidable_sets;
use crate::generate::frame::{
    ClueFrame, FrameEncoding, LoopStyle, PlacedClue, numbers_of, with_numbers,
};
use crate::generate::shapes::random_grid;
use crate::puzzle::Puzzle;
use rand_pcg::Pcg64Mcg;

/// The frame of a Sudoku, Chaos or Neighbor Number. The first variables of its encodings are the atoms.
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

    /// Returns the frame of a Chaos on this grid.
    ///
    /// # Errors
    /// Never returns an error; the other constructors have the same result type.
    pub fn chaos(grid: Grid) -> Result<Self, UnfitError> {
        let empty = Chaos::new(grid, vec![0; grid.cell_count()]);
        Self::new(empty.map_err(|error| error.to_string())?.into(), "value")
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
