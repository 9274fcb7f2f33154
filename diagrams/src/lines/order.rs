//! Edge orders: the order in which edges are decided determines the width of the frontier, and thereby the number of
//! states.

use std::borrow::Cow;
use std::collections::VecDeque;

use encycle_encodings::grid::{Edge, Graph, GraphLayout};
use encycle_encodings::puzzle::LineProblem;

/// The number of open edges from which breadth-first orders are not tried, because each of them needs a graph search.
const MANY_EDGES: usize = 20_000;
/// The maximum number of start vertices tried for breadth-first orders.
const STARTS: usize = 12;

/// Sorts edges lexicographically by the ranks of their ends, as Knuth and Yoshinaka do.
fn lexicographic(graph: &Graph, edges: &mut [Edge], rank: &[usize]) {
    edges.sort_by_key(|&edge| {
        let [a, b] = graph.ends(edge).map(|end| rank[end]);
        (a.min(b), a.max(b))
    });
}

/// Returns all edges of a grid's graph row by row, or column by column if `across` is `false`. For a general graph,
/// returns the edges in the order of the vertex indices.
#[must_use]
pub fn scan(graph: &Graph, across: bool) -> Vec<Edge> {
    let mut edges: Vec<Edge> = graph.edges().collect();
    lexicographic(graph, &mut edges, &scan_rank(graph, across));
    edges
}

fn scan_rank(graph: &Graph, across: bool) -> Vec<usize> {
    let (rows, cols) = match graph.layout() {
        GraphLayout::Lines(grid) => (grid.rows() + 1, grid.cols() + 1),
        GraphLayout::Cells(grid) => (grid.rows(), grid.cols()),
        GraphLayout::General => return (0..graph.vertex_count()).collect(),
    };
    let place = |vertex| match across {
        true => vertex,
        false => vertex % cols * rows + vertex / cols,
    };
    (0..graph.vertex_count()).map(place).collect()
}

/// Returns all edges in breadth-first order from a start vertex.
///
/// The order satisfies Knuth's condition for Simpath: every vertex except the first comes after at least one of its
/// neighbors (Berschneider 2.3.2). Unreachable vertices come last.
#[must_use]
pub fn breadth_first(graph: &Graph, start: usize) -> Vec<Edge> {
    let mut edges: Vec<Edge> = graph.edges().collect();
    lexicographic(graph, &mut edges, &breadth_rank(graph, start, &|_| true));
    edges
}

fn breadth_rank(graph: &Graph, start: usize, is_open: &dyn Fn(Edge) -> bool) -> Vec<usize> {
    let mut rank = vec![usize::MAX; graph.vertex_count()];
    let mut waiting = VecDeque::from([start]);
    let mut next = 0;
    while let Some(vertex) = waiting.pop_front() {
        if rank[vertex] == usize::MAX {
            rank[vertex] = next;
            next += 1;
            let open = graph.incident(vertex).iter().filter(|&&edge| is_open(edge));
            waiting.extend(open.map(|&edge| graph.other_end(edge, vertex)));
        }
    }
    rank
}

/// Orders all edges of a problem by the estimated [`cost`].
pub(crate) fn best_order(problem: &LineProblem<'_>) -> Vec<Edge> {
    let open = vec![true; problem.graph.edge_count()];
    let cheapest = |part| cheapest(&candidates(problem, &open, part, &|_| {}));
    parts(problem, &open).into_iter().flat_map(cheapest).collect()
}

/// Orders the open edges of a problem so that the edges of an orbit follow each other, by the estimated [`cost`].
/// `orbits` contains the number of the orbit of each edge.
pub(super) fn order_of_orbits(
    problem: &LineProblem<'_>,
    open: &[bool],
    orbits: &[usize],
) -> Vec<Edge> {
    let together = |edges: &mut Vec<Edge>| {
        let mut first = vec![usize::MAX; orbits.len()];
        for (place, edge) in edges.iter().enumerate() {
            let first = &mut first[orbits[edge.index()]];
            *first = place.min(*first);
        }
        edges.sort_by_key(|edge| first[orbits[edge.index()]]);
    };
    let all = problem.graph.edges().filter(|edge| open[edge.index()]).collect();
    cheapest(&candidates(problem, open, all, &together))
}

