//! The parts `order`, `binary` and `remainder`: the vertices are numbered along the loop, beginning at its first
//! vertex.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Grid, Vertex};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::rules::acyclic::labels::{LabelCircuit, LabelMethod};
use crate::rules::one_loop::eager::directed::LoopDirections;
use crate::rules::one_loop::eager::{
    BuildPart, Drawing, DrawingVariables, EagerPart, LoopField, PartSite,
};

/// One loop by numbering its vertices with binary labels.
///
/// Every drawn edge has a direction ([`LoopDirections`]), and every vertex has a label of k bits. Along each directed
/// edge that does not end in the root, the label advances by a [`LabelCircuit`], whose period is at least the number of
/// vertices. A loop without the root would have fewer steps than the period. Only an irregular label returns after so
/// few steps, and no vertex with a line may have an irregular label.
///
/// Each solution has one model, because the root has the first label, and labels of vertices without a line are zero.
struct LoopOrder {
    field: LoopField,
    board: DrawingVariables,
    directed: LoopDirections,
    labels: VertexLabels,
}

const FAMILIES: &[(&str, &str)] = &[
    LoopDirections::ROOT,
    LoopDirections::DIRECTION,
    ("label", "the label advances along each line that does not end in the root"),
];

const fn part(
    method: LabelMethod,
    build: BuildPart,
    name: &'static str,
    meaning: &'static str,
) -> EagerPart {
    EagerPart {
        about: EncodingInfo { name, meaning, source: method.source(), families: FAMILIES },
        is_one_loop: true,
        is_determined: true,
        drawings: &[Drawing::Edges],
        build,
    }
}

/// Labels by a shift register.
pub(super) const REGISTER: EagerPart = part(
    LabelMethod::Register,
    |site, encoding| LoopOrder::part(LabelMethod::Register, site, encoding),
    "order",
    "one loop: the vertices have binary numbers along it, from its first vertex",
);

/// Labels by a counter.
pub(super) const COUNTER: EagerPart = part(
    LabelMethod::Counter,
    |site, encoding| LoopOrder::part(LabelMethod::Counter, site, encoding),
    "binary",
    "one loop: the vertices have numbers that increase by one along it",
);

/// Labels by remainders.
pub(super) const REMAINDERS: EagerPart = part(
    LabelMethod::Remainders,
    |site, encoding| LoopOrder::part(LabelMethod::Remainders, site, encoding),
    "remainder",
    "one loop: the vertices have remainders that advance along it",
);

impl LoopOrder {
    fn part(
        method: LabelMethod,
        site: &PartSite,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let grid = site.field.grid;
        let circuit = LabelCircuit::new(method, grid.vertex_count());
        let circuit = circuit.expect("the largest grid has a circuit");
        let own = grid.vertex_count() * circuit.width();
        let first = encoding.numbers(LoopDirections::variable_count(grid) + own)?;
        let directed = LoopDirections::new(grid, first, own);
        let labels = VertexLabels { grid, first: directed.first_own(), circuit };
        let order = Self { field: site.field.clone(), board: site.board, directed, labels };
        Ok(Part::of(site.about, first, order, Self::variables, Self::constraints))
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        LoopDirections::variables(&self.field, sink, |sink| {
            for Vertex { row, col } in self.field.grid.vertices() {
                let name = format_args!("{}_{}", row + 1, col + 1);
                self.labels.circuit.variables(name, "label", sink);
            }
        });
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let labels = &self.labels;
        self.directed.constraints(&self.board, sink, |vertex, root, sink| {
            for value in labels.circuit.first_label(labels.label(vertex)) {
                let origin = Origin::new("root", vertex.into());
                sink.constraint(Constraint::Clause(&[!root, value]), origin);
            }
        });
        labels.constraints(&self.directed, &self.board, sink);
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
