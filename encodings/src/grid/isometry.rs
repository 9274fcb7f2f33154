//! The symmetries of the square and of the rectangle.

use crate::grid::{Cell, Edge, Graph, GraphLayout, Grid, Vertex};

/// A symmetry of the square: a rotation or a reflection. It maps a grid to a grid. A symmetry that exchanges rows and
/// columns maps a grid of n x m cells to a grid of m x n cells.
///
/// ```
/// use encycle_encodings::grid::{Cell, Grid, Isometry};
///
/// let grid = Grid::new(2, 3).unwrap();
/// assert_eq!(Isometry::ALL.iter().filter(|one| one.grid(grid) == grid).count(), 4);
/// // a quarter turn to the right
/// let turn = Isometry { flips_rows: true, flips_cols: false, transposes: true };
/// assert_eq!(turn.cell(grid, Cell { row: 0, col: 0 }), Cell { row: 0, col: 1 });
/// assert_eq!(turn.name(), "rotation by 90 degrees");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isometry {
    /// Whether top and bottom are exchanged. This comes before `transposes`.
    pub flips_rows: bool,
    /// Whether left and right are exchanged. This comes before `transposes`.
    pub flips_cols: bool,
    /// Whether rows and columns are exchanged. This comes last.
    pub transposes: bool,
}

impl Isometry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self { flips_rows: false, flips_cols: false, transposes: false };

    /// All eight symmetries: the identity first, and the symmetries of a rectangle before the others.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Self {
                flips_rows: number & 1 == 1,
                flips_cols: number & 2 == 2,
                transposes: number & 4 == 4,
            };
            number += 1;
        }
        all
    };

    /// Returns a name for human readers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.transposes, self.flips_rows, self.flips_cols) {
            (false, false, false) => "identity",
            (false, true, false) => "reflection of top and bottom",
            (false, false, true) => "reflection of left and right",
            (false, true, true) => "rotation by 180 degrees",
            (true, false, false) => "reflection in the main diagonal",
            (true, true, false) => "rotation by 90 degrees",
            (true, false, true) => "rotation by 270 degrees",
            (true, true, true) => "reflection in the other diagonal",
        }
    }

    /// Returns the image of a grid.
    #[must_use]
    pub fn grid(self, grid: Grid) -> Grid {
        match self.transposes {
            true => Grid { rows: grid.cols, cols: grid.rows },
            false => grid,
        }
    }

    /// Returns the image of a place among `rows` x `cols` places.
    fn place(self, [rows, cols]: [usize; 2], [row, col]: [usize; 2]) -> [usize; 2] {
        let row = if self.flips_rows { rows - 1 - row } else { row };
        let col = if self.flips_cols { cols - 1 - col } else { col };
        if self.transposes { [col, row] } else { [row, col] }
    }

    /// Returns the image of a cell of a grid.
    #[must_use]
    pub fn cell(self, grid: Grid, cell: Cell) -> Cell {
        let [row, col] = self.place([grid.rows, grid.cols], [cell.row, cell.col]);
        Cell { row, col }
    }

    /// Returns the image of a vertex of a grid.
    #[must_use]
    pub fn vertex(self, grid: Grid, vertex: Vertex) -> Vertex {
        let [row, col] = self.place([grid.rows + 1, grid.cols + 1], [vertex.row, vertex.col]);
        Vertex { row, col }
    }

    /// Returns the entries of the cells of the image, given the entries of the cells of a grid, both row by row.
    ///
    /// # Panics
    /// The number of entries is not the number of cells.
    #[must_use]
    pub fn cells<T: Clone>(self, grid: Grid, entries: &[T]) -> Vec<T> {
        assert_eq!(entries.len(), grid.cell_count(), "one entry per cell");
        let image = self.grid(grid);
        let mut sources = vec![0; entries.len()];
        for (index, cell) in grid.cells().enumerate() {
            sources[image.cell_index(self.cell(grid, cell))] = index;
        }
        sources.into_iter().map(|index| entries[index].clone()).collect()
    }

    /// Returns the image of a vertex of a graph on a grid; `None` for a general graph.
    #[must_use]
    pub fn graph_vertex(self, layout: GraphLayout, vertex: usize) -> Option<usize> {
        match layout {
            GraphLayout::Cells(grid) => {
                Some(self.grid(grid).cell_index(self.cell(grid, grid.cell_at(vertex))))
            }
            GraphLayout::Lines(grid) => {
                let cols = grid.cols + 1;
                let place = Vertex { row: vertex / cols, col: vertex % cols };
                Some(self.grid(grid).vertex_index(self.vertex(grid, place)))
            }
            GraphLayout::General => None,
        }
    }

    /// Returns, for each edge of a graph on a grid, its image in `image`. Returns `None` if `image` is not the graph of
    /// the image of the grid, and for general graphs.
    #[must_use]
    pub fn graph_edges(self, graph: &Graph, image: &Graph) -> Option<Vec<Edge>> {
        let expected = match graph.layout() {
            GraphLayout::Cells(grid) => GraphLayout::Cells(self.grid(grid)),
            GraphLayout::Lines(grid) => GraphLayout::Lines(self.grid(grid)),
            GraphLayout::General => return None,
        };
        if image.layout() != expected {
            return None;
        }
        let edge = |edge| {
            let [a, b] = graph.ends(edge).map(|end| self.graph_vertex(graph.layout(), end));
            image.edge_between(a?, b?)
        };
        graph.edges().map(edge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The eight symmetries are different, closed under composition and inverses, and preserve neighbors.
    #[test]
    fn the_isometries_are_the_group_of_the_square() {
        let grid = Grid::new(3, 3).expect("a valid size");
        let cells: Vec<usize> = (0..9).collect();
        let images = Isometry::ALL.map(|one| one.cells(grid, &cells));
        for (number, image) in images.iter().enumerate() {
            assert!(images[..number].iter().all(|other| other != image));
            for other in Isometry::ALL {
                assert!(images.contains(&other.cells(grid, image)));
            }
            let names = Isometry::ALL.map(Isometry::name);
            assert!(names[..number].iter().all(|name| *name != names[number]));
        }
    }

    /// On a grid that is not a square, the image of an edge is an edge, and each edge is the image of an edge.
    #[test]
    fn edges_go_to_edges_with_the_cells_beside_them() {
        let grid = Grid::new(2, 4).expect("a valid size");
        for one in Isometry::ALL {
            let of = one.grid(grid);
            for (graph, image) in [
                (Graph::of_lines(grid), Graph::of_lines(of)),
                (Graph::of_cells(grid), Graph::of_cells(of)),
            ] {
                let mut edges = one.graph_edges(&graph, &image).expect("a graph on a grid");
                edges.sort_unstable();
                assert_eq!(edges, image.edges().collect::<Vec<_>>(), "{one:?}");
            }
            let (lines, image) = (Graph::of_lines(grid), Graph::of_lines(of));
            assert_eq!(one.graph_edges(&lines, &lines).is_some(), of == grid);
            let edges = one.graph_edges(&lines, &image).expect("a graph on a grid");
            for cell in grid.cells() {
                let mut around = grid.cell_edges(cell).map(|edge| edges[edge.index()]);
                around.sort_unstable();
                let mut expected = of.cell_edges(one.cell(grid, cell));
                expected.sort_unstable();
                assert_eq!(around, expected, "{one:?} {cell}");
            }
        }
    }
}
