//! Vertex elimination: the elimination graph of an undirected graph, one vertex at a time.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// The elimination graph of an undirected graph: vertices are eliminated one by one, and the neighbors of each become
/// neighbors of each other.
///
/// A directed graph along the edges is acyclic exactly if it is contained in an acyclic relation on the elimination
/// graph in which u→w and w→v imply u→v, for each eliminated w and its neighbors u, v at that time (Rankooh and
/// Rintanen 2022, Propositional encodings of acyclicity and reachability by using vertex elimination). Any order of
/// elimination is correct; an order with few neighbors at each step adds little fill.
#[derive(Debug)]
pub(crate) struct Elimination {
    /// Each vertex in the order of elimination, with its neighbors at that time.
    pub steps: Vec<(usize, Vec<usize>)>,
    /// The number of each edge, smaller vertex first.
    numbers: FxHashMap<(usize, usize), usize>,
    /// The edges by number, smaller vertex first.
    pub edges: Vec<(usize, usize)>,
}

impl Elimination {
    /// Eliminates the vertices 0 to `vertices` - 1 of the graph with these edges, a vertex with the fewest neighbors
    /// first, but the vertices where `is_last` is true after all others.
    pub fn with_last(
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        is_last: &dyn Fn(usize) -> bool,
    ) -> Self {
        let priority = |vertex, neighbours| (is_last(vertex), neighbours);
        Eliminator::new(vertices, edges, &priority).after(vertices).elimination
    }

    /// Eliminates like [`Self::with_last`]. Returns `None` if the sum of f(f-1)/2 over all vertices exceeds `pairs`,
    /// where f is the number of neighbors at the elimination of a vertex.
    pub fn up_to(
        pairs: u64,
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        is_last: &dyn Fn(usize) -> bool,
    ) -> Option<Self> {
        let priority = |vertex, neighbours| (is_last(vertex), neighbours);
        let mut eliminator = Eliminator::new(vertices, edges, &priority);
        let mut left = pairs;
        while let Some(degree) = eliminator.next_degree() {
            let degree = degree as u64;
            left = left.checked_sub(degree * degree.saturating_sub(1) / 2)?;
            eliminator.step();
        }
        Some(eliminator.elimination)
    }

    /// Returns the number of the directed edge between two neighbors: twice the number of the edge, plus one if it
    /// leads to the smaller vertex.
    pub fn arc(&self, from: usize, to: usize) -> usize {
        2 * self.numbers[&(from.min(to), from.max(to))] + usize::from(from > to)
    }
}

/// An elimination that proceeds step by step.
pub(crate) struct Eliminator<'a> {
    /// The steps so far, and the edges of the graph and of its fill so far.
    pub elimination: Elimination,
    /// The neighbors of each vertex that is left.
    neighbours: Vec<BTreeSet<usize>>,
    /// The vertices that are left, with their priorities; the smallest is next.
    waiting: BTreeSet<((bool, usize), usize)>,
    /// The number of edges between vertices that are left.
    edge_count: usize,
    /// The number of vertices that are left and have neighbors.
    vertex_count: usize,
    /// The priority of a vertex with this number of neighbors; the smallest is eliminated first.
    priority: &'a dyn Fn(usize, usize) -> (bool, usize),
}

impl<'a> Eliminator<'a> {
    /// Prepares the elimination of the vertices 0 to `vertices` - 1 of the graph with these edges.
    pub fn new(
        vertices: usize,
        edges: impl Iterator<Item = (usize, usize)>,
        priority: &'a dyn Fn(usize, usize) -> (bool, usize),
    ) -> Self {
        let elimination =
            Elimination { steps: Vec::new(), numbers: FxHashMap::default(), edges: Vec::new() };
        let neighbours = vec![BTreeSet::new(); vertices];
        let mut eliminator = Self {
            elimination,
            neighbours,
            waiting: BTreeSet::new(),
            edge_count: 0,
            vertex_count: 0,
            priority,
        };
        for (a, b) in edges {
            eliminator.add(a, b);
        }
        eliminator.waiting = (0..vertices).map(|vertex| eliminator.key(vertex)).collect();
        eliminator
    }

