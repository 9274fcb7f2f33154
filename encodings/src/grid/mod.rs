//! The rectangular grid (cells, vertices, edges and their incidence), and general graphs.
//!
//! Rows and columns count from 0 in code. All output counts from 1: the `Display` of [`Cell`] and [`Vertex`], and
//! [`Grid::edge_name`].
//!
//! A grid of `n` x `m` cells has `(n+1)(m+1)` vertices and `n(m+1) + m(n+1)` edges. Edges are numbered row by row, all
//! horizontal edges before the vertical edges. For example, the edges of a grid with one row of two cells:
//!
//! ```text
//! +--0--+--1--+
//! 4     5     6
//! +--2--+--3--+
//! ```

mod disjoint_sets;
mod factor;
mod graph;
mod isometry;
mod network;
mod place;
mod planar;
mod regions;
mod side;
mod strong_components;
mod toughness;
mod walk;

pub use disjoint_sets::DisjointSets;
pub use factor::{FactorBarrier, FactorProblem};
pub use graph::{Graph, GraphLayout};
pub use isometry::Isometry;
pub(crate) use network::FlowNetwork;
pub(crate) use planar::{GraphBlock, block_faces, graph_blocks};
pub use regions::Regions;
pub use side::Side;
pub use strong_components::{directed_separator, has_strong_chain};
pub use toughness::{ContractedGraph, separating_set, separating_two};
pub use walk::{ConnectedComponents, bridges, components, reached, shortest_path, two_sides};

use std::fmt;

/// A cell, with row and column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row, from 0 at the top.
    pub row: usize,
    /// Column, from 0 at the left.
    pub col: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

/// A vertex, which is a corner of cells. Vertex (r, c) is the top left corner of cell (r, c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// Row, from 0 at the top to the number of cell rows at the bottom border.
    pub row: usize,
    /// Column, from 0 at the left to the number of cell columns at the right border.
    pub col: usize,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the vertex at the top left of row {}, column {}", self.row + 1, self.col + 1)
    }
}

/// The number of an edge in its [`Grid`] or [`Graph`], from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(pub u32);

impl Edge {
    /// Returns the number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A grid of `rows` x `cols` cells.
///
/// ```
/// use encycle_encodings::grid::{Cell, Grid};
/// let grid = Grid::new(2, 3).unwrap();
/// assert_eq!(grid.edge_count(), 2 * (3 + 1) + 3 * (2 + 1));
/// let [top, bottom, left, right] = grid.cell_edges(Cell { row: 0, col: 0 });
/// assert_eq!(grid.edge_name(top).to_string(), "h_1_1");
/// assert_eq!(grid.edge_name(bottom).to_string(), "h_2_1");
/// assert_eq!(grid.edge_name(left).to_string(), "v_1_1");
/// assert_eq!(grid.edge_name(right).to_string(), "v_1_2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    cols: usize,
}

impl Grid {
    /// The maximum number of rows and of columns.
    pub const MAX_SIDE: usize = 1000;

    /// Creates a grid of `rows` x `cols` cells. Returns `None` unless both are between 1 and
    /// [`Self::MAX_SIDE`].
    #[must_use]
    pub fn new(rows: usize, cols: usize) -> Option<Self> {
        let side = 1..=Self::MAX_SIDE;
        (side.contains(&rows) && side.contains(&cols)).then_some(Self { rows, cols })
    }

    /// Returns the number of cell rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Returns the number of cell columns.
    #[must_use]
    pub fn cols(self) -> usize {
        self.cols
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cell_count(self) -> usize {
        self.rows * self.cols
    }

    /// Returns the number of horizontal edges, which is also the number of the first vertical edge.
    fn horizontal_count(self) -> usize {
        (self.rows + 1) * self.cols
    }

    /// Returns the number of edges: `n(m+1) + m(n+1)`.
    #[must_use]
    pub fn edge_count(self) -> usize {
        self.horizontal_count() + self.rows * (self.cols + 1)
    }

    /// Returns the number of vertices: `(n+1)(m+1)`.
    #[must_use]
    pub fn vertex_count(self) -> usize {
        (self.rows + 1) * (self.cols + 1)
    }

    /// Returns the index of a cell in row-by-row order.
    #[must_use]
    pub fn cell_index(self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }

    /// Returns the cell with this index in row-by-row order; the inverse of [`Self::cell_index`].
    #[must_use]
    pub fn cell_at(self, index: usize) -> Cell {
        Cell { row: index / self.cols, col: index % self.cols }
    }

    /// Returns the index of a vertex in row-by-row order.
    #[must_use]
    pub fn vertex_index(self, vertex: Vertex) -> usize {
        vertex.row * (self.cols + 1) + vertex.col
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.cell_count()).map(move |i| self.cell_at(i))
    }

    /// Returns all vertices, row by row.
    pub fn vertices(self) -> impl Iterator<Item = Vertex> {
        (0..=self.rows).flat_map(move |row| (0..=self.cols).map(move |col| Vertex { row, col }))
    }

