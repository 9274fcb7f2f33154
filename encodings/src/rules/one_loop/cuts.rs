//! Subtour cuts: constraints that a subtour violates and every solution satisfies.
//!
//! A loop that satisfies all rules by itself is a solution, even if the model contains further loops, and must never be
//! cut. [`justified_cut`] therefore checks the loop and returns no cut for a solution.
//!
//! If the variables are the cells inside a loop, there are connectivity cuts against a coloring of the cells, and a clause
//! that blocks a solution.

use std::collections::HashSet;

use crate::encoding::{Cut, CutForm, CutKind, CutReason, Separated};
use crate::grid::{Cell, Edge, Graph, Grid};
use crate::logic::Lit;
use crate::puzzle::Solution;
use crate::rules::connected::Colouring;
use crate::rules::one_loop::{EdgeSet, LoopPuzzle, walks};

fn literal(edge: Edge) -> Lit {
    Lit::positive(edge.0)
}

/// Returns the clause *not all of these edges*.
#[must_use]
pub fn not_all(edges: &[Edge], reason: CutReason) -> Cut {
    Cut::clause(edges.iter().map(|&edge| !literal(edge)).collect(), reason)
}

/// Returns the clause that blocks a known solution: not all of its edges. The clause excludes no other solution,
/// because no simple loop contains another.
#[must_use]
pub fn solution_block(solution: &[Edge]) -> Cut {
    not_all(solution, CutReason::KnownSolution)
}

/// Returns the cut against one loop of a model, or `None` if the loop alone satisfies every rule and so is a solution
/// that must not be cut.
///
/// ```
/// use encycle_encodings::rules::one_loop::{EdgeSet, justified_cut};
/// use encycle_encodings::encoding::CutKind;
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3.3"])?;
/// let grid = puzzle.grid().unwrap();
/// let loops = EdgeSet::around(grid, &[true, false, true]).loops();
/// assert!(justified_cut(&puzzle, &loops[0], CutKind::Loop).is_some());
/// // without clues each of the two loops is a solution by itself
/// let free = Slitherlink::from_rows(&["..."])?;
/// assert!(justified_cut(&free, &loops[0], CutKind::Loop).is_none());
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[must_use]
pub fn justified_cut(puzzle: &dyn LoopPuzzle, edges: &[Edge], kind: CutKind) -> Option<Cut> {
    let broken = puzzle.check(&drawn(puzzle.graph(), edges)).err()?;
    let by_rule = CutReason::LoopBreaksRule(broken.rule);
    if kind == CutKind::Loop {
        return Some(not_all(edges, by_rule));
    }
    let graph = puzzle.graph();
    let vertices: HashSet<usize> = edges.iter().flat_map(|&edge| graph.ends(edge)).collect();
    let first = |is_in: bool| edges.first().copied().filter(|_| is_in);
    Some(crossing_cut(puzzle, &vertices, first).unwrap_or_else(|| not_all(edges, by_rule)))
}

/// Returns the strongest cut for one loop on δ(S), the edges that leave a set of vertices S: generalized subtour
/// elimination (Fischetti, Salazar González, Toth: *A branch-and-cut algorithm for the symmetric generalized traveling
/// salesman problem*, Operations Research 45, 1997). Returns `None` if no side is known to have a line in every
/// solution, or if `edge` returns `None`.
///
/// - If every solution has a line within S and a line beyond it: x(δ(S)) ≥ 2, because the one loop contains both.
/// - If every solution has a line beyond S, but perhaps none within: x(δ(S)) ≥ 2·x_e for e = `edge(true)` with both
///   ends in S, because a loop with e contains both. With the sides exchanged, the same holds for e = `edge(false)`
///   without an end in S.
pub(super) fn crossing_cut(
    puzzle: &dyn LoopPuzzle,
    side: &HashSet<usize>,
    edge: impl FnOnce(bool) -> Option<Edge>,
) -> Option<Cut> {
    let beyond = puzzle.certainly_beyond(&|vertex| side.contains(&vertex));
    let within = puzzle.certainly_beyond(&|vertex| !side.contains(&vertex));
    let (form, reason) = match (within, beyond) {
        (Some(within), Some(beyond)) => {
            (CutForm::AtLeastTwo, CutReason::CertainlyOnBothSides([within, beyond]))
        }
        (None, None) => return None,
        (Some(witness), None) | (None, Some(witness)) => {
            let edge = edge(beyond.is_some())?;
            (CutForm::Crossing(literal(edge)), CutReason::CertainlyBeyond(witness))
        }
    };
    Some(Cut::new(leaving(puzzle.graph(), side), form, reason))
}