    fn key(&self, vertex: usize) -> ((bool, usize), usize) {
        ((self.priority)(vertex, self.neighbours[vertex].len()), vertex)
    }

    fn add(&mut self, a: usize, b: usize) {
        let isolated = |neighbours: &BTreeSet<usize>| usize::from(neighbours.is_empty());
        let joined = isolated(&self.neighbours[a]) + isolated(&self.neighbours[b]);
        if self.neighbours[a].insert(b) {
            self.neighbours[b].insert(a);
            self.edge_count += 1;
            self.vertex_count += joined;
            let edge = (a.min(b), a.max(b));
            self.elimination.numbers.insert(edge, self.elimination.edges.len());
            self.elimination.edges.push(edge);
        }
    }

    /// Returns the number of neighbors of the next vertex; `None` if every vertex is eliminated.
    pub fn next_degree(&self) -> Option<usize> {
        self.waiting.first().map(|&(_, vertex)| self.neighbours[vertex].len())
    }

    /// Eliminates the next vertex. Returns whether there was a vertex left.
    pub fn step(&mut self) -> bool {
        let Some((_, vertex)) = self.waiting.pop_first() else { return false };
        let around: Vec<usize> = std::mem::take(&mut self.neighbours[vertex]).into_iter().collect();
        self.edge_count -= around.len();
        self.vertex_count -= usize::from(!around.is_empty());
        for &other in &around {
            self.waiting.remove(&self.key(other));
            self.neighbours[other].remove(&vertex);
            self.vertex_count -= usize::from(self.neighbours[other].is_empty());
        }
        for (i, &a) in around.iter().enumerate() {
            for &b in &around[i + 1..] {
                self.add(a, b);
            }
        }
        let again: Vec<_> = around.iter().map(|&other| self.key(other)).collect();
        self.waiting.extend(again);
        self.elimination.steps.push((vertex, around));
        true
    }

    /// Eliminates this many vertices, or all if fewer are left.
    pub fn after(mut self, steps: usize) -> Self {
        let _ = (0..steps).all(|_| self.step());
        self
    }

    /// Returns the number of [`Self::edges_left`].
    pub fn edge_count_left(&self) -> usize {
        self.edge_count
    }

    /// Returns the number of [`Self::vertices_left`].
    pub fn vertex_count_left(&self) -> usize {
        self.vertex_count
    }

    /// Returns the edges between the vertices that are left.
    pub fn edges_left(&self) -> impl Iterator<Item = (usize, usize)> {
        let is_left = |vertex: usize| self.waiting.contains(&self.key(vertex));
        self.elimination.edges.iter().copied().filter(move |&(a, b)| is_left(a) && is_left(b))
    }

    /// Returns the vertices that are left and have neighbors.
    pub fn vertices_left(&self) -> impl Iterator<Item = usize> {
        (0..self.neighbours.len()).filter(|&vertex| !self.neighbours[vertex].is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{Elimination, Eliminator};

    /// A path has no fill; a cycle of four vertices has one edge of fill.
    #[test]
    fn fill_is_minimal_on_a_path_and_a_cycle() {
        let path = Elimination::with_last(5, (0..4).map(|i| (i, i + 1)), &|_| false);
        assert_eq!(path.edges.len(), 4);
        let ring =
            Elimination::with_last(4, [(0, 1), (1, 2), (2, 3), (0, 3)].into_iter(), &|_| false);
        assert_eq!(ring.edges.len(), 5);
        assert_eq!(ring.arc(1, 0), ring.arc(0, 1) + 1);
    }

    /// The counts stay right, even if the fill joins vertices that lost their last neighbor in the same step.
    #[test]
    fn what_is_left_is_counted() {
        let edges = [(0, 1), (0, 2), (2, 3), (3, 4), (4, 2), (5, 1)];
        let priority = |_, _| (false, 0);
        for steps in 0..=7 {
            let eliminator = Eliminator::new(7, edges.into_iter(), &priority).after(steps);
            assert_eq!(eliminator.elimination.steps.len(), steps);
            assert_eq!(eliminator.edge_count_left(), eliminator.edges_left().count());
            assert_eq!(eliminator.vertex_count_left(), eliminator.vertices_left().count());
        }
    }
}
