//! The part `order`: the vertices are numbered along the loop, beginning at its first vertex.

use crate::encoding::{EncodingInfo, PredictedSize};
use crate::grid::{Cell, Edge, Grid, Vertex};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::loops::eager::first::First;
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField};
use crate::loops::register::Register;

/// One loop by numbering its vertices with binary labels.
///
/// Every drawn edge has a direction; of the two drawn edges at a vertex, one is incoming and one
/// outgoing. The *root* is the first vertex, row by row, with a line: the top left corner of the
/// first cell whose top edge is drawn. Every vertex has a label of k bits. Along each directed edge
/// that does not end in the root, the label advances to the next state of a linear feedback shift
/// register. Its period 2^k - 1 is at least the number of vertices. A loop without the root would
/// return to its first state after fewer steps than the period. Only the state of all zeros does
/// that, and no vertex with a line may have it.
///
/// Each solution has one model: the root's label is fixed, its first edge is directed to the right,
/// and labels of vertices without a line are zero, as are directions of edges that are not drawn.
pub(super) struct Order;

/// Returns the register with a state for each vertex; even the largest grid has one.
fn register(grid: Grid) -> Register {
    Register::for_states(grid.vertex_count()).expect("the largest grid has a register")
}

/// The numbers of the part's variables.
struct Numbering {
    grid: Grid,
    register: Register,
    first: u32,
}

impl Numbering {
    fn new(grid: Grid, first: u32) -> Self {
        Self { grid, register: register(grid), first }
    }

    /// Returns the literal *the edge is drawn from its first end to its second*.
    fn forward(&self, edge: Edge) -> Lit {
        Lit::positive(self.first + edge.0)
    }

    fn bit(&self, vertex: Vertex, bit: usize) -> Lit {
        let number =
            self.grid.edge_count() + self.grid.vertex_index(vertex) * self.register.bits + bit;
        Lit::positive(self.first + number as u32)
    }

    fn first(&self) -> First {
        let before = self.grid.edge_count() + self.grid.vertex_count() * self.register.bits;
        First::new(self.grid.cell_count(), self.first + before as u32)
    }

    /// Returns the literal *the vertex is the root*; `None` for vertices that cannot be.
    fn root(&self, vertex: Vertex, board: &DrawingVariables) -> Option<Lit> {
        let Vertex { row, col } = vertex;
        (row < self.grid.rows() && col < self.grid.cols()).then(|| {
            let index = self.grid.cell_index(Cell { row, col });
            self.first().is_first(index, |i| board.edge(top(self.grid, i)))
        })
    }
}

/// Returns the top edge of a cell.
fn top(grid: Grid, cell_index: usize) -> Edge {
    let Cell { row, col } = grid.cell_at(cell_index);
    grid.horizontal(row, col)
}

impl EagerPart for Order {
    fn about(&self) -> &'static EncodingInfo {
        &EncodingInfo {
            name: "order",
            meaning: "one loop: the vertices have binary numbers along it, from its first vertex",
            source: "labels that follow a linear feedback shift register: Johnson 2014, \
                     Quasi-linear reduction of Hamiltonian cycle problem to SAT; Zhou 2020, In \
                     pursuit of an efficient SAT encoding for the Hamiltonian cycle problem",
            families: &[
                ("root", "the first vertex with a line"),
                ("direction", "each line has a direction, and the directions agree at each vertex"),
                ("label", "the label advances along each line that does not end in the root"),
            ],
        }
    }

    fn drawings(&self) -> &'static [Drawing] {
        &[Drawing::Edges]
    }

    fn variable_bound(&self, field: &LoopField) -> u128 {
        let grid = field.grid;
        let labels = grid.vertex_count() * register(grid).bits;
        (grid.edge_count() + labels + First::variable_count(grid.cell_count())) as u128
    }

    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink) {
        let grid = field.grid;
        for edge in grid.edges() {
            sink.variable("direction", format_args!("d_{}", grid.edge_name(edge)));
        }
        for Vertex { row, col } in grid.vertices() {
            for bit in 1..=register(grid).bits {
                sink.variable("label", format_args!("l_{}_{}_{bit}", row + 1, col + 1));
            }
        }
        First::variables(&grid.cells().collect::<Vec<_>>(), "root", sink);
    }

    fn constraints(
        &self,
        field: &LoopField,
        board: &DrawingVariables,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let grid = field.grid;
        let numbering = Numbering::new(grid, first);
        roots(board, &numbering, sink);
        directions(board, &numbering, sink);
        labels(board, &numbering, sink);
    }

    fn predicted_sizes(&self, field: &LoopField) -> Option<Vec<PredictedSize>> {
        let grid = field.grid;
        let (n, m, register) = (grid.rows(), grid.cols(), register(grid));
        let k = register.bits;
        let (cells, edges, vertices) = (n * m, grid.edge_count(), grid.vertex_count());
        // pairs of edges at the 4 corners, the other border vertices and the inner ones
        let pairs = 4 + 3 * (2 * (n - 1) + 2 * (m - 1)) + 6 * (n - 1) * (m - 1);
        // the top edge of the first cell has one direction only: if it is drawn, its left end is
        // the root
        let moves = (2 * edges - 1) * register.step_clauses();
        let of = |family, variables: usize, clauses: usize| PredictedSize {
            family,
            variables: variables as u128,
            clauses: clauses as u128,
        };
        Some(vec![
            of("direction", edges, edges + 2 * pairs),
            of("label", vertices * k, vertices * k + edges + moves),
            // the definitions, and for each possible root its direction and its k bits
            of("root", First::variable_count(cells), First::clause_count(cells) + cells * (1 + k)),
        ])
    }
}

