//! Incidence tables of edges, cells and vertices. They are precomputed, because each rule reads a few entries, many
//! times.

use crate::grid::{Cell, Edge, Grid, Vertex};

/// The incidences of a grid, by number. Two numbers stand for what lies beyond the grid: the cell after the last cell
/// is the outside, and the edge after the last edge is a dummy, which is never a line.
#[derive(Clone, Debug)]
pub(super) struct GridGeometry {
    pub grid: Grid,
    /// The four edges of each cell: top, bottom, left, right.
    pub cell_edges: Vec<[u32; 4]>,
    /// The cells on the other side of these edges.
    pub cell_cells: Vec<[u32; 4]>,
    /// The four corners of each cell as vertices: top left, top right, bottom left, bottom right.
    pub cell_vertices: Vec<[u32; 4]>,
    /// The four edges at each vertex: up, down, left, right.
    pub vertex_edges: Vec<[u32; 4]>,
    /// The four cells around each vertex: top left, top right, bottom left, bottom right.
    pub vertex_cells: Vec<[u32; 4]>,
    /// The two cells on both sides of each edge.
    pub edge_cells: Vec<[u32; 2]>,
    /// The two ends of each edge.
    pub edge_ends: Vec<[u32; 2]>,
}

/// The two edges that meet at each corner of a cell, as positions in the list of the cell's edges, with the horizontal
/// edge first. The corners are top left, top right, bottom left, bottom right.
pub(super) const CELL_CORNERS: [[usize; 2]; 4] = [[0, 2], [0, 3], [1, 2], [1, 3]];

/// The same edges as positions in the list of a vertex's edges, for each of the four cells around the vertex. The
/// vertex is corner 3 of its top left cell, and so on down to corner 0 of its bottom right cell.
pub(super) const VERTEX_CORNERS: [[usize; 2]; 4] = [[2, 0], [3, 0], [2, 1], [3, 1]];

impl GridGeometry {
    pub fn new(grid: Grid) -> Self {
        let (rows, cols) = (grid.rows(), grid.cols());
        let (outside, no_edge) = (grid.cell_count() as u32, grid.edge_count() as u32);
        let vertex = |row, col| grid.vertex_index(Vertex { row, col }) as u32;
        let mut this = Self {
            grid,
            cell_edges: Vec::with_capacity(grid.cell_count()),
            cell_cells: Vec::with_capacity(grid.cell_count()),
            cell_vertices: Vec::with_capacity(grid.cell_count()),
            vertex_edges: Vec::with_capacity(grid.vertex_count()),
            vertex_cells: Vec::with_capacity(grid.vertex_count()),
            edge_cells: vec![[outside; 2]; grid.edge_count()],
            edge_ends: vec![[0; 2]; grid.edge_count()],
        };
        // a subtraction that wraps around gives a huge number, which also lies beyond the grid
        let cell = |row: usize, col: usize| match row < rows && col < cols {
            true => (row * cols + col) as u32,
            false => outside,
        };
        for row in 0..rows {
            for col in 0..cols {
                let edges = grid.cell_edges(Cell { row, col }).map(|edge| edge.0);
                this.cell_edges.push(edges);
                this.cell_cells.push([
                    cell(row.wrapping_sub(1), col),
                    cell(row + 1, col),
                    cell(row, col.wrapping_sub(1)),
                    cell(row, col + 1),
                ]);
                let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
                this.cell_vertices.push(corners.map(|(r, c)| vertex(row + r, col + c)));
                let here = cell(row, col);
                for (edge, side) in edges.into_iter().zip([1, 0, 1, 0]) {
                    this.edge_cells[edge as usize][side] = here;
                }
            }
        }
        for row in 0..=rows {
            for col in 0..=cols {
                let (above, before) = (row.wrapping_sub(1), col.wrapping_sub(1));
                let there =
                    |yes: bool, edge: &dyn Fn() -> Edge| if yes { edge().0 } else { no_edge };
                let edges = [
                    there(row > 0, &|| grid.vertical(row - 1, col)),
                    there(row < rows, &|| grid.vertical(row, col)),
                    there(col > 0, &|| grid.horizontal(row, col - 1)),
                    there(col < cols, &|| grid.horizontal(row, col)),
                ];
                this.vertex_edges.push(edges);
                this.vertex_cells.push([
                    cell(above, before),
                    cell(above, col),
                    cell(row, before),
                    cell(row, col),
                ]);
                for (edge, end) in edges.into_iter().zip([1, 0, 1, 0]) {
                    if edge != no_edge {
                        this.edge_ends[edge as usize][end] = vertex(row, col);
                    }
                }
            }
        }
        this
    }

    /// Returns the number of the outside.
    pub fn outside(&self) -> u32 {
        self.cell_edges.len() as u32
    }

    /// Returns the edge between two vertices, if they are adjacent.
    pub fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        let edges = self.vertex_edges[a as usize].iter();
        edges.copied().find(|&edge| {
            self.edge_ends.get(edge as usize).is_some_and(|ends| ends.contains(&b) && a != b)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the tables with the grid.
    #[test]
    fn tables_agree_with_the_grid() {
        for (rows, cols) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
            let grid = Grid::new(rows, cols).expect("a grid");
            let tables = GridGeometry::new(grid);
            for edge in grid.edges() {
                let ends = grid.edge_ends(edge).map(|end| grid.vertex_index(end) as u32);
                let cells = grid
                    .edge_cells(edge)
                    .map(|cell| cell.map_or(tables.outside(), |cell| grid.cell_index(cell) as u32));
                assert_eq!(tables.edge_ends[edge.index()], ends);
                assert_eq!(tables.edge_cells[edge.index()], cells);
                assert_eq!(tables.edge_between(ends[0], ends[1]), Some(edge.0));
            }
            for (cell, vertices) in tables.cell_vertices.iter().enumerate() {
                for (corner, &vertex) in vertices.iter().enumerate() {
                    // seen from the vertex, the cell is at the opposite corner
                    assert_eq!(tables.vertex_cells[vertex as usize][3 - corner], cell as u32);
                    let of_cell = CELL_CORNERS[corner].map(|i| tables.cell_edges[cell][i]);
                    let of_vertex = VERTEX_CORNERS[3 - corner];
                    let of_vertex = of_vertex.map(|i| tables.vertex_edges[vertex as usize][i]);
                    assert_eq!(of_cell, of_vertex);
                }
            }
        }
    }
}
