//! Local arguments for puzzles about lines.
//!
//! Each argument assumes that a clause is false: its positive edges are empty, and its negative edges are lines. It
//! then looks for one rule that this breaks. For example, the clause `-h_1_1 -v_1_1 -h_2_1 -v_1_2` forbids the loop
//! around the first cell: with all four edges drawn, the loop is closed, so the solution would consist of this loop
//! alone, and a clue elsewhere would be broken.

use std::collections::{BTreeMap, HashSet};

use encycle_encodings::grid::{Edge, Graph, bridges, components};
use encycle_encodings::puzzle::{LineShape, VertexDegree};

use crate::certify::arguments::Literal;
use crate::certify::arguments::line_rules::{LineRules, PathEnd};
use crate::certify::arguments::rows::{self, CountingRow};

/// The arguments for the clauses of a puzzle about lines.
pub(super) struct LineArguments {
    pub rules: LineRules,
    /// The counts that contain each edge.
    counts_of: Vec<Vec<usize>>,
}

/// The edges of a clause. If the clause were false, the positive edges would be empty and the negative edges would be
/// lines.
struct ClauseEdges {
    positive: Vec<Edge>,
    negative: Vec<Edge>,
}

impl LineArguments {
    pub fn new(rules: LineRules) -> Self {
        let mut counts_of = vec![Vec::new(); rules.graph.edge_count()];
        for (number, (edges, _)) in rules.counts.iter().enumerate() {
            edges.iter().for_each(|edge| counts_of[edge.index()].push(number));
        }
        let mut arguments = Self { rules, counts_of };
        arguments.rules.is_contradictory |= arguments.breaks_a_rule_alone();
        arguments
    }

    /// Returns whether the puzzle alone breaks a rule, so that it has no solution and every clause holds in all
    /// solutions.
    ///
    /// Without this test, no argument finds the broken rule for a clause whose literals all have fixed values: that
    /// clause is empty, and names no vertex or count to look at.
    fn breaks_a_rule_alone(&self) -> bool {
        let nothing = ClauseEdges { positive: Vec::new(), negative: Vec::new() };
        (0..self.rules.graph.vertex_count()).any(|vertex| self.is_vertex_broken(vertex, &nothing))
            || (0..self.rules.counts.len()).any(|number| self.is_count_broken(number, &nothing))
            || self.is_apart(&nothing)
    }

