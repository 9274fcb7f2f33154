//! The shape that every puzzle has: what is given, its rules, its solutions, its encodings, its
//! picture. Each kind of [`crate::kinds`] implements [`Instance`], and everything else (the driver,
//! the commands, the pictures) speaks only of that.

mod lines;
mod sketch;
mod solution;

pub use lines::{EdgeClue, LineProblem, LineShape, VertexDegree};
pub use sketch::{GraphSketch, GridSketch, Ink, Label, Sketch};
pub use solution::{BrokenRule, Solution};

use std::fmt::Debug;

use crate::grid::Grid;

/// One puzzle of some kind.
///
/// Its *atoms* are the yes/no statements that make up a solution, numbered from 0: an edge is drawn,
/// a cell has a value. They are the vocabulary of solutions, not of formulas: an encoding may use
/// other variables, and says how its models are read ([`Encoding::solution`]).
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["4"])?;
/// assert_eq!((puzzle.atom_count(), puzzle.atom_name(3).as_str()), (4, "v_1_2"));
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let broken = puzzle.check(&Solution::new(vec![true, true, true, false])).unwrap_err();
/// assert_eq!(broken.rule, "clue");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Instance: Debug {
    /// Its size.
    fn extent(&self) -> Extent;

    /// The variant of the rules in force, where the kind has several: told with each verdict.
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// What its atoms are.
    fn form(&self) -> SolutionForm;

    /// Number of atoms.
    fn atom_count(&self) -> usize;

    /// The name of an atom: unique, and safe as an LP column (letters, digits and `_`, not beginning
    /// with `e`). An encoding with a variable for this atom gives it this name.
    fn atom_name(&self, atom: usize) -> String;

    /// What the givens alone say of an atom, where an encoding may leave its variable out.
    fn implied(&self, atom: usize) -> Option<bool> {
        let _ = atom;
        None
    }

    /// Returns the names of a solution's true atoms, in order.
    fn atom_names(&self, solution: &Solution) -> Vec<String> {
        solution.true_atoms().map(|atom| self.atom_name(atom)).collect()
    }

    /// Returns the names of the atoms in which two solutions differ.
    fn differences(&self, first: &Solution, second: &Solution) -> Vec<String> {
        let differ = (0..self.atom_count()).filter(|&atom| first.has(atom) != second.has(atom));
        differ.map(|atom| self.atom_name(atom)).collect()
    }

    /// All rules and all givens; shares no code with the encodings.
    ///
    /// # Errors
    /// The first broken rule, and where.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule>;

    /// Whether the true atoms of one solution may all be true in another one too. If not, a solution
    /// is blocked by its true atoms alone.
    fn solutions_nest(&self) -> bool {
        false
    }

    /// Its rules as demands on lines in a graph, if that is what they are.
    fn line_problem(&self) -> Option<LineProblem<'_>> {
        None
    }

    /// What a picture of it shows, with a solution (or what should be one) if there is one.
    fn sketch(&self, solution: Option<&Solution>) -> Sketch;
}

/// The size of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Rows and columns of cells.
    Grid(Grid),
    /// A general graph.
    Graph {
        /// Number of vertices.
        vertices: usize,
        /// Number of edges.
        edges: usize,
    },
}

impl Extent {
    /// Number of cells, or of vertices: what sizes are compared by.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.cell_count(),
            Self::Graph { vertices, .. } => *vertices,
        }
    }
}

impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Grid(grid) => write!(f, "{} x {}", grid.rows(), grid.cols()),
            Self::Graph { vertices, edges } => write!(f, "{vertices} vertices, {edges} edges"),
        }
    }
}

impl SolutionForm {
    /// The key under which a solution stands in JSON: `edges`, `cells` or `atoms`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Edges => "edges",
            Self::Values { .. } => "cells",
            Self::Atoms => "atoms",
        }
    }
}

/// What the atoms of a puzzle are: how a solution is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionForm {
    /// The edges of a graph, or of a grid.
    Edges,
    /// For each cell, row by row, the values 1 to `values`: atom `cell · values + value - 1`. A cell
    /// without a true atom is empty.
    Values {
        /// The cells.
        grid: Grid,
        /// The largest value.
        values: u32,
    },
    /// None of these; a solution is written as the names of its true atoms.
    Atoms,
}
