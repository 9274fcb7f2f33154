//! The paths before the first decision: the paths of the fixed edges.

use encycle_encodings::loops::walks;
use encycle_encodings::puzzle::{LineProblem, VertexDegree};

/// The mate of a vertex before the first decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The vertex has no line; it is its own mate.
    Own,
    /// The vertex cannot get another line.
    Inner,
    /// The other end of the vertex's path is this vertex.
    With(usize),
    /// The vertex has this label, or the other end of its path has it.
    Label(usize),
    /// The other end of the vertex's path is a free end.
    Free,
}

/// A problem with its fixed edges applied.
pub(super) struct Start {
    /// The edges that are lines in every solution and need no decision.
    pub drawn: Vec<bool>,
    /// The edges to decide.
    pub open: Vec<bool>,
    /// The edges to decide that are lines in every solution: one edge of each fixed cycle, so that its
    /// decision closes the cycle.
    pub must: Vec<bool>,
    /// The mate of each vertex.
    pub mates: Vec<First>,
    /// The number of free ends that the fixed edges determine.
    pub free_ends: usize,
    /// Whether the fixed edges exclude every solution.
    pub contradiction: bool,
}

impl Start {
    /// Applies the fixed edges to a problem.
    pub fn new(problem: &LineProblem<'_>, fixed: &[Option<bool>]) -> Self {
        let graph = problem.graph;
        let first = |demand: &VertexDegree| match demand {
            VertexDegree::End(label) => First::Label(*label),
            VertexDegree::None => First::Inner,
            _ => First::Own,
        };
        let mut start = Self {
            drawn: fixed.iter().map(|&fixed| fixed == Some(true)).collect(),
            open: fixed.iter().map(Option::is_none).collect(),
            must: vec![false; graph.edge_count()],
            mates: problem.vertices.iter().map(first).collect(),
            free_ends: 0,
            contradiction: false,
        };
        for (vertex, demand) in problem.vertices.iter().enumerate() {
            let edges = graph.incident(vertex).iter();
            let lines = edges.filter(|edge| start.drawn[edge.index()]).count();
            start.contradiction |= !(lines..=2).any(|lines| demand.allows(lines));
        }
        if !start.contradiction {
            start.take_paths(problem);
            start.leave_at_once(problem);
        }
        start
    }

    /// Computes the mates of the ends of fixed paths.
    fn take_paths(&mut self, problem: &LineProblem<'_>) {
        for walk in walks(problem.graph, &self.drawn) {
            let mut path = &walk.vertices[..];
            if walk.is_cycle() {
                let closing = walk.edges[0].index();
                self.drawn[closing] = false;
                (self.open[closing], self.must[closing]) = (true, true);
                path = &path[1..];
            }
            let &[from, .., to] = path else { continue };
            path.iter().for_each(|&vertex| {
                if ![from, to].contains(&vertex) {
                    self.mates[vertex] = First::Inner;
                }
            });
            let mates = [self.mates[from], self.mates[to]];
            (self.mates[from], self.mates[to]) = match mates {
                [First::Label(a), First::Label(b)] => {
                    self.contradiction |= a != b;
                    (First::Inner, First::Inner)
                }
                [First::Label(label), _] => (First::Inner, First::Label(label)),
                [_, First::Label(label)] => (First::Label(label), First::Inner),
                _ => (First::With(to), First::With(from)),
            };
        }
    }

    /// Checks the vertices without an open edge; they never enter the frontier.
    fn leave_at_once(&mut self, problem: &LineProblem<'_>) {
        for (vertex, &demand) in problem.vertices.iter().enumerate() {
            if problem.graph.incident(vertex).iter().any(|edge| self.open[edge.index()]) {
                continue;
            }
            match std::mem::replace(&mut self.mates[vertex], First::Inner) {
                First::Inner => {}
                First::Own => self.contradiction |= !demand.allows(0),
                _ if demand != VertexDegree::OneOrTwo => self.contradiction = true,
                First::Label(_) | First::Free => self.free_ends += 1,
                First::With(other) => {
                    self.free_ends += 1;
                    self.mates[other] = First::Free;
                }
            }
        }
    }
}
