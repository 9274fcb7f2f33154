//! The transition of a state at one edge, in the search for a Hamilton cycle.

use encycle_encodings::kinds::hamilton::Piece;

use crate::cycle::order::VertexOrder;

/// The byte of a place without a vertex.
const FREE: u8 = 255;
/// The byte of a vertex with two lines.
const DONE: u8 = 254;

/// The outcome of a decision.
pub(super) enum CycleStep {
    /// No cycle continues the decisions.
    Reject,
    /// The edge closes a cycle through all vertices.
    Closed,
    /// Later edges determine the outcome.
    Open,
}

/// The edges in the order of their decision, with the changes of the frontier at each.
///
/// Each vertex of the frontier has a place in the state. The byte at this place is the place of the other end of the
/// vertex's path, the place itself if the vertex has no line, or [`DONE`]. For example, if the vertices at the places 0
/// and 2 are the ends of a path and the vertex at place 1 has no line, the state is 2 1 0.
pub(super) struct StepProgram {
    decisions: Vec<EdgeDecision>,
    width: usize,
}

struct EdgeDecision {
    edge: usize,
    forced: bool,
    /// The places of the two ends.
    places: [usize; 2],
    /// Whether each end enters the frontier here.
    enters: [bool; 2],
    /// The number of undecided edges at each end after this decision.
    left: [usize; 2],
    /// Whether all vertices have entered the frontier, and no forced edge follows.
    may_close: bool,
}

impl StepProgram {
    pub fn new(piece: &Piece, order: &VertexOrder) -> Self {
        let count = piece.vertex_count();
        let mut rank = vec![0; count];
        order.vertices.iter().enumerate().for_each(|(at, &vertex)| rank[vertex] = at);
        let ranks = |edge: usize| piece.edges()[edge].ends.map(|end| rank[end as usize]);
        let mut edges: Vec<usize> = (0..piece.edges().len()).collect();
        // forced edges first, because they leave no choice
        edges.sort_by_key(|&edge| {
            let [a, b] = ranks(edge);
            (a.min(b), !piece.edges()[edge].forced, a.max(b))
        });
        let mut left = vec![0; count];
        piece.edges().iter().flat_map(|edge| edge.ends).for_each(|end| left[end as usize] += 1);
        let mut unforced = piece.edges().iter().filter(|edge| edge.forced).count();
        let (mut place, mut free, mut width) = (vec![usize::MAX; count], Vec::new(), 0);
        let mut entered = 0;
        let mut decisions = Vec::with_capacity(edges.len());
        for edge in edges {
            let ends = piece.edges()[edge].ends.map(|end| end as usize);
            let enters = ends.map(|end| place[end] == usize::MAX);
            for end in ends {
                left[end] -= 1;
                if place[end] == usize::MAX {
                    entered += 1;
                    place[end] = free.pop().unwrap_or_else(|| {
                        width += 1;
                        width - 1
                    });
                }
            }
            let forced = piece.edges()[edge].forced;
            unforced -= usize::from(forced);
            decisions.push(EdgeDecision {
                edge,
                forced,
                places: ends.map(|end| place[end]),
                enters,
                left: ends.map(|end| left[end]),
                may_close: entered == count && unforced == 0,
            });
            free.extend(ends.iter().filter(|&&end| left[end] == 0).map(|&end| place[end]));
        }
        Self { decisions, width }
    }

    pub fn levels(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the number of places.
    pub fn width(&self) -> usize {
        self.width.max(1)
    }

    /// Returns the state before the first decision.
    pub fn root(&self) -> Vec<u8> {
        vec![FREE; self.width()]
    }

    /// Decides the edge of a level.
    pub fn step(&self, level: usize, state: &mut [u8], taken: bool) -> CycleStep {
        let decision = &self.decisions[level];
        let [a, b] = decision.places;
        for (place, enters) in decision.places.into_iter().zip(decision.enters) {
            if enters {
                state[place] = place as u8;
            }
        }
        if taken {
            let (from, to) = (state[a], state[b]);
            if from == DONE || to == DONE {
                return CycleStep::Reject;
            }
            if usize::from(from) == b {
                // the edge joins both ends of one path
                (state[a], state[b]) = (DONE, DONE);
                let is_whole = state.iter().all(|&byte| byte == DONE || byte == FREE);
                return match decision.may_close && is_whole {
                    true => CycleStep::Closed,
                    false => CycleStep::Reject,
                };
            }
            // an inner vertex of the joined path is done; a vertex that had no line becomes an end of the path
            (state[a], state[b]) = (DONE, DONE);
            (state[usize::from(from)], state[usize::from(to)]) = (to, from);
        } else if decision.forced {
            return CycleStep::Reject;
        }
        for (place, left) in decision.places.into_iter().zip(decision.left) {
            let missing = match state[place] {
                DONE => 0,
                own if usize::from(own) == place => 2,
                _ => 1,
            };
            if left < missing {
                return CycleStep::Reject;
            }
        }
        for (place, left) in decision.places.into_iter().zip(decision.left) {
            if left == 0 {
                state[place] = FREE;
            }
        }
        CycleStep::Open
    }

    /// Returns the edges that led to the state with this index at `level`, and the edge of the level.
    pub fn cycle(&self, level: usize, index: usize, predecessors: &[Vec<u32>]) -> Vec<usize> {
        let mut edges = vec![self.decisions[level].edge];
        let mut index = index;
        for level in (0..level).rev() {
            let entry = predecessors[level][index];
            if entry % 2 == 1 {
                edges.push(self.decisions[level].edge);
            }
            index = entry as usize / 2;
        }
        edges
    }
}
