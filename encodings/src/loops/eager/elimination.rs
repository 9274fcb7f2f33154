//! Acyclicity by vertex elimination.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// The elimination graph of an undirected graph: vertices are eliminated one by one, one with the
/// fewest neighbours first, and the neighbours of each become neighbours of each other.
///
/// A directed graph along the edges is acyclic exactly if it is contained in an acyclic relation on
/// the elimination graph in which u→w and w→v imply u→v, for each eliminated w and its neighbours
/// u, v at that time (Rankooh and Rintanen 2022, Propositional encodings of acyclicity and
/// reachability by using vertex elimination).
#[derive(Debug)]
pub(crate) struct Elimination {
    /// Each vertex in the order of elimination, with its neighbours at that time.
    pub steps: Vec<(usize, Vec<usize>)>,
    /// The number of each edge, smaller vertex first.
    numbers: FxHashMap<(usize, usize), usize>,
    /// The edges by number, smaller vertex first.
    pub edges: Vec<(usize, usize)>,
}

impl Elimination {
    /// Eliminates the vertices 0 to `vertices` - 1 of the graph with these edges.
    pub fn new(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        Self::with_last(vertices, edges, &|_| false)
    }

    /// Eliminates like [`Self::new`], with the vertices where `is_last` is true after all others.
    pub fn with_last(
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        is_last: &dyn Fn(usize) -> bool,
    ) -> Self {
        Self::eliminate(None, vertices, edges, is_last).expect("there is no limit")
    }

    /// Eliminates like [`Self::with_last`]. Returns `None` if the sum of f(f-1)/2 over all vertices
    /// exceeds `pairs`, where f is the number of neighbours at the elimination of a vertex.
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

    /// Returns the number of the directed edge from one vertex to another: twice that of the edge,
    /// plus one if it leads to the smaller vertex.
    pub fn arc(&self, from: usize, to: usize) -> usize {
        2 * self.numbers[&(from.min(to), from.max(to))] + usize::from(from > to)
    }
}

#[cfg(test)]
mod tests {
    use super::Elimination;

    /// A path has no fill; a cycle of four vertices has one edge of fill.
    #[test]
    fn fill_is_minimal_on_a_path_and_a_cycle() {
        let path = Elimination::new(5, (0..4).map(|i| (i, i + 1)));
        assert_eq!(path.edges.len(), 4);
        let ring = Elimination::new(4, [(0, 1), (1, 2), (2, 3), (0, 3)].into_iter());
        assert_eq!(ring.edges.len(), 5);
        assert_eq!(ring.arc(1, 0), ring.arc(0, 1) + 1);
    }
}
