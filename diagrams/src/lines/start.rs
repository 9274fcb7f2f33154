//! The initial state of the frontier method: the paths that the fixed edges form.

use encycle_encodings::puzzle::{LineProblem, VertexDegree};
use encycle_encodings::rules::one_loop::walks;

/// The initial mate of a vertex, before any edge is decided. The mate of a path's end is its other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstMate {
    /// No edge at the vertex is drawn; the vertex is its own mate.
    Own,
    /// No further edge at the vertex can be drawn.
    Inner,
    /// The vertex is the end of a path whose other end is the given vertex.
    With(usize),
    /// The vertex has this label, or is the end of a path whose other end has this label.
    Label(usize),
    /// The vertex is the end of a path whose other end is final and has no label (a free end).
    Free,
}

/// The state of a problem after its fixed edges are applied.
pub(super) struct Start {
    /// For each edge, whether it is fixed as drawn and needs no decision.
    pub drawn: Vec<bool>,
    /// For each edge, whether it is still to be decided.
    pub open: Vec<bool>,
    /// For each edge, whether it is still to be decided but must be drawn. This is one edge of each cycle of fixed
    /// edges, so that the search notices how the cycle is closed.
    pub must: Vec<bool>,
    /// The mate of each vertex.
    pub mates: Vec<FirstMate>,
    /// The number of path ends without a label that are already final.
    pub free_ends: usize,
    /// Whether the fixed edges exclude every solution, as far as this was noticed.
    pub contradiction: bool,
}

impl Start {
    /// Applies the fixed edges to a problem.
    pub fn new(problem: &LineProblem<'_>, fixed: &[Option<bool>]) -> Self {
        let graph = problem.graph;
        let first = |demand: &VertexDegree| match demand {
            VertexDegree::End(label) => FirstMate::Label(*label),
            VertexDegree::None => FirstMate::Inner,
            _ => FirstMate::Own,
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

    /// Computes the mates that result from the paths of fixed edges. Opens each cycle at one edge; see [`Self::must`].
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
                    self.mates[vertex] = FirstMate::Inner;
                }
            });
            let mates = [self.mates[from], self.mates[to]];
            (self.mates[from], self.mates[to]) = match mates {
                [FirstMate::Label(a), FirstMate::Label(b)] => {
                    self.contradiction |= a != b;
                    (FirstMate::Inner, FirstMate::Inner)
                }
                [FirstMate::Label(label), _] => (FirstMate::Inner, FirstMate::Label(label)),
                [_, FirstMate::Label(label)] => (FirstMate::Label(label), FirstMate::Inner),
                _ => (FirstMate::With(to), FirstMate::With(from)),
            };
        }
    }

    /// Checks the vertices without undecided edges, because these vertices never enter the frontier.
    fn leave_at_once(&mut self, problem: &LineProblem<'_>) {
        for (vertex, &demand) in problem.vertices.iter().enumerate() {
            if problem.graph.incident(vertex).iter().any(|edge| self.open[edge.index()]) {
                continue;
            }
            match std::mem::replace(&mut self.mates[vertex], FirstMate::Inner) {
                FirstMate::Inner => {}
                FirstMate::Own => self.contradiction |= !demand.allows(0),
                _ if demand != VertexDegree::OneOrTwo => self.contradiction = true,
                FirstMate::Label(_) | FirstMate::Free => self.free_ends += 1,
                FirstMate::With(other) => {
                    self.free_ends += 1;
                    self.mates[other] = FirstMate::Free;
                }
            }
        }
    }
}
