//! Drawn edges with a direction, and labels of vertices that move on along them.

use crate::grid::{Edge, Graph};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::loops::register::Register;

/// Two arcs an edge, of which one is taken if the edge is drawn, and for each vertex a label of k
/// bits: a state of a [`Register`], which moves on along each arc that is taken.
///
/// The edges are the first variables of the encoding, in order. How many arcs come into a vertex and
/// go out of it is the puzzle's own affair.
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
        ("label", "the label of a vertex, in binary, moves on along each directed edge"),
    ];
    /// Where labels of this kind come from.
    pub const SOURCE: &'static str = "labels that follow a linear feedback shift register: Johnson \
        2014, Quasi-linear reduction of Hamiltonian cycle problem to SAT; Haythorpe and Johnson \
        2018, Change ringing and Hamiltonian cycles; Zhou 2020, In pursuit of an efficient SAT \
        encoding for the Hamiltonian cycle problem";

    /// With variables from `first` on; the labels are of this family.
    pub fn new(graph: &'a Graph, register: Register, family: &'static str, first: u32) -> Self {
        Self { graph, register, family, first }
    }

    /// Number of variables: two an edge, and k a vertex.
    pub fn variable_count(&self) -> usize {
        self.arc_count() + self.graph.vertex_count() * self.register.bits
    }

    /// Number of arcs.
    pub fn arc_count(&self) -> usize {
        2 * self.graph.edge_count()
    }

    /// Makes the variables.
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

    /// The edge is drawn away from this end.
    pub fn out(&self, edge: Edge, from: usize) -> Lit {
        let backward = self.graph.ends(edge)[1] == from;
        Lit::positive(self.first + 2 * edge.0 + u32::from(backward))
    }

    /// The arcs out of a vertex.
    pub fn all_out(&self, vertex: usize) -> Vec<Lit> {
        self.graph.incident(vertex).iter().map(|&edge| self.out(edge, vertex)).collect()
    }

    /// The arcs into a vertex.
    pub fn all_in(&self, vertex: usize) -> Vec<Lit> {
        let into = |&edge: &Edge| self.out(edge, self.graph.other_end(edge, vertex));
        self.graph.incident(vertex).iter().map(into).collect()
    }

    /// A bit of a label, from 0.
    pub fn bit(&self, vertex: usize, bit: usize) -> Lit {
        let before = self.arc_count() + vertex * self.register.bits + bit;
        Lit::positive(self.first + before as u32)
    }

    /// The literals that are all true exactly if the vertex has the first label.
    pub fn has_first_label(&self, vertex: usize) -> impl Iterator<Item = Lit> {
        self.register.first_state(move |bit| self.bit(vertex, bit))
    }

    /// The literals of which one is true exactly if the label is not zero.
    pub fn has_label(&self, vertex: usize) -> Vec<Lit> {
        (0..self.register.bits).map(|bit| self.bit(vertex, bit)).collect()
    }

    /// One of the two arcs of a drawn edge is taken, and none of another: 4 clauses an edge.
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

    /// The labels move on along each arc but those into a vertex that `is_root` tells.
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
