//! Directions of the line: the basis of the encodings by labels and by acyclicity.

use crate::kinds::hamilton::HamiltonGoal;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::rules::acyclic::arcs::Arcs;
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
            arcs.iter().for_each(|&arc| sink.constraint(Constraint::Clause(&[!arc]), origin));
        };
        match (base.puzzle.goal(), base.root()) {
            (HamiltonGoal::Cycle, Some(root)) => {
                let edges = graph.incident(root);
                let origin = Origin::new("direction", graph.vertex_place(root));
                for (i, &second) in edges.iter().enumerate() {
                    for &first in &edges[..i] {
                        let clause =
                            [!base.edge(first), !base.edge(second), self.arcs.out(first, root)];
                        sink.constraint(Constraint::Clause(&clause), origin);
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
        let name = graph.vertex_name(vertex);
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
