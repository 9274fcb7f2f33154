//! What several commands tell of a puzzle and its solutions, in words and in JSON.

use std::io;

use encycle::encodings::puzzle::{Extent, Solution, SolutionForm};
use serde::Serializer as _;
use serde::ser::SerializeMap;
use serde_json::{Value, json};

use encycle::puzzle::Puzzle;

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
        SolutionForm::Edges | SolutionForm::Atoms => json!(puzzle.atom_names(solution)),
        SolutionForm::Values { grid, values } => {
            json!(solution.values(values).chunks(grid.cols()).collect::<Vec<_>>())
        }
    }
}

/// Many solutions of one puzzle, with the names of its atoms made once.
pub struct SolutionsJson<'a> {
    puzzle: &'a Puzzle,
    names: Vec<String>,
}

impl<'a> SolutionsJson<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let names = (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
        Self { puzzle, names }
    }

    /// One object on a line: these keys, and under the key of the puzzle's form what [`solution_json`] makes.
    pub fn line(&self, schema: &str, number: u64, solution: &Solution) -> io::Result<String> {
        let mut text = Vec::new();
        let mut serializer = serde_json::Serializer::new(&mut text);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", schema)?;
        map.serialize_entry("number", &number)?;
        let key = self.puzzle.form().key();
        match self.puzzle.form() {
            SolutionForm::Edges | SolutionForm::Atoms => {
                let names = solution.true_atoms().map(|atom| &*self.names[atom]);
                map.serialize_entry(key, &names.collect::<Vec<&str>>())?;
            }
            SolutionForm::Values { .. } => {
                map.serialize_entry(key, &solution_json(self.puzzle, solution))?;
            }
        }
        SerializeMap::end(map)?;
        text.push(b'\n');
        String::from_utf8(text).map_err(io::Error::other)
    }
}
