//! What several commands tell of a puzzle and its solutions, in words and in JSON.

use encycle_encodings::puzzle::{Extent, Form, Solution};
use serde_json::{Value, json};

use crate::puzzle::Puzzle;

/// The size, and the variant of the rules where the kind has several.
pub fn head(puzzle: &Puzzle) -> String {
    match puzzle.variant() {
        Some(variant) => format!("{}, rule {variant}", puzzle.extent()),
        None => puzzle.extent().to_string(),
    }
}

/// `rows` and `cols`, or `vertices` and `edges`.
pub fn size_json(extent: Extent) -> Value {
    match extent {
        Extent::Grid(grid) => json!({ "rows": grid.rows(), "cols": grid.cols() }),
        Extent::Graph { vertices, edges } => json!({ "vertices": vertices, "edges": edges }),
    }
}

/// A solution: the names of its true atoms, or rows of values with 0 for an empty cell.
pub fn solution_json(puzzle: &Puzzle, solution: &Solution) -> Value {
    match puzzle.form() {
        Form::Edges | Form::Atoms => json!(atom_names(puzzle, solution)),
        Form::Values { grid, values } => {
            json!(solution.values(values).chunks(grid.cols()).collect::<Vec<_>>())
        }
    }
}

/// The names of the true atoms, in order.
pub fn atom_names(puzzle: &Puzzle, solution: &Solution) -> Vec<String> {
    solution.true_atoms().map(|atom| puzzle.atom_name(atom)).collect()
}

/// The names of the atoms in which two solutions differ.
pub fn differences(puzzle: &Puzzle, first: &Solution, second: &Solution) -> Vec<String> {
    (0..puzzle.atom_count())
        .filter(|&atom| first.has(atom) != second.has(atom))
        .map(|atom| puzzle.atom_name(atom))
        .collect()
}
