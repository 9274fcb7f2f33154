//! Separation pairs: two vertices whose removal disconnects the graph.
//!
//! The search walks a depth-first search tree ([`PalmTree`]) in which every other edge leads from a vertex back to an
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
//!
//! The palm tree is a depth-first search tree, numbered and sorted for this search. In a depth-first search of an undirected graph, every edge is a tree edge or leads back to an ancestor. For each
//! vertex, the search computes the two lowest ancestors that its subtree reaches by one edge back (`low` and
//! `second_low`). Then the edges of each vertex are sorted by what they reach, in linear time by buckets, and the
//! vertices are numbered anew, the last child first. All searches are loops with explicit stacks, because recursion
//! along a long path would exhaust the call stack.

/// A depth-first search tree of a biconnected graph, with the numbers of Hopcroft and Tarjan 1973 (Dividing a graph
/// into triconnected components, SIAM J. Comput. 2:135-158), corrected by Gutwenger and Mutzel 2001.
///
/// Vertices are identified by their numbers: the root is 0, and the descendants of `v` are `v` to `v + size[v] - 1`.
pub(super) struct PalmTree {
    /// The vertex of the graph with each number.
    pub vertex: Vec<usize>,
    pub parent: Vec<usize>,
    /// The number of descendants, including the vertex itself.
    pub size: Vec<usize>,
    /// The least vertex that a path of tree edges down and one edge back reaches.
    pub low: Vec<usize>,
    /// The second least such vertex.
    pub second_low: Vec<usize>,
    /// The edges away from each vertex, in the order of the search: the end, and whether it is a tree edge.
    pub edges: Vec<Vec<(usize, bool)>>,
}

/// The result of the first search, indexed by the vertices of the graph; `low` and `second_low` are numbers in
/// preorder.
struct PalmSearch {
    preorder: Vec<usize>,
    parent: Vec<usize>,
    size: Vec<usize>,
    low: Vec<usize>,
    second_low: Vec<usize>,
    /// The edges away from the vertices, in the order in which the search left them.
    edges: Vec<(usize, usize, bool)>,
}

impl PalmTree {
    /// Returns the palm tree; `None` if the graph is not biconnected.
    pub fn new(neighbours: &[Vec<usize>]) -> Option<Self> {
        let count = neighbours.len();
        let mut search = first_search(neighbours)?;
        // sorts the edges by what they reach; the key is 3 · low + 2 for an edge that reaches no second vertex above
        // its start
        let mut buckets: Vec<Vec<(usize, usize, bool)>> = vec![Vec::new(); 3 * count + 3];
        for (from, to, is_tree) in std::mem::take(&mut search.edges) {
            let key = match is_tree {
                true if search.second_low[to] < search.preorder[from] => 3 * search.low[to],
                true => 3 * search.low[to] + 2,
                false => 3 * search.preorder[to] + 1,
            };
            buckets[key].push((from, to, is_tree));
        }
        let mut sorted: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
        for (from, to, is_tree) in buckets.into_iter().flatten() {
            sorted[from].push((to, is_tree));
        }
        // numbers that grow against the order of the search: the last child comes first
        let mut number = vec![NONE; count];
        let mut vertex = Vec::with_capacity(count);
        let mut waiting = vec![0];
        while let Some(next) = waiting.pop() {
            number[next] = vertex.len();
            vertex.push(next);
            waiting.extend(sorted[next].iter().filter(|edge| edge.1).map(|edge| edge.0));
        }
        // from preorder to the new numbers: both agree on the order of ancestors
        let mut by_preorder = vec![0; count];
        search.preorder.iter().enumerate().for_each(|(vertex, &at)| by_preorder[at] = vertex);
        let renamed = |low: &[usize]| -> Vec<usize> {
            vertex.iter().map(|&v| number[by_preorder[low[v]]]).collect()
        };
        let parent = |&v: &usize| number.get(search.parent[v]).copied().unwrap_or(NONE);
        Some(Self {
            parent: vertex.iter().map(parent).collect(),
            size: vertex.iter().map(|&v| search.size[v]).collect(),
            low: renamed(&search.low),
            second_low: renamed(&search.second_low),
            edges: vertex
                .iter()
                .map(|&v| sorted[v].iter().map(|&(to, is_tree)| (number[to], is_tree)).collect())
                .collect(),
            vertex,
        })
    }
}

fn first_search(neighbours: &[Vec<usize>]) -> Option<PalmSearch> {
    let count = neighbours.len();
    let mut found = PalmSearch {
        preorder: vec![NONE; count],
        parent: vec![NONE; count],
        size: vec![1; count],
        low: vec![0; count],
        second_low: vec![0; count],
        edges: Vec::new(),
    };
    let mut next = vec![0; count];
    let mut visited = 0;
    let mut path = vec![0];
    while let Some(&v) = path.last() {
        if next[v] == 0 && found.preorder[v] == NONE {
            (found.preorder[v], found.low[v], found.second_low[v]) = (visited, visited, visited);
            visited += 1;
        }
        if let Some(&w) = neighbours[v].get(next[v]) {
            next[v] += 1;
            if found.preorder[w] == NONE {
                found.parent[w] = v;
                path.push(w);
            } else if found.preorder[w] < found.preorder[v] && found.parent[v] != w {
                let reached = found.preorder[w];
                lower(&mut found, v, reached, NONE);
                found.edges.push((v, w, false));
            }
            continue;
        }
        path.pop();
        let Some(&up) = path.last() else { break };
        let (low, second) = (found.low[v], found.second_low[v]);
        let is_cut = found.low[v] >= found.preorder[up] && up != 0;
        // the root of a biconnected graph has only one child
        if is_cut || (up == 0 && found.size[0] > 1) {
            return None;
        }
        lower(&mut found, up, low, second);
        found.size[up] += found.size[v];
        found.edges.push((up, v, true));
    }
    (visited == count).then_some(found)
}

/// Updates `low` and `second_low` of `v` by two more vertices that it reaches.
fn lower(found: &mut PalmSearch, v: usize, low: usize, second: usize) {
    let mut all = [found.low[v], found.second_low[v], low, second.min(found.preorder[v])];
    all.sort_unstable();
    found.low[v] = all[0];
    found.second_low[v] = all.into_iter().find(|&one| one > all[0]).unwrap_or(found.preorder[v]);
}

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
