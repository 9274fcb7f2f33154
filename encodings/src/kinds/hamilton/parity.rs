//! Parity: the constraints that a bipartite graph imposes on a cycle and on the ends of a path.
//!
//! Along a line, the two sides of a bipartite graph alternate. On a chessboard-colored grid of 3 x 3 cells, for
//! example, 5 cells are black and 4 are white, so there is no cycle through all cells, and a path has both ends on
//! black cells.

use crate::grid::two_sides;
use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};
use crate::logic::{ConstraintSink, Lit, Origin, Place};

/// The family's name and meaning.
pub(super) const FAMILY: (&str, &str) = (
    "parity",
    "redundant: in a bipartite graph a line alternates between the sides, so the sides have equal \
     sizes, or the larger one has one vertex more and both ends",
);

/// Returns the side of each vertex if the graph without forbidden edges is bipartite and connected.
fn sides(puzzle: &Hamilton) -> Option<Vec<bool>> {
    let graph = puzzle.graph();
    let allowed = |vertex| graph.neighbours_along(vertex, |edge| !puzzle.is_forbidden(edge));
    let sides = two_sides(graph.vertex_count(), allowed)?;
    let is_connected = !sides.is_empty() && sides.iter().all(|&(_, component)| component == 0);
    // the first vertex is on the side `true`
    is_connected.then(|| sides.into_iter().map(|(side, _)| !side).collect())
}

/// Returns the clauses of the family. They follow from the degree rules by counting. A solver without counting needs
/// them, because without them it has to refute formulas as hard as the pigeonhole principle and the mutilated
/// chessboard.
///
/// Let the sides have a ≥ b vertices. A contradiction is one empty clause: for a cycle with a > b, a path with a > b +
/// 1, or a path with a fixed end on the wrong side. Otherwise, for a = b + 1, a unit clause forbids each free start and
/// each free end on the smaller side. For a = b, a unit clause forbids each free end on the side of the fixed end; if
/// both ends are free, two clauses require an end on each side.
fn clauses(base: &HamiltonBase) -> Vec<Vec<Lit>> {
    let Some(mut sides) = sides(base.puzzle) else { return Vec::new() };
    let vertices = sides.len();
    let count = sides.iter().filter(|&&side| side).count();
    if 2 * count < vertices {
        sides.iter_mut().for_each(|side| *side = !*side);
    }
    let larger = count.max(vertices - count);
    let more = 2 * larger - vertices;
    let contradiction = || vec![Vec::new()];
    if base.is_trivial() {
        return Vec::new();
    }
    if base.puzzle.goal() == HamiltonGoal::Cycle {
        return if more > 0 { contradiction() } else { Vec::new() };
    }
    let given: Vec<usize> = base.puzzle.goal().given_ends().into_iter().flatten().collect();
    let literals = |wanted: bool| {
        let of_side = (0..vertices).filter(|&vertex| sides[vertex] == wanted);
        of_side.flat_map(|vertex| base.start(vertex).into_iter().chain(base.end(vertex))).collect()
    };
    let none_on = |side: bool| -> Vec<Vec<Lit>> {
        let literals: Vec<Lit> = literals(side);
        literals.into_iter().map(|literal| vec![!literal]).collect()
    };
    match (more, &given[..]) {
        (2.., _) => contradiction(),
        (1, given) if given.iter().any(|&end| !sides[end]) => contradiction(),
        (1, _) => none_on(false),
        (_, []) => vec![literals(true), literals(false)],
        (_, [one]) => none_on(sides[*one]),
        (_, [one, other, ..]) if sides[*one] == sides[*other] => contradiction(),
        _ => Vec::new(),
    }
}

/// Adds the clauses to `sink`.
pub(super) fn constraints(base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
    for clause in clauses(base) {
        sink.add_clause(&clause, Origin::new(FAMILY.0, Place::Whole));
    }
}
