//! Directed lines: the directions of the line, and what they make possible. Labels advance along the directed edges in the
//! encodings `order`, `binary` and `remainder`. In `elimination`, `elimination-natural`, `leaf` and `leaf-hybrid`, the
//! directed edges form no cycle except through the root.

use crate::kinds::hamilton::HamiltonGoal;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::acyclic::arcs::{ArcLabels, Arcs};
use crate::rules::acyclic::labels::LabelCircuit;
use crate::rules::acyclic::{ACYCLIC, Acyclic, AcyclicMethod, TIME};
use crate::rules::one_path::contraction::Contraction;
use crate::rules::one_path::counted::{self, Counted, TrueCount};

/// A direction for each edge of the line; see [`Arcs`].
///
/// One arc enters each vertex except the start, and one arc leaves each vertex except the end. So the arcs form cycles,
/// and for a path also one path from the start to the end. What remains to be excluded is a cycle without the root of
/// [`HamiltonBase::root`], or any cycle if the start of a path is free.
///
/// Of the two edges at the root of a cycle, the first is directed away from it, so that each cycle has only one
/// direction.
pub(super) struct HamiltonDirections<'a> {
    pub arcs: Arcs<'a>,
    counted: Vec<Counted>,
    first_counter: u32,
}

impl<'a> HamiltonDirections<'a> {
    /// Creates a part whose variables begin at `first`.
    pub fn new(base: &HamiltonBase<'a>, first: u32) -> Self {
        let arcs = Arcs::new(base.graph(), first);
        let counted = if base.is_trivial() { Vec::new() } else { counts(base, arcs) };
        Self { arcs, counted, first_counter: first + arcs.count() as u32 }
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.arcs.variables(sink);
        counted::variables(&self.counted, sink);
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        self.arcs.channel(sink);
        counted::constraints(&self.counted, self.first_counter, sink);
        self.ends(base, sink);
    }

    /// Forbids arcs into a fixed start and out of a fixed end. Directs the first of the two edges at the root of a
    /// cycle away from it.
    fn ends(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        let mut none = |vertex, arcs: Vec<Lit>| {
            let origin = Origin::new("direction", graph.vertex_place(vertex));
            arcs.iter().for_each(|&arc| sink.add_clause(&[!arc], origin));
        };
        match (base.puzzle.goal(), base.root()) {
            (HamiltonGoal::Cycle, Some(root)) => {
                let edges = graph.incident(root);
                let origin = Origin::new("direction", graph.vertex_place(root));
                for (i, &second) in edges.iter().enumerate() {
                    for &first in &edges[..i] {
                        let clause =
                            [!base.edge(first), !base.edge(second), self.arcs.out(first, root)];
                        sink.add_clause(&clause, origin);
                    }
                }
            }
            (HamiltonGoal::Path { start, end }, _) => {
                start.into_iter().for_each(|start| none(start, self.arcs.all_in(start)));
                end.into_iter().for_each(|end| none(end, self.arcs.all_out(end)));
            }
            (HamiltonGoal::Cycle, None) => {}
        }
    }
}

/// Returns the counts of the arcs into and out of each vertex.
fn counts(base: &HamiltonBase, arcs: Arcs) -> Vec<Counted> {
    let graph = base.graph();
    let [start, end] = base.puzzle.goal().given_ends();
    let mut counted = Vec::with_capacity(2 * graph.vertex_count());
    for vertex in 0..graph.vertex_count() {
        let origin = Origin::new(Arcs::FAMILY.0, graph.vertex_place(vertex));
        let name = graph.vertex_label(vertex);
        let sides = [
            ("in", start, arcs.all_in(vertex), base.start(vertex)),
            ("out", end, arcs.all_out(vertex), base.end(vertex)),
        ];
        for (word, without, mut literals, free) in sides {
            literals.extend(free);
            if without != Some(vertex) {
                let name = format!("{word}_{name}");
                counted.push(Counted { literals, count: TrueCount::One, origin, name });
            }
        }
    }
    counted
}

/// One line by labels; see [`LabelCircuit`].
///
/// The start of a path, or the root of a cycle (a vertex of minimum degree), has the first label, and all other labels
/// are regular. The label advances along each arc that does not end in the root. A subtour would be a cycle of regular
/// labels with fewer arcs than the circuit's period, which is impossible.
pub(super) struct HamiltonOrder<'a>(pub ArcLabels<'a>);

impl<'a> HamiltonOrder<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "label",
        "the label of a vertex advances along each directed edge, from the first label at the start of the path or the root \
          of the cycle; no register is 0",
    )];

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
                    sink.add_clause(&[!start, value], origin);
                }
            }
            if root == Some(vertex) {
                for value in self.0.is_first(vertex) {
                    sink.add_clause(&[value], origin);
                }
            } else {
                for clause in self.0.is_regular(vertex) {
                    sink.add_clause(&clause, origin);
                }
            }
        }
        self.0.steps(|vertex| root == Some(vertex), sink);
    }
}

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
                sink.add_clause(
                    &[!self.arcs.out(edge, from), self.acyclic.before(from, to)],
                    origin,
                );
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
