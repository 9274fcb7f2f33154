//! A search for a Hamilton cycle, by the states of the frontier method but without a diagram.

use encycle_encodings::kinds::hamilton::Piece;

use crate::frontier::{BudgetCheck, BuildStopped, GoOn};
use crate::states::StateTable;

/// Finds a Hamilton cycle of a piece that contains all forced edges: the indices of its edges, or `None` if there is
/// none.
///
/// The edges are decided one by one, as in Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4, exercise 225). A
/// state contains, for each vertex of the frontier, the other end of its path. Because the solutions are not counted,
/// each state is kept only once, with a single predecessor, and a cycle is found by following the predecessors back to
/// the first state. The result is exact: if no states are left, there is no cycle.
///
/// # Errors
/// [`BuildStopped`] if a level has more than `most` states, the frontier is wide, or `go_on` returns `false`.
///
/// ```
/// use encycle_diagrams::hamilton_cycle;
/// use encycle_encodings::grid::Graph;
/// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
///
/// let complete = (0..5).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
/// let puzzle = Hamilton::new(Graph::new(5, complete).unwrap(), HamiltonGoal::Cycle, &[])?;
/// let piece = &puzzle.decompose(&mut || true).expect("no contradiction").pieces[0];
/// let cycle = hamilton_cycle(piece, 50_000, &mut |_| true)?.expect("a cycle");
/// assert_eq!(piece.original(&cycle).len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hamilton_cycle(
    piece: &Piece,
    most: usize,
    go_on: &mut GoOn<'_>,
) -> Result<Option<Vec<usize>>, BuildStopped> {
    let order = VertexOrder::new(piece).ok_or(BuildStopped)?;
    let program = StepProgram::new(piece, &order);
    let mut check = BudgetCheck::new(go_on);
    let mut states = StateTable::new(program.width());
    let mut next = StateTable::new(program.width());
    let mut state = program.root();
    states.insert(&state).ok_or(BuildStopped)?;
    // for each level and state, twice the index of its predecessor, plus one if the edge is in the cycle
    let mut predecessors: Vec<Vec<u32>> = Vec::new();
    let mut bytes = 0;
    for level in 0..program.levels() {
        let mut before = Vec::new();
        for index in 0..states.len() {
            check.tick(|| bytes + states.memory() + next.memory())?;
            for taken in [true, false] {
                state.copy_from_slice(states.get(index));
                match program.step(level, &mut state, taken) {
                    CycleStep::Reject => continue,
                    CycleStep::Closed => {
                        return Ok(Some(program.cycle(level, index, &predecessors)));
                    }
                    CycleStep::Open => {}
                }
                if next.insert(&state).ok_or(BuildStopped)? == before.len() {
                    before.push(2 * index as u32 + u32::from(taken));
                }
            }
            if next.len() > most {
                return Err(BuildStopped);
            }
        }
        bytes += 4 * before.len();
        predecessors.push(before);
        std::mem::swap(&mut states, &mut next);
        next.clear();
    }
    Ok(None)
}

// The order in which vertices leave the frontier.

/// The vertices of a piece in the order in which all their edges are decided.
struct VertexOrder {
    /// The vertices.
    pub vertices: Vec<usize>,
    /// The maximum number of vertices that have both decided and undecided edges at the same time.
    pub width: usize,
}

/// The maximum width of a frontier for which states are enumerated. A wider frontier has more than 50,000 states in
/// practice.
const WIDEST: usize = 60;

impl VertexOrder {
    /// Returns the narrowest of a few orders; `None` if all of them are wide.
    pub fn new(piece: &Piece) -> Option<Self> {
        let mut neighbours = vec![Vec::new(); piece.vertex_count()];
        for edge in piece.edges() {
            let [a, b] = edge.ends.map(|end| end as usize);
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let one = farthest(&neighbours, 0);
        let other = farthest(&neighbours, one);
        let orders = [one, other, 0].map(|start| greedy(&neighbours, start));
        let narrowest = orders.into_iter().flatten().min_by_key(|order| order.width)?;
        Some(narrowest).filter(|order| order.width <= WIDEST)
    }
}

/// Returns a vertex at maximum distance from `start`.
fn farthest(neighbours: &[Vec<usize>], start: usize) -> usize {
    let mut seen = vec![false; neighbours.len()];
    let mut waiting = std::collections::VecDeque::from([start]);
    seen[start] = true;
    let mut last = start;
    while let Some(vertex) = waiting.pop_front() {
        last = vertex;
        for &end in &neighbours[vertex] {
            if !std::mem::replace(&mut seen[end], true) {
                waiting.push_back(end);
            }
        }
    }
    last
}

/// Returns the order that always continues with the vertex of the frontier that adds the fewest vertices to the
/// frontier; of several such vertices, it takes the oldest. Returns `None` if the graph is not connected, or the
/// frontier becomes far too wide.
fn greedy(neighbours: &[Vec<usize>], start: usize) -> Option<VertexOrder> {
    let mut is_seen = vec![false; neighbours.len()];
    let mut unseen: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let mut frontier: Vec<usize> = Vec::new();
    let mut order = VertexOrder { vertices: Vec::new(), width: 0 };
    let mut add = |vertex: usize, frontier: &mut Vec<usize>, unseen: &mut [usize]| {
        if !std::mem::replace(&mut is_seen[vertex], true) {
            frontier.push(vertex);
            neighbours[vertex].iter().for_each(|&end| unseen[end] -= 1);
        }
    };
    add(start, &mut frontier, &mut unseen);
    while order.vertices.len() < neighbours.len() {
        let best = (0..frontier.len()).min_by_key(|&at| unseen[frontier[at]])?;
        let vertex = frontier[best];
        for &end in &neighbours[vertex] {
            add(end, &mut frontier, &mut unseen);
        }
        order.width = order.width.max(frontier.len());
        frontier.remove(best);
        order.vertices.push(vertex);
        if order.width > 2 * WIDEST {
            return None;
        }
    }
    Some(order)
}

// The transition of a state at one edge, in the search for a Hamilton cycle.

/// The byte of a place without a vertex.
const FREE: u8 = 255;
/// The byte of a vertex with two lines.
const DONE: u8 = 254;

/// The outcome of a decision.
enum CycleStep {
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
struct StepProgram {
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
