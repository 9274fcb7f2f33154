//! The places of variables on a grid, by their names.

use std::collections::HashMap;

use encycle_encodings::grid::{Cell, Edge, Grid, Vertex};
use encycle_encodings::puzzle::{GridSketch, Instance, Sketch};

/// The place of a variable on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VariablePlace {
    /// An edge (`h_1_1`, `v_1_1`).
    Edge(Edge),
    /// A link between two cells (`right_1_1`, `down_1_1`), as the edge that it crosses.
    Link(Edge),
    /// The direction of an edge (`d_h_1_1`).
    Direction(Edge),
    /// A value of a cell, from 1 (`x_1_1_5`).
    Value(Cell, usize),
    /// Whether a cell is inside the loop (`in_1_1`).
    Inside(Cell),
    /// A vertex (`l_1_1_3`).
    Vertex(Vertex),
    /// One cell or more.
    Cells(Vec<Cell>),
}

impl VariablePlace {
    /// Returns the place that a name encodes; `None` for an auxiliary variable.
    pub fn of(name: &str, sketch: &GridSketch) -> Option<Self> {
        let mut words: Vec<&str> = name.split('_').collect();
        let is_direction = words.first() == Some(&"d");
        // the prefix of a variable about a link depends on the encoding
        let of_link = words.len() > 1 && ["right", "down"].contains(&words[1]);
        if is_direction || of_link {
            words.remove(0);
        }
        let (&letters, numbers) = words.split_first()?;
        let number = |word: &&str| word.parse::<usize>().ok()?.checked_sub(1);
        let numbers: Vec<usize> = numbers.iter().map_while(number).collect();
        let grid = sketch.grid;
        let (rows, cols) = (grid.rows(), grid.cols());
        let cell = |row: usize, col: usize| (row < rows && col < cols).then_some(Cell { row, col });
        let cells = |cells: &[Option<Cell>]| {
            let cells: Vec<Cell> = cells.iter().copied().flatten().collect();
            (!cells.is_empty()).then_some(Self::Cells(cells))
        };
        let of_edge = if is_direction { Self::Direction } else { Self::Edge };
        match (letters, &numbers[..]) {
            ("right", &[row, col]) if row < rows && col + 1 < cols => {
                Some(Self::Link(grid.vertical(row, col + 1)))
            }
            ("down", &[row, col]) if row + 1 < rows && col < cols => {
                Some(Self::Link(grid.horizontal(row + 1, col)))
            }
            ("right" | "down", _) => None,
            ("x", &[row, col, value]) => Some(Self::Value(cell(row, col)?, value + 1)),
            ("h", &[row, col]) if row <= rows && col < cols => {
                Some(of_edge(grid.horizontal(row, col)))
            }
            ("v", &[row, col]) if row < rows && col <= cols => {
                Some(of_edge(grid.vertical(row, col)))
            }
            ("h" | "v", _) => None,
            ("in", &[row, col]) => Some(Self::Inside(cell(row, col)?)),
            ("l", &[row, col, _]) if sketch.dotted && row <= rows && col <= cols => {
                Some(Self::Vertex(Vertex { row, col }))
            }
            ("p", &[row, col, ..]) if !sketch.dotted => cells(&[cell(row, col)]),
            (
                "r" | "p" | "o" | "reach" | "step" | "joined" | "both" | "way",
                &[row, col, to_row, to_col, ..],
            ) => cells(&[cell(row, col), cell(to_row, to_col)]),
            (_, &[row, col, ..]) => cells(&[cell(row, col)]),
            _ => None,
        }
    }
}

// Heat maps, which show weights of variables as weights of cells.

/// The weights of all places.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HeatMap {
    /// The weight of each cell, or of each vertex of a general graph, divided by the maximum weight, from 0 to 1.
    pub parts: Vec<f64>,
    /// The maximum weight.
    pub greatest: f64,
    /// What a weight counts, such as `conflicts`.
    pub unit: &'static str,
}

/// Returns the heat of each cell, or of each vertex of a general graph.
pub(super) fn heat<'a>(
    sketch: &Sketch,
    puzzle: &dyn Instance,
    unit: &'static str,
    weights: impl IntoIterator<Item = (&'a str, f64)>,
) -> HeatMap {
    let mut parts = match sketch {
        Sketch::Grid(sketch) => {
            let grid = sketch.grid;
            let mut heat = vec![0.0; grid.cell_count()];
            for (name, weight) in weights {
                let cells = VariablePlace::of(name, sketch).map(|place| cells(grid, place));
                for &cell in cells.iter().flatten() {
                    heat[grid.cell_index(cell)] +=
                        weight / cells.as_ref().map_or(1, Vec::len) as f64;
                }
            }
            heat
        }
        Sketch::Graph(sketch) => {
            let edges: HashMap<String, (u32, u32)> = (0..)
                .zip(&sketch.edges)
                .map(|(edge, &ends)| (puzzle.atom_name(edge), ends))
                .collect();
            let mut heat = vec![0.0; sketch.vertices.len()];
            for (name, weight) in weights {
                if let Some(&(a, b)) = edges.get(name) {
                    heat[a as usize] += weight / 2.0;
                    heat[b as usize] += weight / 2.0;
                }
            }
            heat
        }
    };
    let greatest = parts.iter().copied().fold(0.0, f64::max);
    if greatest > 0.0 {
        parts.iter_mut().for_each(|part| *part /= greatest);
    }
    HeatMap { parts, greatest, unit }
}

/// Returns the cells at a place.
fn cells(grid: Grid, place: VariablePlace) -> Vec<Cell> {
    match place {
        VariablePlace::Edge(edge) | VariablePlace::Link(edge) | VariablePlace::Direction(edge) => {
            grid.edge_cells(edge).into_iter().flatten().collect()
        }
        VariablePlace::Value(cell, _) | VariablePlace::Inside(cell) => vec![cell],
        VariablePlace::Vertex(Vertex { row, col }) => {
            let around = [row.wrapping_sub(1), row].into_iter();
            around
                .flat_map(|row| [col.wrapping_sub(1), col].map(|col| Cell { row, col }))
                .filter(|cell| cell.row < grid.rows() && cell.col < grid.cols())
                .collect()
        }
        VariablePlace::Cells(cells) => cells,
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::kinds::slitherlink::Slitherlink;

    use super::*;

    #[test]
    fn the_weight_of_an_edge_goes_to_its_cells() {
        let puzzle = Slitherlink::from_rows(&["3.", ".."]).expect("a puzzle");
        let sketch = puzzle.sketch(None);
        // the edge between the upper cells, an edge at the border, the inside of a cell, and an auxiliary variable
        let weights = [("v_1_2", 2.0), ("h_1_1", 3.0), ("in_2_2", 2.0), ("t_7", 100.0)];
        let found = heat(&sketch, &puzzle, "clauses", weights);
        let parts = vec![1.0, 1.0 / 4.0, 0.0, 2.0 / 4.0];
        assert_eq!(found, HeatMap { parts, greatest: 4.0, unit: "clauses" });
    }
}
