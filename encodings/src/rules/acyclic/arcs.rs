//! Directions of drawn edges, and vertex labels that advance along them.

use crate::grid::{Edge, Graph};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::acyclic::labels::LabelCircuit;

/// Two arcs per edge, one of which is chosen if the edge is drawn.
///
/// The edges are the first variables of the encoding, in order. The encoding itself constrains the number of arcs into
/// and out of a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arcs<'a> {
    graph: &'a Graph,
    first: u32,
}

impl<'a> Arcs<'a> {
    /// The family of the arcs.
    pub const FAMILY: (&'static str, &'static str) =
        ("direction", "only drawn edges have a direction, and at each vertex the directions agree");

    /// Creates a part whose variables begin at `first`.
    pub fn new(graph: &'a Graph, first: u32) -> Self {
        Self { graph, first }
    }

    /// Returns the number of arcs, which is the number of variables: two per edge.
    pub fn count(&self) -> usize {
        2 * self.graph.edge_count()
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for edge in self.graph.edges() {
            let name = self.graph.edge_label(edge);
            sink.variable("direction", format_args!("f_{name}"));
            sink.variable("direction", format_args!("b_{name}"));
        }
    }

    /// Returns the literal *the edge is drawn, directed away from this end*.
    pub fn out(&self, edge: Edge, from: usize) -> Lit {
        let backward = self.graph.ends(edge)[1] == from;
        Lit::positive(self.first + 2 * edge.0 + u32::from(backward))
    }

    /// Returns the arcs out of a vertex.
    pub fn all_out(&self, vertex: usize) -> Vec<Lit> {
        self.graph.incident(vertex).iter().map(|&edge| self.out(edge, vertex)).collect()
    }

    /// Returns the arcs into a vertex.
    pub fn all_in(&self, vertex: usize) -> Vec<Lit> {
        let into = |&edge: &Edge| self.out(edge, self.graph.other_end(edge, vertex));
        self.graph.incident(vertex).iter().map(into).collect()
    }

    /// Adds *exactly one of the two arcs of a drawn edge is chosen, and neither arc of any other edge*: 4 clauses per
    /// edge.
    pub fn channel(&self, sink: &mut dyn ConstraintSink) {
        for edge in self.graph.edges() {
            let origin = Origin::new("direction", self.graph.edge_place(edge));
            let drawn = Lit::positive(edge.0);
            let [a, b] = self.graph.ends(edge).map(|end| self.out(edge, end));
            for clause in [&[!drawn, a, b][..], &[drawn, !a], &[drawn, !b], &[!a, !b]] {
                sink.add_clause(clause, origin);
            }
        }
    }
}

/// A label for each vertex, of a [`LabelCircuit`], which advances along each chosen arc.
#[derive(Clone, Debug)]
pub(crate) struct ArcLabels<'a> {
    arcs: Arcs<'a>,
    /// The circuit.
    pub circuit: LabelCircuit,
    /// The family of the labels.
    family: &'static str,
    first: u32,
}

impl<'a> ArcLabels<'a> {
    /// Creates a part whose variables begin at `first` and belong to `family`.
    pub fn new(arcs: Arcs<'a>, circuit: LabelCircuit, family: &'static str, first: u32) -> Self {
        Self { arcs, circuit, family, first }
    }

    /// Returns the number of variables: the same for each vertex.
    pub fn variable_count(&self) -> usize {
        self.arcs.graph.vertex_count() * self.circuit.width()
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        let graph = self.arcs.graph;
        for vertex in 0..graph.vertex_count() {
            self.circuit.variables(graph.vertex_name(vertex), self.family, sink);
        }
    }

    /// Returns the variables of a vertex.
    fn label(&self, vertex: usize) -> impl Fn(usize) -> Lit + use<> {
        let first = self.first + (vertex * self.circuit.width()) as u32;
        move |variable| Lit::positive(first + variable as u32)
    }

    /// Returns the bits of a label.
    pub fn bits(&self, vertex: usize) -> impl Iterator<Item = Lit> + use<> {
        (0..self.circuit.bits()).map(self.label(vertex))
    }

    /// Returns literals that are all true exactly if the vertex has the first label.
    pub fn is_first(&self, vertex: usize) -> impl Iterator<Item = Lit> {
        self.circuit.first_label(self.label(vertex))
    }

    /// Returns clauses that all hold exactly if the label of the vertex is regular.
    pub fn is_regular(&self, vertex: usize) -> impl Iterator<Item = Vec<Lit>> {
        self.circuit.is_regular(self.label(vertex))
    }

    /// Adds the definitions of the carries, and the constraint that the label advances along each chosen arc, except
    /// along arcs into a vertex where `is_root` is true.
    pub fn steps(&self, is_root: impl Fn(usize) -> bool, sink: &mut dyn ConstraintSink) {
        let graph = self.arcs.graph;
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new(self.family, graph.vertex_place(vertex));
            self.circuit.define(self.label(vertex), origin, sink);
        }
        for edge in graph.edges() {
            let origin = Origin::new(self.family, graph.edge_place(edge));
            let [a, b] = graph.ends(edge);
            for (from, to) in [(a, b), (b, a)].into_iter().filter(|&(_, to)| !is_root(to)) {
                let when = [self.arcs.out(edge, from)];
                self.circuit.step(&when, self.label(from), self.label(to), origin, sink);
            }
        }
    }
}
