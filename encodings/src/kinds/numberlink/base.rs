//! The base of all Numberlink encodings: the edge variables and the degree rules.

use crate::grid::{Edge, Graph};
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::one_path::counted::{self, Counted, TrueCount};

/// The base of an encoding. Its variables are the edges, in order, then the auxiliary variables of the counters.
pub(super) struct NumberlinkBase<'a> {
    pub puzzle: &'a Numberlink,
    /// The rule of the puzzle, or the stricter rule of the encoding.
    pub rule: NumberlinkRule,
    counted: Vec<Counted>,
}

impl<'a> NumberlinkBase<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 3] = [
        ("edge", "whether a path takes an edge"),
        ("terminal", "one line at each terminal"),
        ("degree", "zero or two lines at each other vertex; two where all vertices are covered"),
    ];

    pub fn new(puzzle: &'a Numberlink, rule: NumberlinkRule) -> Self {
        let graph = puzzle.graph();
        let at_vertex = |vertex| {
            let (family, count) = match (puzzle.terminal(vertex), rule) {
                (Some(_), _) => ("terminal", TrueCount::One),
                (None, NumberlinkRule::Free) => ("degree", TrueCount::ZeroOrTwo),
                (None, NumberlinkRule::Cover) => ("degree", TrueCount::Two),
            };
            let edges = graph.incident(vertex).iter().map(|edge| Lit::positive(edge.0));
            Counted {
                literals: edges.collect(),
                count,
                origin: Origin::new(family, graph.vertex_place(vertex)),
                name: graph.vertex_name(vertex),
            }
        };
        Self { puzzle, rule, counted: (0..graph.vertex_count()).map(at_vertex).collect() }
    }

    pub fn graph(&self) -> &'a Graph {
        self.puzzle.graph()
    }

    /// Returns the literal *a path takes the edge*.
    pub fn edge(&self, edge: Edge) -> Lit {
        Lit::positive(edge.0)
    }

    /// Returns the literals of the edges at a vertex.
    pub fn edges_at(&self, vertex: usize) -> impl Iterator<Item = Lit> {
        self.graph().incident(vertex).iter().map(|&edge| self.edge(edge))
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for edge in self.graph().edges() {
            sink.variable("edge", format_args!("{}", self.graph().edge_label(edge)));
        }
        counted::variables(&self.counted, sink);
    }

    pub fn constraints(&self, sink: &mut dyn ConstraintSink) {
        counted::constraints(&self.counted, self.graph().edge_count() as u32, sink);
    }
}
