//! A solution as a Python object.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use encycle::encodings::puzzle::SolutionForm;
use encycle::puzzle::Puzzle;
use encycle::render::{Picture, svg};
use pyo3::prelude::*;

/// A solution that obeys all rules of its puzzle. `str(solution)` is its picture.
#[pyclass(module = "encycle", frozen)]
pub struct Solution {
    puzzle: Puzzle,
    solution: encycle::encodings::puzzle::Solution,
}

impl Solution {
    /// Creates the object of a checked solution.
    pub fn new(puzzle: &Puzzle, solution: encycle::encodings::puzzle::Solution) -> Self {
        Self { puzzle: puzzle.clone(), solution }
    }

    pub fn found(&self) -> &encycle::encodings::puzzle::Solution {
        &self.solution
    }

    pub fn belongs_to(&self, puzzle: &Puzzle) -> bool {
        self.puzzle == *puzzle
    }
}

#[pymethods]
impl Solution {
    /// The names of the true atoms: what is drawn, and which cell has which value.
    #[getter]
    fn atoms(&self) -> Vec<String> {
        self.puzzle.atom_names(&self.solution)
    }

    /// The names of the drawn edges (`h_1_1` is above the first cell, `v_1_1` left of it); None for other kinds.
    #[getter]
    fn edges(&self) -> Option<Vec<String>> {
        (self.puzzle.form() == SolutionForm::Edges).then(|| self.atoms())
    }

    /// The value of each cell, row by row, 0 for an empty cell; None for other kinds.
    #[getter]
    fn values(&self) -> Option<Vec<Vec<u32>>> {
        let SolutionForm::Values { grid, values } = self.puzzle.form() else { return None };
        Some(self.solution.values(values).chunks(grid.cols()).map(<[u32]>::to_vec).collect())
    }

    /// The picture as text.
    #[getter]
    fn picture(&self) -> String {
        self.puzzle.picture(&self.solution)
    }

    /// The picture as SVG.
    #[getter]
    fn svg(&self) -> String {
        svg(&Picture::solved(&*self.puzzle, &self.solution))
    }

    /// The picture in a Jupyter notebook.
    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.picture()
    }

    fn __repr__(&self) -> String {
        format!("<encycle.Solution of kind {}>", self.puzzle.kind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.puzzle.hash(&mut hasher);
        self.solution.hash(&mut hasher);
        hasher.finish()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.puzzle == other.puzzle && self.solution == other.solution
    }
}
