//! The implementation of [`Instance`] for Sudoku.

use crate::encoding::{Encodable, Encoding, EncodingError};
use crate::kinds::sudoku::{Sudoku, encoding};
use crate::puzzle::{BrokenRule, Extent, GridSketch, Instance, Sketch, Solution, SolutionForm};

impl Instance for Sudoku {
    fn extent(&self) -> Extent {
        Extent::Grid(self.grid())
    }

    fn form(&self) -> SolutionForm {
        self.values().form()
    }

    fn atom_count(&self) -> usize {
        self.values().count()
    }

    fn atom_name(&self, atom: usize) -> String {
        self.values().name(atom)
    }

    /// Returns the value of an atom if a single clue implies it. A clue fixes its own cell, and excludes its value from
    /// the other cells of its row, column and box.
    fn implied(&self, atom: usize) -> Option<bool> {
        let side = self.side();
        let (index, value) = (atom / side, (atom % side) as u32 + 1);
        let cell = self.grid().cell_at(index);
        match self.clues().get(index) {
            Some(&given) if given != 0 => Some(given == value),
            _ => {
                let sees = |other: crate::grid::Cell| {
                    other.row == cell.row
                        || other.col == cell.col
                        || self.box_of(other) == self.box_of(cell)
                };
                let mut clues = self.grid().cells().zip(self.clues());
                clues.any(|(other, &given)| given == value && sees(other)).then_some(false)
            }
        }
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rules(solution)
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let (rows, cols) = (self.box_rows(), self.box_cols());
        let title = format!("Sudoku {}, boxes of {rows} x {cols}", self.extent());
        let mut sketch = GridSketch::new(title, self.grid());
        sketch.frame(|a, b| self.box_of(a) != self.box_of(b));
        let found = solution.map(|solution| self.values().shown(solution));
        sketch.write_values(self.clues(), found.as_deref(), |value| self.symbol(value));
        Sketch::Grid(sketch)
    }
}

impl Encodable for Sudoku {
    fn encoding_names(&self) -> Vec<String> {
        encoding::names()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
        encoding::encoding(name, self)
    }
}
