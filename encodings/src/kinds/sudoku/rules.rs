//! The rules of Sudoku, checked on a filled grid, and its picture. The check shares no code with the encodings.

use crate::kinds::sudoku::Sudoku;
use crate::kinds::sudoku::possible::PossibleAtoms;
use crate::kinds::sudoku::possible::with_singles;
use crate::logic::Place;
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

    /// Checks all rules on a candidate solution.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let cells = self.values().read(solution, false)?;
        let grid = self.grid();
        let side = self.side();
        // the first cell with each value in each row, column and box
        let mut seen = vec![None; 3 * side * side];
        for (cell, &value) in grid.cells().zip(&cells) {
            let (row, col, block) = (cell.row, cell.col, self.box_of(cell));
            let units = [
                ("row", Place::Row(row), row),
                ("column", Place::Column(col), col),
                ("box", Place::Block(block), block),
            ];
            for (kind, (rule, place, index)) in units.into_iter().enumerate() {
                let slot = &mut seen[(kind * side + index) * side + value as usize - 1];
                if let Some(first) = slot.replace(cell) {
                    let found = format!("{} at {first} and at {cell}", self.symbol(value));
                    return Err(BrokenRule::new(rule, place, found));
                }
            }
        }
        self.values().check_givens(self.clues(), &cells)
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
