//! Acyclicity of a directed graph whose arcs are literals: a relation *u is before v* without a cycle.
//!
//! An encoding of one loop, one path or one tree uses this relation to exclude cycles: each chosen arc implies *u is
//! before v*. Transitivity over all triples of vertices would take about n³ clauses. Two methods take fewer.
//!
//! *Vertex elimination* states transitivity only where it is needed. The vertices are eliminated one by one. When w is
//! eliminated, its neighbors at that time become neighbors of each other (fill), and transitivity is stated for the
//! paths through w alone:
//!
//! ```text
//!   u       v             u ------- v
//!    \     /               \       /        u before w and w before v imply u before v,
//!       w          →        \     /         and likewise for the other five paths through w
//!       |                      x
//!       x
//! ```
//!
//! A cycle through w thereby becomes a cycle without w, shorter by one vertex, until two vertices are each before the
//! other, which a clause forbids. Eliminating a vertex with f neighbors takes f² clauses. On a sparse graph such as a
//! grid, f stays small; on a dense graph the fill soon joins everything.
//!
//! *Leaf elimination* gives each vertex a time in binary and compares the times along every arc. With E edges and k
//! bits, that takes 2E(3k - 1) clauses, whatever the structure of the graph.
//!
//! The hybrid has to decide when to change the method: it compares the total number of clauses after each number of
//! eliminated vertices and keeps the best (`cheapest`).

pub(crate) mod arcs;
pub(crate) mod elimination;
pub(crate) mod labels;
#[cfg(test)]
mod tests;

use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::acyclic::elimination::{Elimination, Eliminator};

/// A method that makes a graph acyclic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcyclicMethod {
    /// Vertex elimination, a vertex with the fewest neighbors first.
    MinimumDegree,
    /// Vertex elimination in the order of the vertices' numbers.
    Natural,
    /// Leaf elimination.
    Leaf,
    /// Vertex elimination, fewest neighbors first, as long as it saves clauses, and leaf elimination of the rest.
    Hybrid,
}

impl AcyclicMethod {
    /// Returns the papers that describe the method.
    pub const fn source(self) -> &'static str {
        match self {
            Self::MinimumDegree | Self::Natural => {
                "acyclicity by vertex elimination: Rankooh and Rintanen 2022, Propositional \
                 encodings of acyclicity and reachability by using vertex elimination"
            }
            Self::Leaf => {
                "leaf elimination with times in binary: Zhou, Wang and Yap 2023, A comparison of SAT \
                 encodings for acyclicity of directed graphs"
            }
            Self::Hybrid => {
                "vertex and leaf elimination: Zhou, Wang and Yap 2023, A comparison of SAT \
                 encodings for acyclicity of directed graphs; our own: when the one ends and the \
                 other begins"
            }
        }
    }
}

/// Literals *u is before v* for both directions of each edge of an undirected graph, which form an acyclic relation.
///
/// *Vertex elimination* ([`Elimination`]): the neighbors of an eliminated vertex become neighbors of each other. For an
/// eliminated w and its neighbors u and v at that time, *u is before w* and *w is before v* imply *u is before v*. At
/// most one of two neighbors is before the other.
///
/// *Leaf elimination*: a graph is acyclic exactly if it becomes empty when vertices without outgoing arcs are removed
/// one after the other. Each vertex has the time of its removal, in binary. If u is before v, then v is removed first,
/// so u has the later time. A variable `later_U_V_i` implies that the lower i bits of the time of u are a greater
/// number than the lower i bits of the time of v.
///
/// The hybrid eliminates some vertices by the first method and leaves the others to the second. It eliminates the
/// number of vertices that makes the number of clauses smallest.
///
/// The relation may contain more pairs than the chosen arcs, so an acyclic set of arcs has many models.
#[derive(Debug)]
pub(crate) struct Acyclic {
    elimination: Elimination,
    /// The vertices that are not eliminated and have neighbors, in ascending order.
    left: Vec<usize>,
    /// The edges between these vertices.
    edges_left: Vec<(usize, usize)>,
    /// The number of bits of a time.
    bits: usize,
    first: u32,
}

