//! The implementation of [`Instance`] for Sudoku.

use crate::kinds::sudoku::Sudoku;
use crate::kinds::sudoku::possible::PossibleAtoms;
use crate::kinds::sudoku::singles::with_singles;
use crate::puzzle::{BrokenRule, GridSketch, Instance, Sketch, Solution, SolutionForm};

impl Instance for Sudoku {
    fn form(&self) -> SolutionForm {
        self.values().form()
    }

    /// The clues and the singles imply the values of filled cells, and exclude these values from the other cells of the
    /// same row, column and box.
    fn implied(&self) -> Vec<Option<bool>> {
        let possible = PossibleAtoms::new(self, with_singles(self));
        let side = self.side();
        let value = |atom: usize| match possible.clues[atom / side] {
            0 => possible.variables[atom].is_none().then_some(false),
            filled => Some(filled as usize == atom % side + 1),
        };
        (0..self.atom_count()).map(value).collect()
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
