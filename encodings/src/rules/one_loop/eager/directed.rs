//! Directions of drawn edges, and the first vertex of the loop: the basis of the parts by labels and by acyclicity.

use crate::grid::{Cell, Edge, Grid, Vertex};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::rules::connected::FirstTrue;
use crate::rules::one_loop::eager::{DrawingVariables, LoopField};

/// A direction for each drawn edge, and the *root*: the first vertex, row by row, with a line, which is the top left
/// corner of the first cell whose top edge is drawn.
///
/// Of the two drawn edges at a vertex, one is incoming and the other is outgoing, so each loop is a directed cycle.
/// What remains to be excluded is a cycle without the root. The first edge of the root is directed to the right, so
/// that the loop has only one possible direction; the direction variables of edges that are not drawn are false.
///
/// The variables of a part are the directions, then variables of its own, then the variables of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopDirections {
    grid: Grid,
    first: u32,
    root: FirstTrue,
}

impl LoopDirections {
    /// The families.
    pub const ROOT: (&'static str, &'static str) = ("root", "the first vertex with a line");
    pub const DIRECTION: (&'static str, &'static str) =
        ("direction", "each line has a direction, and the directions agree at each vertex");

    /// Creates a part whose variables begin at `first`, with `own` variables between the directions and the root.
    pub fn new(grid: Grid, first: u32, own: usize) -> Self {
        let before = (grid.edge_count() + own) as u32;
        Self { grid, first, root: FirstTrue::new(grid.cell_count(), first + before) }
    }

    /// Returns the number of variables: one per edge, and the variables of the root.
    pub fn variable_count(grid: Grid) -> usize {
        grid.edge_count() + FirstTrue::variable_count(grid.cell_count())
    }

    /// Creates all variables of the part; `own` creates the variables between the directions and the root.
    pub fn variables(
        field: &LoopField,
        sink: &mut dyn ConstraintSink,
        own: impl FnOnce(&mut dyn ConstraintSink),
    ) {
        for edge in field.grid.edges() {
            sink.variable("direction", format_args!("d_{}", field.edge_name(edge)));
        }
        own(sink);
        FirstTrue::variables(&field.grid.cells().collect::<Vec<_>>(), "root", sink);
    }

    /// Returns the literal *the edge is drawn from its first end to its second*.
    fn forward(&self, edge: Edge) -> Lit {
        Lit::positive(self.first + edge.0)
    }

    /// Returns the number of the first variable between the directions and the root.
    pub fn first_own(&self) -> u32 {
        self.first + self.grid.edge_count() as u32
    }

    /// Returns the literal *the vertex is the root*; `None` for vertices that cannot be the root.
    fn root(&self, vertex: Vertex, board: &DrawingVariables) -> Option<Lit> {
        let Vertex { row, col } = vertex;
        (row < self.grid.rows() && col < self.grid.cols()).then(|| {
            let index = self.grid.cell_index(Cell { row, col });
            self.root.is_first(index, |i| board.edge(self.top(i)))
        })
    }

    /// Returns the arcs of an edge: the two ends in the direction of the arc, and literals that are all true exactly if
    /// the edge is drawn in this direction and does not end in the root. An arc that always ends in the root is left
    /// out.
    pub fn arcs(
        &self,
        edge: Edge,
        board: &DrawingVariables,
    ) -> impl Iterator<Item = (Vertex, Vertex, Vec<Lit>)> {
        let [a, b] = self.grid.edge_ends(edge);
        let (drawn, forward) = (board.edge(edge), self.forward(edge));
        [(a, b, forward), (b, a, !forward)].into_iter().filter_map(move |(from, to, direction)| {
            let root = self.root(to, board);
            let when = [drawn, direction].into_iter().chain(root.map(|root| !root)).collect();
            (root != Some(drawn)).then_some((from, to, when))
        })
    }

    /// Returns the top edge of a cell.
    fn top(&self, cell_index: usize) -> Edge {
        let Cell { row, col } = self.grid.cell_at(cell_index);
        self.grid.horizontal(row, col)
    }

    /// Adds the constraints. `at_root` gets a vertex and the literal *this vertex is the root*, and adds what the
    /// literal implies.
    pub fn constraints(
        &self,
        board: &DrawingVariables,
        sink: &mut dyn ConstraintSink,
        at_root: impl Fn(Vertex, Lit, &mut dyn ConstraintSink),
    ) {
        let grid = self.grid;
        let corner = |i: usize| {
            let Cell { row, col } = grid.cell_at(i);
            Vertex { row, col }
        };
        let origin = |i: usize| Origin::new("root", corner(i).into());
        let drawn = |i| board.edge(self.top(i));
        self.root.constraints(origin, drawn, sink);
        for i in 0..grid.cell_count() {
            let root = self.root.is_first(i, drawn);
            let forward = self.forward(self.top(i));
            sink.constraint(Constraint::Clause(&[!root, forward]), origin(i));
            at_root(corner(i), root, sink);
        }
        self.directions(board, sink);
    }

    fn directions(&self, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
        let grid = self.grid;
        for edge in grid.edges() {
            let origin = Origin::new("direction", grid.place(edge));
            let clause = [!self.forward(edge), board.edge(edge)];
            sink.constraint(Constraint::Clause(&clause), origin);
        }
        for vertex in grid.vertices() {
            let origin = Origin::new("direction", vertex.into());
            let edges = grid.vertex_edges(vertex);
            let leaves = |edge: Edge| {
                let forward = self.forward(edge);
                if grid.edge_ends(edge)[0] == vertex { forward } else { !forward }
            };
            for (i, &a) in edges.iter().enumerate() {
                for &b in &edges[i + 1..] {
                    let drawn = [board.edge(a), board.edge(b)].map(Formula::from).to_vec();
                    let turns = Formula::xor(leaves(a).into(), leaves(b).into());
                    let formula = Formula::implies(Formula::And(drawn), turns);
                    sink.constraint(Constraint::Formula(&formula), origin);
                }
            }
        }
    }
}
