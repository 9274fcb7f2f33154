//! The decomposition into pieces: reduction and splits at 2-vertex cuts, alternately.

use crate::grid::{ConnectedComponents, Edge, components};
use crate::kinds::hamilton::pieces::pairs::{Connectivity, separation_pair};
use crate::kinds::hamilton::pieces::reduce::{Reduced, reduce};
use crate::kinds::hamilton::pieces::{Piece, PieceEdge};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};

/// The independent pieces of a Hamilton cycle problem.
///
/// The cycles of all pieces, together with the forced edges, form a Hamilton cycle of the graph. If a piece has no
/// cycle, the graph has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decomposition {
    /// The edges that all solutions take and that are in no piece.
    pub forced: Vec<Edge>,
    /// The pieces, which are triconnected; each vertex has at least three edges.
    pub pieces: Vec<Piece>,
}

impl Hamilton {
    /// Decomposes a puzzle that asks for a cycle: contracts forced paths, and splits at 2-vertex cuts.
    ///
    /// Suppose that the removal of u and v leaves two sides. A cycle through all vertices crosses each side once, from
    /// u to v. So each side becomes a piece with a forced edge between u and v. If three sides are left, there is no
    /// cycle.
    ///
    /// The search for a cut takes linear time (Hopcroft and Tarjan 1973), and each split takes one more search. `go_on`
    /// is called before each search; if it returns `false`, the remaining pieces are not split. A piece that cannot be
    /// split must have a 2-factor with its forced edges ([`FactorProblem`](crate::grid::FactorProblem)), and must not fall
    /// into more parts than vertices are removed ([`separating_set`](crate::grid::separating_set)).
    ///
    /// Returns `None` if there is no cycle.
    ///
    /// # Panics
    /// If the puzzle asks for a path.
    ///
    /// ```
    /// use encycle_encodings::grid::Graph;
    /// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
    ///
    /// // two triangles with a common edge: all four outer edges are forced
    /// let edges = vec![[0, 1], [1, 2], [2, 0], [1, 3], [3, 2]];
    /// let puzzle = Hamilton::new(Graph::new(4, edges).unwrap(), HamiltonGoal::Cycle, &[])?;
    /// let decomposition = puzzle.decompose(&mut || true).expect("a cycle");
    /// assert_eq!((decomposition.forced.len(), decomposition.pieces.len()), (4, 0));
    /// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
    /// ```
    #[must_use]
    pub fn decompose(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Decomposition> {
        assert_eq!(self.goal(), HamiltonGoal::Cycle, "only a cycle is decomposed");
        if self.graph().vertex_count() < 3 {
            return None;
        }
        let mut done = Decomposition::default();
        let mut waiting = vec![Piece::of(self)];
        while let Some(piece) = waiting.pop() {
            let piece = match reduce(&piece) {
                Reduced::NoCycle => return None,
                Reduced::Cycle(edges) => {
                    done.forced.extend(edges);
                    continue;
                }
                Reduced::Open(piece) => piece,
            };
            if !go_on() {
                done.pieces.push(piece);
                continue;
            }
            let neighbours: Vec<Vec<usize>> = piece
                .neighbours()
                .into_iter()
                .map(|list| list.into_iter().map(|(end, _)| end as usize).collect())
                .collect();
            match separation_pair(&neighbours) {
                Connectivity::Lower => return None,
                Connectivity::Three if piece.is_excluded(go_on) => {
                    return None;
                }
                Connectivity::Three => done.pieces.push(piece),
                Connectivity::Two(a, b) => waiting.extend(split(&piece, a, b)?),
            }
        }
        Some(done)
    }
}

/// Splits a piece at a separation pair. Returns `None` if there is no cycle.
fn split(piece: &Piece, a: usize, b: usize) -> Option<[Piece; 2]> {
    let neighbours = piece.neighbours();
    let beside = |vertex: usize| neighbours[vertex].iter().map(|&(end, _)| end as usize);
    let ConnectedComponents { numbers: side, count: sides } =
        components(piece.vertices, |vertex| vertex != a && vertex != b, beside);
    assert!(sides > 1, "the path search returns separation pairs only");
    if sides > 2 {
        return None;
    }
    let mut parts = [0, 1].map(|which| {
        let mut number = vec![u32::MAX; piece.vertices];
        let own = (0..piece.vertices).filter(|&v| v == a || v == b || side[v] == Some(which));
        let mut count = 0;
        for vertex in own {
            number[vertex] = count;
            count += 1;
        }
        let ends = [number[a], number[b]];
        let edges = vec![PieceEdge { ends, forced: true, original: Vec::new() }];
        (Piece { vertices: count as usize, edges }, number)
    });
    for edge in &piece.edges {
        let [from, to] = edge.ends.map(|end| end as usize);
        let Some(own) = side[from].or(side[to]) else {
            // no cycle that crosses both sides takes the edge between a and b
            if edge.forced {
                return None;
            }
            continue;
        };
        let (part, number) = &mut parts[own];
        let ends = edge.ends.map(|end| number[end as usize]);
        part.edges.push(PieceEdge { ends, ..edge.clone() });
    }
    Some(parts.map(|(part, _)| part))
}
