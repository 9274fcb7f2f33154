//! Fractional cuts: connectivity cuts that a fractional point of the linear relaxation violates.
//!
//! They are minimum cuts between sources and sinks in a graph whose edges have capacities. Fractional subtour cuts need sets of vertices that few edges leave, weighted by the values of a point of the linear
//! relaxation. A minimum cut is the best such set: the total weight of the edges that leave it is smallest. By the
//! max-flow min-cut theorem, it is found by pushing flow along paths until no path with a residual capacity is left;
//! the vertices that can still be reached form the source side:
//!
//! ```text
//!        0.5         0.25
//!   s --------- a ---------- t      the minimum cut has s and a on one side, t on the other, and capacity 0.25
//! ```
//!
//! Only cuts below a small limit matter (2 at most for a loop), so the search gives up as soon as the flow reaches the
//! limit.

use std::collections::{HashSet, VecDeque};

use crate::encoding::{Cut, CutForm};
use crate::grid::{Edge, Graph};
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
    let mut network = Network::new(graph, values);
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

/// A residual capacity up to this value is a rounding error and counts as zero.
const NOTHING: f64 = 1e-9;

/// A graph with a capacity on each edge, the same in both directions.
pub(super) struct Network<'a> {
    graph: &'a Graph,
    capacities: &'a [f64],
    /// The residual capacities of each edge: from its first end to the second, and back.
    left: Vec<[f64; 2]>,
    /// How the last search reached each vertex.
    reached: Vec<ReachedBy>,
}

#[derive(Clone, Copy, PartialEq)]
enum ReachedBy {
    Not,
    AsSource,
    By(Edge),
}

impl<'a> Network<'a> {
    /// Creates a network with a capacity for each edge, by number.
    pub fn new(graph: &'a Graph, capacities: &'a [f64]) -> Self {
        let reached = vec![ReachedBy::Not; graph.vertex_count()];
        Self { graph, capacities, left: Vec::new(), reached }
    }

    /// Returns the source side of a minimum cut between the sources and the sinks, as one entry per vertex; `None` if
    /// its capacity is not below `limit`. No source may be a sink.
    ///
    /// The method is shortest augmenting paths (Edmonds, Karp: *Theoretical improvements in algorithmic efficiency for
    /// network flow problems*, J. ACM 19, 1972). With a small limit few paths suffice.
    pub fn cut_below(
        &mut self,
        sources: &[usize],
        sinks: &[usize],
        limit: f64,
    ) -> Option<Vec<bool>> {
        self.left.clear();
        self.left.extend(self.capacities.iter().map(|&capacity| [capacity; 2]));
        let mut flow = 0.0;
        while let Some(sink) = self.search(sources, sinks) {
            let width = self
                .path(sink)
                .fold(f64::INFINITY, |least, (edge, way)| least.min(self.left[edge.index()][way]));
            let path: Vec<_> = self.path(sink).collect();
            for (edge, way) in path {
                self.left[edge.index()][way] -= width;
                self.left[edge.index()][1 - way] += width;
            }
            flow += width;
            if flow >= limit {
                return None;
            }
        }
        Some(self.reached.iter().map(|&reached| reached != ReachedBy::Not).collect())
    }

    /// Searches from the sources along residual capacities, and returns the first sink reached.
    fn search(&mut self, sources: &[usize], sinks: &[usize]) -> Option<usize> {
        self.reached.fill(ReachedBy::Not);
        sources.iter().for_each(|&source| self.reached[source] = ReachedBy::AsSource);
        let mut open = VecDeque::from(sources.to_vec());
        while let Some(vertex) = open.pop_front() {
            if sinks.contains(&vertex) {
                return Some(vertex);
            }
            for &edge in self.graph.incident(vertex) {
                let next = self.graph.other_end(edge, vertex);
                let left = self.left[edge.index()][self.way(edge, vertex)];
                if self.reached[next] == ReachedBy::Not && left > NOTHING {
                    self.reached[next] = ReachedBy::By(edge);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the direction in which an edge leads away from a vertex.
    fn way(&self, edge: Edge, from: usize) -> usize {
        usize::from(self.graph.ends(edge)[0] != from)
    }

    /// Returns the edges by which the last search reached a vertex, with their directions, from the vertex back to the
    /// source.
    fn path(&self, to: usize) -> impl Iterator<Item = (Edge, usize)> {
        let mut at = to;
        std::iter::from_fn(move || {
            let ReachedBy::By(edge) = self.reached[at] else { return None };
            at = self.graph.other_end(edge, at);
            Some((edge, self.way(edge, at)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the minimum over all 2^3 cuts between the first vertex and the last, for all graphs on five
    /// vertices, with capacities from a fixed sequence.
    #[test]
    fn the_cut_is_a_minimum_cut() {
        let pairs: Vec<[u32; 2]> = (0..5).flat_map(|a| (a + 1..5).map(move |b| [a, b])).collect();
        for code in 0..1_u32 << pairs.len() {
            let chosen = pairs.iter().enumerate().filter(|&(number, _)| code >> number & 1 == 1);
            let graph = Graph::new(5, chosen.map(|(_, &pair)| pair).collect()).expect("simple");
            let capacity = |edge: Edge| f64::from((edge.0 * 7 + code) % 5) / 4.0;
            let capacities: Vec<f64> = graph.edges().map(capacity).collect();
            let of_cut = |side: &dyn Fn(usize) -> bool| -> f64 {
                let crosses = |edge: &Edge| graph.ends(*edge).map(side);
                let crossing = graph.edges().filter(|edge| crosses(edge)[0] != crosses(edge)[1]);
                crossing.map(|edge| capacities[edge.index()]).sum()
            };
            let sides = 0..8_usize;
            let least = sides
                .map(|side| {
                    of_cut(&|vertex| vertex == 0 || (vertex < 4 && side >> (vertex - 1) & 1 == 1))
                })
                .fold(f64::INFINITY, f64::min);
            let mut network = Network::new(&graph, &capacities);
            let found = network.cut_below(&[0], &[4], least + 0.1).expect("a cut below the limit");
            assert!(found[0] && !found[4]);
            assert!((of_cut(&|vertex| found[vertex]) - least).abs() < 1e-6, "{code}");
            assert!(least == 0.0 || network.cut_below(&[0], &[4], least - 0.1).is_none());
        }
    }
}
