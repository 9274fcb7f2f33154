//! The base `two-line`: at each vertex the formula *none or exactly two* (*TwoLine* of Westreicher 3.17).

use crate::encoding::EncodingInfo;
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{
    CLUE, EDGE, NONEMPTY, SlitherlinkBase, at_each_vertex, clues, nonempty,
};
use crate::logic::{Constraint, ConstraintSink, Formula};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};

/// One variable per edge, the clues of 3.15, and at each vertex the formula None(c) ∨ ExactlyTwo(c) over its edges c
/// (3.17). The paper has no `nonempty`; without it, the empty drawing would solve a puzzle of zeros.
///
/// Distribution turns 3.17 into exactly the clauses of Berschneider 2.16-2.29; the other CNF methods show what the
/// formula costs without distribution.
pub(super) const TWO_LINE: SlitherlinkBase = SlitherlinkBase {
    info: EncodingInfo {
        name: "two-line",
        meaning: "a variable for each edge; at each vertex a formula: none or exactly two",
        source: "Westreicher 2011, equations 3.15 and 3.17",
        families: &[EDGE, NONEMPTY, ("degree", "none or two lines meet at a vertex"), CLUE],
    },
    drawing: Drawing::Edges,
    rules,
};

fn rules(puzzle: &Slitherlink, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    nonempty(puzzle, board, sink);
    at_each_vertex(puzzle, board, |edges, origin| {
        let formula = Formula::Or(vec![Formula::none(edges), Formula::exactly_two(edges)]);
        sink.constraint(Constraint::Formula(&formula), origin);
    });
    clues(puzzle, board, sink);
}
