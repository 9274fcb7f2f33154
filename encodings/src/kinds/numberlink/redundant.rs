//! Redundant constraints on labels that help solvers.

use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::{Label, Labels};
use crate::logic::{Constraint, Lit, Origin};
use crate::loops::counted::Counted;

/// The families `single` and `beside`. Measured in `docs/encodings/paths.md`.
pub(super) const FAMILIES: [(&str, &str); 2] = [
    ("single", "redundant: a vertex is on the path of at most one pair"),
    (
        "beside",
        "redundant: a vertex on the path of a pair has two neighbours on it, a terminal has one",
    ),
];

/// The largest number of pairs for which `single` is stated: it constrains labels two by two.
const PAIRS: usize = 100;

/// Calls `visit` with each constraint.
pub(super) fn each(
    base: &NumberlinkBase,
    labels: &Labels,
    mut visit: impl FnMut(&'static str, Constraint<'_>, Origin),
) {
    let graph = base.graph();
    let pairs = base.puzzle.pairs().len();
    let literal = |label: &Label| match label {
        Label::Literal(literal) => Some(*literal),
        Label::Known(_) => None,
    };
    for vertex in 0..graph.vertex_count() {
        let place = graph.vertex_place(vertex);
        let own: Vec<Label> = (0..pairs).map(|pair| labels.label(base, vertex, pair)).collect();
        let literals: Vec<Lit> = own.iter().filter_map(literal).collect();
        if (2..=PAIRS).contains(&literals.len()) {
            let one = Constraint::Cardinality { literals: &literals, at_least: 0, at_most: 1 };
            visit("single", one, Origin::new("single", place));
        }
        // the number of clauses grows with the square of the degree
        if graph.incident(vertex).len() > Counted::DIRECT {
            continue;
        }
        for (pair, own) in own.iter().enumerate() {
            let around: Vec<Label> =
                graph.neighbours(vertex).map(|other| labels.label(base, other, pair)).collect();
            let mut one_of = |but: Option<usize>, first: Option<Lit>| {
                let others = around.iter().enumerate().filter(|&(i, _)| Some(i) != but);
                let others = others.map(|(_, label)| label);
                if others.clone().any(|label| matches!(label, Label::Known(true))) {
                    return;
                }
                let clause: Vec<Lit> =
                    first.into_iter().chain(others.filter_map(literal)).collect();
                visit("beside", Constraint::Clause(&clause), Origin::new("beside", place));
            };
            match own {
                Label::Known(false) => {}
                Label::Known(true) => one_of(None, None),
                // at least two: for each of them, at least one of the others
                Label::Literal(own) => (0..around.len()).for_each(|i| one_of(Some(i), Some(!*own))),
            }
        }
    }
}
