//! Base encodings: all rules except *one loop*. A base is one file here and one entry in [`BASES`].

mod colour;
mod edge;
mod pre_succ;
mod two_line;

use crate::encoding::EncodingInfo;
use crate::kinds::slitherlink::Slitherlink;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};

/// A base encoding.
pub struct SlitherlinkBase {
    /// The name, meaning, source and rule families.
    pub info: EncodingInfo,
    /// The drawing whose variables the base uses.
    pub drawing: Drawing,
    /// Adds the rules over the variables of a drawing to a sink.
    pub rules: fn(&Slitherlink, &DrawingVariables, &mut dyn ConstraintSink),
}

/// All base encodings.
pub const BASES: &[SlitherlinkBase] =
    &[edge::EDGE_BASE, two_line::TWO_LINE, pre_succ::PRE_SUCC, colour::COLOUR];

const EDGE: (&str, &str) = ("edge", "whether an edge is drawn");
const NONEMPTY: (&str, &str) = ("nonempty", "at least one line is drawn");
const CLUE: (&str, &str) = ("clue", "the number of lines around a cell equals its clue");

/// Adds the rule *at least one edge* (Berschneider 2.1, 2.15).
fn nonempty(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let edges: Vec<Lit> = puzzle.graph().edges().map(|edge| board.edge(edge)).collect();
    sink.constraint(Constraint::Clause(&edges), Origin::new("nonempty", Place::Whole));
}

/// Adds the rule *exactly as many edges around a clue as it states* (Berschneider 2.13, 2.30-2.55; Westreicher 3.15).
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
