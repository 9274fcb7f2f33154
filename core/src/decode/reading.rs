//! The reading of a model as a candidate solution: by the puzzle's atoms, or by the cells inside a loop.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt;

use encycle_encodings::grid::{Cell, Edge, Grid};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;

use crate::decode::MapError;
use crate::formats::map::VariableMap;
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// A model mapped to the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelReading {
    /// The candidate solution.
    pub solution: Solution,
    /// The first contradiction between edges and cells, if the model has both.
    pub disagreement: Option<EdgeCellConflict>,
}

/// A contradiction between an edge and the two cells on both sides of it.
///
/// The edge must be a line if and only if exactly one of the two cells is inside the loop. The outside of the
/// grid counts as a cell outside the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeCellConflict {
    /// The cell.
    pub cell: Cell,
    /// The edge.
    pub edge: Edge,
    grid: Grid,
}

impl fmt::Display for EdgeCellConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = self.grid.edge_name(self.edge);
        write!(
            f,
            "the edges contradict the inside cells at {}, edge {edge}; the picture shows the edges",
            self.cell
        )
    }
}

/// Returns the name of the variable that says that a cell is inside. Its row and column are counted from 0.
#[must_use]
pub fn inside_name(row: usize, col: usize) -> String {
    format!("in_{}_{}", row + 1, col + 1)
}

/// Returns the names of the variables that say which cells are inside, with their values in a solution. Returns nothing
/// unless the puzzle is a loop puzzle on a grid.
pub(crate) fn inside_cells(puzzle: &Puzzle, solution: &Solution) -> Vec<(String, bool)> {
    let Some(grid) = puzzle.loop_grid() else { return Vec::new() };
    let mut inside = false;
    let mut value = |Cell { row, col }: Cell| {
        // the line on the left side of a cell separates it from the previous cell of the row
        inside = (col > 0 && inside) != solution.atoms()[grid.vertical(row, col).index()];
        (inside_name(row, col), inside)
    };
    grid.cells().map(&mut value).collect()
}

/// Maps a model to a candidate solution.
///
/// The atoms of a puzzle get the values of the variables with their names; an atom without a variable gets the value that the clues
/// imply. If the map of a loop puzzle on a grid lacks edges, the values of the cell variables `in_R_C` determine the
/// loop. Other variables are ignored. A variable without a value counts as false.
///
/// # Errors
/// Returns [`MapError::Names`] if the map does not name all of these variables.
pub fn read_atoms(
    map: &VariableMap,
    problem: &dyn Problem,
    model: &[Option<bool>],
) -> Result<ModelReading, MapError> {
    let Some(puzzle) = problem.as_puzzle() else { return read_first(map, problem, model) };
    let numbers: HashMap<&str, usize> =
        map.names().iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let value = |name: String| match numbers.get(name.as_str()) {
        Some(&number) => Ok(model.get(number).copied().flatten()),
        None => Err(name),
    };
    let implied = OnceCell::new();
    let atom = |atom: usize| {
        let implied = || implied.get_or_init(|| puzzle.implied())[atom];
        value(puzzle.atom_name(atom)).or_else(|name| implied().map(Some).ok_or(name))
    };
    let atoms: Result<Vec<Option<bool>>, String> = (0..puzzle.atom_count()).map(atom).collect();
    let known = |values: &[Option<bool>]| -> Vec<bool> {
        values.iter().map(|value| value.unwrap_or(false)).collect()
    };
    let Some(grid) = puzzle.loop_grid() else {
        let atoms = atoms.map_err(|atom| MapError::Names { atom, cell: None })?;
        return Ok(ModelReading { solution: Solution::new(known(&atoms)), disagreement: None });
    };
    let cells = grid.cells().map(|Cell { row, col }| value(inside_name(row, col)));
    let cells: Result<Vec<Option<bool>>, String> = cells.collect();
    match (atoms, cells) {
        (Ok(edges), cells) => Ok(ModelReading {
            solution: Solution::new(known(&edges)),
            disagreement: cells.ok().and_then(|cells| disagreement(grid, &edges, &cells)),
        }),
        (Err(_), Ok(cells)) => {
            let solution = EdgeSet::around(grid, &known(&cells)).into();
            Ok(ModelReading { solution, disagreement: None })
        }
        (Err(atom), Err(cell)) => Err(MapError::Names { atom, cell: Some(cell) }),
    }
}

/// Maps a model to a candidate solution of a problem that is not a puzzle: its atoms are the first variables. The map has
/// their names in the formula or, of a user's own formula, as the user wrote them.
fn read_first(
    map: &VariableMap,
    problem: &dyn Problem,
    model: &[Option<bool>],
) -> Result<ModelReading, MapError> {
    let (encodable, names) = (problem.as_encodable(), map.names());
    let is_named = |atom: &usize| {
        let name = names.get(*atom);
        let is = |expected: String| name.is_some_and(|name| *name == expected);
        is(encodable.atom_name(*atom)) || is(problem.atom_label(*atom))
    };
    if let Some(atom) = (0..encodable.atom_count()).find(|atom| !is_named(atom)) {
        return Err(MapError::Names { atom: problem.atom_label(atom), cell: None });
    }
    let values = &model[..encodable.atom_count().min(model.len())];
    let completed = match problem.as_model() {
        Some(own) => own.completed(values),
        None => values.iter().map(|value| value.unwrap_or(false)).collect(),
    };
    Ok(ModelReading { solution: Solution::new(completed), disagreement: None })
}

