//! Parts of several layouts: the size of a puzzle, and its solutions.

use std::collections::BTreeMap;

use encycle_encodings::grid::Grid;
use encycle_encodings::model::{Model, RuleGraph};
use encycle_encodings::puzzle::{Extent, Solution, SolutionForm};
use serde::{Deserialize, Serialize};

use crate::formats::{ParseError, read_solution};
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// The size of a puzzle: rows and columns of a grid, or vertices and edges of a graph. The other keys are missing; a
/// formula without a graph has none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PuzzleSize {
    /// The number of rows of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// The number of columns of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cols: Option<usize>,
    /// The number of vertices of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<usize>,
    /// The number of edges of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<usize>,
}

impl PuzzleSize {
    /// Returns what the size of a problem is counted in: `cells`, `vertices`, or the `variables` of a formula.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match (self.rows, self.vertices) {
            (Some(_), _) => "cells",
            (None, Some(_)) => "vertices",
            (None, None) => "variables",
        }
    }
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
            Extent::Formula { .. } => Self::default(),
        }
    }
}

/// A solution under the key of the puzzle's form. At most one of the keys is present; without a
/// solution, all are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

    /// Reads the solution of a puzzle, without checking it against the rules.
    ///
    /// # Errors
    /// If the key of the puzzle's form is missing, or its value does not fit the puzzle.
    pub fn solution(&self, puzzle: &Puzzle) -> Result<Solution, ParseError> {
        // strings and numbers are always serializable
        read_solution(&serde_json::to_string(self).unwrap_or_default(), puzzle)
    }

    /// Returns whether no solution is present.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the values of the integer and continuous columns of a model, by name.
pub(super) fn columns(problem: &dyn Problem, others: &[f64]) -> BTreeMap<String, f64> {
    let names = problem.as_model().map_or(&[][..], Model::column_names);
    names.iter().cloned().zip(others.iter().copied()).collect()
}

/// Returns the drawn edges of each graph of a model.
pub(super) fn graphs(problem: &dyn Problem, solution: &Solution) -> BTreeMap<String, Vec<String>> {
    let graphs = problem.as_model().map_or_else(Vec::new, Model::graphs);
    let drawn = |graph: &RuleGraph| {
        let drawn = graph.drawn(solution.atoms()).into_iter().enumerate();
        drawn.filter(|(_, is_drawn)| *is_drawn).map(|(edge, _)| graph.edge_text(edge)).collect()
    };
    graphs.into_iter().map(|graph| (graph.name().to_owned(), drawn(graph))).collect()
}

/// A solution without a key: in lists, and under a key of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SolutionValue {
    /// The names of the drawn edges, or of the true atoms.
    Names(Vec<String>),
    /// Rows of cell values, 0 for an empty cell.
    Rows(Vec<Vec<u32>>),
}

/// A converter for many solutions of one puzzle, which builds the names of the atoms once.
pub struct SolutionKeys {
    form: SolutionForm,
    names: Vec<String>,
}

impl SolutionKeys {
    /// Builds the names of the atoms.
    #[must_use]
    pub fn new(problem: &dyn Problem) -> Self {
        let form = problem.as_encodable().form();
        let names = match form {
            SolutionForm::Values { .. } => Vec::new(),
            _ => {
                let atoms = 0..problem.as_encodable().atom_count();
                atoms.map(|atom| problem.atom_label(atom)).collect()
            }
        };
        Self { form, names }
    }

    /// Returns the fields of a solution.
    #[must_use]
    pub fn fields(&self, solution: &Solution) -> SolutionFields {
        let none = SolutionFields::default();
        match self.form {
            SolutionForm::Edges => SolutionFields { edges: Some(self.names(solution)), ..none },
            SolutionForm::Atoms => SolutionFields { atoms: Some(self.names(solution)), ..none },
            SolutionForm::Values { grid, values } => {
                SolutionFields { cells: Some(rows(grid, values, solution)), ..none }
            }
        }
    }

    /// Returns the fields of a solution for serialization only, without copies of the names.
    #[must_use]
    pub fn view(&self, solution: &Solution) -> SolutionView<'_> {
        let names = |solution: &Solution| {
            Some(solution.true_atoms().map(|atom| &*self.names[atom]).collect())
        };
        let none = SolutionView::default();
        match self.form {
            SolutionForm::Edges => SolutionView { edges: names(solution), ..none },
            SolutionForm::Atoms => SolutionView { atoms: names(solution), ..none },
            SolutionForm::Values { grid, values } => {
                SolutionView { cells: Some(rows(grid, values, solution)), ..none }
            }
        }
    }

    /// Returns a solution without its key.
    #[must_use]
    pub fn value(&self, solution: &Solution) -> SolutionValue {
        match self.form {
            SolutionForm::Edges | SolutionForm::Atoms => SolutionValue::Names(self.names(solution)),
            SolutionForm::Values { grid, values } => {
                SolutionValue::Rows(rows(grid, values, solution))
            }
        }
    }

    fn names(&self, solution: &Solution) -> Vec<String> {
        solution.true_atoms().map(|atom| self.names[atom].clone()).collect()
    }
}

/// The same layout as [`SolutionFields`], with borrowed names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SolutionView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Vec<u32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    atoms: Option<Vec<&'a str>>,
}

/// Returns the values of a solution, row by row.
pub(super) fn rows(grid: Grid, values: u32, solution: &Solution) -> Vec<Vec<u32>> {
    solution.values(values).chunks(grid.cols()).map(<[u32]>::to_vec).collect()
}

// Puzzles without a result.

/// One line of a list of results: the result for a puzzle, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ResultLine<T> {
    /// The result.
    Result(T),
    /// The puzzle cannot be read, or the command does not support it.
    Failed(FailedPuzzle),
}

/// A puzzle that cannot be read, or that the command does not support, in a list of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailedPuzzle {
    /// The layout of the results in the list, such as `encycle-count-1`.
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// Always `failed`.
    pub verdict: FailedVerdict,
    /// The error.
    pub error: String,
}

impl FailedPuzzle {
    /// Describes a puzzle without a result in a list of the layout `schema`.
    #[must_use]
    pub fn new(schema: &str, puzzle: &str, error: impl ToString) -> Self {
        Self {
            schema: schema.to_owned(),
            puzzle: puzzle.to_owned(),
            verdict: FailedVerdict::Failed,
            error: error.to_string(),
        }
    }
}

/// The verdict of an input without a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FailedVerdict {
    /// There is no result.
    #[default]
    Failed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::puzzle::PuzzleKind;
    use crate::report::{EnumeratedSolution, EnumeratedSolutionView};

    #[test]
    fn a_view_is_serialized_like_the_fields() {
        for kind in PuzzleKind::all() {
            let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
            let keys = SolutionKeys::new(&puzzle);
            for step in [1, 3] {
                let atoms = (0..puzzle.atom_count()).map(|atom| atom % step == 0).collect();
                let solution = Solution::new(atoms);
                let fields = EnumeratedSolution::new(7, keys.fields(&solution));
                let view = EnumeratedSolutionView::new(7, keys.view(&solution));
                let [fields, view] = [serde_json::to_string(&fields), serde_json::to_string(&view)];
                assert_eq!(fields.unwrap(), view.unwrap(), "{kind}");
            }
        }
    }
}
