//! Perfect matchings of the graph that stands for a factor problem, by augmenting paths (Edmonds 1965).
//!
//! A greedy factor comes first. Then each free node is the root of a search for an augmenting path. A search labels nodes
//! alternately *outer* (at even distance from the root) and *inner*; where two outer nodes meet, they close an odd cycle,
//! a blossom, whose nodes become outer and count as one node from then on (`top`, a union-find structure).
//!
//! If a search fails, all neighbors of its outer blossoms are inner nodes, and there is one more outer blossom than there
//! are inner nodes. So no matching covers all of them, and the first failure decides. A copy of a vertex that is inner
//! puts the vertex into Tutte's S; a copy that is an outer node by itself, all of whose neighbors are inner, into T.

use std::collections::VecDeque;

use crate::grid::FactorProblem;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeLabel {
    Unseen,
    Inner,
    Outer,
}

/// A matching of the nodes of a factor problem: the copies of the vertices, then two nodes for each edge.
pub(super) struct Matching<'a> {
    problem: &'a FactorProblem,
    /// The number of the first copy of each vertex; at the end, the number of the first node of an edge.
    first: Vec<u32>,
    /// For each copy, its vertex.
    vertex: Vec<u32>,
    /// The matched node of each node.
    mate: Vec<u32>,
    label: Vec<NodeLabel>,
    /// The outer node from which a node was reached; within a blossom, the next node of the other path to the root.
    before: Vec<u32>,
    /// A union-find structure: the outermost node of the blossom of each node.
    top: Vec<u32>,
    /// The nodes that the current search labeled.
    seen: Vec<u32>,
    /// The number of the last search for a common ancestor that passed a node.
    passed: Vec<u32>,
    passes: u32,
}

impl<'a> Matching<'a> {
    /// Creates the matching of a greedy factor.
    pub fn new(problem: &'a FactorProblem) -> Self {
        let (mut first, mut vertex) = (vec![0], Vec::new());
        for (number, &demand) in (0..).zip(&problem.demands) {
            vertex.extend(std::iter::repeat_n(number, demand));
            first.push(vertex.len() as u32);
        }
        let nodes = vertex.len() + 2 * problem.edges.len();
        let mut matching = Self {
            problem,
            first,
            vertex,
            mate: vec![NONE; nodes],
            label: vec![NodeLabel::Unseen; nodes],
            before: vec![NONE; nodes],
            top: (0..nodes as u32).collect(),
            seen: Vec::new(),
            passed: vec![0; nodes],
            passes: 0,
        };
        matching.start_greedily();
        matching
    }

    /// Takes edges while both ends have free copies, first at the vertices with the fewest edges.
    fn start_greedily(&mut self) {
        let problem = self.problem;
        let mut used = vec![0; problem.demands.len()];
        let mut is_taken = vec![false; problem.edges.len()];
        let mut order: Vec<usize> = (0..problem.demands.len()).collect();
        order.sort_by_key(|&vertex| problem.incident[vertex].len());
        let is_open = |used: &[usize], vertex: usize| used[vertex] < problem.demands[vertex];
        for vertex in order {
            for &edge in &problem.incident[vertex] {
                let other = problem.other_end(edge, vertex);
                if !is_open(&used, vertex) {
                    break;
                }
                if is_open(&used, other) && !is_taken[edge as usize] {
                    is_taken[edge as usize] = true;
                    for end in [vertex, other] {
                        self.pair(self.first[end] + used[end] as u32, self.edge_node(edge, end));
                        used[end] += 1;
                    }
                }
            }
        }
        for edge in (0..).zip(is_taken).filter(|&(_, is_taken)| !is_taken).map(|(edge, _)| edge) {
            let [a, b] = problem.edges[edge as usize].map(|end| self.edge_node(edge, end as usize));
            self.pair(a, b);
        }
    }

    fn pair(&mut self, a: u32, b: u32) {
        (self.mate[a as usize], self.mate[b as usize]) = (b, a);
    }

    /// Returns the node of an edge at one of its ends.
    fn edge_node(&self, edge: u32, end: usize) -> u32 {
        let side = u32::from(self.problem.edges[edge as usize][0] as usize != end);
        self.vertex.len() as u32 + 2 * edge + side
    }

    /// Returns the neighbor of a node with this index, counted from 0.
    fn neighbour(&self, node: u32, index: usize) -> Option<u32> {
        let copies = self.vertex.len() as u32;
        if let Some(&vertex) = self.vertex.get(node as usize) {
            let edge = *self.problem.incident[vertex as usize].get(index)?;
            return Some(self.edge_node(edge, vertex as usize));
        }
        let (edge, side) = ((node - copies) / 2, (node - copies) % 2);
        let Some(copy) = index.checked_sub(1) else { return Some(copies + 2 * edge + 1 - side) };
        let vertex = self.problem.edges[edge as usize][side as usize] as usize;
        (copy < self.problem.demands[vertex]).then(|| self.first[vertex] + copy as u32)
    }

