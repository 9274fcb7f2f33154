//! The part `order`: directed paths, and states of a shift register that advance along them.

use crate::kinds::numberlink::Numberlink;
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::acyclic::arcs::{ArcLabels, Arcs};
use crate::rules::acyclic::labels::{LabelCircuit, LabelMethod};
use crate::rules::one_path::counted::{self, Counted, TrueCount};

/// Forbids loops by numbers; see [`LabelCircuit`].
///
/// Each path is directed from the first terminal of its pair to the second, so at most one arc enters a vertex and at
/// most one arc leaves it. The first terminals have the register's first state, and the number advances along each arc.
/// A loop has fewer arcs than the register's period, so only the number zero is consistent around it; but a vertex with
/// a line has a number other than zero. The number of a vertex without a line is zero.
pub(super) struct PathOrder<'a> {
    arcs: Arcs<'a>,
    labels: ArcLabels<'a>,
    counted: Vec<Counted>,
    first_counter: u32,
}

impl<'a> PathOrder<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 2] = [
        Arcs::FAMILY,
        (
            "number",
            "the state of a shift register at a vertex advances along each directed edge, from the first state at a \
             terminal; it is 0 exactly at vertices without a line",
        ),
    ];

    /// Returns `None` if there are too many vertices for any register.
    pub fn new(base: &NumberlinkBase<'a>, first: u32) -> Option<Self> {
        let graph = base.graph();
        // a loop may visit all vertices, so the period must exceed the number of vertices
        let circuit = LabelCircuit::new(LabelMethod::Register, graph.vertex_count() + 1)?;
        let arcs = Arcs::new(graph, first);
        let labels = ArcLabels::new(arcs, circuit, "number", first + arcs.count() as u32);
        let first_counter = first + (arcs.count() + labels.variable_count()) as u32;
        let mut counted = Vec::new();
        for vertex in 0..graph.vertex_count() {
            let is_end = is_end(base.puzzle, vertex);
            let sides = [("in", 0, arcs.all_in(vertex)), ("out", 1, arcs.all_out(vertex))];
            for (word, end, literals) in sides {
                if is_end != Some(end) {
                    counted.push(Counted {
                        literals,
                        count: TrueCount::AtMostOne,
                        origin: Origin::new("direction", graph.vertex_place(vertex)),
                        name: format!("{word}_{}", graph.vertex_name(vertex)),
                    });
                }
            }
        }
        Some(Self { arcs, labels, counted, first_counter })
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.arcs.variables(sink);
        self.labels.variables(sink);
        counted::variables(&self.counted, sink);
    }

    pub fn constraints(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        self.arcs.channel(sink);
        counted::constraints(&self.counted, self.first_counter, sink);
        for vertex in 0..graph.vertex_count() {
            let place = graph.vertex_place(vertex);
            let none = match is_end(base.puzzle, vertex) {
                Some(0) => self.arcs.all_in(vertex),
                Some(_) => self.arcs.all_out(vertex),
                None => Vec::new(),
            };
            for arc in none {
                sink.add_clause(&[!arc], Origin::new("direction", place));
            }
            let origin = Origin::new("number", place);
            match is_end(base.puzzle, vertex) {
                Some(0) => {
                    for value in self.labels.is_first(vertex) {
                        sink.add_clause(&[value], origin);
                    }
                }
                Some(_) => {}
                None => {
                    for bit in self.labels.bits(vertex) {
                        let clause: Vec<Lit> =
                            std::iter::once(!bit).chain(base.edges_at(vertex)).collect();
                        sink.add_clause(&clause, origin);
                    }
                }
            }
        }
        for edge in graph.edges() {
            let mut clause = vec![!base.edge(edge)];
            clause.extend(self.labels.bits(graph.ends(edge)[0]));
            let origin = Origin::new("number", graph.edge_place(edge));
            sink.add_clause(&clause, origin);
        }
        self.labels.steps(|_| false, sink);
    }
}

/// Returns 0 for the first terminal of a pair, 1 for the second, `None` for any other vertex.
fn is_end(puzzle: &Numberlink, vertex: usize) -> Option<usize> {
    let pair = puzzle.terminal(vertex)?;
    puzzle.pairs()[pair].ends.iter().position(|&end| end == vertex)
}