/// Orders the open edges of a problem. `count_states` returns the number of states of all levels if only these edges are
/// decided, in this order; `None` if there are more states than the given number.
///
/// Components that share neither a vertex nor a clue come one after the other, so that the numbers of their states are
/// added rather than multiplied. The candidates of a component, the two scans and some breadth-first orders, are
/// compared by [`race`]. Fixed lines may join components, and both ends of a path are on the frontier from the first to the
/// last, so the result is compared with the scans of all edges, too.
pub(super) fn order(
    problem: &LineProblem<'_>,
    open: &[bool],
    count_states: &dyn Fn(&[Edge], usize) -> Option<usize>,
) -> Vec<Edge> {
    let best = |part| race(candidates(problem, open, part, &|_| {}), count_states);
    let parts = parts(problem, open);
    let is_one = parts.len() == 1;
    let one_by_one: Vec<Edge> = parts.into_iter().flat_map(best).collect();
    if is_one {
        return one_by_one;
    }
    let scans = [true, false].map(|across| {
        let mut edges = one_by_one.clone();
        lexicographic(problem.graph, &mut edges, &scan_rank(problem.graph, across));
        edges
    });
    let mut orders = vec![one_by_one];
    orders.extend(scans);
    let winner = fewest_states(orders.iter(), count_states).unwrap_or(0);
    orders.swap_remove(winner)
}

/// An order of edges, with the estimate of its states.
struct OrderCandidate {
    edges: Vec<Edge>,
    /// The estimated number of states of all levels ([`cost`]).
    cost: f64,
    is_scan: bool,
}

/// Returns the two scans of these edges, and breadth-first orders, after `arrange` has changed each order.
fn candidates(
    problem: &LineProblem<'_>,
    open: &[bool],
    mut edges: Vec<Edge>,
    arrange: &dyn Fn(&mut Vec<Edge>),
) -> Vec<OrderCandidate> {
    let graph = problem.graph;
    let scans = [true, false].map(|across| scan_rank(graph, across));
    let is_open = |edge: Edge| open[edge.index()];
    let few = open.iter().filter(|&&open| open).count() < MANY_EDGES;
    let tries = if few { edges.len().min(STARTS) } else { 0 };
    let starts = (0..tries).map(|index| graph.ends(edges[index * edges.len() / tries])[0]);
    let searches = starts.map(|start| breadth_rank(graph, start, &is_open));
    let mut candidates: Vec<OrderCandidate> = Vec::new();
    for (number, rank) in scans.into_iter().chain(searches.collect::<Vec<_>>()).enumerate() {
        lexicographic(graph, &mut edges, &rank);
        arrange(&mut edges);
        if candidates.iter().all(|known| known.edges != edges) {
            let cost = cost(problem, &edges);
            candidates.push(OrderCandidate { edges: edges.clone(), cost, is_scan: number < 2 });
        }
    }
    candidates
}

/// Returns the order with the lowest estimated cost.
fn cheapest(candidates: &[OrderCandidate]) -> Vec<Edge> {
    let best = candidates.iter().min_by(|a, b| a.cost.total_cmp(&b.cost));
    best.map(|best| best.edges.clone()).unwrap_or_default()
}

/// The estimated number of states up to which no orders are compared, if there are few indeed.
const FEW_STATES: f64 = 1000.0;
/// The number of breadth-first orders that are compared with the scans.
const SEARCHES: usize = 3;
/// The numbers of states visited for each order, until an order reaches the end.
const RACE_STATES: [usize; 4] = [3_000, 12_000, 48_000, 192_000];

