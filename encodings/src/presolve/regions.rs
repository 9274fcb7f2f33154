//! The rules `inside` and `outside`: closed regions (Berschneider 2.4.3), found by articulation points.
//!
//! The loop has one inside and one outside. Each of them is connected through cells that share an edge; the outside
//! includes the cells beyond the border. Consider the graph of the cells that may be inside, in which two neighbors are
//! joined if the grid edge between them may be empty. All inside cells lie in one component of this graph. Therefore a
//! component without the known inside cells is outside, and a cell whose removal separates known inside cells is
//! inside. The same holds for the outside.
//!
//! ```text
//! I ? # ?      I   known to be inside
//! # ? # ?      #   known to be outside
//! # ? I #      ?   unknown
//! ```
//!
//! In this picture, each of the three `?` on the left separates the two `I`, so all three cells are inside. The two `?`
//! on the right form a component without an `I`, so they are outside.
//!
//! Cells with an empty edge between them form one node, because they are on the same side. One depth-first search
//! (Tarjan's low points) finds everything in linear time, whereas the paper runs a search for each region and side.

use crate::presolve::board::{EdgeMark, PresolveBoard, RuleSite};
use crate::presolve::rule::PresolveRule;

/// Applies the rule `inside`, then the rule `outside`.
pub(super) fn regions(board: &mut PresolveBoard) {
    for inside in [true, false] {
        let rule = if inside { PresolveRule::Inside } else { PresolveRule::Outside };
        if !board.contradiction && board.rules.has(rule) {
            one_side(board, inside, rule);
        }
    }
}

/// The number that means "no node".
const NONE: u32 = u32::MAX;

/// The graph of the cells that may be on one side of the loop.
struct RegionNodes {
    /// The node of each cell, with the outside last; [`NONE`] if the cell is on the other side.
    of: Vec<u32>,
    /// One cell of each node.
    cell: Vec<u32>,
    /// Whether each node is known to be on this side.
    known: Vec<bool>,
    /// For each node, the index of its first neighbor in `neighbours`.
    first: Vec<u32>,
    neighbours: Vec<u32>,
}

fn one_side(board: &mut PresolveBoard, inside: bool, rule: PresolveRule) {
    let nodes = RegionNodes::new(board, inside);
    let Some(root) = nodes.known.iter().position(|&known| known) else { return };
    let search = RegionSearch::new(&nodes, root as u32);
    let outside = board.geometry.outside();
    for node in search.needed {
        let cell = nodes.cell[node as usize];
        board.begin(rule, RuleSite::Cell(cell));
        board.relate(cell, outside, inside);
    }
    for (node, &order) in search.order.iter().enumerate() {
        let cell = nodes.cell[node];
        if order == NONE {
            board.begin(rule, RuleSite::Cell(cell));
            board.relate(cell, outside, !inside);
        }
    }
}

impl RegionNodes {
    fn new(board: &PresolveBoard, inside: bool) -> Self {
        let outside = board.geometry.outside();
        let mut this = Self {
            of: vec![NONE; outside as usize + 1],
            cell: Vec::new(),
            known: Vec::new(),
            first: Vec::new(),
            neighbours: Vec::new(),
        };
        let may = |cell: u32| board.colours.inside(cell) != Some(!inside);
        let mut waiting = Vec::new();
        if !inside {
            // the outside comes first, together with the cells that empty edges connect with it
            this.of[outside as usize] = 0;
            this.cell.push(outside);
            this.known.push(true);
            for (edge, cells) in board.geometry.edge_cells.iter().enumerate() {
                if cells.contains(&outside) && board.mark(edge as u32) == EdgeMark::Empty {
                    waiting.extend(cells.iter().filter(|&&cell| cell != outside));
                }
            }
            this.spread(board, &mut waiting, 0);
        }
        for cell in 0..outside {
            if this.of[cell as usize] == NONE && may(cell) {
                let node = this.cell.len() as u32;
                this.cell.push(cell);
                this.known.push(board.colours.inside(cell) == Some(inside));
                waiting.push(cell);
                this.spread(board, &mut waiting, node);
            }
        }
        this.join(board);
        this
    }

    /// Assigns the node to the waiting cells, and to all cells that empty edges connect with them.
    fn spread(&mut self, board: &PresolveBoard, waiting: &mut Vec<u32>, node: u32) {
        while let Some(cell) = waiting.pop() {
            if self.of[cell as usize] != NONE {
                continue;
            }
            self.of[cell as usize] = node;
            let edges = board.geometry.cell_edges[cell as usize];
            for (edge, beyond) in edges.into_iter().zip(board.geometry.cell_cells[cell as usize]) {
                // the outside already has its node, or is on the other side
                if board.mark(edge) == EdgeMark::Empty && beyond != board.geometry.outside() {
                    waiting.push(beyond);
                }
            }
        }
    }

    /// Adds the open edges as edges between nodes.
    fn join(&mut self, board: &PresolveBoard) {
        let count = self.cell.len();
        let ends = |edge: usize| {
            let [a, b] = board.geometry.edge_cells[edge].map(|cell| self.of[cell as usize]);
            let open =
                board.mark(edge as u32) == EdgeMark::Open && a != b && a != NONE && b != NONE;
            open.then_some([a, b])
        };
        let edges: Vec<[u32; 2]> = (0..board.geometry.edge_cells.len()).filter_map(ends).collect();
        let mut first = vec![0_u32; count + 1];
        edges.iter().flatten().for_each(|&end| first[end as usize + 1] += 1);
        for node in 0..count {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut neighbours = vec![0; 2 * edges.len()];
        for [a, b] in edges {
            for (from, to) in [(a, b), (b, a)] {
                neighbours[next[from as usize] as usize] = to;
                next[from as usize] += 1;
            }
        }
        (self.first, self.neighbours) = (first, neighbours);
    }
}

/// A depth-first search from a known node.
struct RegionSearch {
    /// The discovery order of each node; [`NONE`] if it is unreachable.
    order: Vec<u32>,
    /// The nodes that separate known nodes from each other.
    needed: Vec<u32>,
}

impl RegionSearch {
    fn new(nodes: &RegionNodes, root: u32) -> Self {
        let count = nodes.cell.len();
        let mut this = Self { order: vec![NONE; count], needed: Vec::new() };
        // the earliest node that an edge from the subtree reaches, and whether the subtree contains a known node
        let mut low = vec![NONE; count];
        let mut known = nodes.known.clone();
        let mut next = nodes.first.clone();
        let mut path = vec![root];
        (this.order[root as usize], low[root as usize]) = (0, 0);
        let mut reached = 1;
        while let Some(&node) = path.last() {
            let at = node as usize;
            if next[at] < nodes.first[at + 1] {
                let neighbour = nodes.neighbours[next[at] as usize];
                next[at] += 1;
                let order = this.order[neighbour as usize];
                if order == NONE {
                    this.order[neighbour as usize] = reached;
                    low[neighbour as usize] = reached;
                    reached += 1;
                    path.push(neighbour);
                } else {
                    low[at] = low[at].min(order);
                }
                continue;
            }
            path.pop();
            let Some(&parent) = path.last() else { break };
            let above = parent as usize;
            // the subtree of `node` has no other way out than `parent`, and the root, which is known, lies beyond
            // `parent`
            if low[at] >= this.order[above] && known[at] && !nodes.known[above] {
                this.needed.push(parent);
            }
            low[above] = low[above].min(low[at]);
            known[above] |= known[at];
        }
        this
    }
}
