//! Separation pairs: two vertices whose removal disconnects the graph.
//!
//! The search walks a depth-first search tree (`palm`) in which every other edge leads from a vertex back to an
//! ancestor. In such a tree a separation pair {a, b}, with a above b, has one of two shapes:
//!
//! ```text
//!   first kind                     second kind
//!       a                              a
//!       |                              |  \
//!       .                              x   .        back edges from x and from what hangs on it
//!       |                              |            end between a and b, inclusive
//!       b ---- rest                    b
//!       |                              |
//!       w   the subtree of w           .   the rest goes on below b and reaches above a
//!           reaches only a and b
//! ```
//!
//! The first kind is visible at one vertex: the two lowest vertices that the subtree of w reaches are a and b
//! (`first_kind`). The second kind concerns a whole stretch of a tree path, so the search keeps a stack of candidates.
//! A candidate is dropped as soon as a back edge shows that its inner vertices reach outside. The order of the edges in
//! the palm tree ensures that only the top of the stack is ever affected, which makes the time linear.
//!
//! The original paper has errors, so this file follows the corrections of Gutwenger and Mutzel. It stops at the first
//! pair, because the piece is split and reduced before the next search. The tests compare the result with the
//! definition on random graphs.

use crate::kinds::hamilton::pieces::palm::PalmTree;

/// The result of [`separation_pair`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connectivity {
    /// The graph is not biconnected.
    Lower,
    /// The removal of these two vertices disconnects the graph.
    Two(usize, usize),
    /// The graph is triconnected.
    Three,
}

const NONE: usize = usize::MAX;

/// A candidate for the second kind of pair: the largest vertex of the part that `a` and `b` may separate, then `a` and
/// `b`.
type Triple = [usize; 3];

/// Marks the start of a path on the stack.
const START: Triple = [NONE; 3];

/// Finds a separation pair in time O(n + m), for a simple graph in which each vertex has at least three neighbors.
///
/// This is the path search of Hopcroft and Tarjan 1973, in the form of Gutwenger and Mutzel 2001 (A linear time
/// implementation of SPQR-trees), up to the first pair.
pub(super) fn separation_pair(neighbours: &[Vec<usize>]) -> Connectivity {
    if neighbours.len() < 4 {
        return Connectivity::Three;
    }
    match PalmTree::new(neighbours) {
        None => Connectivity::Lower,
        Some(tree) => {
            match (PathSearch { high: high(&tree), tree: &tree, stack: vec![START] }).run() {
                Some([a, b]) => Connectivity::Two(tree.vertex[a], tree.vertex[b]),
                None => Connectivity::Three,
            }
        }
    }
}

/// Returns, for each vertex, the start of the first back edge to it, in the order of the search; 0 if there is none.
fn high(tree: &PalmTree) -> Vec<usize> {
    let mut high = vec![0; tree.vertex.len()];
    let mut path = vec![(0, 0)];
    while let Some((v, next)) = path.last_mut() {
        let v = *v;
        let Some(&(w, is_tree)) = tree.edges[v].get(*next) else {
            path.pop();
            continue;
        };
        *next += 1;
        if is_tree {
            path.push((w, 0));
        } else if high[w] == 0 {
            high[w] = v;
        }
    }
    high
}

struct PathSearch<'a> {
    tree: &'a PalmTree,
    high: Vec<usize>,
    stack: Vec<Triple>,
}

