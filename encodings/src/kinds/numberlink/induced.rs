//! The encoding `induced`: paths without chords, and what that leaves out.

use std::collections::VecDeque;

use crate::encoding::PredictedSize;
use crate::grid::{Cell, Graph};
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::{Label, Labels};
use crate::kinds::numberlink::redundant;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, binomial};
use crate::loops::{counted, walks};
use crate::puzzle::Solution;

/// Induced paths: two neighbours on the path of one pair are joined, so no path touches itself.
///
/// Where vertices may be left, nothing is lost as to *whether* there is a solution: a path with a chord is
/// cut short by it, and takes fewer vertices. As to *how many*: if there is just one solution without
/// chords, every other solution becomes that one when it is cut short again and again. The last of these
/// steps puts an edge of it in the place of a detour through vertices that it leaves. So there is another
/// solution exactly if there is such a detour ([`detour`]), which is a matter of walking.
///
/// And for each pair, every set of vertices that parts its terminals has one with its label: redundant, said
/// for the vertices at equal distance from one of them, and for the rows, columns and diagonals of a grid.
pub(super) struct Induced;

impl Induced {
    pub const FAMILIES: [(&'static str, &'static str); 4] = [
        redundant::FAMILIES[0],
        redundant::FAMILIES[1],
        ("chord", "two neighbours on the path of one pair are joined"),
        (
            "layer",
            "a path goes through each distance, row, column and diagonal between its terminals",
        ),
    ];

