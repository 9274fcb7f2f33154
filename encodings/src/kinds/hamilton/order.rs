//! The part of the encoding `order`: directed edges, and binary labels that advance along them.

use crate::encoding::PredictedSize;
use crate::kinds::hamilton::HamiltonGoal;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, binomial};
use crate::loops::Register;
use crate::loops::arcs::Arcs;
use crate::loops::counted::{self, Count, Counted};

/// One line by labels; see [`Arcs`].
///
/// One arc enters each vertex except the start, and one leaves each vertex except the end. The
/// start of a path, or the root of a cycle (a vertex of least degree), has the register's first
/// state. The label advances along each arc that does not end in the root. A subtour would be a
/// cycle with fewer arcs than the register's period, so only the label zero is consistent around
/// it; but no label is zero.
///
/// Of the two edges at the root of a cycle the first is directed away from it, so each cycle has
/// one model.
pub(super) struct Order<'a> {
    pub arcs: Arcs<'a>,
    counted: Vec<Counted>,
    first_counter: u32,
}

impl<'a> Order<'a> {
    /// Returns `None` if there are too many vertices for any register.
    pub fn new(base: &HamiltonBase<'a>, first: u32) -> Option<Self> {
        let graph = base.graph();
        let register = Register::for_states(graph.vertex_count())?;
        let arcs = Arcs::new(graph, register, "label", first);
        let first_counter = first + arcs.variable_count() as u32;
        let mut order = Self { arcs, counted: Vec::new(), first_counter };
        if !base.is_trivial() {
            order.counted = order.counts(base);
        }
        Some(order)
    }

    fn counts(&self, base: &HamiltonBase) -> Vec<Counted> {
        let graph = base.graph();
        let [start, end] = base.puzzle.goal().given_ends();
        let mut counted = Vec::with_capacity(2 * graph.vertex_count());
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new("direction", graph.vertex_place(vertex));
            let name = graph.vertex_name(vertex);
            let sides = [
                ("in", start, self.arcs.all_in(vertex), base.start(vertex)),
                ("out", end, self.arcs.all_out(vertex), base.end(vertex)),
            ];
            for (word, without, mut literals, free) in sides {
                literals.extend(free);
                if without != Some(vertex) {
                    let name = format!("{word}_{name}");
                    counted.push(Counted { literals, count: Count::One, origin, name });
                }
            }
        }
        counted
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.arcs.variables(sink);
        counted::variables(&self.counted, sink);
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        self.arcs.variable_count() + counted::variable_count(&self.counted)
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        self.arcs.channel(sink);
        counted::constraints(&self.counted, self.first_counter, sink);
        let root = base.root();
        self.root(base, root, sink);
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new("label", graph.vertex_place(vertex));
            if let Some(start) = base.start(vertex) {
                for value in self.arcs.has_first_label(vertex) {
                    sink.constraint(Constraint::Clause(&[!start, value]), origin);
                }
            }
            if root == Some(vertex) {
                for value in self.arcs.has_first_label(vertex) {
                    sink.constraint(Constraint::Clause(&[value]), origin);
                }
            } else {
                sink.constraint(Constraint::Clause(&self.arcs.has_label(vertex)), origin);
            }
        }
        self.arcs.steps(|vertex| root == Some(vertex), sink);
    }

    /// Forbids arcs into a fixed start and out of a fixed end. Directs the first of the two edges
    /// at the root of a cycle away from it.
    fn root(&self, base: &HamiltonBase, root: Option<usize>, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        let mut none = |vertex, arcs: Vec<Lit>| {
            let origin = Origin::new("direction", graph.vertex_place(vertex));
            arcs.iter().for_each(|&arc| sink.constraint(Constraint::Clause(&[!arc]), origin));
        };
        match (base.puzzle.goal(), root) {
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

    /// Predicts the size for N vertices, E edges, k bits, and a root of degree d (0 if the start is
    /// free).
    ///
    /// - `direction`: 4E clauses, those of the counts, and C(d,2) for a cycle or one for each edge
    ///   at a fixed end.
    /// - `label`: N - 1 + k with a root; otherwise N + Nk, less k if the end is fixed. In addition
    ///   2k + 2 for each of the 2E - d arcs that do not end in the root.
    pub fn predicted_sizes(&self, base: &HamiltonBase) -> Vec<PredictedSize> {
        let graph = base.graph();
        let degree =
            |vertex: Option<usize>| vertex.map_or(0, |vertex| graph.incident(vertex).len());
        let (vertices, k) = (graph.vertex_count(), self.arcs.register.bits);
        let starts = (0..vertices).filter(|&vertex| base.start(vertex).is_some()).count();
        let root = base.root();
        let ends = match base.puzzle.goal() {
            HamiltonGoal::Cycle => binomial(degree(root), 2) as usize,
            HamiltonGoal::Path { start, end } => degree(start) + degree(end),
        };
        let labels = match root {
            Some(_) => vertices - 1 + k,
            None => vertices + starts * k,
        };
        let moves = (self.arcs.arc_count() - degree(root)) * self.arcs.register.step_clauses();
        let mut sizes = Vec::new();
        let directions = 4 * graph.edge_count() + ends;
        counted::add(&mut sizes, "direction", self.arcs.arc_count() as u128, directions as u128);
        for size in counted::predicted_sizes(&self.counted) {
            counted::add(&mut sizes, size.family, size.variables, size.clauses);
        }
        counted::add(&mut sizes, "label", (vertices * k) as u128, (labels + moves) as u128);
        sizes
    }
}
