//! Local arguments for puzzles about lines: why a clause over edges holds in every solution.

use std::collections::HashSet;

use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::puzzle::{LineProblem, LineShape, Solution, VertexDegree};

use crate::certify::arguments::Literal;
use crate::puzzle::Puzzle;

/// The rules of a puzzle as plain data, with indices.
pub(super) struct LineArguments<'a> {
    puzzle: &'a Puzzle,
    problem: LineProblem<'a>,
    /// The clues that contain each edge.
    clues_of: Vec<Vec<usize>>,
    /// Whether the numbers of lines at the vertices of the two sides of a bipartite graph cannot be equal.
    is_unbalanced: bool,
}

impl<'a> LineArguments<'a> {
    /// Returns `None` for a puzzle that is not about lines.
    pub fn new(puzzle: &'a Puzzle) -> Option<Self> {
        let problem = puzzle.line_problem()?;
        let mut clues_of = vec![Vec::new(); problem.graph.edge_count()];
        for (number, clue) in problem.clues.iter().enumerate() {
            clue.edges.iter().for_each(|edge| clues_of[edge.index()].push(number));
        }
        let is_unbalanced = is_unbalanced(&problem);
        Some(Self { puzzle, problem, clues_of, is_unbalanced })
    }

    /// Returns whether every solution satisfies a clause.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let edges = |wanted: bool| -> Vec<Edge> {
            let literals = clause.iter().filter(|literal| literal.is_positive == wanted);
            literals.map(|literal| Edge(literal.atom as u32)).collect()
        };
        let (positive, negative) = (edges(true), edges(false));
        self.is_unbalanced
            || self.by_vertex(&positive, &negative)
            || self.by_clue(&positive, &negative)
            || negative.iter().any(|edge| self.problem.fixed[edge.index()] == Some(false))
            || positive.iter().any(|edge| self.problem.fixed[edge.index()] == Some(true))
            || self.by_emptiness(&positive)
            || self.by_line(&negative)
            || self.by_components(&positive, &negative)
    }

    /// If the clause were false, its positive edges would be empty and its negative ones lines, and the number of lines at
    /// a vertex would be out of range.
    fn by_vertex(&self, positive: &[Edge], negative: &[Edge]) -> bool {
        let Some(&first) = positive.first().or(negative.first()) else { return false };
        let graph = self.problem.graph;
        graph.ends(first).into_iter().any(|vertex| {
            let around = graph.incident(vertex);
            let [empty, lines] = [positive, negative]
                .map(|edges| around.iter().filter(|edge| edges.contains(edge)).count());
            let most = around.len() - empty;
            !(lines..=most).any(|count| self.problem.vertices[vertex].allows(count))
        })
    }

    /// The same for the number of lines of a clue.
    fn by_clue(&self, positive: &[Edge], negative: &[Edge]) -> bool {
        let Some(first) = positive.first().or(negative.first()) else { return false };
        self.clues_of[first.index()].iter().any(|&number| {
            let clue = &self.problem.clues[number];
            let [empty, lines] = [positive, negative]
                .map(|edges| clue.edges.iter().filter(|edge| edges.contains(edge)).count());
            !(lines..=clue.edges.len() - empty).contains(&clue.count)
        })
    }

    /// A solution that consists of cycles has a line.
    fn by_emptiness(&self, positive: &[Edge]) -> bool {
        let graph = self.problem.graph;
        matches!(self.problem.shape, LineShape::Cycle | LineShape::Cycles)
            && positive.len() >= graph.edge_count()
            && positive.iter().collect::<HashSet<_>>().len() == graph.edge_count()
    }

    /// The negative edges are a whole line of every solution that contains them, and that solution would break a rule.
    fn by_line(&self, negative: &[Edge]) -> bool {
        let Some(ends) = line_ends(self.problem.graph, negative) else { return false };
        let alone = || {
            let mut atoms = vec![false; self.puzzle.atom_count()];
            negative.iter().for_each(|edge| atoms[edge.index()] = true);
            self.puzzle.check(&Solution::new(atoms)).is_err()
        };
        let ends = ends.map(|ends| ends.map(|vertex| self.problem.vertices[vertex]));
        match (self.problem.shape, ends) {
            // a solution is a single cycle, so it is this one
            (LineShape::Cycle, None) => alone(),
            (LineShape::Paths { .. }, None) => true,
            // a path between two terminals cannot go on
            (LineShape::Paths { .. }, Some([VertexDegree::End(a), VertexDegree::End(b)])) => {
                a != b || (self.visits_all() && alone() && self.has_one_path())
            }
            _ => false,
        }
    }

    /// Whether every vertex has a line in every solution.
    fn visits_all(&self) -> bool {
        self.problem.vertices.iter().all(|vertex| !vertex.allows(0))
    }

    /// Whether all paths of a solution are one: both its ends are terminals of the same path, and there are no others.
    fn has_one_path(&self) -> bool {
        let ends =
            self.problem.vertices.iter().filter(|vertex| matches!(vertex, VertexDegree::End(_)));
        ends.count() == 2 && self.problem.shape == (LineShape::Paths { free_ends: 0 })
    }

    /// If the clause were false, a solution that is a single cycle would lie in a part of the graph without bridges, without
    /// the positive edges and with the negative ones. No part contains all that a solution needs.
    fn by_components(&self, positive: &[Edge], negative: &[Edge]) -> bool {
        if self.problem.shape != LineShape::Cycle || positive.is_empty() {
            return false;
        }
        let graph = self.problem.graph;
        let removed: HashSet<Edge> = positive.iter().copied().collect();
        let is_open = |edge: Edge| {
            !removed.contains(&edge) && self.problem.fixed[edge.index()] != Some(false)
        };
        let parts = parts_without_bridges(graph, is_open);
        let count = parts.iter().flatten().max().map_or(0, |most| most + 1);
        let must_visit: Vec<usize> = (0..graph.vertex_count())
            .filter(|&vertex| !self.problem.vertices[vertex].allows(0))
            .collect();
        (0..count).all(|part| {
            let is_in = |edge: &Edge| parts[edge.index()] == Some(part);
            !negative.iter().all(is_in)
                || self
                    .problem
                    .clues
                    .iter()
                    .any(|clue| clue.count > 0 && !clue.edges.iter().any(is_in))
                || must_visit.iter().any(|&vertex| !graph.incident(vertex).iter().any(is_in))
        })
    }
}

