//! Coverings of smaller graphs.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::grid::{Edge, Graph};

/// The work of a search: the number of neighbours that are visited.
const BUDGET: usize = 100_000_000;

/// A covering of a graph of half the size: a partition of the vertices into pairs, the fibres. The two vertices of a fibre
/// have neighbours in the same fibres.
///
/// A Hamilton cycle of the smaller graph has an image above it: a 2-factor, which may be one cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Covering {
    /// The first vertex of the fibre of each vertex.
    first: Vec<usize>,
    /// The first edge between two fibres, given by their first vertices.
    edges: HashMap<[usize; 2], Edge>,
}

impl Covering {
    /// Finds a covering; `None` if there is none, or if the search takes too long. The vertices of a fibre have the same
    /// colour.
    pub fn find(graph: &Graph, colours: &[u64]) -> Option<Self> {
        let mut partition = Partition::new(graph, colours);
        let all = (0..graph.vertex_count()).collect();
        let has_fibres = partition.refine(all) && partition.search();
        has_fibres.then(|| Self::of_cells(graph, &partition.cell))
    }

    fn of_cells(graph: &Graph, cell: &[usize]) -> Self {
        let mut members = HashMap::new();
        let first =
            cell.iter().enumerate().map(|(vertex, cell)| *members.entry(cell).or_insert(vertex));
        let mut covering = Self { first: first.collect(), edges: HashMap::new() };
        for edge in graph.edges() {
            let ends = covering.ends(graph, edge);
            covering.edges.entry(ends).or_insert(edge);
        }
        covering
    }

    /// Returns the fibres of the ends of an edge.
    fn ends(&self, graph: &Graph, edge: Edge) -> [usize; 2] {
        let [a, b] = graph.ends(edge).map(|end| self.first[end]);
        [a.min(b), a.max(b)]
    }

    /// Returns the first vertex of a fibre.
    pub fn first(&self, vertex: usize) -> usize {
        self.first[vertex]
    }

    /// Returns the first edge between the fibres of an edge.
    pub fn first_edge(&self, graph: &Graph, edge: Edge) -> Edge {
        self.edges[&self.ends(graph, edge)]
    }
}

/// A partition that becomes finer until each cell is a fibre. A change can be taken back.
struct Partition<'a> {
    graph: &'a Graph,
    /// The cell of each vertex.
    cell: Vec<usize>,
    /// The number of vertices of each cell.
    counts: Vec<usize>,
    /// The vertices that came to a new cell, with the old one.
    changes: Vec<(usize, usize)>,
    /// For each vertex a sum over its neighbours, zero between two uses.
    sums: Vec<u64>,
    budget: usize,
}

impl<'a> Partition<'a> {
    fn new(graph: &'a Graph, colours: &[u64]) -> Self {
        let mut numbers: HashMap<u64, usize> = HashMap::new();
        let mut counts = Vec::new();
        let mut cell = Vec::with_capacity(colours.len());
        for &colour in colours {
            let number = *numbers.entry(colour).or_insert(counts.len());
            if number == counts.len() {
                counts.push(0);
            }
            counts[number] += 1;
            cell.push(number);
        }
        let sums = vec![0; colours.len()];
        Self { graph, cell, counts, changes: Vec::new(), sums, budget: BUDGET }
    }

    /// Splits cells until the vertices of each have equally many neighbours in each cell (the colour refinement of McKay
    /// and Piperno, Practical Graph Isomorphism II, 2014, section 2). Starts at the neighbours of vertices that came to new
    /// cells. Returns whether fibres can fill all cells.
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

    /// Splits cells by the sums of their vertices, all zero but these; vertices are sorted by cell and sum.
    fn split(&mut self, keyed: &[(usize, u64, usize)], changed: &mut Vec<usize>) -> bool {
        for class in keyed.chunk_by(|a, b| a.0 == b.0) {
            let (old, sum, _) = class[0];
            let has_one_sum = class[class.len() - 1].1 == sum;
            if has_one_sum && self.counts[old] == class.len() {
                continue;
            }
            for part in class.chunk_by(|a, b| a.1 == b.1) {
                if !part.len().is_multiple_of(2) {
                    return false;
                }
                let vertices = part.iter().map(|&(_, _, vertex)| vertex);
                changed.extend(vertices.clone());
                self.separate(vertices);
            }
        }
        true
    }

    /// Moves vertices of one cell to a new one.
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

    /// Takes back all changes but the first ones, and all cells but the first ones.
    fn undo(&mut self, changes: usize, cells: usize) {
        for (vertex, old) in self.changes.drain(changes..).rev() {
            self.counts[self.cell[vertex]] -= 1;
            self.cell[vertex] = old;
            self.counts[old] += 1;
        }
        self.counts.truncate(cells);
    }

    /// Makes cells fibres, one by one. Returns whether all are; if not, the partition is as before.
    fn search(&mut self) -> bool {
        let Some(least) = self.counts.iter().copied().filter(|&count| count > 2).min() else {
            return self.counts.iter().all(|&count| count == 0 || count == 2);
        };
        let mut vertices = 0..self.cell.len();
        let is_least = |&vertex: &usize| self.counts[self.cell[vertex]] == least;
        let first = vertices.find(is_least).expect("the cell has vertices");
        let others: Vec<usize> =
            vertices.filter(|&other| self.cell[other] == self.cell[first]).collect();
        for other in others {
            let (changes, cells) = (self.changes.len(), self.counts.len());
            self.separate([first, other].into_iter());
            if self.refine(vec![first, other]) && self.search() {
                return true;
            }
            self.undo(changes, cells);
            if self.budget == 0 {
                break;
            }
        }
        false
    }
}

/// Returns a number that depends on all bits of another (the finalizer of MurmurHash3, by Appleby).
fn mixed(mut number: u64) -> u64 {
    number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}
