//! The part `labels`: which pair's path a vertex is on.

use crate::encoding::PredictedSize;
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};

/// A variable `p_V_K` for each vertex that is no terminal and each pair: the path of pair K goes through
/// the vertex. The two ends of a line are on the same path; terminals are on their own; a vertex without
/// a line is on none.
///
/// That leaves paths between the right terminals, and loops. It need not be said that a vertex is on one
/// path only: a second label would pass on along the path to its terminals, which have their own.
///
/// The labels follow from the lines but for those on a loop, which may have any: so the variables of
/// this part are determined only where something else forbids loops.
pub(super) struct Labels {
    first: u32,
    pairs: usize,
    /// For each vertex how many that are no terminals come before it; `None` for terminals.
    numbers: Vec<Option<usize>>,
}

/// What says that a vertex is on the path of a pair.
pub(super) enum Label {
    Known(bool),
    Literal(Lit),
}

impl Labels {
    pub const FAMILIES: [(&'static str, &'static str); 1] = [(
        "label",
        "the vertices of a line are on the path of the same pair, and terminals on that of their own",
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

    fn free_count(&self) -> usize {
        self.numbers.iter().flatten().count()
    }

    /// Number of variables: one for each pair and each vertex that is no terminal.
    pub fn variable_count(&self) -> usize {
        self.free_count() * self.pairs
    }

    pub fn variables(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        for (vertex, _) in self.numbers.iter().enumerate().filter(|(_, number)| number.is_some()) {
            let name = base.graph().vertex_name(vertex);
            for pair in 1..=self.pairs {
                sink.variable("label", format_args!("p_{name}_{pair}"));
            }
        }
    }

    pub(super) fn label(&self, base: &NumberlinkBase, vertex: usize, pair: usize) -> Label {
        match self.numbers[vertex] {
            Some(number) => {
                Label::Literal(Lit::positive(self.first + (number * self.pairs + pair) as u32))
            }
            None => Label::Known(base.puzzle.terminal(vertex) == Some(pair)),
        }
    }

    pub fn constraints(&self, base: &NumberlinkBase, sink: &mut dyn ConstraintSink) {
        let graph = base.graph();
        for edge in graph.edges() {
            let origin = Origin::new("label", graph.edge_place(edge));
            let mut clause = |clause: &[Lit]| sink.constraint(Constraint::Clause(clause), origin);
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
                    (Label::Literal(a), Label::Literal(b)) => {
                        clause(&[!drawn, !a, b]);
                        clause(&[!drawn, a, !b]);
                    }
                    (Label::Known(known), Label::Literal(label))
                    | (Label::Literal(label), Label::Known(known)) => {
                        clause(&[!drawn, if known { label } else { !label }]);
                    }
                    (Label::Known(_), Label::Known(_)) => {}
                }
            }
        }
        if base.rule == NumberlinkRule::Cover {
            return;
        }
        for vertex in 0..graph.vertex_count() {
            let origin = Origin::new("label", graph.vertex_place(vertex));
            for pair in 0..self.pairs {
                if let Label::Literal(label) = self.label(base, vertex, pair) {
                    let clause: Vec<Lit> =
                        std::iter::once(!label).chain(base.edges_at(vertex)).collect();
                    sink.constraint(Constraint::Clause(&clause), origin);
                }
            }
        }
    }

    /// For K pairs: 2K clauses for each edge between vertices that are no terminals, K for each with one
    /// terminal, 1 for each between terminals of two pairs; and, where vertices may be left, K for each
    /// that is no terminal.
    pub fn predicted(&self, base: &NumberlinkBase) -> PredictedSize {
        let (graph, puzzle) = (base.graph(), base.puzzle);
        let of_edge = |edge| match graph.ends(edge).map(|end| puzzle.terminal(end)) {
            [None, None] => 2 * self.pairs,
            [Some(one), Some(other)] => usize::from(one != other),
            _ => self.pairs,
        };
        let left = if base.rule == NumberlinkRule::Free { self.variable_count() } else { 0 };
        let clauses = graph.edges().map(of_edge).sum::<usize>() + left;
        let variables = self.variable_count() as u128;
        PredictedSize { family: "label", variables, clauses: clauses as u128 }
    }
}
