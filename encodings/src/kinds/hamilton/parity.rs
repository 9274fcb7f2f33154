//! Two sides: what a bipartite graph says of the ends of a path, and of a cycle.

use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// The family's name and meaning.
pub(super) const FAMILY: (&str, &str) = (
    "parity",
    "redundant: where every edge joins two sides of the graph, a line passes from side to side, so \
     the sides are of equal size, or else both ends are on the larger one, which has one vertex more",
);

/// The side of each vertex, if the edges that are not forbidden join two sides and connect everything.
fn sides(puzzle: &Hamilton) -> Option<Vec<bool>> {
    let graph = puzzle.graph();
    let mut sides = vec![None; graph.vertex_count()];
    let mut waiting = vec![0];
    *sides.first_mut()? = Some(true);
    while let Some(vertex) = waiting.pop() {
        let side = sides[vertex]?;
        for &edge in graph.incident(vertex).iter().filter(|&&edge| !puzzle.is_forbidden(edge)) {
            let other = graph.other_end(edge, vertex);
            match sides[other] {
                None => {
                    sides[other] = Some(!side);
                    waiting.push(other);
                }
                Some(known) if known == side => return None,
                Some(_) => {}
            }
        }
    }
    sides.into_iter().collect()
}

/// The clauses of the family. By counting alone they follow from the degrees; but a solver without
/// counting finds that as hard as the pigeons and the mutilated chessboard.
///
/// With sides of a ≥ b vertices: a contradiction is one empty clause (a cycle with a > b; a path with
/// a > b + 1, or with a given end on the wrong side). Else, with a = b + 1, a clause against each free
/// start and each free end on the smaller side; with a = b, one against each free end on the side of
/// the given one, or, if both are free, two: that each side has an end.
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

/// Hands on the clauses.
pub(super) fn constraints(base: &HamiltonBase, sink: &mut dyn ConstraintSink) {
    for clause in clauses(base) {
        sink.constraint(Constraint::Clause(&clause), Origin::new(FAMILY.0, Place::Whole));
    }
}

/// Number of clauses.
pub(super) fn clause_count(base: &HamiltonBase) -> u128 {
    clauses(base).len() as u128
}
