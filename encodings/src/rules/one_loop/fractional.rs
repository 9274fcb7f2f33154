//! Fractional cuts: connectivity cuts that a fractional point of the linear relaxation violates.
//!
//! They are minimum cuts between an edge or a clue and another clue, with the values of the point as capacities
//! ([`FlowNetwork`]). Only cuts of a capacity below 2 at most matter.

use std::collections::HashSet;

use crate::encoding::{Cut, CutForm};
use crate::grid::{Edge, FlowNetwork};
use crate::rules::one_loop::LoopPuzzle;
use crate::rules::one_loop::cuts::crossing_cut;

/// The smallest violation of a constraint that counts; a smaller one makes no progress.
const LEAST: f64 = 0.02;

/// Returns connectivity cuts that a point of the linear relaxation violates. The first values of the point are the
/// values of the edges.
///
/// The cuts are the generalized subtour elimination constraints that
/// [`CutKind::Leave`](crate::encoding::CutKind::Leave) adds against the subtours of an integral point. They hold in
/// every solution. S, the set of vertices to leave, is one side of a minimum cut, with the values of the point as
/// capacities. The minimum cut separates one clue from another, or an edge from a clue; its capacity is 0 if the two
/// lie in parts of the graph that no edge with a value joins. The clue on the far side is the first clue, or if that
/// gives no cut, the last clue. Trying all pairs would cost a minimum cut per pair, so a point may violate cuts of this
/// form even if none is returned.
///
/// ```
/// use encycle_encodings::rules::one_loop::{EdgeSet, separate_fractional};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3.3"])?;
/// let grid = puzzle.grid().unwrap();
/// let around = |cells: [bool; 3]| EdgeSet::around(grid, &cells);
/// let (all, two) = (around([true; 3]), around([true, false, true]));
/// // halfway between the loop around all cells and the two loops around the outer ones
/// let value = |edge| 0.5 * f64::from(u8::from(all.has(edge)) + u8::from(two.has(edge)));
/// let point: Vec<f64> = grid.edges().map(value).collect();
/// // the edges that leave the left cell have a total of 1, and need 2
/// assert_eq!(separate_fractional(&puzzle, &point).len(), 1);
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[must_use]
pub fn separate_fractional(puzzle: &dyn LoopPuzzle, point: &[f64]) -> Vec<Cut> {
    let graph = puzzle.graph();
    let Some(values) = point.get(..graph.edge_count()) else { return Vec::new() };
    let clues: Vec<Vec<usize>> =
        puzzle.certain_lines().map(|(_, edges)| ends(puzzle, edges)).collect();
    // the largest values first, because their sides cut off the most vertices
    let mut edges: Vec<Edge> = graph.edges().filter(|e| 2.0 * values[e.index()] > LEAST).collect();
    edges.sort_by(|a, b| values[b.index()].total_cmp(&values[a.index()]));
    let of_edges =
        edges.iter().map(|edge| (graph.ends(*edge).to_vec(), 2.0 * values[edge.index()]));
    let sources: Vec<(Vec<usize>, f64)> =
        clues.iter().map(|ends| (ends.clone(), 2.0)).chain(of_edges).collect();
    let capacities = graph.edges().map(|edge| [values[edge.index()]; 2]).collect();
    let mut network = FlowNetwork::new(graph, capacities);
    for sinks in clues.first().into_iter().chain(clues.last()) {
        let mut cuts = Vec::new();
        let mut is_cut_off = vec![false; graph.vertex_count()];
        for (ends, needed) in &sources {
            if ends.iter().any(|end| sinks.contains(end)) || ends.iter().all(|&end| is_cut_off[end])
            {
                continue;
            }
            let Some(side) = network.cut_below(ends, sinks, needed - LEAST) else { continue };
            let side: HashSet<usize> = (0..side.len()).filter(|&vertex| side[vertex]).collect();
            if let Some(cut) = around(puzzle, values, &side) {
                side.into_iter().for_each(|vertex| is_cut_off[vertex] = true);
                cuts.push(cut);
            }
        }
        if !cuts.is_empty() {
            return cuts;
        }
    }
    Vec::new()
}

/// Returns the vertices of some edges, each once.
fn ends(puzzle: &dyn LoopPuzzle, edges: &[Edge]) -> Vec<usize> {
    let mut ends: Vec<usize> = edges.iter().flat_map(|&edge| puzzle.graph().ends(edge)).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Returns the strongest cut around one side, if the point violates it.
fn around(puzzle: &dyn LoopPuzzle, values: &[f64], side: &HashSet<usize>) -> Option<Cut> {
    let graph = puzzle.graph();
    let value = |edge: &Edge| values[edge.index()];
    let largest = |is_in: bool| {
        let lies = |edge: &Edge| graph.ends(*edge).map(|end| side.contains(&end)) == [is_in; 2];
        graph.edges().filter(lies).max_by(|a, b| value(a).total_cmp(&value(b)))
    };
    let cut = crossing_cut(puzzle, side, largest)?;
    let crossing: f64 = cut.literals().iter().map(|literal| values[literal.vidx()]).sum();
    let needed = match cut.form() {
        CutForm::Crossing(edge) => 2.0 * values[edge.vidx()],
        _ => 2.0,
    };
    (crossing < needed - LEAST).then_some(cut)
}
