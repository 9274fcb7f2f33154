//! Redundant constraints on labels that help solvers.

use crate::grid::Cell;
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::PathLabels;
use crate::logic::{Constraint, Lit, Origin};

/// The families `single` and `square`. Measured in `docs/encodings/paths.md`.
pub(super) const FAMILIES: [(&str, &str); 2] = [
    ("single", "redundant: a vertex is on the path of at most one pair"),
    ("square", "redundant: the four cells of a square are not on one path"),
];

/// The largest number of pairs for which `single` is stated, because it constrains every two labels of a vertex.
const PAIRS: usize = 100;

/// Calls `visit` with each constraint.
pub(super) fn each(
    base: &NumberlinkBase,
    labels: &PathLabels,
    mut visit: impl FnMut(&'static str, Constraint<'_>, Origin),
) {
    let graph = base.graph();
    let pairs = base.puzzle.pairs().len();
    for vertex in 0..graph.vertex_count() {
        let literals: Vec<Lit> =
            (0..pairs).filter_map(|pair| labels.literal(vertex, pair)).collect();
        if (2..=PAIRS).contains(&literals.len()) {
            let one = Constraint::Cardinality { literals: &literals, at_least: 0, at_most: 1 };
            visit("single", one, Origin::new("single", graph.vertex_place(vertex)));
        }
    }
    squares(base, labels, |clause, origin| visit("square", Constraint::Clause(clause), origin));
}

/// Calls `visit` with each clause of `square`: four cells with the same label would be joined to a loop.
fn squares(base: &NumberlinkBase, labels: &PathLabels, mut visit: impl FnMut(&[Lit], Origin)) {
    let Some(grid) = base.puzzle.grid() else { return };
    let mut clause = Vec::with_capacity(4);
    for (row, col) in (1..grid.rows()).flat_map(|row| (1..grid.cols()).map(move |col| (row, col))) {
        let corners = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)];
        let cells = corners.map(|(row, col)| grid.cell_index(Cell { row, col }));
        for pair in 0..base.puzzle.pairs().len() {
            clause.clear();
            if labels.negations(base, &cells, pair, &mut clause) {
                visit(&clause, Origin::new("square", base.graph().vertex_place(cells[0])));
            }
        }
    }
}
