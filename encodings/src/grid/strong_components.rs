//! Strong components of directed graphs, and what they say about Hamilton cycles.
//!
//! A path cannot return to a strong component that it has left. So a Hamilton path visits the components one after the other,
//! and each has an arc into the next. A Hamilton cycle stays in one component, and without any of its vertices it is a path.

/// The mark of a vertex without a component or a number.
const NONE: usize = usize::MAX;

/// The component of each vertex. Every arc leads within a component, or into one with a smaller number.
struct StrongComponents {
    component: Vec<usize>,
    count: usize,
}

/// Returns a set of at most one vertex that excludes every Hamilton cycle of a directed graph: without it, no path visits the
/// strong components one after the other (of which there is one if the set is empty). `None` if there is no such set, or
/// `go_on` returned `false`. Takes time for each pair of a vertex and an arc.
///
/// ```
/// use encycle_encodings::grid::directed_separator;
///
/// // two cycles through vertex 0
/// let arcs = [vec![1, 2], vec![0], vec![0]];
/// assert_eq!(directed_separator(&arcs, &mut || true), Some(vec![0]));
/// let arcs = [vec![1], vec![2], vec![1]];
/// assert_eq!(directed_separator(&arcs, &mut || true), Some(vec![]));
/// ```
#[must_use]
pub fn directed_separator(
    arcs: &[Vec<usize>],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<usize>> {
    if StrongComponents::new(arcs, None).count > 1 {
        return Some(Vec::new());
    }
    let is_excluded = |&vertex: &usize| !StrongComponents::new(arcs, Some(vertex)).is_chain(arcs);
    let vertex = (0..arcs.len()).take_while(|_| go_on()).find(is_excluded)?;
    Some(vec![vertex])
}

/// Returns whether the strong components of a directed graph can be visited one after the other, as every Hamilton path does.
///
/// ```
/// use encycle_encodings::grid::has_strong_chain;
///
/// assert!(has_strong_chain(&[vec![1], vec![2], vec![1]]));
/// assert!(!has_strong_chain(&[vec![1, 2], vec![], vec![]]));
/// ```
#[must_use]
pub fn has_strong_chain(arcs: &[Vec<usize>]) -> bool {
    StrongComponents::new(arcs, None).is_chain(arcs)
}

impl StrongComponents {
    /// Finds the components without a vertex (Tarjan 1972), without recursion because a path may visit all vertices.
    fn new(arcs: &[Vec<usize>], left_out: Option<usize>) -> Self {
        let count = arcs.len();
        let mut found = Self { component: vec![NONE; count], count: 0 };
        // the number of a vertex in the order of the search, and the smallest that its subtree reaches
        let (mut numbers, mut lowest) = (vec![NONE; count], vec![NONE; count]);
        let (mut next, mut open) = (0, Vec::new());
        for root in (0..count).filter(|&root| Some(root) != left_out) {
            let mut calls = if numbers[root] == NONE { vec![(root, 0)] } else { Vec::new() };
            while let Some((vertex, place)) = calls.pop() {
                if place == 0 {
                    (numbers[vertex], lowest[vertex]) = (next, next);
                    next += 1;
                    open.push(vertex);
                }
                let target = arcs[vertex].get(place).copied();
                let Some(target) = target else {
                    found.close(vertex, &numbers, &lowest, &mut open);
                    if let Some(&(parent, _)) = calls.last() {
                        lowest[parent] = lowest[parent].min(lowest[vertex]);
                    }
                    continue;
                };
                calls.push((vertex, place + 1));
                if Some(target) == left_out {
                    continue;
                }
                if numbers[target] == NONE {
                    calls.push((target, 0));
                } else if found.component[target] == NONE {
                    lowest[vertex] = lowest[vertex].min(numbers[target]);
                }
            }
        }
        found
    }

    /// Makes a component of the open vertices from `vertex` on, if they reach none before it.
    fn close(&mut self, vertex: usize, numbers: &[usize], lowest: &[usize], open: &mut Vec<usize>) {
        if lowest[vertex] < numbers[vertex] {
            return;
        }
        while let Some(member) = open.pop() {
            self.component[member] = self.count;
            if member == vertex {
                break;
            }
        }
        self.count += 1;
    }

    /// Returns whether each component but the last has an arc into the next one.
    fn is_chain(&self, arcs: &[Vec<usize>]) -> bool {
        let mut is_joined = vec![false; self.count];
        for (from, targets) in arcs.iter().enumerate() {
            for &to in targets {
                let [source, target] = [from, to].map(|vertex| self.component[vertex]);
                if source != NONE && target != NONE && source == target + 1 {
                    is_joined[target] = true;
                }
            }
        }
        // the last number is the first component of the chain
        is_joined.iter().take(self.count.saturating_sub(1)).all(|&joined| joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reaches(arcs: &[Vec<usize>], from: usize, to: usize) -> bool {
        let mut seen = vec![false; arcs.len()];
        let mut open = vec![from];
        while let Some(vertex) = open.pop() {
            if !std::mem::replace(&mut seen[vertex], true) {
                open.extend(&arcs[vertex]);
            }
        }
        seen[to]
    }

    /// Returns the arcs of the directed graph of four vertices whose adjacency matrix has these bits.
    fn graph(bits: u32) -> Vec<Vec<usize>> {
        let has = |from: usize, to: usize| from != to && bits >> (4 * from + to) & 1 == 1;
        (0..4).map(|from| (0..4).filter(|&to| has(from, to)).collect()).collect()
    }

    fn visits_all(arcs: &[Vec<usize>], path: &mut Vec<usize>, is_cycle: bool) -> bool {
        let last = path[path.len() - 1];
        if path.len() == arcs.len() {
            return !is_cycle || arcs[last].contains(&path[0]);
        }
        arcs[last].iter().any(|&to| {
            let is_new = !path.contains(&to);
            is_new && {
                path.push(to);
                let found = visits_all(arcs, path, is_cycle);
                path.pop();
                found
            }
        })
    }

    /// All directed graphs of four vertices: the components are those of reachability, and no graph with a Hamilton path or
    /// cycle is excluded.
    #[test]
    fn components_are_right_and_exclude_no_hamilton_cycle_of_four_vertices() {
        for bits in 0..1 << 16 {
            if (0..4).any(|vertex| bits >> (5 * vertex) & 1 == 1) {
                continue;
            }
            let arcs = graph(bits);
            let found = StrongComponents::new(&arcs, None);
            for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
                let both = reaches(&arcs, a, b) && reaches(&arcs, b, a);
                assert_eq!(found.component[a] == found.component[b], both, "{bits:x}");
                let is_ordered = found.component[b] <= found.component[a];
                assert!(!arcs[a].contains(&b) || is_ordered, "{bits:x}");
            }
            let has = |is_cycle| (0..4).any(|start| visits_all(&arcs, &mut vec![start], is_cycle));
            assert!(!has(false) || has_strong_chain(&arcs), "{bits:x}");
            let separator = directed_separator(&arcs, &mut || true);
            assert!(!has(true) || separator.is_none(), "{bits:x}: {separator:?}");
        }
    }
}