/// Compares the orders with the lowest estimates, and the scans, by the states that the frontier method really has: the
/// order with the fewest states is returned, if an order reaches the end within a limit. Otherwise the estimates decide.
///
/// The limit grows, because of two orders that both have more states than a small limit, one may have a thousand times
/// as many as the other; a race costs less than a few times the count by the winner. Estimates corrected by the states of
/// the first levels were worse: the states of the first levels of an order say little about the widest part of its
/// frontier.
fn race(
    mut candidates: Vec<OrderCandidate>,
    count_states: &dyn Fn(&[Edge], usize) -> Option<usize>,
) -> Vec<Edge> {
    candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let is_few = |best: &OrderCandidate| {
        // fixed lines, which the estimate does not know, may widen the frontier
        best.cost <= FEW_STATES && count_states(&best.edges, RACE_STATES[0]).is_some()
    };
    if candidates.first().is_none_or(is_few) {
        return cheapest(&candidates);
    }
    let mut searches = 0;
    candidates.retain(|one| {
        searches += usize::from(!one.is_scan);
        one.is_scan || searches <= SEARCHES
    });
    let winner = fewest_states(candidates.iter().map(|one| &one.edges), count_states);
    // without an order that reaches the end, the one with the lowest estimate
    candidates.swap_remove(winner.unwrap_or(0)).edges
}

/// Returns the place of the order with the fewest states; `None` if no order reaches the end within the greatest limit.
fn fewest_states<'a>(
    orders: impl Iterator<Item = &'a Vec<Edge>> + Clone,
    count_states: &dyn Fn(&[Edge], usize) -> Option<usize>,
) -> Option<usize> {
    RACE_STATES.into_iter().find_map(|mut most| {
        let mut best = None;
        for (index, edges) in orders.clone().enumerate() {
            if let Some(states) = count_states(edges, most) {
                // a later order must have fewer states
                (most, best) = (states.saturating_sub(1), Some(index));
            }
        }
        best
    })
}

