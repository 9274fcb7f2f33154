//! The common interface of all puzzles: clues, rules, solutions, encodings and pictures.
//!
//! Each kind in [`crate::kinds`] implements [`Instance`]. The driver, the commands and the renderer use
//! only this trait.

mod lines;
mod sketch;
mod solution;
mod symmetry;

pub use lines::{EdgeClue, LineProblem, LineShape, VertexDegree};
pub use sketch::{
    BLACK, BLACK_CIRCLE, CellSign, ClueShape, GraphSketch, GridSketch, Ink, Label, Sketch,
    WHITE_CIRCLE, mark_before,
};
pub use solution::{BrokenRule, Solution};
pub use symmetry::PuzzleSymmetry;

use std::fmt::Debug;

use crate::grid::{Cell, Edge, Graph, GraphLayout, Grid};
use crate::suggest::counted;

/// A puzzle of any kind.
///
/// Its *atoms* are the Boolean statements that make up a solution, numbered from 0, for example "an edge is drawn" or
/// "a cell has a value". Solutions consist of atoms, but formulas consist of variables: an encoding may use other
/// variables and maps its models to atoms ([`Encoding::solution`](crate::encoding::Encoding::solution)).
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
pub trait Instance: Debug + Sync {
    /// Returns its size. By default, that is the grid of its values or the size of [`Self::graph_of_atoms`].
    fn extent(&self) -> Extent {
        match (self.form(), self.graph_of_atoms()) {
            (SolutionForm::Values { grid, .. }, _) => Extent::Grid(grid),
            (_, Some(graph)) => graph.into(),
            (_, None) => Extent::Graph { vertices: 0, edges: 0 },
        }
    }

    /// Returns the variant of the rules, if the kind has several variants. The variant is printed with each verdict.
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// Returns the meaning of its atoms. By default, they are the edges of [`Self::graph_of_atoms`].
    fn form(&self) -> SolutionForm {
        SolutionForm::Edges
    }

    /// Returns the number of atoms. The default implementation handles atoms that are edges or values of cells.
    fn atom_count(&self) -> usize {
        match self.form() {
            SolutionForm::Values { grid, values } => grid.cell_count() * values as usize,
            _ => self.graph_of_atoms().map_or(0, Graph::edge_count),
        }
    }

    /// Returns the name of an atom. It is unique and valid as an LP column name (letters, digits and `_`, not starting
    /// with `e`). An encoding that has a variable for this atom gives the variable this name. The default
    /// implementation handles atoms that are edges or values of cells.
    fn atom_name(&self, atom: usize) -> String {
        if let SolutionForm::Values { grid, values } = self.form() {
            let Cell { row, col } = grid.cell_at(atom / values as usize);
            return format!("x_{}_{}_{}", row + 1, col + 1, atom % values as usize + 1);
        }
        self.graph_of_atoms().map_or_else(String::new, |graph| graph.edge_name(Edge(atom as u32)))
    }

    /// Returns, for each atom, its value if the value follows from the clues without search, so that encodings may omit
    /// its variable. If the clues contradict each other, it may be any value.
    fn implied(&self) -> Vec<Option<bool>> {
        vec![None; self.atom_count()]
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

    /// Checks a solution against all rules and clues. It shares no code with the encodings.
    ///
    /// # Errors
    /// The first broken rule, and its place.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule>;

    /// Returns whether one solution may contain all true atoms of another solution. If not, a clause over its true
    /// atoms suffices to block a solution.
    fn solutions_nest(&self) -> bool {
        false
    }

    /// Returns the graph whose edges are its first atoms; `None` if its atoms are not edges.
    fn graph_of_atoms(&self) -> Option<&Graph> {
        None
    }

    /// Returns its rules as a [`LineProblem`], if they can be expressed in this form.
    fn line_problem(&self) -> Option<LineProblem<'_>> {
        None
    }

    /// Returns a [`LineProblem`] that contains only the rules about lines. Every solution solves it, and other sets of
    /// lines may solve it too.
    fn line_rules(&self) -> Option<LineProblem<'_>> {
        self.line_problem()
    }

    /// Returns the image of each atom under a symmetry that maps the puzzle to itself, or `None` if the puzzle is not
    /// on a grid. The default implementation handles atoms that are edges or values of cells.
    fn atom_images(&self, symmetry: &PuzzleSymmetry) -> Option<Vec<usize>> {
        symmetry::atom_images(self, symmetry)
    }

    /// Returns its picture, with a candidate solution if the caller passes one. The candidate need not be correct.
    fn sketch(&self, solution: Option<&Solution>) -> Sketch;
}

/// The size of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A grid of cells.
    Grid(Grid),
    /// A general graph.
    Graph {
        /// Number of vertices.
        vertices: usize,
        /// Number of edges.
        edges: usize,
    },
    /// A formula without a graph.
    Formula {
        /// Number of variables.
        variables: usize,
        /// Number of constraints.
        constraints: usize,
    },
}

impl From<&Graph> for Extent {
    fn from(graph: &Graph) -> Self {
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        match graph.layout() {
            GraphLayout::Lines(grid) | GraphLayout::Cells(grid) => Self::Grid(grid),
            GraphLayout::General => Self::Graph { vertices, edges },
        }
    }
}

impl Extent {
    /// Returns what [`Self::count`] counts: `cells`, `vertices` or `variables`.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Grid(_) => "cells",
            Self::Graph { .. } => "vertices",
            Self::Formula { .. } => "variables",
        }
    }

    /// Returns the number of cells, vertices or variables, by which sizes are compared.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.cell_count(),
            Self::Graph { vertices, .. } => *vertices,
            Self::Formula { variables, .. } => *variables,
        }
    }
}

impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Grid(grid) => write!(f, "{} x {}", grid.rows(), grid.cols()),
            Self::Graph { vertices, edges } => {
                write!(f, "{}, {}", counted(vertices, "vertex"), counted(edges, "edge"))
            }
            Self::Formula { variables, constraints } => {
                let constraints = counted(constraints, "constraint");
                write!(f, "{}, {constraints}", counted(variables, "variable"))
            }
        }
    }
}

impl SolutionForm {
    /// Returns the JSON key of a solution: `edges`, `cells` or `atoms`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Edges => "edges",
            Self::Values { .. } => "cells",
            Self::Atoms => "atoms",
        }
    }
}

/// The meaning of the atoms of a puzzle, which determines how a solution is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionForm {
    /// The edges of a graph, or of a grid.
    Edges,
    /// For each cell, row by row, one atom per value from 1 to `values`. The atom of a cell and value is
    /// `cell · values + value - 1`. A cell without a true atom is empty.
    Values {
        /// The cells.
        grid: Grid,
        /// The largest value.
        values: u32,
    },
    /// Any other meaning. A solution is written as the names of its true atoms.
    Atoms,
}
