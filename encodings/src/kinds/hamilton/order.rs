//! The part of the encodings `order`, `binary` and `remainder`: directed edges, and labels that advance along them.

use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::rules::acyclic::arcs::{ArcLabels, Arcs};
use crate::rules::acyclic::labels::LabelCircuit;

/// One line by labels; see [`LabelCircuit`].
///
/// The start of a path, or the root of a cycle (a vertex of minimum degree), has the first label, and all other labels
/// are regular. The label advances along each arc that does not end in the root. A subtour would be a cycle of regular
/// labels with fewer arcs than the circuit's period, which is impossible.
pub(super) struct HamiltonOrder<'a>(pub ArcLabels<'a>);

impl<'a> HamiltonOrder<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 1] =
        [("label", "the label of a vertex, in binary, advances along each directed edge")];

    pub fn new(arcs: Arcs<'a>, circuit: LabelCircuit, first: u32) -> Self {
        Self(ArcLabels::new(arcs, circuit, "label", first))
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        let root = base.root();
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new("label", graph.vertex_place(vertex));
            if let Some(start) = base.start(vertex) {
                for value in self.0.is_first(vertex) {
                    sink.constraint(Constraint::Clause(&[!start, value]), origin);
                }
            }
            if root == Some(vertex) {
                for value in self.0.is_first(vertex) {
                    sink.constraint(Constraint::Clause(&[value]), origin);
                }
            } else {
                for clause in self.0.is_regular(vertex) {
                    sink.constraint(Constraint::Clause(&clause), origin);
                }
            }
        }
        self.0.steps(|vertex| root == Some(vertex), sink);
    }
}
