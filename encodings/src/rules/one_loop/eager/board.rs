//! The variables that represent a loop: one per edge, one per cell, or both; and the part `colours`, which adds the
//! variables for inside and outside without a rule of their own.

use crate::encoding::{EncodingInfo, Part};
use crate::grid::{Cell, Edge, Graph, GraphLayout, Grid};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin, Var};
use crate::rules::one_loop::eager::EagerPart;

/// The families of an encoding with both drawings.
pub(super) const CHANNEL: EncodingInfo = EncodingInfo {
    name: "channel",
    meaning: "edges and cells as variables",
    source: "Westreicher 2011, equation 4.1 (with corrections)",
    families: &[
        ("edge", "whether an edge is drawn"),
        ("inside", "whether a cell is inside"),
        ("channel", "a line lies exactly where the cells on its two sides differ"),
    ],
};

/// A representation of a loop by Boolean variables.
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
        match self {
            Self::Edges => graph.edge_count(),
            Self::Cells => faces(graph).map_or(0, Grid::cell_count),
        }
    }
}

/// Returns the grid whose lines are the edges of a graph, with the same numbers: for the lines of a grid the grid
/// itself, and for links between cells the grid whose vertices are the cells. Returns `None` for a general graph, and
/// for links between the cells of a single row or column.
///
/// ```
/// use encycle_encodings::grid::{Graph, Grid};
/// use encycle_encodings::rules::one_loop::eager::faces;
///
/// let cells = Graph::of_cells(Grid::new(3, 4).unwrap());
/// assert_eq!(faces(&cells), Grid::new(2, 3));
/// ```
#[must_use]
pub fn faces(graph: &Graph) -> Option<Grid> {
    match graph.layout() {
        GraphLayout::Lines(grid) => Some(grid),
        GraphLayout::Cells(grid) => Grid::new(grid.rows() - 1, grid.cols() - 1),
        GraphLayout::General => None,
    }
}

/// The index of the first variable of each drawing, if present.
#[derive(Clone, Copy, Debug)]
pub struct DrawingVariables {
    grid: Option<Grid>,
    edges: Option<u32>,
    cells: Option<u32>,
}

impl DrawingVariables {
    /// Numbers the variables of `drawings` from 0, in the given order. [`Drawing::Cells`] has variables only for a
    /// graph with [`faces`].
    #[must_use]
    pub fn new(graph: &Graph, drawings: &[Drawing]) -> Self {
        let first = |drawing: Drawing| {
            let place = drawings.iter().position(|&one| one == drawing)?;
            let before = drawings[..place].iter().map(|one| one.variable_count(graph));
            Some(before.sum::<usize>() as u32)
        };
        Self { grid: faces(graph), edges: first(Drawing::Edges), cells: first(Drawing::Cells) }
    }

    /// Creates the variables of `drawings` as in [`Self::new`]. They must be the first variables of `sink`.
    pub fn variables(graph: &Graph, drawings: &[Drawing], sink: &mut dyn ConstraintSink) -> Self {
        let board = Self::new(graph, drawings);
        for drawing in drawings {
            match drawing {
                Drawing::Edges => {
                    for edge in graph.edges() {
                        sink.variable("edge", format_args!("{}", graph.edge_label(edge)));
                    }
                }
                Drawing::Cells => {
                    for Cell { row, col } in board.grid.into_iter().flat_map(Grid::cells) {
                        sink.variable("inside", format_args!("in_{}_{}", row + 1, col + 1));
                    }
                }
            }
        }
        board
    }

    /// Returns the number of the first inside variable, if [`Drawing::Cells`] is among the drawings.
    #[must_use]
    pub fn first_inside(&self) -> Option<u32> {
        self.cells
    }

    /// Returns whether [`Drawing::Edges`] is among the drawings.
    #[must_use]
    pub fn has_edges(&self) -> bool {
        self.edges.is_some()
    }

    /// Returns the number of variables of the drawings.
    #[must_use]
    pub fn variable_count(&self) -> u32 {
        let (edges, cells) =
            self.grid.map_or((0, 0), |grid| (grid.edge_count(), grid.cell_count()));
        let counts = [self.edges.map(|_| edges), self.cells.map(|_| cells)];
        counts.into_iter().flatten().sum::<usize>() as u32
    }

    /// Returns the edge with this variable, if it is the variable of an edge.
    #[must_use]
    pub fn edge_of(&self, variable: Var) -> Option<Edge> {
        let number = (variable.idx() as u32).checked_sub(self.edges?)?;
        ((number as usize) < self.grid?.edge_count()).then_some(Edge(number))
    }

    /// Returns the cell with this variable, if it is the variable of a cell.
    #[must_use]
    pub fn cell_of(&self, variable: Var) -> Option<Cell> {
        let number = variable.idx().checked_sub(self.cells? as usize)?;
        let grid = self.grid?;
        (number < grid.cell_count()).then(|| grid.cell_at(number))
    }

    /// Returns the grid.
    ///
    /// # Panics
    /// If the graph has no [`faces`].
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid.expect("the graph has faces")
    }

    /// Returns the literal that is true iff the edge is drawn.
    ///
    /// # Panics
    /// If [`Drawing::Edges`] is not among the drawings.
    #[must_use]
    pub fn edge(&self, edge: Edge) -> Lit {
        Lit::positive(self.edges.expect("the edges are a drawing") + edge.0)
    }

    /// Returns the literal that is true iff the cell is inside the loop.
    ///
    /// # Panics
    /// If [`Drawing::Cells`] is not among the drawings.
    #[must_use]
    pub fn inside(&self, cell: Cell) -> Lit {
        let first = self.cells.expect("the cells are a drawing");
        Lit::positive(first + self.grid().cell_index(cell) as u32)
    }

    /// Adds the channeling constraints between both drawings, if both exist (Westreicher 4.1, with corrections).
    ///
    /// An edge is drawn iff exactly one of the two cells next to it is inside. Everything beyond the grid is outside,
    /// so a border edge is drawn iff its cell is inside.
    ///
    /// Equation 4.1 as printed has two errors. First, its first two lines state h_0,j ⇔ ¬f_0,j, although the text above
    /// them requires h_0,j ⇔ f_0,j. Second, its second line refers to the left column twice: v_i,0 should be v_i,m,
    /// with f_i,m-1.
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
}

/// A redundant family: one variable per cell, whether it is inside (Westreicher 4.1). The family excludes no solution,
/// because each set of loops determines which cells are inside.
pub(super) const COLOURS: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "colours",
        meaning: "inside and outside of the loops as redundant variables",
        source: "Westreicher 2011, equation 4.1 (with corrections)",
        families: &[],
    },
    is_one_loop: false,
    is_determined: true,
    drawings: &[Drawing::Edges, Drawing::Cells],
    // the drawings are all that the part adds
    build: |site, _| Ok(Part::new(site.about, |_| ())),
};
