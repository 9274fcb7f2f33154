//! The part of the encodings `elimination`, `elimination-natural`, `leaf` and `leaf-hybrid`: directed edges that form
//! no cycle except through the root.

use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::rules::acyclic::arcs::Arcs;
use crate::rules::acyclic::{ACYCLIC, Acyclic, AcyclicMethod, TIME};
use crate::rules::one_path::contraction::Contraction;

/// One line by acyclicity; see [`Acyclic`].
///
/// The arcs that do not touch the root (for a path: its fixed start, if it has one) form no directed cycle. So there is
/// no subtour.
pub(super) struct AcyclicLine<'a> {
    arcs: Arcs<'a>,
    pub acyclic: Acyclic,
}

impl<'a> AcyclicLine<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 2] = [ACYCLIC, TIME];

    /// Returns `None` if vertex elimination takes far too many clauses.
    pub fn new(
        base: &HamiltonBase<'a>,
        arcs: Arcs<'a>,
        method: AcyclicMethod,
        first: u32,
    ) -> Option<Self> {
        let vertices = base.graph().vertex_count();
        let edges: Vec<(usize, usize)> = edges(base).collect();
        let edges = edges.into_iter();
        let acyclic = Acyclic::up_to(Contraction::MOST, method, vertices, edges, first)?;
        Some(Self { arcs, acyclic })
    }

    pub fn variables(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        self.acyclic.variables(|vertex| base.graph().vertex_name(vertex), sink);
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        for (a, b) in edges(base) {
            let Some(edge) = graph.edge_between(a, b) else { continue };
            let origin = Origin::new(ACYCLIC.0, graph.edge_place(edge));
            for (from, to) in [(a, b), (b, a)] {
                let clause = [!self.arcs.out(edge, from), self.acyclic.before(from, to)];
                sink.constraint(Constraint::Clause(&clause), origin);
            }
        }
        let origin = |family, from, _| Origin::new(family, graph.vertex_place(from));
        self.acyclic.constraints(origin, sink);
    }
}

/// Returns the edges whose arcs can be part of a subtour: the edges that are not forbidden and do not touch the root.
fn edges<'a>(base: &'a HamiltonBase) -> impl Iterator<Item = (usize, usize)> + 'a {
    let (graph, root) = (base.graph(), base.root());
    let allowed = graph.edges().filter(|&edge| !base.puzzle.is_forbidden(edge));
    let ends = allowed.map(move |edge| graph.ends(edge));
    ends.filter(move |ends| ends.iter().all(|&end| root != Some(end))).map(<(usize, usize)>::from)
}
