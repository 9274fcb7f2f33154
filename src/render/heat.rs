//! Heat maps, which show weights of variables as weights of cells.

use std::collections::HashMap;

use encycle_encodings::grid::{Cell, Grid, Vertex};
use encycle_encodings::puzzle::{Instance, Sketch};

use crate::render::places::VariablePlace;

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
    use super::*;
    use encycle_encodings::kinds::slitherlink::Slitherlink;

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
