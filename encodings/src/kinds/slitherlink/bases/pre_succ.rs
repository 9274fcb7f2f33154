//! The base `pre-succ`: each drawn edge has one predecessor and one successor (*PreSucc* of Westreicher 3.16).

use crate::encoding::EncodingInfo;
use crate::grid::{Edge, Graph};
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{CLUE, EDGE, NONEMPTY, SlitherlinkBase, clues, nonempty};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};

/// One variable per edge, the clues of 3.15, and *a drawn edge has exactly one predecessor and exactly one successor*
/// (3.16). The predecessor is one of the other edges at the edge's first end, the successor one of the other edges at
/// its second end (3.4-3.7). The paper has no `nonempty`; without it, the empty drawing would solve a puzzle of zeros.
pub(super) const PRE_SUCC: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "pre-succ",
        meaning: "a variable for each edge; a drawn edge has one predecessor and one successor",
        source: "Westreicher 2011, equations 3.15 and 3.16",
        families: &[
            EDGE,
            NONEMPTY,
            ("predecessor", "a line continues at its left or upper end in exactly one way"),
            ("successor", "a line continues at its right or lower end in exactly one way"),
            CLUE,
        ],
    },
    drawing: Drawing::Edges,
    rules,
};

/// Returns the other edges at one end of an edge.
fn others(graph: &Graph, edge: Edge, end: usize) -> impl Iterator<Item = Edge> {
    let vertex = graph.ends(edge)[end];
    graph.incident(vertex).iter().copied().filter(move |&other| other != edge)
}

fn rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    nonempty(puzzle, board, sink);
    let graph = puzzle.graph();
    for edge in graph.edges() {
        for (end, family) in ["predecessor", "successor"].into_iter().enumerate() {
            let literals: Vec<Lit> =
                others(graph, edge, end).map(|other| board.edge(other)).collect();
            let constraint = Constraint::Conditional {
                when: board.edge(edge),
                literals: &literals,
                at_least: 1,
                at_most: 1,
            };
            sink.constraint(constraint, Origin::new(family, graph.edge_place(edge)));
        }
    }
    clues(puzzle, board, sink);
}
