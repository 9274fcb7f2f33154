//! The encoding `mates`: non-terminal vertices are eliminated one by one, and the two neighbors of each on its path are
//! joined.

use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::acyclic::elimination::Elimination;
use crate::rules::one_path::contraction::{Contracted, Contraction, Joined, pair};
use crate::rules::one_path::counted::TrueCount;

/// Paths between the right terminals and no loops, by [`Contraction`].
///
/// All non-terminal vertices are eliminated, fewest neighbors first. The terminals remain, each joined to the other end
/// of its path. The two terminals of a pair must be joined; terminals of different pairs must never be. The encoding
/// needs no labels. If no path can leave some part of the graph any more, unit propagation detects it, because the
/// terminals inside are joined to nothing.
pub(super) struct Mates {
    contraction: Contraction,
    first: u32,
}

impl Mates {
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "mate",
        "vertices are eliminated one by one; the two neighbours of each are joined, and were not \
         before; the terminals of each pair end up joined, those of two pairs never are",
    )];

    /// Returns `None` if the elimination takes far too many variables.
    pub fn new(base: &NumberlinkBase, first: u32) -> Option<Self> {
        let (graph, puzzle) = (base.graph(), base.puzzle);
        let edges = graph.edges().map(|edge| graph.ends(edge).into());
        let is_terminal = |vertex: usize| puzzle.terminal(vertex).is_some();
        let vertices = graph.vertex_count();
        let mut steps = Elimination::up_to(Contraction::MOST, vertices, edges, &is_terminal)?.steps;
        steps.truncate((0..vertices).filter(|&vertex| !is_terminal(vertex)).count());
        Some(Self { contraction: Contraction::new(steps), first })
    }

    /// Returns the number of variables.
    pub fn variable_count(&self, base: &NumberlinkBase) -> usize {
        self.contraction.variable_count(&MateLines(base.puzzle))
    }

    pub fn variables(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        self.contraction.variables("mate", &MateLines(base.puzzle), sink);
    }

    pub fn constraints(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        let (graph, lines) = (base.graph(), MateLines(base.puzzle));
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
            sink.add_clause(&clause, lines.origin(a));
        }
    }
}

struct MateLines<'a>(&'a Numberlink);

impl Contracted for MateLines<'_> {
    fn name(&self, vertex: usize) -> String {
        self.0.graph().vertex_name(vertex)
    }

    fn origin(&self, vertex: usize) -> Origin {
        Origin::new("mate", self.0.graph().vertex_place(vertex))
    }

    fn count(&self, _: usize) -> TrueCount {
        match self.0.rule() {
            NumberlinkRule::Free => TrueCount::ZeroOrTwo,
            NumberlinkRule::Cover => TrueCount::Two,
        }
    }

    fn may_join(&self, a: usize, b: usize) -> bool {
        match (self.0.terminal(a), self.0.terminal(b)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }
}