/// Returns whether a bipartite graph has no solution by counting: each line has an end on both sides, so the numbers of lines at
/// the vertices of each side have the same sum.
fn is_unbalanced(problem: &LineProblem<'_>) -> bool {
    let graph = problem.graph;
    let mut sides: Vec<Option<bool>> = vec![None; graph.vertex_count()];
    for root in 0..graph.vertex_count() {
        if sides[root].is_some() {
            continue;
        }
        sides[root] = Some(false);
        // the least and the greatest sum of this component's sides
        let mut own = [(0, 0); 2];
        let mut waiting = vec![root];
        while let Some(vertex) = waiting.pop() {
            let side = sides[vertex].unwrap_or_default();
            let allowed: Vec<usize> =
                (0..=2).filter(|&count| problem.vertices[vertex].allows(count)).collect();
            let (Some(least), Some(most)) = (allowed.first(), allowed.last()) else { return false };
            own[usize::from(side)].0 += least;
            own[usize::from(side)].1 += most;
            for &edge in graph
                .incident(vertex)
                .iter()
                .filter(|edge| problem.fixed[edge.index()] != Some(false))
            {
                let other = graph.other_end(edge, vertex);
                match sides[other] {
                    None => {
                        sides[other] = Some(!side);
                        waiting.push(other);
                    }
                    Some(known) if known == side => return false,
                    Some(_) => {}
                }
            }
        }
        let [(a, b), (c, d)] = own;
        if a > d || c > b {
            return true;
        }
    }
    false
}