/// The family of the literals *is before*: name and meaning.
pub(crate) const ACYCLIC: (&str, &str) =
    ("acyclic", "which of two vertices is before the other, without a cycle");
pub(crate) const TIME: (&str, &str) =
    ("time", "a vertex before another has the later time of removal, compared bit by bit");

impl Acyclic {
    /// Creates the relation on a graph with the vertices 0 to `vertices` - 1. Its variables begin at `first`.
    pub fn new(
        method: AcyclicMethod,
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)> + Clone,
        first: u32,
    ) -> Self {
        Self::up_to(u64::MAX, method, vertices, edges, first).expect("there is no limit")
    }

    /// Creates a relation like [`Self::new`]. Returns `None` if vertex elimination takes more than `most` clauses.
    pub fn up_to(
        most: u64,
        method: AcyclicMethod,
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)> + Clone,
        first: u32,
    ) -> Option<Self> {
        let by_degree = |_, neighbours| (false, neighbours);
        let by_number = |_, _| (false, 0);
        let (priority, steps): (&dyn Fn(usize, usize) -> (bool, usize), usize) = match method {
            AcyclicMethod::Natural => (&by_number, vertices),
            AcyclicMethod::MinimumDegree => (&by_degree, vertices),
            AcyclicMethod::Leaf => (&by_degree, 0),
            AcyclicMethod::Hybrid => {
                (&by_degree, cheapest(Eliminator::new(vertices, edges.clone(), &by_degree)))
            }
        };
        let mut eliminator = Eliminator::new(vertices, edges, priority);
        let mut clauses = 0;
        while eliminator.elimination.steps.len() < steps {
            clauses += (eliminator.next_degree()? as u64).pow(2);
            if clauses > most {
                return None;
            }
            eliminator.step();
        }
        Some(Self::after(eliminator, first))
    }

    /// Creates the relation with leaf elimination of the vertices that an eliminator has left.
    fn after(eliminator: Eliminator, first: u32) -> Self {
        let left: Vec<usize> = eliminator.vertices_left().collect();
        let edges_left = eliminator.edges_left().collect();
        let bits = bits(left.len());
        Self { elimination: eliminator.elimination, left, edges_left, bits, first }
    }

    /// Moves the variables so that they begin at `first`.
    pub fn starting_at(self, first: u32) -> Self {
        Self { first, ..self }
    }

    /// Returns the number of variables: two for each edge of the graph and its fill, and, for leaf elimination, the
    /// bits of the times and one variable less than the number of bits for each direction of an edge.
    pub fn variable_count(&self) -> usize {
        2 * self.elimination.edges.len() + self.time_variables()
    }

    fn time_variables(&self) -> usize {
        self.left.len() * self.bits + self.later_variables()
    }

    /// Creates the variables; `name` returns the name of a vertex.
    pub fn variables(&self, name: impl Fn(usize) -> String, sink: &mut dyn ConstraintSink) {
        self.prefixed_variables("", name, sink);
    }

    /// Creates the variables with names that begin with a prefix.
    pub fn prefixed_variables(
        &self,
        prefix: &str,
        name: impl Fn(usize) -> String,
        sink: &mut dyn ConstraintSink,
    ) {
        for &(a, b) in &self.elimination.edges {
            let (a, b) = (name(a), name(b));
            sink.variable(ACYCLIC.0, format_args!("{prefix}o_{a}_{b}"));
            sink.variable(ACYCLIC.0, format_args!("{prefix}o_{b}_{a}"));
        }
        for &vertex in &self.left {
            for bit in 1..=self.bits {
                sink.variable(TIME.0, format_args!("{prefix}time_{}_{bit}", name(vertex)));
            }
        }
        for (a, b) in self.arcs_left() {
            for bit in 1..self.bits {
                let (a, b) = (name(a), name(b));
                sink.variable(TIME.0, format_args!("{prefix}later_{a}_{b}_{bit}"));
            }
        }
    }

    /// Returns both directions of the edges between vertices that are not eliminated.
    fn arcs_left(&self) -> impl Iterator<Item = (usize, usize)> {
        self.edges_left.iter().flat_map(|&(a, b)| [(a, b), (b, a)])
    }

    /// Returns the literal *a is before b*, for two neighbors.
    pub fn before(&self, a: usize, b: usize) -> Lit {
        Lit::positive(self.first + self.elimination.arc(a, b) as u32)
    }

    fn time(&self, vertex: usize, bit: usize) -> Lit {
        let index = self.left.binary_search(&vertex).expect("a vertex that is left");
        let before = 2 * self.elimination.edges.len() + index * self.bits + bit;
        Lit::positive(self.first + before as u32)
    }

    /// Adds the constraints; `origin` returns the origin of a constraint of a family on an arc.
    pub fn constraints(
        &self,
        origin: impl Fn(&'static str, usize, usize) -> Origin,
        sink: &mut dyn ConstraintSink,
    ) {
        for (middle, around) in &self.elimination.steps {
            for &other in around {
                sink.add_clause(
                    &[!self.before(*middle, other), !self.before(other, *middle)],
                    origin(ACYCLIC.0, *middle, other),
                );
            }
            let ends: Vec<[Lit; 2]> = around
                .iter()
                .map(|&other| [self.before(other, *middle), self.before(*middle, other)])
                .collect();
            for (i, &from) in around.iter().enumerate() {
                for (j, &to) in around.iter().enumerate().skip(i + 1) {
                    let there = [!ends[i][0], !ends[j][1], self.before(from, to)];
                    sink.add_clause(&there, origin(ACYCLIC.0, from, to));
                    let back = [!ends[j][0], !ends[i][1], self.before(to, from)];
                    sink.add_clause(&back, origin(ACYCLIC.0, to, from));
                }
            }
        }
        let mut next = self.first + (self.variable_count() - self.later_variables()) as u32;
        for (a, b) in self.arcs_left() {
            let origin = origin(TIME.0, a, b);
            self.later(a, b, next, origin, sink);
            next += self.bits.saturating_sub(1) as u32;
        }
    }

    fn later_variables(&self) -> usize {
        2 * self.edges_left.len() * self.bits.saturating_sub(1)
    }

    /// Adds *if a is before b, the time of a is later*. `first` is the number of the variable "the lowest bit of a is
    /// greater".
    fn later(&self, a: usize, b: usize, first: u32, origin: Origin, sink: &mut dyn ConstraintSink) {
        for bit in (0..self.bits).rev() {
            let is_highest = bit + 1 == self.bits;
            let literal = |bit: usize| Lit::positive(first + bit as u32);
            let greater = if is_highest { self.before(a, b) } else { literal(bit) };
            let (one, other) = (self.time(a, bit), self.time(b, bit));
            let mut clause = |rest: [Lit; 2]| {
                sink.add_clause(&[!greater, rest[0], rest[1]], origin);
            };
            match bit.checked_sub(1).map(literal) {
                Some(below) => {
                    clause([one, !other]);
                    clause([one, below]);
                    clause([!other, below]);
                }
                None => {
                    sink.add_clause(&[!greater, one], origin);
                    sink.add_clause(&[!greater, !other], origin);
                }
            }
        }
    }
}

/// Returns the number of bits that give every vertex a different time.
pub(crate) fn bits(vertices: usize) -> usize {
    vertices.next_power_of_two().trailing_zeros() as usize
}

/// Returns the number of clauses that compare two times.
fn comparison_clauses(bits: usize) -> usize {
    (3 * bits).saturating_sub(1)
}

/// Returns the number of steps after which leaf elimination of the rest makes the total number of clauses smallest.
fn cheapest(mut eliminator: Eliminator) -> usize {
    let (mut eliminated, mut steps) = (0, 0);
    let mut best = (usize::MAX, 0);
    loop {
        let edges = 2 * eliminator.edge_count_left();
        let rest = edges * comparison_clauses(bits(eliminator.vertex_count_left()));
        best = best.min((eliminated + rest, steps));
        let Some(degree) = eliminator.next_degree() else { return best.1 };
        eliminated += degree * degree;
        // further steps only add clauses to this number
        if eliminated > best.0 {
            return best.1;
        }
        eliminator.step();
        steps += 1;
    }
}
