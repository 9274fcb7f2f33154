//! The part `labels`: for each vertex, the pair whose path visits it.

use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::{ConstraintSink, Lit, Origin};

/// A variable `p_V_K` for each non-terminal vertex V and each pair K: the path of pair K visits the vertex. The ends of
/// a line have the same labels, a terminal has the label of its pair, and a vertex without a line has no label.
///
/// The models that are left consist of paths between the right terminals, and loops. No constraint limits a vertex to
/// one label, because a second label would propagate along the path to its terminals and contradict their labels.
///
/// The lines determine all labels except the labels on a loop, which are free. So the variables of this part are
/// determined only if another part forbids loops.
pub(super) struct PathLabels {
    first: u32,
    pairs: usize,
    /// For each non-terminal vertex, the number of non-terminal vertices before it; `None` for terminals.
    numbers: Vec<Option<usize>>,
}

/// Whether a vertex is on the path of a pair: a constant for terminals, a literal otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairLabel {
    Known(bool),
    Literal(Lit),
}

impl std::ops::Not for PairLabel {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Known(known) => Self::Known(!known),
            Self::Literal(literal) => Self::Literal(!literal),
        }
    }
}

impl PathLabels {
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "label",
        "the ends of a line are on the path of the same pair, a terminal on that of its own pair, and a vertex without a line \
         on none",
    )];

    pub fn new(puzzle: &Numberlink, first: u32) -> Self {
        let mut next = 0..;
        let number = |vertex| match puzzle.terminal(vertex) {
            Some(_) => None,
            None => next.next(),
        };
        let numbers = (0..puzzle.graph().vertex_count()).map(number).collect();
        Self { first, pairs: puzzle.pairs().len(), numbers }
    }

    pub fn variables(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        for (vertex, _) in self.numbers.iter().enumerate().filter(|(_, number)| number.is_some()) {
            let name = base.graph().vertex_label(vertex);
            for pair in 1..=self.pairs {
                sink.variable("label", format_args!("p_{name}_{pair}"));
            }
        }
    }

    /// Returns the label of a non-terminal vertex.
    pub(super) fn literal(&self, vertex: usize, pair: usize) -> Option<Lit> {
        let number = self.numbers[vertex]?;
        Some(Lit::positive(self.first + (number * self.pairs + pair) as u32))
    }

    pub(super) fn label(&self, base: &NumberlinkBase, vertex: usize, pair: usize) -> PairLabel {
        let known = || PairLabel::Known(base.puzzle.terminal(vertex) == Some(pair));
        self.literal(vertex, pair).map_or_else(known, PairLabel::Literal)
    }

    /// Adds the literals *the vertex is not on the path of the pair* to a clause. Returns `false` if the clause is
    /// satisfied because one of the vertices is a terminal of another pair.
    pub(super) fn negations(
        &self,
        base: &NumberlinkBase,
        vertices: &[usize],
        pair: usize,
        clause: &mut Vec<Lit>,
    ) -> bool {
        vertices.iter().all(|&vertex| match self.label(base, vertex, pair) {
            PairLabel::Literal(literal) => {
                clause.push(!literal);
                true
            }
            PairLabel::Known(known) => known,
        })
    }

    pub fn constraints(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        for edge in graph.edges() {
            let origin = Origin::new("label", graph.edge_place(edge));
            let mut clause = |clause: &[Lit]| sink.add_clause(clause, origin);
            let [a, b] = graph.ends(edge);
            let drawn = base.edge(edge);
            if let (Some(one), Some(other)) = (base.puzzle.terminal(a), base.puzzle.terminal(b)) {
                if one != other {
                    clause(&[!drawn]);
                }
                continue;
            }
            for pair in 0..self.pairs {
                match (self.label(base, a, pair), self.label(base, b, pair)) {
                    (PairLabel::Literal(a), PairLabel::Literal(b)) => {
                        clause(&[!drawn, !a, b]);
                        clause(&[!drawn, a, !b]);
                    }
                    (PairLabel::Known(known), PairLabel::Literal(label))
                    | (PairLabel::Literal(label), PairLabel::Known(known)) => {
                        clause(&[!drawn, if known { label } else { !label }]);
                    }
                    (PairLabel::Known(_), PairLabel::Known(_)) => {}
                }
            }
        }
        if base.rule == NumberlinkRule::Cover {
            return;
        }
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new("label", graph.vertex_place(vertex));
            for pair in 0..self.pairs {
                if let PairLabel::Literal(label) = self.label(base, vertex, pair) {
                    let clause: Vec<Lit> =
                        std::iter::once(!label).chain(base.edges_at(vertex)).collect();
                    sink.add_clause(&clause, origin);
                }
            }
        }
    }
}
