//! Acyclicity by vertex elimination.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// The elimination graph of an undirected graph: vertices are taken away one by one, one with the
/// fewest neighbours first, and the neighbours of each become neighbours of each other.
///
/// A directed graph along the edges is acyclic exactly if an acyclic relation on the elimination
/// graph contains it such that u→w and w→v give u→v for each eliminated w and its neighbours u, v
/// then: Rankooh and Rintanen 2022, Propositional encodings of acyclicity and reachability by using
/// vertex elimination.
#[derive(Debug)]
pub(crate) struct Elimination {
    /// For each vertex in the order of elimination: itself, and its neighbours at that time.
    pub steps: Vec<(usize, Vec<usize>)>,
    /// The number of each edge, with its smaller vertex first.
    numbers: FxHashMap<(usize, usize), usize>,
    /// The edges by number, with their smaller vertex first.
    pub edges: Vec<(usize, usize)>,
}

impl Elimination {
    /// Eliminates the vertices 0 to `vertices` - 1 of the graph with these edges.
    pub fn new(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        Self::with_last(vertices, edges, &|_| false)
    }

    /// As [`Self::new`], with some vertices after all others.
    pub fn with_last(
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        is_last: &dyn Fn(usize) -> bool,
    ) -> Self {
        Self::eliminate(None, vertices, edges, is_last).expect("there is no bound")
    }

    /// The same, unless the sum of f(f-1)/2, over the numbers f of neighbours that vertices have when they
    /// are taken away, is above `pairs`.
    pub fn up_to(
        pairs: u64,
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        is_last: &dyn Fn(usize) -> bool,
    ) -> Option<Self> {
        Self::eliminate(Some(pairs), vertices, edges, is_last)
    }

    fn eliminate(
        mut left: Option<u64>,
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        is_last: &dyn Fn(usize) -> bool,
    ) -> Option<Self> {
        let mut elimination =
            Self { steps: Vec::new(), numbers: FxHashMap::default(), edges: Vec::new() };
        let mut neighbours = vec![BTreeSet::new(); vertices];
        for (a, b) in edges {
            elimination.add(&mut neighbours, a, b);
        }
        let mut waiting: BTreeSet<(bool, usize, usize)> = (0..vertices)
            .map(|vertex| (is_last(vertex), neighbours[vertex].len(), vertex))
            .collect();
        while let Some((.., vertex)) = waiting.pop_first() {
            if let Some(left) = &mut left {
                let degree = neighbours[vertex].len() as u64;
                *left = left.checked_sub(degree * degree.saturating_sub(1) / 2)?;
            }
            let around: Vec<usize> = std::mem::take(&mut neighbours[vertex]).into_iter().collect();
            for &other in &around {
                waiting.remove(&(is_last(other), neighbours[other].len(), other));
                neighbours[other].remove(&vertex);
            }
            for (i, &a) in around.iter().enumerate() {
                for &b in &around[i + 1..] {
                    elimination.add(&mut neighbours, a, b);
                }
            }
            let again =
                around.iter().map(|&other| (is_last(other), neighbours[other].len(), other));
            waiting.extend(again);
            elimination.steps.push((vertex, around));
        }
        Some(elimination)
    }

    fn add(&mut self, neighbours: &mut [BTreeSet<usize>], a: usize, b: usize) {
        if neighbours[a].insert(b) {
            neighbours[b].insert(a);
            let edge = (a.min(b), a.max(b));
            self.numbers.insert(edge, self.edges.len());
            self.edges.push(edge);
        }
    }

    /// The number of the directed edge from one vertex to another: twice that of the edge, odd if it
    /// goes to the smaller vertex.
    pub fn arc(&self, from: usize, to: usize) -> usize {
        2 * self.numbers[&(from.min(to), from.max(to))] + usize::from(from > to)
    }
}

#[cfg(test)]
mod tests {
    use super::Elimination;

    /// On a path nothing is filled in; on a ring of four one edge is.
    #[test]
    fn fill_is_as_small_as_it_can_be() {
        let path = Elimination::new(5, (0..4).map(|i| (i, i + 1)));
        assert_eq!(path.edges.len(), 4);
        let ring = Elimination::new(4, [(0, 1), (1, 2), (2, 3), (0, 3)].into_iter());
        assert_eq!(ring.edges.len(), 5);
        assert_eq!(ring.arc(1, 0), ring.arc(0, 1) + 1);
    }
}