    /// Returns all edges in order of their numbers.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        (0..self.edge_count() as u32).map(Edge)
    }

    /// Returns the horizontal edge above cell (row, col). If `row` is the number of rows, it is an edge of
    /// the bottom border.
    #[must_use]
    pub fn horizontal(self, row: usize, col: usize) -> Edge {
        debug_assert!(row <= self.rows && col < self.cols);
        Edge((row * self.cols + col) as u32)
    }

    /// Returns the vertical edge left of cell (row, col). If `col` is the number of columns, it is an edge
    /// of the right border.
    #[must_use]
    pub fn vertical(self, row: usize, col: usize) -> Edge {
        debug_assert!(row < self.rows && col <= self.cols);
        Edge((self.horizontal_count() + row * (self.cols + 1) + col) as u32)
    }

    /// Returns whether each cell is inside some closed loops along the borders of cells: whether an odd number of drawn
    /// edges lies to its left.
    ///
    /// ```
    /// use encycle_encodings::grid::Grid;
    ///
    /// let grid = Grid::new(1, 3).expect("a grid");
    /// let around_the_middle = grid.cell_edges(grid.cells().nth(1).expect("three cells"));
    /// assert_eq!(grid.inside_cells(|edge| around_the_middle.contains(&edge)), [false, true, false]);
    /// ```
    #[must_use]
    pub fn inside_cells(self, is_drawn: impl Fn(Edge) -> bool) -> Vec<bool> {
        let mut inside = Vec::with_capacity(self.cell_count());
        for row in 0..self.rows() {
            let mut is_inside = false;
            for col in 0..self.cols() {
                is_inside ^= is_drawn(self.vertical(row, col));
                inside.push(is_inside);
            }
        }
        inside
    }

    /// Returns the four edges of a cell: top, bottom, left, right.
    #[must_use]
    pub fn cell_edges(self, cell: Cell) -> [Edge; 4] {
        let Cell { row, col } = cell;
        [
            self.horizontal(row, col),
            self.horizontal(row + 1, col),
            self.vertical(row, col),
            self.vertical(row, col + 1),
        ]
    }

    /// Returns the cells that share an edge with a cell, in the order up, down, left, right.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let Cell { row, col } = cell;
        let mut cells = [cell; 4];
        let mut count = 0;
        let mut add = |is_inside, row, col| {
            if is_inside {
                cells[count] = Cell { row, col };
                count += 1;
            }
        };
        add(row > 0, row.wrapping_sub(1), col);
        add(row + 1 < self.rows, row + 1, col);
        add(col > 0, row, col.wrapping_sub(1));
        add(col + 1 < self.cols, row, col + 1);
        cells.into_iter().take(count)
    }

    /// Returns whether a cell has an edge on the border of the grid.
    #[must_use]
    pub fn is_at_border(self, cell: Cell) -> bool {
        cell.row == 0 || cell.col == 0 || cell.row + 1 == self.rows || cell.col + 1 == self.cols
    }

    /// Returns the two, three or four edges at a vertex, in the order up, down, left, right.
    #[must_use]
    pub fn vertex_edges(self, vertex: Vertex) -> Vec<Edge> {
        let Vertex { row, col } = vertex;
        let mut edges = Vec::with_capacity(4);
        if row > 0 {
            edges.push(self.vertical(row - 1, col));
        }
        if row < self.rows {
            edges.push(self.vertical(row, col));
        }
        if col > 0 {
            edges.push(self.horizontal(row, col - 1));
        }
        if col < self.cols {
            edges.push(self.horizontal(row, col));
        }
        edges
    }

    /// Returns the two ends of an edge: left and right, or top and bottom.
    #[must_use]
    pub fn edge_ends(self, edge: Edge) -> [Vertex; 2] {
        let (row, col, horizontal) = self.edge_place(edge);
        let far =
            if horizontal { Vertex { row, col: col + 1 } } else { Vertex { row: row + 1, col } };
        [Vertex { row, col }, far]
    }

    /// Returns the row and column of the first end of an edge, and whether the edge is horizontal.
    #[must_use]
    pub fn edge_place(self, edge: Edge) -> (usize, usize, bool) {
        let (i, h) = (edge.index(), self.horizontal_count());
        if i < h {
            (i / self.cols, i % self.cols, true)
        } else {
            ((i - h) / (self.cols + 1), (i - h) % (self.cols + 1), false)
        }
    }

    /// Returns the cells on both sides of an edge: above and below, or left and right. A side outside the
    /// grid is `None`.
    #[must_use]
    pub fn edge_cells(self, edge: Edge) -> [Option<Cell>; 2] {
        let (row, col, horizontal) = self.edge_place(edge);
        let cell = |row, col| (row < self.rows && col < self.cols).then_some(Cell { row, col });
        let before = if horizontal {
            row.checked_sub(1).and_then(|row| cell(row, col))
        } else {
            col.checked_sub(1).and_then(|col| cell(row, col))
        };
        [before, cell(row, col)]
    }

    /// Returns the edge between two cells, which must be neighbors.
    #[must_use]
    pub fn edge_between(self, a: Cell, b: Cell) -> Edge {
        debug_assert!(a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1, "{a} and {b}");
        if a.row == b.row {
            self.vertical(a.row, a.col.max(b.col))
        } else {
            self.horizontal(a.row.max(b.row), a.col)
        }
    }

    /// Returns the name of an edge in files and reports, counted from 1: `h_R_C` for the edge above cell (R, C), or
    /// `v_R_C` for the edge left of it. Every LP reader accepts the name as a column name.
    #[must_use]
    pub fn edge_name(self, edge: Edge) -> EdgeName {
        let (row, col, horizontal) = self.edge_place(edge);
        EdgeName { row, col, horizontal }
    }
}

/// The name of an edge, for display; see [`Grid::edge_name`].
#[derive(Clone, Copy, Debug)]
pub struct EdgeName {
    row: usize,
    col: usize,
    horizontal: bool,
}

impl fmt::Display for EdgeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.horizontal { 'h' } else { 'v' };
        write!(f, "{direction}_{}_{}", self.row + 1, self.col + 1)
    }
}
