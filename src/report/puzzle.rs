//! What several layouts share: a puzzle's size, a solution, a puzzle that cannot be read.

use encycle_encodings::puzzle::{Extent, Solution, SolutionForm};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;

/// The size of a puzzle: rows and columns of a grid, or vertices and edges of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PuzzleSize {
    /// Rows of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Columns of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cols: Option<usize>,
    /// Vertices of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<usize>,
    /// Edges of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<usize>,
}

impl From<Extent> for PuzzleSize {
    fn from(extent: Extent) -> Self {
        match extent {
            Extent::Grid(grid) => {
                Self { rows: Some(grid.rows()), cols: Some(grid.cols()), ..Self::default() }
            }
            Extent::Graph { vertices, edges } => {
                Self { vertices: Some(vertices), edges: Some(edges), ..Self::default() }
            }
        }
    }
}

/// A solution under the key of the puzzle's [`SolutionForm`]; at most one of the fields is present.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SolutionFields {
    /// The names of the drawn edges, as in a map file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<String>>,
    /// Rows of cell values, 0 for an empty cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<Vec<u32>>>,
    /// The names of the true atoms, for kinds with neither edges nor cell values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atoms: Option<Vec<String>>,
}

impl SolutionFields {
    /// Returns the fields of a solution.
    #[must_use]
    pub fn new(puzzle: &Puzzle, solution: &Solution) -> Self {
        SolutionKeys::new(puzzle).fields(solution)
    }

    /// Returns whether no solution is present.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Converts many solutions of one puzzle: the names of its atoms are made once.
pub struct SolutionKeys {
    form: SolutionForm,
    names: Vec<String>,
}

impl SolutionKeys {
    /// Prepares the conversion.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let names = match puzzle.form() {
            SolutionForm::Values { .. } => Vec::new(),
            _ => (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect(),
        };
        Self { form: puzzle.form(), names }
    }

    /// Returns the fields of a solution.
    #[must_use]
    pub fn fields(&self, solution: &Solution) -> SolutionFields {
        let names = || Some(solution.true_atoms().map(|atom| self.names[atom].clone()).collect());
        match self.form {
            SolutionForm::Edges => SolutionFields { edges: names(), ..SolutionFields::default() },
            SolutionForm::Atoms => SolutionFields { atoms: names(), ..SolutionFields::default() },
            SolutionForm::Values { grid, values } => {
                let values = solution.values(values);
                let cells = values.chunks(grid.cols()).map(<[u32]>::to_vec).collect();
                SolutionFields { cells: Some(cells), ..SolutionFields::default() }
            }
        }
    }
}

/// A puzzle that cannot be read, or that the command does not accept, in a list of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailedPuzzle {
    /// The layout of the results around it.
    pub schema: String,
    /// The puzzle as it was named.
    pub puzzle: String,
    /// Always `failed`.
    pub verdict: FailedVerdict,
    /// What is wrong.
    pub error: String,
}

/// The verdict of a [`FailedPuzzle`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailedVerdict {
    /// There is no result.
    #[default]
    Failed,
}
