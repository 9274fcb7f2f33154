//! A Sudoku as a [`Puzzle`].

use super::{Sudoku, encoding};
use crate::puzzle::{
    Broken, Encoding, EncodingError, Extent, Form, GridSketch, Puzzle, Sketch, Solution,
};

impl Puzzle for Sudoku {
    fn extent(&self) -> Extent {
        Extent::Grid(self.grid())
    }

    fn form(&self) -> Form {
        self.values().form()
    }

    fn atom_count(&self) -> usize {
        self.values().count()
    }

    fn atom_name(&self, atom: usize) -> String {
        self.values().name(atom)
    }

    fn check(&self, solution: &Solution) -> Result<(), Broken> {
        self.check_rules(solution)
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let (rows, cols) = (self.box_rows(), self.box_cols());
        let title = format!("Sudoku {}, boxes of {rows} x {cols}", self.extent());
        let mut sketch = GridSketch::new(title, self.grid());
        sketch.frame(|a, b| self.box_of(a) != self.box_of(b));
        let found = solution.map(|solution| self.values().shown(solution));
        sketch.write_values(self.givens(), found.as_deref(), |value| self.symbol(value));
        Sketch::Grid(sketch)
    }

    fn encoding_names(&self) -> Vec<String> {
        encoding::names()
    }

    /// Fewest clauses of the set that propagates most; measured in `docs/encodings-values.md`.
    fn embedded_encoding(&self) -> String {
        "s3+reduced".to_owned()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
        encoding::encoding(name, self)
    }
}
