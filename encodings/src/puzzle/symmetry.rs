//! Symmetries of puzzles, as permutations of the atoms.

use crate::grid::Isometry;
use crate::puzzle::{Instance, SolutionForm};

/// A symmetry: an isometry of the grid, and a permutation of the values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleSymmetry {
    /// The isometry, which moves the cells.
    pub isometry: Isometry,
    /// For each value from 1, the value that replaces it; empty if every value stays.
    pub values: Vec<u32>,
}

impl From<Isometry> for PuzzleSymmetry {
    fn from(isometry: Isometry) -> Self {
        Self { isometry, values: Vec::new() }
    }
}

impl PuzzleSymmetry {
    /// Returns the value that replaces a value. The value 0 stands for no value, and stays.
    #[must_use]
    pub fn value(&self, value: u32) -> u32 {
        let index = (value as usize).checked_sub(1);
        index.and_then(|index| self.values.get(index)).copied().unwrap_or(value)
    }

    /// Returns whether the symmetry changes nothing.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let stays = |(value, &image): (u32, &u32)| value == image;
        self.isometry == Isometry::IDENTITY && (1..).zip(&self.values).all(stays)
    }
}

/// Returns the default of [`Instance::atom_images`]: the edges of a grid move with their ends, and values with their
/// cells.
pub(super) fn atom_images<I: Instance + ?Sized>(
    puzzle: &I,
    symmetry: &PuzzleSymmetry,
) -> Option<Vec<usize>> {
    let isometry = symmetry.isometry;
    match puzzle.form() {
        SolutionForm::Edges => {
            let graph = puzzle.graph_of_atoms()?;
            let images = isometry.graph_edges(graph, graph)?;
            Some(images.into_iter().map(|edge| edge.index()).collect())
        }
        SolutionForm::Values { grid, values } => {
            let image = |atom: usize| {
                let (cell, value) = (atom / values as usize, (atom % values as usize) as u32 + 1);
                let cell = grid.cell_index(isometry.cell(grid, grid.cell_at(cell)));
                cell * values as usize + symmetry.value(value) as usize - 1
            };
            let fits = isometry.grid(grid) == grid;
            fits.then(|| (0..puzzle.atom_count()).map(image).collect())
        }
        SolutionForm::Atoms => None,
    }
}
