//! Edge sets: the drawn edges of a grid, and the loops that they form; and the picture of a general graph with drawn edges.

use crate::grid::{Cell, Edge, Graph, GraphLayout, Grid};
use crate::puzzle::{GraphSketch, Solution};
use crate::rules::one_loop::walks;

/// A set of edges of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EdgeSet {
    grid: Grid,
    drawn: Vec<bool>,
}

impl EdgeSet {
    /// Returns the empty set.
    #[must_use]
    pub fn none(grid: Grid) -> Self {
        Self { grid, drawn: vec![false; grid.edge_count()] }
    }

    /// Returns the set of these edges.
    #[must_use]
    pub fn from_edges(grid: Grid, edges: &[Edge]) -> Self {
        let mut lines = Self::none(grid);
        edges.iter().for_each(|&edge| lines.set(edge, true));
        lines
    }

    /// Returns the edges of a solution whose atoms are the edges of this grid.
    #[must_use]
    pub fn of(grid: Grid, solution: &Solution) -> Self {
        let mut drawn = solution.atoms().to_vec();
        drawn.resize(grid.edge_count(), false);
        Self { grid, drawn }
    }

    /// Returns the border between the cells of a set and all other cells; everything beyond the grid is outside.
    ///
    /// # Panics
    /// If `inside` does not have exactly one entry per cell.
    #[must_use]
    pub fn around(grid: Grid, inside: &[bool]) -> Self {
        assert_eq!(inside.len(), grid.cell_count(), "one entry per cell");
        let mut lines = Self::none(grid);
        for (row, cells) in inside.chunks(grid.cols()).enumerate() {
            for (col, &inside) in cells.iter().enumerate() {
                for edge in grid.cell_edges(Cell { row, col }) {
                    lines.drawn[edge.index()] ^= inside;
                }
            }
        }
        lines
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns whether an edge is drawn.
    #[must_use]
    pub fn has(&self, edge: Edge) -> bool {
        self.drawn[edge.index()]
    }

    /// Draws or erases an edge.
    pub fn set(&mut self, edge: Edge, drawn: bool) {
        self.drawn[edge.index()] = drawn;
    }

    /// Returns whether no edge is drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.drawn.contains(&true)
    }

    /// Returns how many of these edges are drawn.
    #[must_use]
    pub fn count(&self, edges: &[Edge]) -> usize {
        edges.iter().filter(|&&edge| self.has(edge)).count()
    }

    /// Returns the drawn edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        self.grid.edges().filter(|&edge| self.has(edge))
    }

    /// Returns the loops that the edges consist of, each as its edges in walking order.
    ///
    /// The result is meaningful if the edges satisfy the degree rule; otherwise a walk ends where it cannot continue.
    ///
    /// ```
    /// use encycle_encodings::rules::one_loop::EdgeSet;
    /// use encycle_encodings::grid::Grid;
    /// let grid = Grid::new(1, 3).unwrap();
    /// let lines = EdgeSet::around(grid, &[true, false, true]);
    /// assert_eq!(lines.loops().len(), 2);
    /// ```
    #[must_use]
    pub fn loops(&self) -> Vec<Vec<Edge>> {
        let walks = walks(&Graph::of_lines(self.grid), &self.drawn);
        walks.into_iter().map(|walk| walk.edges).collect()
    }
}

impl From<EdgeSet> for Solution {
    fn from(lines: EdgeSet) -> Self {
        Self::new(lines.drawn)
    }
}

/// Returns the picture of a graph without notes and clues, with the edges of a solution if there is one. `points` holds
/// the positions of the vertices. If it is empty, the vertices of a grid get their positions on the grid, and the
/// vertices of any other graph get none.
#[must_use]
pub fn graph_sketch(
    title: String,
    graph: &Graph,
    points: &[(i32, i32)],
    solution: Option<&Solution>,
) -> GraphSketch {
    let points = match graph.layout() {
        GraphLayout::Lines(grid) if points.is_empty() => {
            let point = |vertex: usize| {
                let (row, col) = (vertex / (grid.cols() + 1), vertex % (grid.cols() + 1));
                (100 * col as i32, 100 * row as i32)
            };
            (0..graph.vertex_count()).map(point).collect()
        }
        _ => points.to_vec(),
    };
    GraphSketch {
        title,
        vertices: (0..graph.vertex_count()).map(|vertex| graph.vertex_name(vertex)).collect(),
        points,
        edges: graph.edges().map(|edge| graph.ends(edge).map(|end| end as u32).into()).collect(),
        pairs: vec![None; graph.vertex_count()],
        drawn: solution.map(|solution| solution.atoms().to_vec()),
        walks: solution.map_or_else(Vec::new, |solution| {
            let numbers = |vertices: Vec<usize>| vertices.into_iter().map(|v| v as u32).collect();
            walks(graph, solution.atoms()).into_iter().map(|walk| numbers(walk.vertices)).collect()
        }),
        notes: Vec::new(),
        terminals: Vec::new(),
        clues: Vec::new(),
    }
}
