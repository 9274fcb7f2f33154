//! The order in which vertices leave the frontier.

use encycle_encodings::kinds::hamilton::Piece;

/// The vertices of a piece in the order in which all their edges are decided.
pub(super) struct VertexOrder {
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
