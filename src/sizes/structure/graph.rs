//! The primal graph of a formula, with the weights of the variable incidence graph.

use super::clauses::ClauseList;

/// The largest number of pairs of variables in clauses.
const PAIR_LIMIT: usize = 2_000_000;

/// A graph of the variables, with weighted edges.
#[derive(Clone, Debug)]
pub(super) struct PrimalGraph {
    /// The neighbours of each variable and the weights of the edges, by neighbour.
    neighbors: Vec<Vec<(u32, f64)>>,
}

impl PrimalGraph {
    /// Returns the graph of a formula, or `None` if its clauses have too many pairs of variables.
    pub fn of(clauses: &ClauseList) -> Option<Self> {
        let pairs_of = |length: usize| length * length.saturating_sub(1) / 2;
        let pairs: usize = clauses.iter().map(|clause| pairs_of(clause.len())).sum();
        if pairs > PAIR_LIMIT {
            return None;
        }
        let mut neighbors: Vec<Vec<(u32, f64)>> = vec![Vec::new(); clauses.variables()];
        for clause in clauses.iter() {
            let weight = 1.0 / pairs_of(clause.len()) as f64;
            for (index, one) in clause.iter().enumerate() {
                for other in &clause[index + 1..] {
                    neighbors[one.vidx()].push((other.vidx32(), weight));
                    neighbors[other.vidx()].push((one.vidx32(), weight));
                }
            }
        }
        neighbors.iter_mut().for_each(merge);
        Some(Self { neighbors })
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Returns the neighbours of a vertex, each with the weight of its edge.
    pub fn neighbors(&self, vertex: usize) -> &[(u32, f64)] {
        &self.neighbors[vertex]
    }
}

/// Sorts the entries, and adds the weights of those with the same number.
pub(super) fn merge(entries: &mut Vec<(u32, f64)>) {
    // the sort is stable, so that the sums of weights do not depend on the sort
    entries.sort_by_key(|&(number, _)| number);
    entries.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
}

#[cfg(test)]
impl PrimalGraph {
    /// Returns the graph with these edges.
    pub fn of_edges(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let clause = |&(a, b): &(u32, u32)| vec![a as i32 + 1, b as i32 + 1];
        let clauses: Vec<Vec<i32>> = edges.iter().map(clause).collect();
        Self::of(&ClauseList::of(vertices, &clauses)).expect("a small graph")
    }

    /// Returns all graphs with this number of vertices.
    pub fn all(vertices: u32) -> impl Iterator<Item = (Vec<(u32, u32)>, Self)> {
        let pairs: Vec<(u32, u32)> =
            (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        (0..1_u32 << pairs.len()).map(move |chosen| {
            let is_chosen = |(index, _): &(usize, &(u32, u32))| chosen >> index & 1 == 1;
            let edges: Vec<(u32, u32)> =
                pairs.iter().enumerate().filter(is_chosen).map(|(_, &pair)| pair).collect();
            let graph = Self::of_edges(vertices as usize, &edges);
            (edges, graph)
        })
    }
}
