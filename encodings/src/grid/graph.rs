//! General graphs, and those of a grid: a puzzle on edges sees only this.

use crate::grid::{Cell, Edge, Grid};
use crate::logic::Place;

/// An undirected graph without loops and without parallel edges. Vertices and edges count from 0, in
/// names from 1.
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
    /// Where the edges of each vertex begin in `incident`, and where they end.
    starts: Vec<u32>,
    incident: Vec<Edge>,
    layout: GraphLayout,
}

/// What the vertices of a graph are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphLayout {
    /// The vertices of a grid; the edges have the grid's numbers.
    Lines(Grid),
    /// The cells of a grid, joined to their neighbours.
    Cells(Grid),
    /// Numbered.
    General,
}

impl Graph {
    /// A graph of so many vertices and these edges.
    ///
    /// # Errors
    /// The first edge, counted from 0, that is a loop, has an end that there is not, or is there
    /// before; with the words for it.
    pub fn new(vertices: usize, edges: Vec<[u32; 2]>) -> Result<Self, (usize, String)> {
        let mut seen = std::collections::HashSet::with_capacity(edges.len());
        for (index, &[a, b]) in edges.iter().enumerate() {
            let (from, to) = (u64::from(a) + 1, u64::from(b) + 1);
            let wrong = |what: &str| Err((index, format!("edge {from} {to}: {what}")));
            if a as usize >= vertices || b as usize >= vertices {
                return wrong(&format!("there are only {vertices} vertices"));
            }
            if a == b {
                return wrong("both ends are the same vertex; remove it");
            }
            if !seen.insert([a.min(b), a.max(b)]) {
                return wrong("it is there before; remove it");
            }
        }
        Ok(Self::laid_out(vertices, edges, GraphLayout::General))
    }

    /// The vertices and edges of a grid, with the numbers they have there.
    #[must_use]
    pub fn of_lines(grid: Grid) -> Self {
        let number = |vertex| grid.vertex_index(vertex) as u32;
        let ends = grid.edges().map(|edge| grid.edge_ends(edge).map(number)).collect();
        Self::laid_out(grid.vertex_count(), ends, GraphLayout::Lines(grid))
    }

    /// The cells of a grid, each joined to its neighbours: first every cell to the one on its right,
    /// row by row, then every cell to the one below, `n(m - 1) + m(n - 1)` edges.
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

    /// What the vertices are.
    #[must_use]
    pub fn layout(&self) -> GraphLayout {
        self.layout
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.ends.len()
    }

    /// All edges in order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + use<> {
        (0..self.ends.len() as u32).map(Edge)
    }

    /// The ends of an edge.
    #[must_use]
    pub fn ends(&self, edge: Edge) -> [usize; 2] {
        self.ends[edge.index()].map(|end| end as usize)
    }

    /// The end of an edge that is not this one.
    #[must_use]
    pub fn other_end(&self, edge: Edge, vertex: usize) -> usize {
        let [a, b] = self.ends(edge);
        if a == vertex { b } else { a }
    }

    /// The edges at a vertex, in order.
    #[must_use]
    pub fn incident(&self, vertex: usize) -> &[Edge] {
        &self.incident[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The neighbours of a vertex, in the order of the edges to them.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.incident(vertex).iter().map(move |&edge| self.other_end(edge, vertex))
    }

    /// The edge between two vertices, if there is one.
    #[must_use]
    pub fn edge_between(&self, a: usize, b: usize) -> Option<Edge> {
        self.incident(a).iter().copied().find(|&edge| self.other_end(edge, a) == b)
    }

    /// The grid's edge that a link between two cells crosses; `None` for other layouts.
    #[must_use]
    pub fn border(&self, edge: Edge) -> Option<Edge> {
        let GraphLayout::Cells(grid) = self.layout else { return None };
        let [a, b] = self.ends(edge).map(|cell| grid.cell_at(cell));
        Some(grid.edge_between(a, b))
    }

    /// The name of an edge: `h_R_C` and `v_R_C` for the lines of a grid, `right_R_C` and `down_R_C`
    /// from a cell to the next, `x_U_V` between two vertices of a general graph.
    #[must_use]
    pub fn edge_name(&self, edge: Edge) -> String {
        let [a, b] = self.ends(edge);
        match self.layout {
            GraphLayout::Lines(grid) => grid.edge_name(edge).to_string(),
            GraphLayout::Cells(grid) => {
                let (Cell { row, col }, to) = (grid.cell_at(a), grid.cell_at(b));
                let direction = if to.row == row { "right" } else { "down" };
                format!("{direction}_{}_{}", row + 1, col + 1)
            }
            GraphLayout::General => format!("x_{}_{}", a.min(b) + 1, a.max(b) + 1),
        }
    }

    /// What names variables of a vertex: `R_C` on a grid, else its number.
    #[must_use]
    pub fn vertex_name(&self, vertex: usize) -> String {
        match self.layout {
            GraphLayout::Lines(grid) => {
                format!("{}_{}", vertex / (grid.cols() + 1) + 1, vertex % (grid.cols() + 1) + 1)
            }
            GraphLayout::Cells(grid) => {
                let Cell { row, col } = grid.cell_at(vertex);
                format!("{}_{}", row + 1, col + 1)
            }
            GraphLayout::General => format!("{}", vertex + 1),
        }
    }

    /// A vertex as the place of a constraint.
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

    /// An edge as the place of a constraint.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_of_a_grid_has_its_edges_under_their_numbers() {
        let grid = Grid::new(2, 3).expect("a size");
        let graph = Graph::of_lines(grid);
        assert_eq!((graph.vertex_count(), graph.edge_count()), (3 * 4, 3 * 3 + 2 * 4));
        for vertex in grid.vertices() {
            let mut edges = grid.vertex_edges(vertex);
            edges.sort_unstable();
            assert_eq!(graph.incident(grid.vertex_index(vertex)), edges);
        }
    }

    #[test]
    fn the_links_between_cells_cross_the_inner_edges() {
        let (n, m) = (3, 4);
        let grid = Grid::new(n, m).expect("a size");
        let graph = Graph::of_cells(grid);
        assert_eq!(graph.edge_count(), n * (m - 1) + m * (n - 1));
        for edge in graph.edges() {
            let border = graph.border(edge).expect("a link");
            let cells = grid.edge_cells(border).map(|cell| grid.cell_index(cell.expect("inner")));
            assert_eq!(cells, graph.ends(edge), "{}", graph.edge_name(edge));
        }
    }

    #[test]
    fn loops_parallels_and_strangers_are_refused() {
        for (edges, words) in [
            (vec![[0, 1], [1, 1]], "same vertex"),
            (vec![[0, 1], [1, 0]], "there before"),
            (vec![[0, 1], [1, 2]], "only 2 vertices"),
        ] {
            let (index, message) = Graph::new(2, edges).expect_err("no simple graph");
            assert!(index == 1 && message.contains(words), "{message}");
        }
    }
}