    fn each(
        base: &NumberlinkBase,
        labels: &Labels,
        mut visit: impl FnMut(&'static str, &[Lit], Origin),
    ) {
        let graph = base.graph();
        let mut clause = Vec::new();
        for edge in graph.edges() {
            for pair in 0..base.puzzle.pairs().len() {
                clause.clear();
                clause.push(base.edge(edge));
                let ends = graph.ends(edge).map(|end| labels.label(base, end, pair));
                if ends.iter().any(|end| matches!(end, Label::Known(false))) {
                    continue;
                }
                clause.extend(ends.iter().filter_map(|end| match end {
                    Label::Literal(literal) => Some(!*literal),
                    Label::Known(_) => None,
                }));
                visit("chord", &clause, Origin::new("chord", graph.edge_place(edge)));
            }
        }
        for (pair, ends) in base.puzzle.pairs().iter().map(|pair| pair.ends).enumerate() {
            let mut parts = |layer: &[usize]| {
                clause.clear();
                clause.extend(layer.iter().filter_map(|&vertex| {
                    match labels.label(base, vertex, pair) {
                        Label::Literal(literal) => Some(literal),
                        Label::Known(_) => None,
                    }
                }));
                visit("layer", &clause, Origin::new("layer", graph.vertex_place(ends[0])));
            };
            for [from, to] in [ends, [ends[1], ends[0]]] {
                layers(base, from, to).iter().for_each(|layer| parts(layer));
            }
            for lines in parallel_lines(base) {
                let line_of = |end: usize| lines.iter().position(|line| line.contains(&end));
                if let (Some(a), Some(b)) = (line_of(ends[0]), line_of(ends[1])) {
                    let between = a.min(b) + 1..a.max(b);
                    lines[between.start.min(between.end)..between.end]
                        .iter()
                        .for_each(|line| parts(line));
                }
            }
        }
    }

    pub fn constraints(base: &NumberlinkBase, labels: &Labels, sink: &mut dyn ConstraintSink) {
        Self::each(base, labels, |_, clause, origin| {
            sink.constraint(Constraint::Clause(clause), origin);
        });
        redundant::each(base, labels, |_, constraint, origin| sink.constraint(constraint, origin));
    }

    /// A chord clause for each edge and each pair on which both ends may be; a layer clause for each
    /// distance between the terminals of each pair, from both sides, and for each row, column and diagonal
    /// between them; for K pairs C(K,2) single clauses at each vertex that is no terminal; and a clause
    /// beside each terminal, and one for each pair and each edge at each other vertex, unless a terminal of
    /// that pair satisfies it.
    pub fn predicted(base: &NumberlinkBase, labels: &Labels) -> Vec<PredictedSize> {
        let mut sizes = Vec::new();
        Self::each(base, labels, |family, _, _| counted::add(&mut sizes, family, 0, 1));
        redundant::each(base, labels, |family, constraint, _| {
            let clauses = match constraint {
                Constraint::Cardinality { literals, .. } => binomial(literals.len(), 2),
                _ => 1,
            };
            counted::add(&mut sizes, family, 0, clauses.into());
        });
        sizes
    }
}

/// The rows, the columns and both kinds of diagonals of a grid, each in order: a path from one line to
/// another crosses all lines between.
fn parallel_lines(base: &NumberlinkBase) -> Vec<Vec<Vec<usize>>> {
    let Some(grid) = base.puzzle.grid() else { return Vec::new() };
    let (rows, cols) = (grid.rows(), grid.cols());
    let group = |count: usize, line_of: &dyn Fn(Cell) -> usize| {
        let mut lines = vec![Vec::new(); count];
        grid.cells().for_each(|cell| lines[line_of(cell)].push(grid.cell_index(cell)));
        lines
    };
    vec![
        group(rows, &|cell| cell.row),
        group(cols, &|cell| cell.col),
        group(rows + cols - 1, &|cell| cell.row + cell.col),
        group(rows + cols - 1, &|cell| cell.row + cols - 1 - cell.col),
    ]
}

/// The vertices at distance 1, 2, ... from one terminal, short of the other, past vertices that are no
/// terminals; none if the other cannot be reached.
fn layers(base: &NumberlinkBase, from: usize, to: usize) -> Vec<Vec<usize>> {
    let graph = base.graph();
    let mut seen = vec![false; graph.vertex_count()];
    seen[from] = true;
    let mut layers = Vec::new();
    let mut last = vec![from];
    while !last.is_empty() {
        let mut next = Vec::new();
        for vertex in last.iter().flat_map(|&vertex| graph.neighbours(vertex)) {
            let is_free = vertex == to || base.puzzle.terminal(vertex).is_none();
            if is_free && !std::mem::replace(&mut seen[vertex], true) {
                next.push(vertex);
            }
        }
        if next.contains(&to) {
            return layers;
        }
        layers.push(next.clone());
        last = next;
    }
    Vec::new()
}

/// A solution with one edge of this one in the place of a detour through vertices that it leaves, the other
/// way round: the shortest detour of the first edge that has one.
pub(super) fn detour(graph: &Graph, solution: &Solution) -> Option<Solution> {
    let mut is_used = vec![false; graph.vertex_count()];
    let paths = walks(graph, solution.atoms());
    paths.iter().flat_map(|path| &path.vertices).for_each(|&vertex| is_used[vertex] = true);
    for edge in solution.true_atoms().map(|atom| crate::grid::Edge(atom as u32)) {
        let [from, to] = graph.ends(edge);
        // by which edge each vertex was reached
        let mut reached = vec![None; graph.vertex_count()];
        let mut waiting = VecDeque::from([from]);
        while let Some(vertex) = waiting.pop_front() {
            for &next in graph.incident(vertex) {
                let other = graph.other_end(next, vertex);
                let may_go = other != from && (other == to || !is_used[other]);
                if next != edge && may_go && reached[other].is_none() {
                    reached[other] = Some(next);
                    if other != to {
                        waiting.push_back(other);
                    }
                }
            }
        }
        if reached[to].is_some() {
            let mut atoms = solution.atoms().to_vec();
            atoms[edge.index()] = false;
            let mut at = to;
            while let Some(next) = reached[at].filter(|_| at != from) {
                atoms[next.index()] = true;
                at = graph.other_end(next, at);
            }
            return Some(Solution::new(atoms));
        }
    }
    None
}
