//! The variables that draw a loop: one per edge, one per cell, or both.

use crate::grid::{Cell, Edge, Graph, GraphLayout, Grid};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};

use crate::encoding::RuleFamily;

const SOURCE: &str = "Westreicher 2011, equation 4.1 (with corrections)";

/// A way to draw a loop in Boolean variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// One variable per edge: whether it is drawn.
    Edges,
    /// One variable per cell: whether it is inside.
    Cells,
}

impl Drawing {
    /// Returns the number of variables.
    #[must_use]
    pub fn variable_count(self, graph: &Graph) -> usize {
        match (self, graph.layout()) {
            (Self::Edges, _) => graph.edge_count(),
            (Self::Cells, GraphLayout::Lines(grid)) => grid.cell_count(),
            (Self::Cells, _) => 0,
        }
    }
}

/// The first variables of each drawing.
#[derive(Clone, Copy, Debug)]
pub struct DrawingVariables {
    grid: Option<Grid>,
    edges: Option<u32>,
    cells: Option<u32>,
}

impl DrawingVariables {
    /// The families of a formula with both drawings.
    pub const FAMILIES: [RuleFamily; 3] = [
        RuleFamily { name: "edge", meaning: "whether an edge is drawn", source: SOURCE },
        RuleFamily { name: "inside", meaning: "whether a cell is inside", source: SOURCE },
        RuleFamily {
            name: "channel",
            meaning: "a line lies exactly where the cells on its two sides differ",
            source: SOURCE,
        },
    ];

    /// Creates the variables of the drawings, in this order; they are the first variables of the
    /// sink. Only the graph of a grid has cells.
    pub fn variables(graph: &Graph, drawings: &[Drawing], sink: &mut dyn ConstraintSink) -> Self {
        let grid = match graph.layout() {
            GraphLayout::Lines(grid) => Some(grid),
            _ => None,
        };
        let mut board = Self { grid, edges: None, cells: None };
        let mut next = 0;
        for drawing in drawings {
            match drawing {
                Drawing::Edges => {
                    board.edges = Some(next);
                    for edge in graph.edges() {
                        sink.variable("edge", format_args!("{}", graph.edge_name(edge)));
                    }
                }
                Drawing::Cells => {
                    board.cells = Some(next);
                    for Cell { row, col } in grid.into_iter().flat_map(Grid::cells) {
                        sink.variable("inside", format_args!("in_{}_{}", row + 1, col + 1));
                    }
                }
            }
            next += drawing.variable_count(graph) as u32;
        }
        board
    }

    /// Returns the grid.
    ///
    /// # Panics
    /// If the graph is not that of a grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid.expect("the graph is that of a grid")
    }

    /// Returns the literal *the edge is drawn*.
    ///
    /// # Panics
    /// If the edges are not among the drawings.
    #[must_use]
    pub fn edge(&self, edge: Edge) -> Lit {
        Lit::positive(self.edges.expect("the edges are a drawing") + edge.0)
    }

    /// Returns the literal *the cell is inside*.
    ///
    /// # Panics
    /// If the cells are not among the drawings.
    #[must_use]
    pub fn inside(&self, cell: Cell) -> Lit {
        let first = self.cells.expect("the cells are a drawing");
        Lit::positive(first + self.grid().cell_index(cell) as u32)
    }

    /// Adds the constraints that make both drawings equivalent, if both exist (Westreicher 4.1,
    /// with corrections).
    ///
    /// An edge is drawn exactly if the cells on its sides differ, and everything beyond the grid is
    /// outside. So a line at the border means that its cell is *inside*. As printed, 4.1 has two
    /// errors. Its first two lines negate that, against the text above them (h_0,j ⇔ ¬f_0,j in
    /// place of h_0,j ⇔ f_0,j). The second of them names the left column twice (v_i,0 in place of
    /// v_i,m with f_i,m-1).
    pub fn channel(&self, sink: &mut dyn ConstraintSink) {
        if self.edges.is_none() || self.cells.is_none() {
            return;
        }
        let grid = self.grid();
        for edge in grid.edges() {
            let drawn = self.edge(edge).into();
            let formula = match grid.edge_cells(edge) {
                [Some(a), Some(b)] => {
                    Formula::iff(drawn, Formula::xor(self.inside(a).into(), self.inside(b).into()))
                }
                [Some(cell), None] | [None, Some(cell)] => {
                    Formula::iff(drawn, self.inside(cell).into())
                }
                [None, None] => unreachable!("an edge has a cell"),
            };
            let origin = Origin::new("channel", grid.place(edge));
            sink.constraint(Constraint::Formula(&formula), origin);
        }
    }

    /// Returns the number of clauses of [`Self::channel`]: 2 for each of the 2(n + m) border edges,
    /// 4 for each inner edge.
    #[must_use]
    pub fn channel_clauses(grid: Grid) -> usize {
        let border = 2 * (grid.rows() + grid.cols());
        2 * border + 4 * (grid.edge_count() - border)
    }
}
