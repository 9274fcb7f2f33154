//! The base `edge`: one variable per edge. One set of constraints is lowered to rows (Berschneider 2.1-2.13) or to
//! clauses (2.15-2.55).

use crate::encoding::EncodingInfo;
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{
    CLUE, EDGE, NONEMPTY, SlitherlinkBase, at_each_vertex, clues, nonempty,
};
use crate::logic::{Constraint, ConstraintSink};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};

/// The base encoding with one variable per edge and these constraints:
///
/// | family | at | constraint | CNF clauses |
/// |---|---|---|---|
/// | `nonempty` | the puzzle | at least one edge (2.1, 2.15) | 1 |
/// | `degree` | a vertex of degree d | zero or two (2.2-2.12, 2.16-2.29) | 2, 4 or 8 for d = 2, 3, 4 |
/// | `clue` | a cell with clue v | exactly v edges (2.13, 2.30-2.55) | 4, 7, 8, 7, 4 for v = 0 to 4 |
///
/// A grid of n x m cells with z_v clues of value v has 8nm + 4·z0 + 7·z1 + 8·z2 + 7·z3 + 4·z4 + 1 clauses.
pub(super) const EDGE_BASE: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "edge",
        meaning: "a variable for each edge; zero or two edges at each vertex",
        source: "Berschneider 2024, equations 2.1-2.13 and 2.15-2.55",
        families: &[EDGE, NONEMPTY, ("degree", "none or two lines meet at a vertex"), CLUE],
    },
    drawing: Drawing::Edges,
    rules,
};

fn rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    nonempty(puzzle, board, sink);
    at_each_vertex(puzzle, board, |edges, origin| {
        sink.constraint(Constraint::ZeroOrTwo(edges), origin);
    });
    clues(puzzle, board, sink);
}