/// Returns the two ends of a simple path, `Some(None)` for a simple cycle, and `None` for any other set of edges.
fn line_ends(graph: &Graph, edges: &[Edge]) -> Option<Option<[usize; 2]>> {
    let mut at: std::collections::BTreeMap<usize, Vec<Edge>> = std::collections::BTreeMap::new();
    for &edge in edges {
        graph.ends(edge).into_iter().for_each(|vertex| at.entry(vertex).or_default().push(edge));
    }
    if at.is_empty() || at.values().any(|edges| edges.len() > 2) {
        return None;
    }
    let ends: Vec<usize> =
        at.iter().filter(|(_, edges)| edges.len() == 1).map(|(&vertex, _)| vertex).collect();
    let start = *ends.first().or(at.keys().next())?;
    let (mut vertex, mut last, mut walked) = (start, None, 0);
    while let Some(&edge) = at[&vertex].iter().find(|&&edge| last != Some(edge)) {
        (vertex, last) = (graph.other_end(edge, vertex), Some(edge));
        walked += 1;
        if vertex == start || walked > edges.len() {
            break;
        }
    }
    if walked != edges.len() {
        return None;
    }
    match ends[..] {
        [] => Some(None),
        [a, b] => Some(Some([a, b])),
        _ => None,
    }
}

/// Returns the part of each edge: those of the open edges that are on a common cycle, through others, have the same number.
/// Bridges, and edges that are not open, have none.
///
/// Depth-first search with the lowest vertex that can be reached back (Tarjan 1974, *A note on finding the bridges of a
/// graph*).
fn parts_without_bridges(graph: &Graph, is_open: impl Fn(Edge) -> bool) -> Vec<Option<usize>> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; graph.vertex_count()], vec![NEW; graph.vertex_count()]);
    let mut is_bridge = vec![false; graph.edge_count()];
    let mut next = 0;
    for root in 0..graph.vertex_count() {
        if order[root] != NEW {
            continue;
        }
        (order[root], low[root]) = (next, next);
        next += 1;
        // a vertex, the edge to it, and the number of its edges that were followed
        let mut stack: Vec<(usize, Option<Edge>, usize)> = vec![(root, None, 0)];
        while let Some(top) = stack.last_mut() {
            let (vertex, from) = (top.0, top.1);
            if let Some(&edge) = graph.incident(vertex).get(top.2) {
                top.2 += 1;
                if Some(edge) == from || !is_open(edge) {
                    continue;
                }
                let other = graph.other_end(edge, vertex);
                if order[other] == NEW {
                    (order[other], low[other]) = (next, next);
                    next += 1;
                    stack.push((other, Some(edge), 0));
                } else {
                    low[vertex] = low[vertex].min(order[other]);
                }
            } else {
                stack.pop();
                if let (Some(edge), Some(&(parent, ..))) = (from, stack.last()) {
                    low[parent] = low[parent].min(low[vertex]);
                    is_bridge[edge.index()] = low[vertex] > order[parent];
                }
            }
        }
    }
    // the connected components of what is left
    let mut part_of_vertex = vec![None; graph.vertex_count()];
    let mut count = 0;
    for root in 0..graph.vertex_count() {
        if part_of_vertex[root].is_some() {
            continue;
        }
        part_of_vertex[root] = Some(count);
        let mut waiting = vec![root];
        while let Some(vertex) = waiting.pop() {
            for &edge in graph.incident(vertex) {
                let other = graph.other_end(edge, vertex);
                if is_open(edge) && !is_bridge[edge.index()] && part_of_vertex[other].is_none() {
                    part_of_vertex[other] = Some(count);
                    waiting.push(other);
                }
            }
        }
        count += 1;
    }
    let part = |edge: Edge| {
        part_of_vertex[graph.ends(edge)[0]].filter(|_| is_open(edge) && !is_bridge[edge.index()])
    };
    graph.edges().map(part).collect()
}
