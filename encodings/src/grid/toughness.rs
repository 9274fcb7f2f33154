//! Toughness: a few vertices whose removal leaves more components than there are vertices.
//!
//! A cycle through all vertices falls into at most k paths if k of them are removed, so at most k components are left
//! (Chvátal 1973, *Tough graphs and Hamiltonian circuits*). Whether a graph is tough in this sense is NP-hard to decide. This
//! module tries sets that people find: no vertex, one, two, and those with the most neighbors.

use std::cmp::Reverse;

use crate::grid::{DisjointSets, components};

/// The maximum number of steps of the search for two vertices, which takes time for each pair of a vertex and an edge.
const PAIR_STEPS: usize = 20_000_000;

/// A graph in which each path of fixed edges is one vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractedGraph {
    /// For each vertex of the original graph, its vertex here.
    pub numbers: Vec<usize>,
    /// The neighbors of each vertex, one for each edge that is not fixed.
    pub neighbours: Vec<Vec<usize>>,
}

impl ContractedGraph {
    /// Creates the graph from the number of vertices, the fixed edges and the free edges, each by its two ends.
    #[must_use]
    pub fn new(vertices: usize, fixed: &[[usize; 2]], free: &[[usize; 2]]) -> Self {
        let mut sets = DisjointSets::new(vertices);
        for &[a, b] in fixed {
            sets.join(a as u32, b as u32);
        }
        let tops: Vec<usize> =
            (0..vertices).map(|vertex| sets.find(vertex as u32) as usize).collect();
        let mut rank = vec![0; vertices];
        let mut count = 0;
        for vertex in (0..vertices).filter(|&vertex| tops[vertex] == vertex) {
            rank[vertex] = count;
            count += 1;
        }
        let numbers: Vec<usize> = tops.into_iter().map(|top| rank[top]).collect();
        let mut neighbours = vec![Vec::new(); count];
        for [a, b] in free.iter().map(|ends| ends.map(|end| numbers[end])) {
            if a != b {
                neighbours[a].push(b);
                neighbours[b].push(a);
            }
        }
        Self { numbers, neighbours }
    }
}

/// Returns a set of vertices whose removal leaves more components than the set has vertices, or at least two if the set is
/// empty; `None` if none of the sets that are tried does. All sets of up to one vertex are, but see [`separating_two`].
///
/// ```
/// use encycle_encodings::grid::separating_set;
///
/// // a path of three vertices falls apart without the middle one
/// let path = [vec![1], vec![0, 2], vec![1]];
/// assert_eq!(separating_set(&path), Some(vec![1]));
/// let triangle = [vec![1, 2], vec![0, 2], vec![0, 1]];
/// assert_eq!(separating_set(&triangle), None);
/// ```
#[must_use]
pub fn separating_set(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let count = neighbours.len();
    if count < 3 {
        return None;
    }
    if parts_without(neighbours, &[]) > 1 {
        return Some(Vec::new());
    }
    if let Some((vertex, _)) = most_parts(neighbours, None).filter(|&(_, parts)| parts > 1) {
        return Some(vec![vertex]);
    }
    prefix(neighbours)
}

/// Returns two vertices whose removal leaves more than two components. Takes time for each pair of a vertex and an edge, so
/// large graphs are not tried. A Hamilton cycle problem that is split into pieces needs no such search.
#[must_use]
pub fn separating_two(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let count = neighbours.len();
    let edges: usize = neighbours.iter().map(Vec::len).sum();
    let pairs = if count.saturating_mul(count + edges) > PAIR_STEPS { 0..0 } else { 0..count };
    pairs.into_iter().find_map(|first| {
        let (second, parts) = most_parts(neighbours, Some(first))?;
        (parts > 2).then(|| vec![first, second])
    })
}

fn parts_without(neighbours: &[Vec<usize>], removed: &[usize]) -> usize {
    let is_in = |vertex: usize| !removed.contains(&vertex);
    components(neighbours.len(), is_in, |vertex| neighbours[vertex].iter().copied()).count
}

