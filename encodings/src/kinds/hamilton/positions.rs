//! The part of the encoding `positions`: a variable for each vertex and each position on the line.

use crate::kinds::hamilton::HamiltonGoal;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};

/// The positions of Labath 2010, section 2.3.2: `p_V_C`, "vertex V is the C-th of the line", C = 1 ... N.
///
/// The paper's families, for a graph of N vertices (in the paper, the cells of a grid):
///
/// | family | paper | meaning |
/// |---|---|---|
/// | `position` | P+, P- | each vertex has exactly one position |
/// | `start` | Pz+, Pz- | the start has position 1, no other vertex has |
/// | `end` | Pk+, Pk- | the end has position N, no other vertex has |
/// | `successor` | S+, S- | a vertex at C < N has a neighbor at C + 1, and an edge joins the two |
///
/// The paper has three errors in these clauses, which are corrected here.
///
/// - S+ is printed as "each vertex but the end has a neighbor at position c", for each c, without the vertex's own
///   position and without the "one more" of the text above it. Here it is ¬p(v,c) ∨ ⋁ p(u,c+1) over the neighbors u.
/// - S- has the edge with the wrong sign: as printed, ¬s ∨ ¬p(v,c) ∨ ¬p(u,c+1), successive vertices may *not* be
///   joined. The first sentence above it and the proof below it require the opposite, s ∨ ¬p ∨ ¬p; the second sentence repeats
///   the error.
/// - The proof claims that "P defines a permutation", but P gives each vertex one position, not different vertices
///   different positions. The claim follows nevertheless: from the start at position 1, S+ leads through 2, 3, ..., N,
///   and these are N vertices.
///
/// The proof states correctly that the sequence does not need H1 and H2. The edges do, because without them, an edge
/// could be chosen that does not join successive positions.
///
/// For a cycle, the start is a root, a vertex of minimum degree. The last position is at a neighbor of the root along a
/// chosen edge. The line begins with the first of the two chosen edges at the root, so that each cycle has only one
/// numbering. For a path, a free start is at position 1, and a free end is at position N.
pub(super) struct Positions {
    pub first: u32,
}

impl Positions {
    pub const FAMILIES: [(&'static str, &'static str); 5] = [
        ("position", "each vertex has exactly one position (Labath's P+ and P-)"),
        ("start", "the start, or the root of a cycle, has the first position (Labath's Pz+, Pz-)"),
        (
            "end",
            "the end has the last position (Labath's Pk+, Pk-); in a cycle a neighbour of the root",
        ),
        (
            "successor",
            "each vertex but the last has a neighbour at the next position (Labath's S+), and a \
             chosen edge joins the two (S-); both corrected",
        ),
        ("direction", "the line begins with the first of the two edges at the root of a cycle"),
    ];

    fn at(&self, base: &HamiltonBase, vertex: usize, position: usize) -> Lit {
        let vertices = base.graph().vertex_count();
        Lit::positive(self.first + (vertex * vertices + position - 1) as u32)
    }

    pub fn variables(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let vertices = base.graph().vertex_count();
        for vertex in 0..vertices {
            let name = base.graph().vertex_label(vertex);
            for position in 1..=vertices {
                sink.variable("position", format_args!("p_{name}_{position}"));
            }
        }
    }

    pub fn constraints(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let vertices = base.graph().vertex_count();
        for vertex in 0..vertices {
            let all: Vec<Lit> = (1..=vertices).map(|c| self.at(base, vertex, c)).collect();
            let one = Constraint::Cardinality { literals: &all, at_least: 1, at_most: 1 };
            sink.constraint(one, Origin::new("position", base.graph().vertex_place(vertex)));
        }
        if base.is_trivial() {
            return;
        }
        self.ends(base, sink);
        self.successors(base, sink);
    }

    /// Adds the constraints on position 1, position N, and the direction of a cycle.
    fn ends(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let vertices = base.graph().vertex_count();
        let root = base.root();
        let end = base.puzzle.goal().given_ends()[1];
        let mut fix = |family, vertex, given: Option<usize>, free: Option<Lit>, here: Lit| {
            let origin = Origin::new(family, base.graph().vertex_place(vertex));
            match free {
                None if given == Some(vertex) => sink.add_clause(&[here], origin),
                None => sink.add_clause(&[!here], origin),
                Some(free) => {
                    sink.add_clause(&[!here, free], origin);
                    sink.add_clause(&[here, !free], origin);
                }
            }
        };
        for vertex in 0..vertices {
            fix("start", vertex, root, base.start(vertex), self.at(base, vertex, 1));
        }
        if base.puzzle.goal() != HamiltonGoal::Cycle {
            for vertex in 0..vertices {
                fix("end", vertex, end, base.end(vertex), self.at(base, vertex, vertices));
            }
            return;
        }
        let Some(root) = root else { return };
        for vertex in 0..vertices {
            let origin = Origin::new("end", base.graph().vertex_place(vertex));
            let mut clause = vec![!self.at(base, vertex, vertices)];
            clause.extend(base.graph().edge_between(root, vertex).map(|edge| base.edge(edge)));
            sink.add_clause(&clause, origin);
        }
        let edges = base.graph().incident(root);
        let origin = Origin::new("direction", base.graph().vertex_place(root));
        for (i, &second) in edges.iter().enumerate() {
            let beyond = self.at(base, base.graph().other_end(second, root), 2.min(vertices));
            for &first in &edges[..i] {
                sink.add_clause(&[!base.edge(first), !beyond], origin);
            }
        }
    }

    fn successors(&self, base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        let vertices = graph.vertex_count();
        let end = base.puzzle.goal().given_ends()[1];
        for vertex in (0..vertices).filter(|&vertex| end != Some(vertex)) {
            let origin = Origin::new("successor", graph.vertex_place(vertex));
            for position in 1..vertices {
                let mut clause = vec![!self.at(base, vertex, position)];
                let next = |neighbour| self.at(base, neighbour, position + 1);
                clause.extend(graph.neighbours(vertex).map(next));
                sink.add_clause(&clause, origin);
            }
        }
        for edge in graph.edges() {
            let origin = Origin::new("successor", graph.edge_place(edge));
            let [a, b] = graph.ends(edge);
            for (from, to) in [(a, b), (b, a)] {
                for position in 1..vertices {
                    let [here, there] = [(from, position), (to, position + 1)]
                        .map(|(vertex, position)| self.at(base, vertex, position));
                    sink.add_clause(&[base.edge(edge), !here, !there], origin);
                }
            }
        }
    }
}
