//! The part of the encodings `order`, `binary` and `remainder`: directed edges, and labels that advance along them.

use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::directed::HamiltonDirections;
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::rules::acyclic::arcs::{ArcLabels, Arcs};
use crate::rules::acyclic::labels::{LabelCircuit, LabelMethod};

/// One line by labels; see [`LabelCircuit`].
///
/// The start of a path, or the root of a cycle (a vertex of minimum degree), has the first label, and all other labels
/// are regular. The label advances along each arc that does not end in the root. A subtour would be a cycle of regular
/// labels with fewer arcs than the circuit's period, which is impossible.
pub(super) struct HamiltonOrder<'a> {
    directed: HamiltonDirections<'a>,
    labels: ArcLabels<'a>,
}

impl<'a> HamiltonOrder<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 2] = [
        Arcs::FAMILY,
        ("label", "the label of a vertex, in binary, advances along each directed edge"),
    ];

    /// Returns `None` if there are too many vertices for any circuit.
    pub fn new(base: &HamiltonBase<'a>, method: LabelMethod, first: u32) -> Option<Self> {
        let circuit = LabelCircuit::new(method, base.graph().vertex_count())?;
        let directed = HamiltonDirections::new(base, first);
        let first = first + directed.variable_count() as u32;
        let labels = ArcLabels::new(directed.arcs, circuit, "label", first);
        Some(Self { directed, labels })
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.directed.variables(sink);
        self.labels.variables(sink);
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        self.directed.variable_count() + self.labels.variable_count()
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        self.directed.constraints(base, sink);
        let graph = base.graph();
        let root = base.root();
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new("label", graph.vertex_place(vertex));
            if let Some(start) = base.start(vertex) {
                for value in self.labels.is_first(vertex) {
                    sink.constraint(Constraint::Clause(&[!start, value]), origin);
                }
            }
            if root == Some(vertex) {
                for value in self.labels.is_first(vertex) {
                    sink.constraint(Constraint::Clause(&[value]), origin);
                }
            } else {
                for clause in self.labels.is_regular(vertex) {
                    sink.constraint(Constraint::Clause(&clause), origin);
                }
            }
        }
        self.labels.steps(|vertex| root == Some(vertex), sink);
    }
}