/// Returns the edges with exactly one end among these vertices, in order.
#[must_use]
pub fn leaving(graph: &Graph, vertices: &HashSet<usize>) -> Vec<Lit> {
    let mut boundary: Vec<Edge> = vertices
        .iter()
        .flat_map(|&vertex| graph.incident(vertex))
        .copied()
        .filter(|&edge| graph.ends(edge).iter().any(|end| !vertices.contains(end)))
        .collect();
    boundary.sort_unstable();
    boundary.into_iter().map(literal).collect()
}

/// Returns the solution that draws exactly these edges.
#[must_use]
pub fn drawn(graph: &Graph, edges: &[Edge]) -> Solution {
    let mut drawn = vec![false; graph.edge_count()];
    edges.iter().for_each(|edge| drawn[edge.index()] = true);
    Solution::new(drawn)
}

/// Separates a model of an encoding whose first variables are the edges, in order. Checks each loop alone against all
/// the rules. The first loop that satisfies them is the solution and is blocked; further solutions are left for a later
/// round. Every other loop is cut.
#[must_use]
pub fn separate_loops(puzzle: &dyn LoopPuzzle, model: &[bool], kind: CutKind) -> Separated {
    let mut separation = Separated { solution: None, cuts: Vec::new() };
    for walk in walks(puzzle.graph(), &model[..model.len().min(puzzle.graph().edge_count())]) {
        match justified_cut(puzzle, &walk.edges, kind) {
            Some(cut) => separation.cuts.push(cut),
            None if separation.solution.is_none() => {
                separation.solution = Some(drawn(puzzle.graph(), &walk.edges));
                separation.cuts.push(solution_block(&walk.edges));
            }
            None => {}
        }
    }
    separation
}

/// Separates a model: returns the connectivity cuts that it violates, or the solution if the border of the inside is
/// one loop. The solution is blocked by the colors of the cells next to the loop.
#[must_use]
pub fn separate_colours(grid: Grid, model: &[bool]) -> Separated {
    let cuts = Colouring::of_loop(grid, 0).cuts(model);
    if !cuts.is_empty() || !model.iter().take(grid.cell_count()).any(|&inside| inside) {
        return Separated { solution: None, cuts };
    }
    block_colours(grid, model)
}

/// Returns the loop around the inside cells of a model, blocked by the colors of the cells on both sides of it. (A
/// clause over the inside cells alone would be wrong, because another solution may contain them all.)
#[must_use]
pub fn block_colours(grid: Grid, model: &[bool]) -> Separated {
    let mut inside = model.to_vec();
    inside.resize(grid.cell_count(), false);
    let beside = |&cell: &Cell| {
        let colour = inside[grid.cell_index(cell)];
        (colour && grid.is_at_border(cell))
            || grid.neighbours(cell).any(|other| inside[grid.cell_index(other)] != colour)
    };
    let other_colour = |cell: Cell| {
        let colour = inside[grid.cell_index(cell)];
        Lit::new(grid.cell_index(cell) as u32, colour)
    };
    let literals = grid.cells().filter(beside).map(other_colour).collect();
    let block = Cut::clause(literals, CutReason::KnownSolution);
    Separated { solution: Some(EdgeSet::around(grid, &inside).into()), cuts: vec![block] }
}
