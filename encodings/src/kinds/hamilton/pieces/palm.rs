//! Palm trees: depth-first search trees, numbered and sorted for the search for separation pairs.
//!
//! In a depth-first search of an undirected graph, every edge is a tree edge or leads back to an ancestor. For each
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

const NONE: usize = usize::MAX;

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
