//! Factors: sets of edges with a given number of edges at each vertex, and the reason if there are none.
//!
//! The lines of a Hamilton cycle are a 2-factor: two edges at each vertex. Whether a graph has a factor is decided in
//! polynomial time, and most graphs without a Hamilton cycle that people meet have not even a 2-factor. So this test
//! comes before any search.
//!
//! Tutte (*The factors of graphs*, 1952) reduced factors to perfect matchings. Each edge becomes two nodes, one at each
//! end, joined to each other, and a vertex with demand d becomes d copies, each joined to the edge's node at this vertex:
//!
//! ```text
//!   u ----- v       u1 \                / v1
//!                       (u,e) --- (v,e)           demand 2 at u and v
//!                   u2 /                \ v2
//! ```
//!
//! If the two nodes of an edge are matched to each other, the edge is not in the factor; otherwise each is matched to a
//! copy of its vertex. `matching` searches for a perfect matching, and its first failure shows a [`FactorBarrier`]. The
//! sums of the barrier are computed again from the graph, so a barrier is a proof whatever the search did.

mod matching;

use std::collections::HashSet;

use crate::grid::components;
use crate::grid::factor::matching::Matching;

/// A graph, and the wanted number of edges at each vertex.
///
/// ```
/// use encycle_encodings::grid::FactorProblem;
///
/// // a claw: three vertices with a single edge
/// let claw = vec![[0, 1], [0, 2], [0, 3]];
/// let problem = FactorProblem::new(vec![2; 4], claw.clone());
/// assert_eq!(problem.barrier(&mut || true).expect("no 2-factor").lower, [1]);
/// assert_eq!(FactorProblem::new(vec![2, 1, 0, 1], claw).barrier(&mut || true), None);
/// ```
#[derive(Clone, Debug)]
pub struct FactorProblem {
    demands: Vec<usize>,
    edges: Vec<[u32; 2]>,
    /// The edges at each vertex.
    incident: Vec<Vec<u32>>,
}

/// A reason why there is no factor: Tutte's sets S (`upper`) and T (`lower`).
///
/// Let `odd` be the components C of the other vertices for which the sum of the demands in C plus the number of edges
/// between C and T is odd. The number of edges of a factor that leave C differs in parity from what they would be if the
/// factor contained all edges between C and T and none between C and S. So each of these components costs T an edge, or S
/// a part of its demand. The demands of T exceed what S and the edges can supply:
///
/// demands of S + Σ over t in T (edges at t that do not lead to S - demand of t) - number of odd components < 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorBarrier {
    /// S: the vertices whose demands bound the number of edges from above.
    pub upper: Vec<usize>,
    /// T: the vertices whose demands bound the number of edges from below.
    pub lower: Vec<usize>,
    /// The odd components.
    pub odd: Vec<Vec<usize>>,
}

impl FactorProblem {
    /// Creates a problem from the demand of each vertex, and the two different ends of each edge; edges may be parallel.
    ///
    /// # Panics
    /// If an end of an edge has no demand.
    #[must_use]
    pub fn new(demands: Vec<usize>, edges: Vec<[u32; 2]>) -> Self {
        let mut incident = vec![Vec::new(); demands.len()];
        for (number, ends) in (0..).zip(&edges) {
            ends.iter().for_each(|&end| incident[end as usize].push(number));
        }
        Self { demands, edges, incident }
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.demands.len()
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the two ends of an edge.
    #[must_use]
    pub fn ends(&self, edge: u32) -> [usize; 2] {
        self.edges[edge as usize].map(|end| end as usize)
    }

    /// Returns the wanted number of edges at a vertex.
    #[must_use]
    pub fn demand(&self, vertex: usize) -> usize {
        self.demands[vertex]
    }

    /// Returns the numbers of the edges at a vertex.
    #[must_use]
    pub fn incident(&self, vertex: usize) -> &[u32] {
        &self.incident[vertex]
    }

    /// Returns the end of an edge that is not `vertex`.
    #[must_use]
    pub fn other_end(&self, edge: u32, vertex: usize) -> usize {
        let [a, b] = self.ends(edge);
        if a == vertex { b } else { a }
    }

    /// Returns why there is no factor; `None` if there is one, or if `go_on`, which is called before each of the
    /// searches of linear time, returned `false`.
    #[must_use]
    pub fn barrier(&self, go_on: &mut dyn FnMut() -> bool) -> Option<FactorBarrier> {
        let (upper, lower) = Matching::new(self).obstacle(go_on)?;
        self.checked_barrier(upper, lower)
    }

    /// Returns the barrier of two disjoint sets of vertices, if its sum is negative.
    fn checked_barrier(&self, upper: Vec<usize>, lower: Vec<usize>) -> Option<FactorBarrier> {
        let [s, t] = [&upper, &lower].map(|set| set.iter().copied().collect::<HashSet<usize>>());
        let neighbours = |vertex: usize| {
            self.incident[vertex].iter().map(move |&edge| self.other_end(edge, vertex))
        };
        let is_in = |vertex: usize| !s.contains(&vertex) && !t.contains(&vertex);
        let found = components(self.demands.len(), is_in, neighbours);
        let mut parts = vec![Vec::new(); found.count];
        for (vertex, number) in found.numbers.into_iter().enumerate() {
            number.into_iter().for_each(|number: usize| parts[number].push(vertex));
        }
        let to_lower = |&vertex: &usize| neighbours(vertex).filter(|end| t.contains(end)).count();
        let weight = |vertex: &usize| self.demands[*vertex] + to_lower(vertex);
        let is_odd = |part: &Vec<usize>| part.iter().map(weight).sum::<usize>() % 2 == 1;
        let odd: Vec<Vec<usize>> = parts.into_iter().filter(is_odd).collect();
        let sum = |set: &[usize]| set.iter().map(|&vertex| self.demands[vertex]).sum::<usize>();
        let free = |&vertex: &usize| neighbours(vertex).filter(|end| !s.contains(end)).count();
        let supply = sum(&upper) + lower.iter().map(free).sum::<usize>();
        (supply < sum(&lower) + odd.len()).then_some(FactorBarrier { upper, lower, odd })
    }
}

#[cfg(test)]
mod tests;
