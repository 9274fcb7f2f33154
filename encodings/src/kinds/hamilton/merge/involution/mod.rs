//! Involutions: symmetries of order two, found by color refinement.
//!
//! An involution exchanges vertices in pairs and keeps the edges. Models that it maps to themselves have one variable
//! for each pair of edges, so they are models of a formula of about half the size. Only involutions that move more than
//! three quarters of the vertices are used, because fixed vertices save nothing.
//!
//! The search keeps a partition of the vertices. Two vertices in one cell cannot be distinguished yet, so either may be
//! the image of the other. It refines the partition until the vertices of each cell have equally many neighbors in each
//! cell. Then it chooses a vertex of the smallest cell with more than two vertices and tries every vertex of the cell
//! as its image: the two move to a cell of their own, which must never be split again.
//!
//! ```text
//!   {a b c d} {x y}    →    choose a ↔ c:    {a c} {b d} {x y}    →    every cell has at most two vertices:
//!                                                                      exchange a ↔ c, b ↔ d, x ↔ y
//! ```
//!
//! A general search for automorphisms individualizes a single vertex and compares two leaves of the search tree. Here
//! the pair stays together, so that one leaf is already a symmetry and no comparison is needed. The price is that only
//! symmetries of order two are found. The search can be exponential on highly regular graphs, hence the budget.

#[cfg(test)]
mod tests;

use crate::grid::{Edge, Graph};

/// The work of a search: the number of neighbors that are visited.
const BUDGET: usize = 50_000_000;
/// The largest number of symmetries of one graph.
const MOST: usize = 4;

/// A symmetry of order two: an automorphism that is its own inverse.
///
/// The models that it maps to themselves are 2-factors of a smaller graph. Some of them may consist of one cycle, or
/// become one cycle by merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Involution {
    /// The image of each vertex.
    images: Vec<usize>,
}

impl Involution {
    /// Finds symmetries that move more than three quarters of the vertices, until the budget of the search is spent or
    /// [`MOST`] are found. The image of a vertex has the color of the vertex.
    pub fn some(graph: &Graph, colours: &[usize]) -> Vec<Self> {
        let mut partition = Partition::new(graph, colours);
        let mut found = Vec::new();
        if partition.refine((0..graph.vertex_count()).collect()) {
            partition.search(&mut found);
        }
        found
    }

    /// Returns the smaller of a vertex and its image.
    pub fn first(&self, vertex: usize) -> usize {
        vertex.min(self.images[vertex])
    }

    /// Returns the smaller of an edge and its image.
    pub fn first_edge(&self, graph: &Graph, edge: Edge) -> Edge {
        let [a, b] = graph.ends(edge).map(|end| self.images[end]);
        graph.edge_between(a, b).map_or(edge, |image| image.min(edge))
    }
}

/// A partition that becomes finer until each cell is a vertex with its image. Changes can be undone.
///
/// If each cell has at most two vertices, and the vertices of a cell have equally many neighbors in each cell, then
/// exchanging the two vertices of every cell is an automorphism.
struct Partition<'a> {
    graph: &'a Graph,
    /// The cell of each vertex.
    cell: Vec<usize>,
    /// The number of vertices of each cell.
    counts: Vec<usize>,
    /// The cells that consist of a vertex and its chosen image.
    pairs: Vec<usize>,
    /// The vertices that were moved to a new cell, each with its old cell.
    changes: Vec<(usize, usize)>,
    /// For each vertex, a sum over its neighbors; zero between two uses.
    sums: Vec<u64>,
    budget: usize,
}

impl<'a> Partition<'a> {
    fn new(graph: &'a Graph, colours: &[usize]) -> Self {
        let cell = colours.to_vec();
        let mut counts = vec![0; cell.iter().max().map_or(0, |last| last + 1)];
        cell.iter().for_each(|&colour| counts[colour] += 1);
        let sums = vec![0; colours.len()];
        Self { graph, cell, counts, pairs: Vec::new(), changes: Vec::new(), sums, budget: BUDGET }
    }