/// Returns the vertex whose removal leaves the most components, and their number, in a graph without the vertex `left_out`, if
/// this graph is connected.
///
/// In a tree of depth-first search, the removal of a vertex separates the subtrees of its children from which no edge leads
/// above the vertex (Hopcroft and Tarjan 1973).
fn most_parts(neighbours: &[Vec<usize>], left_out: Option<usize>) -> Option<(usize, usize)> {
    const NONE: usize = usize::MAX;
    let count = neighbours.len();
    let root = (0..count).find(|&vertex| Some(vertex) != left_out)?;
    // the number of a vertex in the order of the search, and the smallest number that its subtree reaches
    let (mut number, mut low) = (vec![NONE; count], vec![NONE; count]);
    let mut parts = vec![1; count];
    parts[root] = 0;
    let mut next = vec![0; count];
    let mut path = vec![root];
    (number[root], low[root]) = (0, 0);
    let mut numbered = 1;
    while let Some(&vertex) = path.last() {
        if let Some(&end) = neighbours[vertex].get(next[vertex]) {
            next[vertex] += 1;
            if Some(end) == left_out {
            } else if number[end] == NONE {
                (number[end], low[end]) = (numbered, numbered);
                numbered += 1;
                path.push(end);
            } else {
                low[vertex] = low[vertex].min(number[end]);
            }
        } else {
            path.pop();
            if let Some(&above) = path.last() {
                low[above] = low[above].min(low[vertex]);
                parts[above] += usize::from(low[vertex] >= number[above]);
            }
        }
    }
    let is_connected = numbered + usize::from(left_out.is_some()) == count;
    let inside = (0..count).filter(|&vertex| Some(vertex) != left_out && is_connected);
    inside.map(|vertex| (vertex, parts[vertex])).max_by_key(|&(_, parts)| parts)
}

/// Returns the smallest prefix of the vertices, in the order in which the vertex with the most neighbors left is removed
/// next, whose removal leaves too many components.
fn prefix(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let count = neighbours.len();
    let order = removal_order(neighbours);
    // the vertices come back in reverse order, so that components only join
    let (mut sets, mut is_back) = (DisjointSets::new(count), vec![false; count]);
    let (mut parts, mut found) = (0, None);
    for (kept, &vertex) in order.iter().rev().enumerate() {
        is_back[vertex] = true;
        parts += 1;
        for &end in &neighbours[vertex] {
            if is_back[end] && sets.unite(vertex as u32, end as u32) {
                parts -= 1;
            }
        }
        let removed = count - kept - 1;
        if removed > 0 && parts > removed {
            found = Some(removed);
        }
    }
    found.map(|removed| order[..removed].to_vec())
}

fn removal_order(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut degree: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let mut waiting: std::collections::BTreeSet<(Reverse<usize>, usize)> =
        degree.iter().enumerate().map(|(vertex, &degree)| (Reverse(degree), vertex)).collect();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some((_, vertex)) = waiting.pop_first() {
        order.push(vertex);
        for &end in &neighbours[vertex] {
            if waiting.remove(&(Reverse(degree[end]), end)) {
                degree[end] -= 1;
                waiting.insert((Reverse(degree[end]), end));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the neighbors of each vertex of a graph whose edges are the bits of a number.
    fn graph(count: usize, bits: u32) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); count];
        let all = (0..count).flat_map(|b| (0..b).map(move |a| (a, b)));
        for (_, (a, b)) in all.enumerate().filter(|(index, _)| bits >> index & 1 == 1) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }

    /// All graphs of up to six vertices: a set that is found leaves too many components, and every set of up to two is
    /// found, or a larger one.
    #[test]
    fn all_small_sets_are_found() {
        let mut large = 0;
        for count in 3..=6_usize {
            for bits in 0..1_u32 << (count * (count - 1) / 2) {
                let neighbours = graph(count, bits);
                let is_weak = |set: &[usize]| parts_without(&neighbours, set) > set.len().max(1);
                match separating_set(&neighbours).or_else(|| separating_two(&neighbours)) {
                    Some(set) => {
                        assert!(is_weak(&set), "{neighbours:?} {set:?}");
                        large += usize::from(set.len() > 2);
                    }
                    None => {
                        let pairs = (0..count).flat_map(|b| (0..=b).map(move |a| vec![a, b]));
                        let mut sets = pairs.map(|mut set| {
                            set.dedup();
                            set
                        });
                        assert!(!is_weak(&[]) && !sets.any(|set| is_weak(&set)), "{neighbours:?}");
                    }
                }
            }
        }
        assert_eq!(large, 0, "three vertices and four components are seven vertices");
    }

    /// Three vertices that are all joined to four triangles.
    #[test]
    fn a_prefix_of_three_vertices_is_found() {
        let mut neighbours = vec![Vec::new(); 15];
        for triangle in 0..4 {
            let corners = [0, 1, 2].map(|corner| 3 + 3 * triangle + corner);
            for (corner, &vertex) in corners.iter().enumerate() {
                neighbours[vertex].extend(corners.iter().filter(|&&other| other != vertex));
                neighbours[vertex].push(corner);
                neighbours[corner].push(vertex);
            }
        }
        assert_eq!(separating_set(&neighbours), Some(vec![0, 1, 2]));
    }
}