impl PathSearch<'_> {
    fn run(mut self) -> Option<[usize; 2]> {
        let mut path = vec![(0, 0)];
        while let Some(&(v, next)) = path.last() {
            // all edges but the first start a new path, except at the root
            let starts = |edge: usize| edge > 0 || v == 0;
            match self.tree.edges[v].get(next) {
                Some(&(w, true)) => {
                    if starts(next) {
                        let last = w + self.tree.size[w] - 1;
                        self.start(v, self.tree.low[w], last);
                        self.stack.push(START);
                    }
                    path.push((w, 0));
                    continue;
                }
                Some(&(w, false)) => {
                    if starts(next) {
                        self.start(v, w, 0);
                    }
                    path.last_mut()?.1 += 1;
                    continue;
                }
                None => {}
            }
            path.pop();
            let w = v;
            let Some((v, next)) = path.last_mut() else { break };
            let (v, edge) = (*v, std::mem::replace(next, *next + 1));
            if let Some(pair) = self.second_kind(v).or_else(|| self.first_kind(v, w, edge)) {
                return Some(pair);
            }
            if edge > 0 || v == 0 {
                while self.stack.pop().is_some_and(|top| top != START) {}
            }
            while self
                .stack
                .last()
                .is_some_and(|&[most, a, b]| a != NONE && a != v && b != v && self.high[v] > most)
            {
                self.stack.pop();
            }
        }
        None
    }

    /// Starts a path at `v` that reaches `low`; `last` is the largest vertex of its subtree, or 0.
    fn start(&mut self, v: usize, low: usize, last: usize) {
        let (mut most, mut from) = (if last > 0 { last } else { v }, v);
        let mut largest = 0;
        while let Some(&[reached, a, b]) = self.stack.last()
            && a != NONE
            && a > low
        {
            self.stack.pop();
            largest = largest.max(reached);
            (most, from) = (largest.max(last), b);
        }
        self.stack.push([most, low, from]);
    }

    /// Checks for a pair that separates the inner vertices of a path, with all that hangs on them, from the rest.
    fn second_kind(&mut self, v: usize) -> Option<[usize; 2]> {
        while let Some(&[_, a, b]) = self.stack.last()
            && v != 0
            && a == v
        {
            if self.tree.parent[b] != a {
                return Some([a, b]);
            }
            self.stack.pop();
        }
        None
    }

    /// Checks whether `v` and one ancestor separate the subtree of its child `w`.
    fn first_kind(&self, v: usize, w: usize, edge: usize) -> Option<[usize; 2]> {
        let tree = self.tree;
        let reaches_one = tree.second_low[w] >= v && tree.low[w] < v;
        let has_more = || tree.edges[v][edge + 1..].iter().any(|edge| edge.1);
        (reaches_one && (tree.parent[v] != 0 || has_more())).then(|| [v, tree.low[w]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of components without `a` and `b`.
    fn components(neighbours: &[Vec<usize>], a: usize, b: usize) -> usize {
        let mut seen = vec![false; neighbours.len()];
        (seen[a], seen[b]) = (true, true);
        let mut count = 0;
        for start in 0..neighbours.len() {
            let mut waiting = vec![start];
            count += usize::from(!seen[start]);
            while let Some(vertex) = waiting.pop() {
                if !std::mem::replace(&mut seen[vertex], true) {
                    waiting.extend(&neighbours[vertex]);
                }
            }
        }
        count
    }

    /// Compares with the definition on random graphs in which each vertex has at least three neighbors.
    #[test]
    fn pairs_are_found_exactly_where_there_are_some() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % limit as u64) as usize
        };
        let mut found = [0; 3];
        for _ in 0..20_000 {
            let count = 4 + below(9);
            let near = 2 + below(count);
            let mut neighbours = vec![Vec::new(); count];
            for _ in 0..20 * count {
                let a = below(count);
                let b = (a + 1 + below(near)) % count;
                let is_full = neighbours.iter().all(|list| list.len() >= 3);
                if a != b && !is_full && !neighbours[a].contains(&b) {
                    neighbours[a].push(b);
                    neighbours[b].push(a);
                }
            }
            if neighbours.iter().any(|list| list.len() < 3) {
                continue;
            }
            let all = || (0..count).flat_map(|b| (0..b).map(move |a| (a, b)));
            let separates = |a, b| components(&neighbours, a, b) > 1;
            let is_biconnected = (0..count).all(|a| components(&neighbours, a, a) == 1);
            match separation_pair(&neighbours) {
                Connectivity::Lower => {
                    assert!(!is_biconnected, "{neighbours:?}");
                    found[0] += 1;
                }
                Connectivity::Two(a, b) => {
                    assert!(is_biconnected && separates(a, b), "{a} {b}: {neighbours:?}");
                    found[1] += 1;
                }
                Connectivity::Three => {
                    let missed = all().find(|&(a, b)| separates(a, b));
                    assert!(is_biconnected && missed.is_none(), "{missed:?}: {neighbours:?}");
                    found[2] += 1;
                }
            }
        }
        assert!(found[0] > 0 && found[1] > 500 && found[2] > 500, "{found:?}");
    }
}
