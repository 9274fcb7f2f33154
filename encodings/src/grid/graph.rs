//! Graphs: the common form of grids and general graphs, which all puzzles on edges use.

use std::fmt;

use crate::grid::{Cell, Edge, Grid};
use crate::logic::Place;
use crate::suggest::counted;

/// A simple undirected graph. Vertices and edges count from 0 in code, and from 1 in names.
///
/// ```
/// use encycle_encodings::grid::{Edge, Graph};
/// let graph = Graph::new(3, vec![[0, 1], [2, 1]]).unwrap();
/// assert_eq!(graph.incident(1), [Edge(0), Edge(1)]);
/// assert_eq!(graph.other_end(Edge(1), 1), 2);
/// assert_eq!(graph.edge_name(Edge(1)), "x_2_3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    ends: Vec<[u32; 2]>,
    /// For each vertex, the start of its edges in `incident`; they end where the edges of the next vertex start.
    starts: Vec<u32>,
    incident: Vec<Edge>,
    layout: GraphLayout,
}

/// The meaning of the vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphLayout {
    /// The vertices of a grid. The edges have the numbers of the grid.
    Lines(Grid),
    /// The cells of a grid. Edges join neighboring cells.
    Cells(Grid),
    /// Numbered vertices without a position.
    General,
}

impl Graph {
    /// Creates a graph from its number of vertices and its edges.
    ///
    /// # Errors
    /// The index of the first edge that is a self-loop, is a duplicate, or refers to a missing vertex, with an error
    /// message.
    pub fn new(vertices: usize, edges: Vec<[u32; 2]>) -> Result<Self, (usize, String)> {
        let mut seen = std::collections::HashSet::with_capacity(edges.len());
        for (index, &[a, b]) in edges.iter().enumerate() {
            let (from, to) = (u64::from(a) + 1, u64::from(b) + 1);
            let wrong = |what: &str| Err((index, format!("edge {from} {to}: {what}")));
            if a as usize >= vertices || b as usize >= vertices {
                return wrong(&format!("the graph has only {}", counted(vertices, "vertex")));
            }
            if a == b {
                return wrong("both ends are the same vertex\nhelp: remove the edge");
            }
            if !seen.insert([a.min(b), a.max(b)]) {
                return wrong("duplicate edge\nhelp: remove it");
            }
        }
        Ok(Self::laid_out(vertices, edges, GraphLayout::General))
    }

    /// Creates the graph of the vertices and edges of a grid, with the same numbers.
    #[must_use]
    pub fn of_lines(grid: Grid) -> Self {
        let number = |vertex| grid.vertex_index(vertex) as u32;
        let ends = grid.edges().map(|edge| grid.edge_ends(edge).map(number)).collect();
        Self::laid_out(grid.vertex_count(), ends, GraphLayout::Lines(grid))
    }

    /// Creates the graph of the cells of a grid, with an edge between neighbors.
    ///
    /// It has `n(m - 1) + m(n - 1)` edges: first the edges from each cell to the cell on its right, row by row, then
    /// the edges from each cell to the cell below, row by row.
    #[must_use]
    pub fn of_cells(grid: Grid) -> Self {
        let number = |row, col| grid.cell_index(Cell { row, col }) as u32;
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut ends = Vec::with_capacity(2 * grid.cell_count());
        for row in 0..rows {
            ends.extend((1..cols).map(|col| [number(row, col - 1), number(row, col)]));
        }
        for row in 1..rows {
            ends.extend((0..cols).map(|col| [number(row - 1, col), number(row, col)]));
        }
        Self::laid_out(grid.cell_count(), ends, GraphLayout::Cells(grid))
    }

    fn laid_out(vertices: usize, ends: Vec<[u32; 2]>, layout: GraphLayout) -> Self {
        let mut starts = vec![0_u32; vertices + 1];
        ends.iter().flatten().for_each(|&end| starts[end as usize + 1] += 1);
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut incident = vec![Edge(0); 2 * ends.len()];
        for (index, &[a, b]) in ends.iter().enumerate() {
            for end in [a, b] {
                incident[next[end as usize] as usize] = Edge(index as u32);
                next[end as usize] += 1;
            }
        }
        Self { ends, starts, incident, layout }
    }

    /// Returns the meaning of the vertices.
    #[must_use]
    pub fn layout(&self) -> GraphLayout {
        self.layout
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.ends.len()
    }

