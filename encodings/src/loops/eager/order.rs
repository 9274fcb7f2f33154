//! The parts `order`, `binary` and `remainder`: the vertices are numbered along the loop, beginning
//! at its first vertex.

use crate::encoding::EncodingInfo;
use crate::grid::{Grid, Vertex};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::loops::eager::directed::LoopDirections;
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField};
use crate::loops::labels::{LabelCircuit, LabelMethod};

/// One loop by numbering its vertices with binary labels.
///
/// Every drawn edge has a direction ([`LoopDirections`]), and every vertex has a label of k bits. Along
/// each directed edge that does not end in the root, the label advances by a [`LabelCircuit`], whose
/// period is at least the number of vertices. A loop without the root would have fewer steps than
/// the period. Only an irregular label returns after so few steps, and no vertex with a line may have
/// one.
///
/// Each solution has one model: the root has the first label, and labels of vertices without a line
/// are zero.
pub(super) struct LoopOrder {
    method: LabelMethod,
    about: EncodingInfo,
}

const FAMILIES: &[(&str, &str)] = &[
    LoopDirections::ROOT,
    LoopDirections::DIRECTION,
    ("label", "the label advances along each line that does not end in the root"),
];

const fn part(method: LabelMethod, name: &'static str, meaning: &'static str) -> LoopOrder {
    let about = EncodingInfo { name, meaning, source: method.source(), families: FAMILIES };
    LoopOrder { method, about }
}

/// Labels by a shift register.
pub(super) const REGISTER: LoopOrder = part(
    LabelMethod::Register,
    "order",
    "one loop: the vertices have binary numbers along it, from its first vertex",
);

/// Labels by a counter.
pub(super) const COUNTER: LoopOrder = part(
    LabelMethod::Counter,
    "binary",
    "one loop: the vertices have numbers that increase by one along it",
);

/// Labels by remainders.
pub(super) const REMAINDERS: LoopOrder = part(
    LabelMethod::Remainders,
    "remainder",
    "one loop: the vertices have remainders that advance along it",
);

impl LoopOrder {
    /// Returns the circuit of a grid; even the largest one has one.
    fn circuit(&self, grid: Grid) -> LabelCircuit {
        let circuit = LabelCircuit::new(self.method, grid.vertex_count());
        circuit.expect("the largest grid has a circuit")
    }
}

impl EagerPart for LoopOrder {
    fn about(&self) -> &'static EncodingInfo {
        match self.method {
            LabelMethod::Register => &REGISTER.about,
            LabelMethod::Counter => &COUNTER.about,
            LabelMethod::Remainders => &REMAINDERS.about,
        }
    }

    fn drawings(&self) -> &'static [Drawing] {
        &[Drawing::Edges]
    }

    fn variable_bound(&self, field: &LoopField) -> u128 {
        let grid = field.grid;
        let labels = grid.vertex_count() * self.circuit(grid).width();
        (LoopDirections::variable_count(grid) + labels) as u128
    }

    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink) {
        let circuit = self.circuit(field.grid);
        LoopDirections::variables(field, sink, |sink| {
            for Vertex { row, col } in field.grid.vertices() {
                circuit.variables(format_args!("{}_{}", row + 1, col + 1), "label", sink);
            }
        });
    }

    fn constraints(
        &self,
        field: &LoopField,
        board: &DrawingVariables,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let grid = field.grid;
        let circuit = self.circuit(grid);
        let directed = LoopDirections::new(grid, first, grid.vertex_count() * circuit.width());
        let labels = VertexLabels { grid, first: directed.first_own(), circuit };
        directed.constraints(board, sink, |vertex, root, sink| {
            for value in labels.circuit.first_label(labels.label(vertex)) {
                let origin = Origin::new("root", vertex.into());
                sink.constraint(Constraint::Clause(&[!root, value]), origin);
            }
        });
        labels.constraints(&directed, board, sink);
    }
}

/// The labels of all vertices.
struct VertexLabels {
    grid: Grid,
    first: u32,
    circuit: LabelCircuit,
}

impl VertexLabels {
    /// Returns the variables of a vertex.
    fn label(&self, vertex: Vertex) -> impl Fn(usize) -> Lit + use<> {
        let first = self.first + (self.grid.vertex_index(vertex) * self.circuit.width()) as u32;
        move |variable| Lit::positive(first + variable as u32)
    }

    fn constraints(
        &self,
        directed: &LoopDirections,
        board: &DrawingVariables,
        sink: &mut dyn ConstraintSink,
    ) {
        let Self { grid, circuit, .. } = self;
        for vertex in grid.vertices() {
            let origin = Origin::new("label", vertex.into());
            let edges = grid.vertex_edges(vertex);
            for bit in (0..circuit.bits()).map(self.label(vertex)) {
                let mut clause = vec![!bit];
                clause.extend(edges.iter().map(|&edge| board.edge(edge)));
                sink.constraint(Constraint::Clause(&clause), origin);
            }
            circuit.define(self.label(vertex), origin, sink);
        }
        for edge in grid.edges() {
            let origin = Origin::new("label", grid.place(edge));
            for regular in circuit.is_regular(self.label(grid.edge_ends(edge)[0])) {
                let clause: Vec<Lit> = [!board.edge(edge)].into_iter().chain(regular).collect();
                sink.constraint(Constraint::Clause(&clause), origin);
            }
            for (from, to, when) in directed.arcs(edge, board) {
                circuit.step(&when, self.label(from), self.label(to), origin, sink);
            }
        }
    }
}
