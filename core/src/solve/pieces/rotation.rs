//! Cycles of dense pieces by rotations: a path is extended at its end, and turned around where it cannot be.
//!
//! In a dense graph, nearly each vertex at the end of a path through all vertices can be exchanged for another one: if the
//! end is joined to a vertex inside the path, the part behind that vertex is reversed (Pósa 1976, *Hamiltonian circuits in random
//! graphs*). Some rotations close a cycle of nearly every dense graph, in a time that the frontier program needs for its first
//! levels, since its frontier is wide there. It shows nothing if it fails.

use encycle_encodings::kinds::hamilton::Piece;

/// The least average degree of a dense piece.
const DENSE_DEGREE: usize = 5;
/// The most rotations for each vertex.
const ROTATIONS: usize = 8;

/// Searches a cycle of a dense piece without forced edges; the cycle is given as indices of edges.
pub(super) fn cycle_by_rotations(piece: &Piece) -> Option<Vec<usize>> {
    let count = piece.vertex_count();
    let edges = piece.edges();
    let is_dense = count > 2 && 2 * edges.len() >= DENSE_DEGREE * count;
    if !is_dense || edges.iter().any(|edge| edge.forced) {
        return None;
    }
    let mut neighbors: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
    for (number, edge) in edges.iter().enumerate() {
        let [a, b] = edge.ends.map(|end| end as usize);
        neighbors[a].push((b, number));
        neighbors[b].push((a, number));
    }
    RotatedPath::new(&neighbors).close()
}

/// A path that is extended and rotated at its end.
struct RotatedPath<'n> {
    /// The neighbors of each vertex, each with its edge.
    neighbors: &'n [Vec<(usize, usize)>],
    vertices: Vec<usize>,
    /// The place of each vertex in the path.
    places: Vec<Option<usize>>,
    /// How often each vertex was the end after a rotation.
    ends: Vec<usize>,
}

impl<'n> RotatedPath<'n> {
    /// Begins at a vertex with the fewest neighbors.
    fn new(neighbors: &'n [Vec<(usize, usize)>]) -> Self {
        let first = (0..neighbors.len()).min_by_key(|&vertex| neighbors[vertex].len());
        let mut path = Self {
            neighbors,
            vertices: Vec::with_capacity(neighbors.len()),
            places: vec![None; neighbors.len()],
            ends: vec![0; neighbors.len()],
        };
        path.push(first.unwrap_or_default());
        path
    }

    fn push(&mut self, vertex: usize) {
        self.places[vertex] = Some(self.vertices.len());
        self.vertices.push(vertex);
    }

    fn end(&self) -> usize {
        self.vertices[self.vertices.len() - 1]
    }

    /// Extends and rotates the path until its ends are joined; returns the edges of the cycle.
    fn close(mut self) -> Option<Vec<usize>> {
        for _ in 0..ROTATIONS * self.neighbors.len() {
            while let Some(vertex) = self.extension() {
                self.push(vertex);
            }
            if let Some(cycle) = self.cycle() {
                return Some(cycle);
            }
            self.rotate()?;
        }
        None
    }

    /// Returns the neighbor of the end that is not in the path and has the fewest neighbors.
    fn extension(&self) -> Option<usize> {
        let outside = self.neighbors[self.end()].iter().map(|&(vertex, _)| vertex);
        let outside = outside.filter(|&vertex| self.places[vertex].is_none());
        outside.min_by_key(|&vertex| self.neighbors[vertex].len())
    }

    /// Reverses the part of the path behind a neighbor of the end, such that the new end was an end least often.
    fn rotate(&mut self) -> Option<()> {
        let last = self.vertices.len() - 1;
        let inside = self.neighbors[self.end()].iter();
        let places = inside.filter_map(|&(vertex, _)| self.places[vertex]);
        let place = places
            .filter(|place| place + 1 < last)
            .min_by_key(|place| self.ends[self.vertices[place + 1]])?;
        self.vertices[place + 1..].reverse();
        for (at, &vertex) in self.vertices.iter().enumerate().skip(place + 1) {
            self.places[vertex] = Some(at);
        }
        let end = self.end();
        self.ends[end] += 1;
        Some(())
    }

    /// Returns the edges of the cycle, if the path visits all vertices and its ends are joined.
    fn cycle(&self) -> Option<Vec<usize>> {
        if self.vertices.len() < self.neighbors.len() {
            return None;
        }
        let next = self.vertices.iter().cycle().skip(1);
        let edge = |(&from, to): (&usize, &usize)| {
            let joined = self.neighbors[from].iter().find(|(vertex, _)| vertex == to);
            joined.map(|&(_, edge)| edge)
        };
        self.vertices.iter().zip(next).map(edge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::pieces::lookahead::tests::pieces;

    /// Complete graphs, and complete bipartite graphs with sides of equal and of different sizes, which have no cycle.
    #[test]
    fn complete_graphs_have_a_cycle_and_uneven_sides_none() {
        let all = |count: u32| (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]));
        let sides =
            |a: u32, b: u32| (0..a).flat_map(move |one| (a..a + b).map(move |other| [one, other]));
        let of = |vertices: u32, edges: Vec<[u32; 2]>| {
            let pieces = pieces(vertices as usize, edges);
            pieces.iter().map(cycle_by_rotations).collect::<Vec<_>>()
        };
        for count in 6..40 {
            let found = of(count, all(count).collect());
            assert!(
                matches!(&found[..], [Some(cycle)] if cycle.len() == count as usize),
                "{count}"
            );
        }
        for side in 5..20 {
            let found = of(2 * side, sides(side, side).collect());
            assert!(matches!(&found[..], [Some(_)]), "{side}");
            let found = of(2 * side + 1, sides(side, side + 1).collect());
            assert!(found.iter().all(Option::is_none), "{side}");
        }
    }
}