    /// Searches until the matching is perfect, or a search fails. Returns the sets S and T of the failed search.
    pub fn obstacle(
        &mut self,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        for root in 0..self.vertex.len() as u32 {
            if self.mate[root as usize] != NONE {
                continue;
            }
            if !go_on() {
                return None;
            }
            if !self.augment(root) {
                return Some(self.sets());
            }
        }
        None
    }

    /// Searches for an augmenting path from a free node, and applies it. Returns `false` if there is none.
    fn augment(&mut self, root: u32) -> bool {
        for node in std::mem::take(&mut self.seen) {
            self.label[node as usize] = NodeLabel::Unseen;
            self.top[node as usize] = node;
        }
        self.set_label(root, NodeLabel::Outer);
        let mut waiting = VecDeque::from([root]);
        while let Some(node) = waiting.pop_front() {
            for index in 0.. {
                let Some(next) = self.neighbour(node, index) else { break };
                let label = self.label[next as usize];
                match label {
                    NodeLabel::Unseen => {
                        self.before[next as usize] = node;
                        let mate = self.mate[next as usize];
                        if mate == NONE {
                            self.flip(next);
                            return true;
                        }
                        self.set_label(next, NodeLabel::Inner);
                        self.set_label(mate, NodeLabel::Outer);
                        waiting.push_back(mate);
                    }
                    NodeLabel::Outer if self.find(node) != self.find(next) => {
                        let base = self.common_ancestor(node, next);
                        self.shrink(node, next, base, &mut waiting);
                        self.shrink(next, node, base, &mut waiting);
                    }
                    NodeLabel::Inner | NodeLabel::Outer => {}
                }
            }
        }
        false
    }

    fn set_label(&mut self, node: u32, label: NodeLabel) {
        self.label[node as usize] = label;
        self.seen.push(node);
    }

    /// Exchanges matched and other edges on the path from the root to a free node.
    fn flip(&mut self, free: u32) {
        let mut node = free;
        while node != NONE {
            let before = self.before[node as usize];
            let next = self.mate[before as usize];
            self.pair(node, before);
            node = next;
        }
    }

    fn find(&mut self, node: u32) -> u32 {
        let mut node = node as usize;
        while self.top[node] as usize != node {
            self.top[node] = self.top[self.top[node] as usize];
            node = self.top[node] as usize;
        }
        node as u32
    }

    /// Returns the blossom, by its top, in which the ways of two outer nodes to the root meet.
    fn common_ancestor(&mut self, a: u32, b: u32) -> u32 {
        self.passes += 1;
        let (mut one, mut other) = (self.find(a), self.find(b));
        loop {
            if one != NONE {
                if std::mem::replace(&mut self.passed[one as usize], self.passes) == self.passes {
                    return one;
                }
                let mate = self.mate[one as usize];
                one = if mate == NONE { NONE } else { self.find(self.before[mate as usize]) };
            }
            (one, other) = (other, one);
        }
    }

    /// Joins the nodes on the path from `node` to `base` to the blossom of `base`; `child` is the node on the other side of
    /// the edge that closes the blossom.
    fn shrink(&mut self, node: u32, child: u32, base: u32, waiting: &mut VecDeque<u32>) {
        let (mut node, mut child) = (node, child);
        while self.find(node) != base {
            self.before[node as usize] = child;
            child = self.mate[node as usize];
            if self.label[child as usize] == NodeLabel::Inner {
                self.label[child as usize] = NodeLabel::Outer;
                waiting.push_back(child);
            }
            for joined in [node, child] {
                if self.top[joined as usize] == joined {
                    self.top[joined as usize] = base;
                }
            }
            node = self.before[child as usize];
        }
    }

    /// Returns the sets S and T after a search that failed.
    fn sets(&self) -> (Vec<usize>, Vec<usize>) {
        let problem = self.problem;
        let is = |node: u32, label| self.label[node as usize] == label;
        let edge_nodes = |vertex: usize| {
            problem.incident[vertex].iter().map(move |&edge| self.edge_node(edge, vertex))
        };
        let copies = |vertex: usize| self.first[vertex]..self.first[vertex + 1];
        let is_upper = |&vertex: &usize| {
            copies(vertex).any(|copy| is(copy, NodeLabel::Inner))
                // nothing else shows that an edge at a vertex without a demand is useless
                || (copies(vertex).is_empty()
                    && edge_nodes(vertex).any(|node| is(node, NodeLabel::Outer)))
        };
        let is_lower = |&vertex: &usize| {
            copies(vertex).any(|copy| is(copy, NodeLabel::Outer))
                && edge_nodes(vertex).all(|node| is(node, NodeLabel::Inner))
        };
        let (upper, others): (Vec<usize>, Vec<usize>) =
            (0..problem.demands.len()).partition(is_upper);
        (upper, others.into_iter().filter(is_lower).collect())
    }
}