/// Returns the first contradiction between an edge and its cells. A missing value contradicts nothing.
fn disagreement(
    grid: Grid,
    edges: &[Option<bool>],
    cells: &[Option<bool>],
) -> Option<EdgeCellConflict> {
    let inside = |cell: Option<Cell>| match cell {
        Some(cell) => cells[grid.cell_index(cell)],
        None => Some(false),
    };
    let wrong = |cell: Cell, edge: Edge| {
        let across = grid.neighbours(cell).find(|&other| grid.cell_edges(other).contains(&edge));
        match (edges[edge.index()], inside(Some(cell)), inside(across)) {
            (Some(drawn), Some(here), Some(there)) => drawn != (here != there),
            _ => false,
        }
    };
    grid.cells().find_map(|cell| {
        let edge = grid.cell_edges(cell).into_iter().find(|&edge| wrong(cell, edge))?;
        Some(EdgeCellConflict { cell, edge, grid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{self, map};

    fn map(names: impl Iterator<Item = String>) -> VariableMap {
        let lines: String =
            names.enumerate().map(|(index, name)| format!("{} {name}\n", index + 1)).collect();
        map::read(&format!("encycle-map 1\n{lines}")).expect("a map")
    }

    /// Returns a puzzle of two adjacent cells without clues.
    fn puzzle() -> Puzzle {
        formats::read("slitherlink 1 2\n..\n", None).expect("a puzzle").puzzle
    }

    fn edge_names(grid: Grid) -> impl Iterator<Item = String> {
        grid.edges().map(move |edge| grid.edge_name(edge).to_string())
    }

    fn cell_names() -> impl Iterator<Item = String> {
        ["in_1_1", "in_1_2"].map(str::to_owned).into_iter()
    }

    #[test]
    fn variables_are_matched_by_name_not_by_number() {
        let grid = Grid::new(1, 2).expect("a size");
        let lines = EdgeSet::around(grid, &[true, false]);
        let mut names: Vec<String> = edge_names(grid).collect();
        names.reverse();
        names.insert(3, "aux_1".to_owned());
        let map = map(names.iter().cloned());
        let drawn: Vec<String> =
            lines.edges().map(|edge| grid.edge_name(edge).to_string()).collect();
        let model: Vec<_> = names.iter().map(|name| Some(drawn.contains(name))).collect();
        assert_eq!(read_atoms(&map, &puzzle(), &model).expect("lines").solution, lines.into());
    }

    #[test]
    fn cells_determine_the_loop_if_an_edge_is_missing() {
        let grid = Grid::new(1, 2).expect("a size");
        let map = map(cell_names().chain(edge_names(grid).skip(1)));
        let reading = read_atoms(&map, &puzzle(), &[Some(true)]).expect("lines");
        assert_eq!(reading.solution, EdgeSet::around(grid, &[true, false]).into());
        assert_eq!(reading.disagreement, None);
    }

    #[test]
    fn contradictions_of_edges_and_cells_are_located() {
        let grid = Grid::new(1, 2).expect("a size");
        let map = map(cell_names().chain(edge_names(grid)));
        let around = EdgeSet::around(grid, &[true, false]);
        let model = |cells: [Option<bool>; 2]| -> Vec<Option<bool>> {
            let edges = grid.edges().map(|edge| Some(around.has(edge)));
            cells.into_iter().chain(edges).collect()
        };
        let disagreement = |cells| {
            let reading = read_atoms(&map, &puzzle(), &model(cells)).expect("lines");
            assert_eq!(reading.solution, around.clone().into(), "the solution has the edges");
            reading.disagreement.map(|found| (found.cell.col, found.to_string()))
        };
        assert_eq!(disagreement([Some(true), Some(false)]), None);
        assert_eq!(disagreement([Some(true), None]), None);
        let (col, text) = disagreement([Some(true), Some(true)]).expect("a contradiction");
        assert_eq!(col, 0);
        assert!(text.contains("row 1, column 1, edge v_1_2"), "{text}");
        // the outside of the grid counts as outside the loop
        let (col, text) = disagreement([Some(false), Some(true)]).expect("a contradiction");
        assert_eq!(col, 0);
        assert!(text.contains("edge h_1_1"), "{text}");
    }

    #[test]
    fn a_map_without_all_edges_or_cells_is_rejected() {
        let map = map(["in_1_1", "h_1_1", "x"].map(str::to_owned).into_iter());
        let error = read_atoms(&map, &puzzle(), &[]).expect_err("no lines");
        assert_eq!(
            error,
            MapError::Names { atom: "h_1_2".to_owned(), cell: Some("in_1_2".to_owned()) }
        );
    }
}