fn roots(board: &DrawingVariables, numbering: &Numbering, sink: &mut dyn ConstraintSink) {
    let grid = numbering.grid;
    let origin = |i: usize| {
        let Cell { row, col } = grid.cell_at(i);
        Origin::new("root", Vertex { row, col }.into())
    };
    let drawn = |i| board.edge(top(grid, i));
    numbering.first().constraints(origin, drawn, sink);
    for i in 0..grid.cell_count() {
        let Cell { row, col } = grid.cell_at(i);
        let root = numbering.first().is_first(i, drawn);
        let forward = numbering.forward(top(grid, i));
        sink.constraint(Constraint::Clause(&[!root, forward]), origin(i));
        let label = |bit| numbering.bit(Vertex { row, col }, bit);
        for value in numbering.register.first_state(label) {
            sink.constraint(Constraint::Clause(&[!root, value]), origin(i));
        }
    }
}

fn directions(board: &DrawingVariables, numbering: &Numbering, sink: &mut dyn ConstraintSink) {
    let grid = numbering.grid;
    for edge in grid.edges() {
        let origin = Origin::new("direction", grid.place(edge));
        let clause = [!numbering.forward(edge), board.edge(edge)];
        sink.constraint(Constraint::Clause(&clause), origin);
    }
    for vertex in grid.vertices() {
        let origin = Origin::new("direction", vertex.into());
        let edges = grid.vertex_edges(vertex);
        let leaves = |edge: Edge| {
            let forward = numbering.forward(edge);
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

fn labels(board: &DrawingVariables, numbering: &Numbering, sink: &mut dyn ConstraintSink) {
    let Numbering { grid, register, .. } = *numbering;
    for vertex in grid.vertices() {
        let origin = Origin::new("label", vertex.into());
        let edges = grid.vertex_edges(vertex);
        for bit in 0..register.bits {
            let mut clause = vec![!numbering.bit(vertex, bit)];
            clause.extend(edges.iter().map(|&edge| board.edge(edge)));
            sink.constraint(Constraint::Clause(&clause), origin);
        }
    }
    for edge in grid.edges() {
        let origin = Origin::new("label", grid.place(edge));
        let [a, b] = grid.edge_ends(edge);
        let mut clause = vec![!board.edge(edge)];
        clause.extend((0..register.bits).map(|bit| numbering.bit(a, bit)));
        sink.constraint(Constraint::Clause(&clause), origin);
        let forward = numbering.forward(edge);
        for (from, to, direction) in [(a, b, forward), (b, a, !forward)] {
            let mut when = vec![board.edge(edge), direction];
            when.extend(numbering.root(to, board).map(|root| !root));
            let [before, after] = [from, to].map(|vertex| move |bit| numbering.bit(vertex, bit));
            register.step(&when, before, after, origin, sink);
        }
    }
}
