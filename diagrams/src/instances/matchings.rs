//! Path matchings (sets of disjoint paths) as a transition system, edge by edge.

use encycle_encodings::grid::{Edge, Graph};

/// The mate of a vertex that cannot get another line: an inner vertex of a path, or a vertex whose edges are
/// all decided.
const INNER: u8 = u8::MAX;

/// The path matchings of a graph: Yoshinaka et al. 2012, algorithm 1.
///
/// A state is the mate of each vertex: the other end of its path, the vertex itself if it has no line, or [`INNER`].
/// Unlike the states of a puzzle with known ends, it also distinguishes path ends whose edges are all decided, because
/// the pair of the completed path will name them.
pub(super) struct Matchings {
    /// The ends of each edge, in the order of decisions.
    ends: Vec<[usize; 2]>,
    /// For each edge, the vertices for which it is the last edge.
    leave: Vec<Vec<usize>>,
    /// The vertices in the order of their last edges.
    by_last: Vec<usize>,
    /// For each vertex, the other vertex of its given pair, if it has one.
    partner: Vec<Option<usize>>,
}

/// The consequences of a decision.
#[derive(Default)]
pub(super) struct Fixed {
    /// The ends of the paths that the decision completes.
    pub pairs: Vec<[usize; 2]>,
    /// Whether the decision leaves a vertex without a line.
    pub left_out: bool,
}

impl Matchings {
    /// The maximum number of vertices of a graph. The recursion depth of the algebra is the number of pairs
    /// of vertices.
    pub const MOST_VERTICES: usize = 128;

    /// Creates the path matchings of a graph that join the `given` pairs; edges are decided in `order`.
    pub fn new(graph: &Graph, given: &[[usize; 2]], order: &[Edge]) -> Self {
        let mut last = vec![0; graph.vertex_count()];
        for (level, &edge) in order.iter().enumerate() {
            graph.ends(edge).iter().for_each(|&end| last[end] = level);
        }
        let mut leave = vec![Vec::new(); order.len()];
        let mut by_last: Vec<usize> = (0..graph.vertex_count()).collect();
        by_last.sort_by_key(|&vertex| last[vertex]);
        for &vertex in by_last.iter().filter(|&&vertex| !graph.incident(vertex).is_empty()) {
            leave[last[vertex]].push(vertex);
        }
        let ends = order.iter().map(|&edge| graph.ends(edge)).collect();
        let mut partner = vec![None; graph.vertex_count()];
        for &[a, b] in given {
            (partner[a], partner[b]) = (Some(b), Some(a));
        }
        Self { ends, leave, by_last, partner }
    }

    /// Returns the number of edges to decide.
    pub fn levels(&self) -> usize {
        self.ends.len()
    }

    /// Returns the vertices in the order of their last edges.
    pub fn by_last_edge(&self) -> &[usize] {
        &self.by_last
    }

    /// Returns the state before the first decision.
    pub fn root(&self) -> Vec<u8> {
        (0..self.partner.len() as u8).collect()
    }

    /// Returns whether the edge of a level joins both ends of the same path.
    pub fn would_close(&self, level: usize, state: &[u8]) -> bool {
        let [a, b] = self.ends[level];
        usize::from(state[a]) == b
    }

    /// Returns whether the given pairs allow two vertices to be the ends of a path.
    fn may_be_pair(&self, [a, b]: [usize; 2]) -> bool {
        match self.partner[a] {
            Some(partner) => partner == b,
            None => self.partner[b].is_none(),
        }
    }

    /// Decides the edge of `level` and writes the resulting state to `next`. Returns `None` if the lines are not a path
    /// matching, or do not join the given pairs.
    pub fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Option<Fixed> {
        next.copy_from_slice(state);
        let mut fixed = Fixed::default();
        if taken {
            let [a, b] = self.ends[level];
            if next[a] == INNER || next[b] == INNER || self.would_close(level, state) {
                return None;
            }
            let [from, to] = [a, b].map(|end| usize::from(next[end]));
            let is_inner_end = |end: usize, mate| mate != end && self.partner[end].is_some();
            if is_inner_end(a, from) || is_inner_end(b, to) {
                return None;
            }
            let is_open = [(a, from), (b, to)].map(|(end, mate)| usize::from(state[mate]) == end);
            (next[a], next[b]) = (INNER, INNER);
            if is_open[0] {
                next[from] = to as u8;
            }
            if is_open[1] {
                next[to] = from as u8;
            }
            if is_open == [false; 2] {
                fixed.pairs.push([from, to]);
            }
        }
        for &vertex in &self.leave[level] {
            let mate = std::mem::replace(&mut next[vertex], INNER);
            if mate == INNER {
                continue;
            }
            let mate = usize::from(mate);
            if mate == vertex {
                if self.partner[vertex].is_some() {
                    return None;
                }
                fixed.left_out = true;
            } else if usize::from(next[mate]) != vertex {
                fixed.pairs.push([vertex, mate]);
            }
        }
        let keeps_pairs = fixed.pairs.iter().all(|&pair| self.may_be_pair(pair));
        keeps_pairs.then_some(fixed)
    }

    /// Returns a lower bound on the number of pairs that are still to be completed. Each incomplete path leads to a
    /// pair, but two incomplete paths can be joined and then lead to only one.
    pub fn pairs_to_come(&self, state: &[u8]) -> usize {
        let mates = state.iter().map(|&mate| usize::from(mate)).enumerate();
        let begun = mates.filter(|&(vertex, mate)| mate != usize::from(INNER) && mate != vertex);
        let (mut open, mut gone) = (0, 0_usize);
        for (vertex, mate) in begun {
            open = 1;
            gone += usize::from(usize::from(state[mate]) != vertex);
        }
        gone.div_ceil(2).max(open)
    }
}
