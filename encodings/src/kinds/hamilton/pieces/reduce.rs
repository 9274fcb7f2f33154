//! Reduction of a piece: forced and excluded edges, and the contraction of forced paths.

use crate::grid::Edge;
use crate::kinds::hamilton::pieces::{Piece, PieceEdge};

/// The result of [`reduce`].
pub(super) enum Reduced {
    /// There is no cycle.
    NoCycle,
    /// The only cycle, as edges of the original graph.
    Cycle(Vec<Edge>),
    /// The piece that is left: each vertex has at least three edges, and at most one of them is forced.
    Open(Piece),
}

/// Draws conclusions from degrees until none is left, and replaces each forced path by a forced edge.
///
/// - Both edges of a vertex with two edges are forced.
/// - If two edges of a vertex are forced, its other edges are excluded.
/// - An edge that would close a forced path before it contains all vertices is excluded.
pub(super) fn reduce(piece: &Piece) -> Reduced {
    let mut state = ReduceState::new(piece);
    let forced = piece.edges.iter().enumerate().filter(|(_, edge)| edge.forced);
    for (index, _) in forced {
        if !state.force(index) {
            return Reduced::NoCycle;
        }
    }
    state.waiting.extend(0..piece.vertices);
    while let Some(vertex) = state.waiting.pop() {
        if !state.visit(vertex) {
            return Reduced::NoCycle;
        }
    }
    if state.is_closed { Reduced::Cycle(state.cycle()) } else { Reduced::Open(state.contracted()) }
}

struct ReduceState<'a> {
    piece: &'a Piece,
    neighbours: Vec<Vec<(u32, u32)>>,
    excluded: Vec<bool>,
    forced: Vec<bool>,
    /// The number of edges at each vertex that are not excluded.
    degree: Vec<usize>,
    forced_degree: Vec<usize>,
    /// For an end of a forced path, its other end; a vertex without a forced edge is a path of one vertex.
    mate: Vec<usize>,
    /// For an end of a forced path, the number of the path's vertices.
    length: Vec<usize>,
    /// The vertices whose latest change has not been examined.
    waiting: Vec<usize>,
    /// Whether the forced edges form a cycle through all vertices.
    is_closed: bool,
}

impl<'a> ReduceState<'a> {
    fn new(piece: &'a Piece) -> Self {
        let neighbours = piece.neighbours();
        Self {
            piece,
            excluded: vec![false; piece.edges.len()],
            forced: vec![false; piece.edges.len()],
            degree: neighbours.iter().map(Vec::len).collect(),
            forced_degree: vec![0; piece.vertices],
            mate: (0..piece.vertices).collect(),
            length: vec![1; piece.vertices],
            waiting: Vec::new(),
            is_closed: false,
            neighbours,
        }
    }

    fn ends(&self, edge: usize) -> [usize; 2] {
        self.piece.edges[edge].ends.map(|end| end as usize)
    }

    /// Applies the rules at a vertex. Returns `false` on a contradiction.
    fn visit(&mut self, vertex: usize) -> bool {
        if self.degree[vertex] < 2 {
            return false;
        }
        let wanted = match (self.degree[vertex], self.forced_degree[vertex]) {
            (2, 2) | (3.., 0 | 1) => return true,
            (2, _) => true,
            _ => false,
        };
        for position in 0..self.neighbours[vertex].len() {
            let edge = self.neighbours[vertex][position].1 as usize;
            let is_open = !self.excluded[edge] && !self.forced[edge];
            if is_open && !(if wanted { self.force(edge) } else { self.exclude(edge) }) {
                return false;
            }
        }
        true
    }

    /// Excludes an edge. Returns `false` if it is forced.
    fn exclude(&mut self, edge: usize) -> bool {
        if self.forced[edge] {
            return false;
        }
        if !std::mem::replace(&mut self.excluded[edge], true) {
            for end in self.ends(edge) {
                self.degree[end] -= 1;
                self.waiting.push(end);
            }
        }
        true
    }

    /// Forces an edge. Returns `false` on a contradiction.
    fn force(&mut self, edge: usize) -> bool {
        let [a, b] = self.ends(edge);
        if self.excluded[edge] || self.forced_degree[a] == 2 || self.forced_degree[b] == 2 {
            return false;
        }
        self.forced[edge] = true;
        for end in [a, b] {
            self.forced_degree[end] += 1;
            self.waiting.push(end);
        }
        let (from, to) = (self.mate[a], self.mate[b]);
        if from == b {
            self.is_closed = true;
            return self.length[a] == self.piece.vertices;
        }
        let length = self.length[from] + self.length[to];
        (self.mate[from], self.mate[to]) = (to, from);
        (self.length[from], self.length[to]) = (length, length);
        let closing = self.between(from, to);
        match closing.filter(|&closing| closing != edge) {
            Some(closing) if length < self.piece.vertices => self.exclude(closing),
            _ => true,
        }
    }

    fn between(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = match self.neighbours[a].len() <= self.neighbours[b].len() {
            true => (a, b),
            false => (b, a),
        };
        let found = self.neighbours[a].iter().find(|(end, _)| *end as usize == b);
        found.map(|&(_, edge)| edge as usize)
    }

    fn cycle(&self) -> Vec<Edge> {
        let edges = self.piece.edges.iter().zip(&self.forced);
        edges.filter(|(_, forced)| **forced).flat_map(|(edge, _)| edge.original.clone()).collect()
    }

    /// Returns the piece without excluded edges and without the inner vertices of forced paths.
    fn contracted(&self) -> Piece {
        let mut number = vec![u32::MAX; self.piece.vertices];
        let kept = (0..self.piece.vertices).filter(|&vertex| self.forced_degree[vertex] < 2);
        let mut vertices = 0;
        for vertex in kept {
            number[vertex] = vertices;
            vertices += 1;
        }
        let mut edges = Vec::new();
        for (index, edge) in self.piece.edges.iter().enumerate() {
            if !self.excluded[index] && !self.forced[index] {
                let ends = edge.ends.map(|end| number[end as usize]);
                edges.push(PieceEdge { ends, forced: false, original: edge.original.clone() });
            }
        }
        for from in 0..self.piece.vertices {
            let to = self.mate[from];
            if self.forced_degree[from] == 1 && from < to {
                let ends = [number[from], number[to]];
                edges.push(PieceEdge { ends, forced: true, original: self.path(from) });
            }
        }
        Piece { vertices: vertices as usize, edges }
    }

    /// Returns the edges of the original graph on the forced path that starts at `from`.
    fn path(&self, from: usize) -> Vec<Edge> {
        let (mut vertex, mut last, mut original) = (from, usize::MAX, Vec::new());
        loop {
            let next = self.neighbours[vertex].iter().find(|(_, edge)| {
                let edge = *edge as usize;
                self.forced[edge] && edge != last
            });
            let Some(&(end, edge)) = next else { return original };
            original.extend_from_slice(&self.piece.edges[edge as usize].original);
            (vertex, last) = (end as usize, edge as usize);
        }
    }
}