/// Splits the open edges into components that share neither a vertex, a clue nor a clause, and orders the components by
/// their first edges.
fn parts(problem: &LineProblem<'_>, open: &[bool]) -> Vec<Vec<Edge>> {
    let graph = problem.graph;
    let mut groups_of: Vec<Vec<usize>> = vec![Vec::new(); graph.edge_count()];
    let of_clauses = problem
        .clauses
        .iter()
        .map(|clause| Cow::Owned(clause.iter().map(|literal| Edge(literal.vidx32())).collect()));
    let groups: Vec<Cow<'_, [Edge]>> =
        problem.clues.iter().map(|clue| Cow::Borrowed(&*clue.edges)).chain(of_clauses).collect();
    for (index, edges) in groups.iter().enumerate() {
        edges.iter().for_each(|edge| groups_of[edge.index()].push(index));
    }
    let mut left = open.to_vec();
    let mut parts = Vec::new();
    for first in graph.edges() {
        let mut waiting = vec![first];
        let mut part = Vec::new();
        while let Some(edge) = waiting.pop() {
            if std::mem::replace(&mut left[edge.index()], false) {
                part.push(edge);
                waiting.extend(graph.ends(edge).iter().flat_map(|&end| graph.incident(end)));
                waiting.extend(groups_of[edge.index()].iter().flat_map(|&group| &*groups[group]));
            }
        }
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// Estimates the number of states of all levels.
///
/// A vertex of the frontier without a decided line is its own mate; with lines, it is an end of a path, one of two
/// kinds in a planar graph, or an inner vertex. So it has three states after one decided edge, and four after more. With
/// a single open edge, being without a line and being inner are the same. A clue with decided and open edges has as many
/// states as counts of lines, but the states of its vertices determine them in part, so it counts as two.
fn cost(problem: &LineProblem<'_>, edges: &[Edge]) -> f64 {
    let graph = problem.graph;
    let mut level = vec![usize::MAX; graph.edge_count()];
    edges.iter().enumerate().for_each(|(at, edge)| level[edge.index()] = at);
    // the change of the logarithm at each level
    let mut change = vec![0.0; edges.len() + 1];
    let mut levels_of = Vec::new();
    let mut add = |group: &[Edge], weight: &dyn Fn(usize, usize) -> f64| {
        levels_of.clear();
        levels_of
            .extend(group.iter().map(|edge| level[edge.index()]).filter(|&at| at < usize::MAX));
        levels_of.sort_unstable();
        let mut last = 0.0;
        for (index, &at) in levels_of.iter().enumerate() {
            let left = levels_of.len() - index - 1;
            let now = if left == 0 { 0.0 } else { weight(index + 1, left) };
            change[at] += now - last;
            last = now;
        }
    };
    let mut seen = vec![false; graph.vertex_count()];
    for end in edges.iter().flat_map(|&edge| graph.ends(edge)) {
        if !std::mem::replace(&mut seen[end], true) {
            add(graph.incident(end), &|decided, left| match (decided, left) {
                (1, _) | (_, 1) => f64::ln(3.0),
                _ => f64::ln(4.0),
            });
        }
    }
    for clue in &problem.clues {
        add(&clue.edges, &|_, _| f64::ln(2.0));
    }
    let mut width = 0.0;
    let states = change[..edges.len()].iter().map(|change| {
        width += change;
        f64::exp(width)
    });
    states.sum()
}

#[cfg(test)]
mod tests {
    use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
    use encycle_encodings::kinds::slitherlink::Slitherlink;
    use encycle_encodings::puzzle::Instance;

    use super::*;
    use crate::lines::{EdgePlan, propagate};
    use crate::tally::count_states;

    /// Returns the number of states of all levels.
    fn states(problem: &LineProblem<'_>, order: Option<&[Edge]>) -> usize {
        let fixed = propagate(problem).expect("solvable");
        let plan = EdgePlan::new(problem, &fixed, order).expect("small");
        count_states(&plan, usize::MAX).expect("no limit")
    }

    /// Grids were decided diagonally, with up to 7 times as many states as row by row: the estimate counted three states
    /// for each vertex of the frontier, but a vertex with two decided and two open edges has four.
    #[test]
    fn grids_are_decided_with_at_most_the_states_of_a_scan() {
        let corners = |side: usize| {
            let mut rows = vec![".".repeat(side); side];
            rows[0].replace_range(..1, "1");
            rows[side - 1].replace_range(side - 1.., "1");
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            Numberlink::from_rows(&rows, NumberlinkRule::Free).expect("a puzzle")
        };
        let loops = |side: usize| {
            let rows = vec![".".repeat(side); side];
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            Slitherlink::from_rows(&rows).expect("a puzzle")
        };
        let puzzles: [Box<dyn Instance>; 4] =
            [Box::new(corners(6)), Box::new(corners(9)), Box::new(loops(5)), Box::new(loops(7))];
        for puzzle in puzzles {
            let problem = puzzle.line_problem().expect("lines");
            let chosen = states(&problem, None);
            for across in [true, false] {
                let scanned = states(&problem, Some(&scan(problem.graph, across)));
                assert!(chosen <= scanned, "{chosen} states, {scanned} by a scan");
            }
            let diagonal = states(&problem, Some(&breadth_first(problem.graph, 0)));
            assert!(chosen <= diagonal, "{chosen} states, {diagonal} diagonally");
        }
    }

    /// Which scan is better depends on the clues, which the estimate hardly sees; the states of small problems are
    /// counted.
    #[test]
    fn clues_decide_between_rows_and_columns() {
        let rows = ["3.3.3.3", ".......", ".......", "......."];
        let columns: Vec<String> = (0..7)
            .map(|col| rows.iter().map(|row| char::from(row.as_bytes()[col])).collect())
            .collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        for rows in [&rows[..], &columns] {
            let puzzle = Slitherlink::from_rows(rows).expect("a puzzle");
            let problem = puzzle.line_problem().expect("lines");
            let scans =
                [true, false].map(|across| states(&problem, Some(&scan(problem.graph, across))));
            let least = scans.into_iter().min().expect("two scans");
            assert_ne!(scans[0], scans[1]);
            assert!(states(&problem, None) <= least, "{rows:?}: {scans:?}");
        }
    }
}