    /// Splits cells until the vertices of each cell have equally many neighbors in each cell (the color refinement of
    /// McKay and Piperno, Practical Graph Isomorphism II, 2014, section 2). Starts at the neighbors of vertices that
    /// were moved to new cells. Returns whether each vertex keeps its chosen image.
    fn refine(&mut self, mut changed: Vec<usize>) -> bool {
        while !changed.is_empty() {
            let mut reached = Vec::new();
            for &vertex in &changed {
                let weight = mixed(self.cell[vertex] as u64);
                for other in self.graph.neighbours(vertex) {
                    if self.sums[other] == 0 {
                        reached.push(other);
                    }
                    self.sums[other] = self.sums[other].wrapping_add(weight);
                }
                self.budget = self.budget.saturating_sub(self.graph.incident(vertex).len());
            }
            let mut keyed: Vec<(usize, u64, usize)> = reached
                .iter()
                .map(|&vertex| (self.cell[vertex], self.sums[vertex], vertex))
                .collect();
            keyed.sort_unstable();
            reached.iter().for_each(|&vertex| self.sums[vertex] = 0);
            changed.clear();
            if self.budget == 0 || !self.split(&keyed, &mut changed) {
                return false;
            }
        }
        true
    }

    /// Splits cells by the sums of their vertices. The vertices are sorted by cell and sum; all other vertices have the
    /// sum zero. Returns false if a chosen pair would be split.
    fn split(&mut self, keyed: &[(usize, u64, usize)], changed: &mut Vec<usize>) -> bool {
        for class in keyed.chunk_by(|a, b| a.0 == b.0) {
            let (old, sum, _) = class[0];
            let has_one_sum = class[class.len() - 1].1 == sum;
            if has_one_sum && self.counts[old] == class.len() {
                continue;
            }
            if self.pairs.contains(&old) {
                return false;
            }
            for part in class.chunk_by(|a, b| a.1 == b.1) {
                let vertices = part.iter().map(|&(_, _, vertex)| vertex);
                changed.extend(vertices.clone());
                self.separate(vertices);
            }
        }
        true
    }

    /// Moves vertices of one cell to a new cell.
    fn separate(&mut self, vertices: impl Iterator<Item = usize>) {
        let new = self.counts.len();
        self.counts.push(0);
        for vertex in vertices {
            let old = std::mem::replace(&mut self.cell[vertex], new);
            self.changes.push((vertex, old));
            self.counts[old] -= 1;
            self.counts[new] += 1;
        }
    }

    /// Undoes all changes after the first `changes`, and removes all cells after the first `cells`.
    fn undo(&mut self, changes: usize, cells: usize) {
        for (vertex, old) in self.changes.drain(changes..).rev() {
            self.counts[self.cell[vertex]] -= 1;
            self.cell[vertex] = old;
            self.counts[old] += 1;
        }
        self.counts.truncate(cells);
    }

    /// Chooses images of vertices, one by one, and adds the symmetries that move most vertices. Restores the partition
    /// at the end.
    fn search(&mut self, found: &mut Vec<Involution>) {
        let Some(least) = self.counts.iter().copied().filter(|&count| count > 2).min() else {
            found.extend(self.involution());
            return;
        };
        let mut vertices = 0..self.cell.len();
        let is_least = |&vertex: &usize| self.counts[self.cell[vertex]] == least;
        let first = vertices.find(is_least).expect("the cell has vertices");
        let others = vertices.filter(|&other| self.cell[other] == self.cell[first]);
        // the vertex may be its own image, too
        let images: Vec<usize> = others.chain([first]).collect();
        for image in images {
            if self.budget == 0 || found.len() == MOST {
                return;
            }
            let (changes, cells, pairs) = (self.changes.len(), self.counts.len(), self.pairs.len());
            let mut chosen = vec![first, image];
            chosen.dedup();
            self.pairs.extend((image != first).then_some(cells));
            self.separate(chosen.iter().copied());
            if self.refine(chosen) {
                self.search(found);
            }
            self.undo(changes, cells);
            self.pairs.truncate(pairs);
        }
    }

    /// Returns the symmetry that exchanges the vertices of each cell, if it moves more than three quarters of them.
    fn involution(&self) -> Option<Involution> {
        let mut images: Vec<usize> = (0..self.cell.len()).collect();
        let mut first = vec![None; self.counts.len()];
        let mut moved = 0;
        for vertex in 0..self.cell.len() {
            match first[self.cell[vertex]] {
                None => first[self.cell[vertex]] = Some(vertex),
                Some(other) => {
                    (images[vertex], images[other]) = (other, vertex);
                    moved += 2;
                }
            }
        }
        (4 * moved > 3 * images.len()).then_some(Involution { images })
    }
}

/// Returns a number that depends on all bits of another number (the finalizer of MurmurHash3, by Appleby).
fn mixed(mut number: u64) -> u64 {
    number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}
