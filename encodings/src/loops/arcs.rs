//! Directions of drawn edges, and vertex labels that advance along them.

use crate::grid::{Edge, Graph};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::loops::register::Register;

/// Two arcs per edge, one of which is chosen if the edge is drawn; and for each vertex a label of k
/// bits, a state of a [`Register`], which advances along each chosen arc.
///
/// The edges are the first variables of the encoding, in order. The encoding itself constrains the
/// number of arcs into and out of a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arcs<'a> {
    graph: &'a Graph,
    /// The register.
    pub register: Register,
    /// The family of the labels.
    family: &'static str,
    first: u32,
}

impl<'a> Arcs<'a> {
    /// The families `direction` and `label`.
    pub const FAMILIES: [(&'static str, &'static str); 2] = [
        ("direction", "each drawn edge has a direction, and at each vertex the directions agree"),
        ("label", "the label of a vertex, in binary, advances along each directed edge"),
    ];
    /// The sources of labels of this kind.
    pub const SOURCE: &'static str = "labels that follow a linear feedback shift register: Johnson \
        2014, Quasi-linear reduction of Hamiltonian cycle problem to SAT; Haythorpe and Johnson \
        2018, Change ringing and Hamiltonian cycles; Zhou 2020, In pursuit of an efficient SAT \
        encoding for the Hamiltonian cycle problem";

    /// Creates a part whose variables begin at `first` and whose labels belong to `family`.
    pub fn new(graph: &'a Graph, register: Register, family: &'static str, first: u32) -> Self {
        Self { graph, register, family, first }
    }

    /// Returns the number of variables: two per edge, and k per vertex.
    pub fn variable_count(&self) -> usize {
        self.arc_count() + self.graph.vertex_count() * self.register.bits
    }

    /// Returns the number of arcs.
    pub fn arc_count(&self) -> usize {
        2 * self.graph.edge_count()
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for edge in self.graph.edges() {
            let name = self.graph.edge_name(edge);
            sink.variable("direction", format_args!("f_{name}"));
            sink.variable("direction", format_args!("b_{name}"));
        }
        for vertex in 0..self.graph.vertex_count() {
            let name = self.graph.vertex_name(vertex);
            for bit in 1..=self.register.bits {
                sink.variable(self.family, format_args!("l_{name}_{bit}"));
            }
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

    /// Returns a bit of a label; bits count from 0.
    pub fn bit(&self, vertex: usize, bit: usize) -> Lit {
        let before = self.arc_count() + vertex * self.register.bits + bit;
        Lit::positive(self.first + before as u32)
    }

    /// Returns literals that are all true exactly if the vertex has the first label.
    pub fn has_first_label(&self, vertex: usize) -> impl Iterator<Item = Lit> {
        self.register.first_state(move |bit| self.bit(vertex, bit))
    }

    /// Returns literals, one of which is true exactly if the label is not zero.
    pub fn has_label(&self, vertex: usize) -> Vec<Lit> {
        (0..self.register.bits).map(|bit| self.bit(vertex, bit)).collect()
    }

    /// Adds *one of the two arcs of a drawn edge is chosen, none of any other edge*: 4 clauses per
    /// edge.
    pub fn channel(&self, sink: &mut dyn ConstraintSink) {
        for edge in self.graph.edges() {
            let origin = Origin::new("direction", self.graph.edge_place(edge));
            let drawn = Lit::positive(edge.0);
            let [a, b] = self.graph.ends(edge).map(|end| self.out(edge, end));
            for clause in [&[!drawn, a, b][..], &[drawn, !a], &[drawn, !b], &[!a, !b]] {
                sink.constraint(Constraint::Clause(clause), origin);
            }
        }
    }

    /// Adds *the label advances along each arc*, except along arcs into a vertex where `is_root` is
    /// true.
    pub fn steps(&self, is_root: impl Fn(usize) -> bool, sink: &mut dyn ConstraintSink) {
        for edge in self.graph.edges() {
            let origin = Origin::new(self.family, self.graph.edge_place(edge));
            let [a, b] = self.graph.ends(edge);
            for (from, to) in [(a, b), (b, a)].into_iter().filter(|&(_, to)| !is_root(to)) {
                let label = |vertex| move |bit| self.bit(vertex, bit);
                self.register.step(&[self.out(edge, from)], label(from), label(to), origin, sink);
            }
        }
    }
}