    /// Returns all edges in order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + use<> {
        (0..self.ends.len() as u32).map(Edge)
    }

    /// Returns the ends of an edge.
    #[must_use]
    pub fn ends(&self, edge: Edge) -> [usize; 2] {
        self.ends[edge.index()].map(|end| end as usize)
    }

    /// Returns the end of an edge opposite to `vertex`.
    #[must_use]
    pub fn other_end(&self, edge: Edge, vertex: usize) -> usize {
        let [a, b] = self.ends(edge);
        if a == vertex { b } else { a }
    }

    /// Returns the edges at a vertex, in order.
    #[must_use]
    pub fn incident(&self, vertex: usize) -> &[Edge] {
        &self.incident[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Returns the neighbors of a vertex, in the order of its edges.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.incident(vertex).iter().map(move |&edge| self.other_end(edge, vertex))
    }

    /// Returns the neighbors of a vertex along the edges for which `is_open` is true, in the order of its edges.
    pub fn neighbours_along(
        &self,
        vertex: usize,
        is_open: impl Fn(Edge) -> bool,
    ) -> impl Iterator<Item = usize> {
        let open = self.incident(vertex).iter().filter(move |&&edge| is_open(edge));
        open.map(move |&edge| self.other_end(edge, vertex))
    }

    /// Returns the edge between two vertices, if they are adjacent.
    #[must_use]
    pub fn edge_between(&self, a: usize, b: usize) -> Option<Edge> {
        self.incident(a).iter().copied().find(|&edge| self.other_end(edge, a) == b)
    }

    /// Returns the grid edge that a link between two cells crosses, or `None` for other layouts.
    #[must_use]
    pub fn border(&self, edge: Edge) -> Option<Edge> {
        let GraphLayout::Cells(grid) = self.layout else { return None };
        let [a, b] = self.ends(edge).map(|cell| grid.cell_at(cell));
        Some(grid.edge_between(a, b))
    }

    /// Returns the name of an edge: `h_R_C` or `v_R_C` for an edge of a grid, `right_R_C` or `down_R_C` from a cell to
    /// its neighbor, `x_U_V` between two vertices of a general graph.
    #[must_use]
    pub fn edge_name(&self, edge: Edge) -> String {
        self.edge_label(edge).to_string()
    }

    /// Returns the name of an edge, which is made only where it is written: a sink that counts variables needs no names.
    pub(crate) fn edge_label(&self, edge: Edge) -> GraphLabel<'_> {
        GraphLabel { graph: self, named: NamedPart::Edge(edge) }
    }

    /// Returns the name of a vertex, as used in variable names: `R_C` on a grid, and its number in a general graph.
    #[must_use]
    pub fn vertex_name(&self, vertex: usize) -> String {
        self.vertex_label(vertex).to_string()
    }

    /// Returns the name of a vertex, which is made only where it is written.
    pub(crate) fn vertex_label(&self, vertex: usize) -> GraphLabel<'_> {
        GraphLabel { graph: self, named: NamedPart::Vertex(vertex) }
    }

    /// Returns a vertex as the place of a constraint.
    #[must_use]
    pub fn vertex_place(&self, vertex: usize) -> Place {
        match self.layout {
            GraphLayout::Lines(grid) => {
                Place::Vertex { row: vertex / (grid.cols() + 1), col: vertex % (grid.cols() + 1) }
            }
            GraphLayout::Cells(grid) => grid.cell_at(vertex).into(),
            GraphLayout::General => Place::Node(vertex),
        }
    }

    /// Returns an edge as the place of a constraint.
    #[must_use]
    pub fn edge_place(&self, edge: Edge) -> Place {
        let [a, b] = self.ends(edge);
        match self.layout {
            GraphLayout::Lines(grid) => grid.place(edge),
            GraphLayout::Cells(grid) => [grid.cell_at(a), grid.cell_at(b)].into(),
            GraphLayout::General => Place::Nodes(a, b),
        }
    }
}

/// The name of an edge or a vertex.
pub(crate) struct GraphLabel<'a> {
    graph: &'a Graph,
    named: NamedPart,
}

/// What a label names.
enum NamedPart {
    Edge(Edge),
    Vertex(usize),
}

impl fmt::Display for GraphLabel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.graph.layout;
        match self.named {
            NamedPart::Edge(edge) => {
                let [a, b] = self.graph.ends(edge);
                match layout {
                    GraphLayout::Lines(grid) => write!(f, "{}", grid.edge_name(edge)),
                    GraphLayout::Cells(grid) => {
                        let (Cell { row, col }, to) = (grid.cell_at(a), grid.cell_at(b));
                        let direction = if to.row == row { "right" } else { "down" };
                        write!(f, "{direction}_{}_{}", row + 1, col + 1)
                    }
                    GraphLayout::General => write!(f, "x_{}_{}", a.min(b) + 1, a.max(b) + 1),
                }
            }
            NamedPart::Vertex(vertex) => match layout {
                GraphLayout::Lines(grid) => {
                    let (row, col) = (vertex / (grid.cols() + 1), vertex % (grid.cols() + 1));
                    write!(f, "{}_{}", row + 1, col + 1)
                }
                GraphLayout::Cells(grid) => {
                    let Cell { row, col } = grid.cell_at(vertex);
                    write!(f, "{}_{}", row + 1, col + 1)
                }
                GraphLayout::General => write!(f, "{}", vertex + 1),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_of_a_grid_keeps_the_edge_numbers() {
        let grid = Grid::new(2, 3).expect("a valid size");
        let graph = Graph::of_lines(grid);
        assert_eq!((graph.vertex_count(), graph.edge_count()), (3 * 4, 3 * 3 + 2 * 4));
        for vertex in grid.vertices() {
            let mut edges = grid.vertex_edges(vertex);
            edges.sort_unstable();
            assert_eq!(graph.incident(grid.vertex_index(vertex)), edges);
        }
    }

    #[test]
    fn links_between_cells_cross_the_inner_edges() {
        let (n, m) = (3, 4);
        let grid = Grid::new(n, m).expect("a valid size");
        let graph = Graph::of_cells(grid);
        assert_eq!(graph.edge_count(), n * (m - 1) + m * (n - 1));
        for edge in graph.edges() {
            let border = graph.border(edge).expect("an edge between two cells");
            let cells = grid
                .edge_cells(border)
                .map(|cell| grid.cell_index(cell.expect("a cell on each side")));
            assert_eq!(cells, graph.ends(edge), "{}", graph.edge_name(edge));
        }
    }

    #[test]
    fn self_loops_duplicates_and_missing_vertices_are_rejected() {
        for (edges, words) in [
            (vec![[0, 1], [1, 1]], "same vertex"),
            (vec![[0, 1], [1, 0]], "duplicate edge"),
            (vec![[0, 1], [1, 2]], "only 2 vertices"),
        ] {
            let (index, message) = Graph::new(2, edges).expect_err("not a simple graph");
            assert!(index == 1 && message.contains(words), "{message}");
        }
    }
}
