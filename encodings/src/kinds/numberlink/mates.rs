//! The encoding `mates`: vertices that are no terminals are taken out one by one, and what they joined is
//! joined.

use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::loops::contraction::{Contracted, Contraction, Joined, pair};
use crate::loops::counted::Count;
use crate::loops::eager::elimination::Elimination;

/// Paths between the right terminals, and no loops, by [`Contraction`].
///
/// Every vertex that is no terminal is taken out, fewest neighbours first. What is left are the terminals, and
/// each is joined to the other end of its path: the two of a pair are, and terminals of two pairs never are at
/// any time. No labels are needed. A part of the graph that cannot be crossed by a path any more is seen by unit
/// propagation: then its terminals are joined to nothing.
pub(super) struct Mates {
    contraction: Contraction,
    first: u32,
}

impl Mates {
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "mate",
        "vertices are taken out one by one, and the two to which each is joined are joined; they \
         were not before; in the end the terminals of each pair are, those of two pairs never are",
    )];

    /// `None` if that takes far too many variables.
    pub fn new(base: &NumberlinkBase, first: u32) -> Option<Self> {
        let (graph, puzzle) = (base.graph(), base.puzzle);
        let edges = graph.edges().map(|edge| graph.ends(edge).into());
        let is_terminal = |vertex: usize| puzzle.terminal(vertex).is_some();
        let vertices = graph.vertex_count();
        let mut steps = Elimination::up_to(Contraction::MOST, vertices, edges, &is_terminal)?.steps;
        steps.truncate(vertices - 2 * puzzle.pairs().len());
        Some(Self { contraction: Contraction::new(steps), first })
    }

    /// Number of variables.
    pub fn variable_count(&self, base: &NumberlinkBase) -> usize {
        self.contraction.variable_count(&Lines(base.puzzle))
    }

    pub fn variables(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        self.contraction.variables("mate", &Lines(base.puzzle), sink);
    }

    pub fn constraints(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        let (graph, lines) = (base.graph(), Lines(base.puzzle));
        let joined: Joined = graph
            .edges()
            .map(|edge| {
                let [a, b] = graph.ends(edge);
                (pair(a, b), base.edge(edge))
            })
            .collect();
        let joined = self.contraction.constraints(&lines, joined, self.first, sink);
        for [a, b] in base.puzzle.pairs().iter().map(|pair| pair.ends) {
            let clause: Vec<Lit> = joined.get(&pair(a, b)).copied().into_iter().collect();
            sink.constraint(Constraint::Clause(&clause), lines.origin(a));
        }
    }
}

struct Lines<'a>(&'a Numberlink);

impl Contracted for Lines<'_> {
    fn name(&self, vertex: usize) -> String {
        self.0.graph().vertex_name(vertex)
    }

    fn origin(&self, vertex: usize) -> Origin {
        Origin::new("mate", self.0.graph().vertex_place(vertex))
    }

    fn count(&self, _: usize) -> Count {
        match self.0.rule() {
            NumberlinkRule::Free => Count::ZeroOrTwo,
            NumberlinkRule::Cover => Count::Two,
        }
    }

    fn may_join(&self, a: usize, b: usize) -> bool {
        match (self.0.terminal(a), self.0.terminal(b)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }
}