    /// Returns whether every solution satisfies a clause.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let edges = |wanted: bool| -> Vec<Edge> {
            let literals = clause.iter().filter(|literal| literal.is_positive == wanted);
            literals.map(|literal| Edge(literal.atom as u32)).collect()
        };
        let clause = ClauseEdges { positive: edges(true), negative: edges(false) };
        let is_fixed = |edge: &Edge, value: bool| self.rules.fixed[edge.index()] == Some(value);
        self.rules.is_contradictory
            || self.by_vertex(&clause)
            || self.by_count(&clause)
            || clause.negative.iter().any(|edge| is_fixed(edge, false))
            || clause.positive.iter().any(|edge| is_fixed(edge, true))
            || self.by_emptiness(&clause.positive)
            || self.by_line(&clause.negative)
            || self.by_order(&clause)
            || self.by_components(&clause)
    }

    /// Returns whether every solution satisfies a row.
    pub fn justify_row(&self, row: &CountingRow) -> bool {
        rows::justify(&self.rules, &self.counts_of, row)
    }

    /// Returns the minimum and the maximum number of lines among some edges if the clause were false.
    fn range(&self, edges: &[Edge], clause: &ClauseEdges) -> (usize, usize) {
        let is = |edge: &Edge, value: bool, own: &[Edge]| {
            own.contains(edge) || self.rules.fixed[edge.index()] == Some(value)
        };
        let least = edges.iter().filter(|edge| is(edge, true, &clause.negative)).count();
        let empty = edges.iter().filter(|edge| is(edge, false, &clause.positive)).count();
        (least, edges.len() - empty)
    }

    /// Returns whether a false clause gives some vertex a number of lines that its degree does not allow. Only the two
    /// vertices at the first edge are tried, because a clause about the degree of a vertex names edges at that vertex
    /// only.
    fn by_vertex(&self, clause: &ClauseEdges) -> bool {
        let Some(&first) = clause.positive.first().or(clause.negative.first()) else {
            return false;
        };
        self.rules.graph.ends(first).into_iter().any(|vertex| self.is_vertex_broken(vertex, clause))
    }

    fn is_vertex_broken(&self, vertex: usize, clause: &ClauseEdges) -> bool {
        let (least, most) = self.range(self.rules.graph.incident(vertex), clause);
        !(least..=most).any(|count| self.rules.degrees[vertex].allows(count))
    }

    /// Returns whether a false clause contradicts the number of lines around a clue, or another count.
    fn by_count(&self, clause: &ClauseEdges) -> bool {
        let Some(first) = clause.positive.first().or(clause.negative.first()) else {
            return false;
        };
        self.counts_of[first.index()].iter().any(|&number| self.is_count_broken(number, clause))
    }

    fn is_count_broken(&self, number: usize, clause: &ClauseEdges) -> bool {
        let (edges, count) = &self.rules.counts[number];
        let (least, most) = self.range(edges, clause);
        !(least..=most).contains(count)
    }

    /// Returns whether the positive edges are all edges of the graph. A solution that consists of cycles has at least
    /// one line.
    fn by_emptiness(&self, positive: &[Edge]) -> bool {
        let graph = &self.rules.graph;
        matches!(self.rules.shape, LineShape::Cycle | LineShape::Cycles)
            && positive.len() >= graph.edge_count()
            && positive.iter().collect::<HashSet<_>>().len() == graph.edge_count()
    }

    /// Returns whether the negative edges form a whole line, and a solution that contains this line would break a rule.
    fn by_line(&self, negative: &[Edge]) -> bool {
        let Some(ends) = line_ends(&self.rules.graph, negative) else { return false };
        let ends = ends.map(|ends| ends.map(|vertex| self.rules.degrees[vertex]));
        match (self.rules.shape, ends) {
            // a solution is a single cycle, so it is this one
            (LineShape::Cycle, None) => !self.rules.is_solution(negative),
            (LineShape::Paths { .. }, None) => true,
            // a path between two terminals cannot go on
            (LineShape::Paths { .. }, Some([VertexDegree::End(a), VertexDegree::End(b)])) => {
                a != b
                    || (self.visits_all()
                        && !self.rules.is_solution(negative)
                        && self.has_one_path())
            }
            _ => false,
        }
    }

    /// Returns whether every vertex has a line in every solution.
    fn visits_all(&self) -> bool {
        self.rules.degrees.iter().all(|vertex| !vertex.allows(0))
    }

    /// Returns whether a solution is a single path: there are exactly two terminals, and no free ends.
    fn has_one_path(&self) -> bool {
        let ends =
            self.rules.degrees.iter().filter(|vertex| matches!(vertex, VertexDegree::End(_)));
        ends.count() == 2 && self.rules.shape == (LineShape::Paths { free_ends: 0 })
    }

    /// Returns whether a false clause contradicts the order of two free ends. The start has the smaller number, so the
    /// clause holds if every start that it leaves open is at or after every end that it leaves open.
    fn by_order(&self, clause: &ClauseEdges) -> bool {
        let Some(ends) = &self.rules.ordered_ends else { return false };
        let left = |ends: &[PathEnd]| -> Vec<usize> {
            let is_needed = |end: &&PathEnd| clause.negative.contains(&end.edge);
            let needed: Vec<usize> = ends.iter().filter(is_needed).map(|end| end.vertex).collect();
            let possible = ends.iter().filter(|end| !clause.positive.contains(&end.edge));
            if needed.is_empty() { possible.map(|end| end.vertex).collect() } else { needed }
        };
        let [starts, stops] = [&ends[0], &ends[1]].map(|ends| left(ends));
        match (starts.iter().min(), stops.iter().max()) {
            (Some(start), Some(stop)) => start >= stop,
            _ => true,
        }
    }

    /// Returns whether a false clause leaves a single cycle nowhere to go. The cycle lies in one part of the graph
    /// without bridges and without the positive edges; the clause holds if no part contains all negative edges and
    /// everything that the rules require.
    fn by_components(&self, clause: &ClauseEdges) -> bool {
        !clause.positive.is_empty() && self.is_apart(clause)
    }

    fn is_apart(&self, clause: &ClauseEdges) -> bool {
        let rules = &self.rules;
        if rules.shape != LineShape::Cycle {
            return false;
        }
        let removed: HashSet<Edge> = clause.positive.iter().copied().collect();
        let is_open =
            |edge: Edge| !removed.contains(&edge) && rules.fixed[edge.index()] != Some(false);
        let parts = parts_without_bridges(&rules.graph, is_open);
        let count = parts.iter().flatten().max().map_or(0, |most| most + 1);
        let must_visit: Vec<usize> = (0..rules.graph.vertex_count())
            .filter(|&vertex| !rules.degrees[vertex].allows(0))
            .collect();
        (0..count).all(|part| {
            let is_in = |edge: &Edge| parts[edge.index()] == Some(part);
            !clause.negative.iter().all(is_in)
                || rules.counts.iter().any(|(edges, count)| *count > 0 && !edges.iter().any(is_in))
                || must_visit.iter().any(|&vertex| !rules.graph.incident(vertex).iter().any(is_in))
        })
    }
}

/// Returns the two ends of a simple path, `Some(None)` for a simple cycle, and `None` for any other set of edges.
fn line_ends(graph: &Graph, edges: &[Edge]) -> Option<Option<[usize; 2]>> {
    let mut at: BTreeMap<usize, Vec<Edge>> = BTreeMap::new();
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

/// Returns the number of the part of each edge. Two open edges are in the same part if open edges other than bridges
/// connect them; a cycle never crosses a bridge, so it lies in a single part. Bridges, and edges that are not open, are
/// in no part.
pub(super) fn parts_without_bridges(
    graph: &Graph,
    is_open: impl Fn(Edge) -> bool,
) -> Vec<Option<usize>> {
    let is_bridge = bridges(graph, &is_open);
    let is_in_part = |edge: Edge| is_open(edge) && !is_bridge[edge.index()];
    let along = |vertex| graph.neighbours_along(vertex, is_in_part);
    let parts = components(graph.vertex_count(), |_| true, along).numbers;
    graph.edges().map(|edge| parts[graph.ends(edge)[0]].filter(|_| is_in_part(edge))).collect()
}
