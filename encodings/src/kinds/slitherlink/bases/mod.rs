//! The base encodings: all rules except *one loop*. A base is one file here and one entry in
//! [`BASES`].

mod colour;
mod edge;
mod pre_succ;
mod two_line;

use crate::encoding::{EncodingInfo, PredictedSize};
use crate::grid::Graph;
use crate::kinds::slitherlink::Slitherlink;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place, binomial};
use crate::loops::eager::{Drawing, DrawingVariables};

/// A base encoding.
pub trait SlitherlinkBase: Sync {
    /// Returns its name, meaning, source and rule families.
    fn info(&self) -> &'static EncodingInfo;

    /// Returns what its variables draw.
    fn drawing(&self) -> Drawing;

    /// Adds the rules over the variables of `board` to `sink`.
    fn rules(&self, puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink);

    /// Returns the number of clauses per family with
    /// [`CnfMethod::Direct`](crate::logic::CnfMethod::Direct). A base has no variables beyond those
    /// of its drawing.
    fn predicted_sizes(&self, puzzle: &Slitherlink) -> Vec<PredictedSize>;
}

/// All base encodings.
pub const BASES: &[&dyn SlitherlinkBase] =
    &[&edge::EdgeBase, &two_line::TwoLine, &pre_succ::PreSucc, &colour::ColourBase];

const EDGE: (&str, &str) = ("edge", "whether an edge is drawn");
const NONEMPTY: (&str, &str) = ("nonempty", "at least one line is drawn");
const CLUE: (&str, &str) = ("clue", "the number of lines around a cell equals its clue");

/// Adds the rule *at least one edge* (Berschneider 2.1, 2.15).
fn nonempty(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let edges: Vec<Lit> = puzzle.graph().edges().map(|edge| board.edge(edge)).collect();
    sink.constraint(Constraint::Clause(&edges), Origin::new("nonempty", Place::Whole));
}

/// Adds the rule *as many edges as the clue* (Berschneider 2.13, 2.30-2.55; Westreicher 3.15).
fn clues(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    for clue in puzzle.edge_clues() {
        let literals: Vec<Lit> = clue.edges.iter().map(|&edge| board.edge(edge)).collect();
        let (at_least, at_most) = (clue.count, clue.count);
        let constraint = Constraint::Cardinality { literals: &literals, at_least, at_most };
        sink.constraint(constraint, Origin::new("clue", clue.place));
    }
}

/// Calls `rule` with the edges at each vertex and the origin of its degree rule.
fn at_each_vertex(
    puzzle: &Slitherlink,
    board: &DrawingVariables,
    mut rule: impl FnMut(&[Lit], Origin),
) {
    let graph = puzzle.graph();
    for vertex in 0..graph.vertex_count() {
        let edges: Vec<Lit> = graph.incident(vertex).iter().map(|&edge| board.edge(edge)).collect();
        rule(&edges, Origin::new("degree", graph.vertex_place(vertex)));
    }
}

/// Predicts the size of *zero or two of d edges*: for each edge, *not this one alone*, and for each
/// three edges, *not all of them*. That makes d + C(d, 3) clauses: 2, 4 and 8 for d = 2, 3 and 4.
fn predicted_degree(graph: &Graph) -> PredictedSize {
    let clauses = |vertex: usize| {
        let degree = graph.incident(vertex).len();
        degree as u128 + u128::from(binomial(degree, 3))
    };
    predicted("degree", (0..graph.vertex_count()).map(clauses).sum())
}

/// Predicts the sizes of [`nonempty`] and [`clues`]: 1 clause, and C(k, a + 1) + C(k, k - a + 1)
/// for a clue a on k edges. That is 4, 7, 8, 7, 4 for the clues 0 to 4 of a cell.
fn predicted_clues(puzzle: &Slitherlink) -> [PredictedSize; 2] {
    let clauses =
        puzzle.edge_clues().iter().map(|clue| predicted_exactly(clue.count, clue.edges.len()));
    [predicted("nonempty", 1), predicted("clue", clauses.sum())]
}

/// Returns the number of clauses of *exactly a of k literals*, for a ≤ k.
fn predicted_exactly(a: usize, k: usize) -> u128 {
    let sets = |size: usize| u128::from(binomial(k, size));
    sets(a + 1) + if a > 0 { sets(k - a + 1) } else { 0 }
}

fn predicted(family: &'static str, clauses: u128) -> PredictedSize {
    PredictedSize { family, variables: 0, clauses }
}
