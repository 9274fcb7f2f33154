//! From the values of named variables to what they say: by the atoms, or by the cells inside a loop.

use std::collections::HashMap;
use std::fmt;

use encycle_encodings::grid::{Cell, Edge, Grid};
use encycle_encodings::loops::EdgeSet;
use encycle_encodings::puzzle::Solution;

use crate::decode::MapError;
use crate::formats::map::VariableMap;
use crate::puzzle::Puzzle;

/// What a model says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelReading {
    /// What should be a solution.
    pub solution: Solution,
    /// The first place where the edges and the cells tell different lines, if the model has both.
    pub disagreement: Option<EdgeCellConflict>,
}

/// A cell and an edge of it that contradict each other: either the edge is a line and both of its
/// cells are inside the loop, or both are not, or it is none and one of them is.
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
            "the inside cells and the edges disagree at {}, edge {edge}: the edges are drawn",
            self.cell
        )
    }
}

/// Reads a model: from the variables with the names of the puzzle's atoms, if the map has all that the
/// givens do not decide; for loops on a grid else from the variables `in_R_C` of the cells. Other names
/// are passed over. What has no value is false.
///
/// # Errors
/// [`MapError::Names`]: not all of them are there.
pub fn read_atoms(
    map: &VariableMap,
    puzzle: &Puzzle,
    model: &[Option<bool>],
) -> Result<ModelReading, MapError> {
    let numbers: HashMap<&str, usize> =
        map.names().iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let value = |name: String| match numbers.get(name.as_str()) {
        Some(&number) => Ok(model.get(number).copied().flatten()),
        None => Err(name),
    };
    let atom = |atom: usize| {
        value(puzzle.atom_name(atom)).or_else(|name| puzzle.implied(atom).map(Some).ok_or(name))
    };
    let atoms: Result<Vec<Option<bool>>, String> = (0..puzzle.atom_count()).map(atom).collect();
    let known = |values: &[Option<bool>]| -> Vec<bool> {
        values.iter().map(|value| value.unwrap_or(false)).collect()
    };
    let Some(grid) = puzzle.loop_grid() else {
        let atoms = atoms.map_err(|atom| MapError::Names { atom, cell: None })?;
        return Ok(ModelReading { solution: Solution::new(known(&atoms)), disagreement: None });
    };
    let cells = grid.cells().map(|Cell { row, col }| value(format!("in_{}_{}", row + 1, col + 1)));
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

/// The first cell with an edge that is not what it should be. Where a value is missing, nothing is
/// contradicted.
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

    /// Two free cells beside each other.
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
    fn names_count_and_not_numbers() {
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
    fn cells_serve_where_an_edge_is_not_named() {
        let grid = Grid::new(1, 2).expect("a size");
        let map = map(cell_names().chain(edge_names(grid).skip(1)));
        let reading = read_atoms(&map, &puzzle(), &[Some(true)]).expect("lines");
        assert_eq!(reading.solution, EdgeSet::around(grid, &[true, false]).into());
        assert_eq!(reading.disagreement, None);
    }

    #[test]
    fn cells_and_edges_that_disagree_are_named() {
        let grid = Grid::new(1, 2).expect("a size");
        let map = map(cell_names().chain(edge_names(grid)));
        let around = EdgeSet::around(grid, &[true, false]);
        let model = |cells: [Option<bool>; 2]| -> Vec<Option<bool>> {
            let edges = grid.edges().map(|edge| Some(around.has(edge)));
            cells.into_iter().chain(edges).collect()
        };
        let disagreement = |cells| {
            let reading = read_atoms(&map, &puzzle(), &model(cells)).expect("lines");
            assert_eq!(reading.solution, around.clone().into(), "the edges are what is drawn");
            reading.disagreement.map(|found| (found.cell.col, found.to_string()))
        };
        assert_eq!(disagreement([Some(true), Some(false)]), None);
        assert_eq!(disagreement([Some(true), None]), None);
        let (col, text) = disagreement([Some(true), Some(true)]).expect("a disagreement");
        assert_eq!(col, 0);
        assert!(text.contains("row 1, column 1, edge v_1_2"), "{text}");
        // the border of the grid is outside
        let (col, text) = disagreement([Some(false), Some(true)]).expect("a disagreement");
        assert_eq!(col, 0);
        assert!(text.contains("edge h_1_1"), "{text}");
    }

    #[test]
    fn a_map_without_lines_is_refused_with_what_it_lacks() {
        let map = map(["in_1_1", "h_1_1", "x"].map(str::to_owned).into_iter());
        let error = read_atoms(&map, &puzzle(), &[]).expect_err("no lines");
        assert_eq!(
            error,
            MapError::Names { atom: "h_1_2".to_owned(), cell: Some("in_1_2".to_owned()) }
        );
    }
}
