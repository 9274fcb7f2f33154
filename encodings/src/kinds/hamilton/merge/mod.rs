//! Merging: joins the cycles of a 2-factor by exchanges of two edges (2-opt).

mod condensed;
mod covering;
mod factor;
mod gadgets;
#[cfg(test)]
mod tests;

use crate::encoding::Encoding;
use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::merge::condensed::Condensed;
use crate::kinds::hamilton::merge::factor::TwoFactor;
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};

impl Hamilton {
    /// Returns the encoding `degree` with merging, for the first solution only: a search for further solutions may find
    /// the same one again.
    ///
    /// The cycles of each model are merged by exchanges of two edges. One cycle is a solution. Otherwise each cycle that
    /// is left is cut by the clause *at least one edge leaves*. It has the same 2-factors as *at least two*, and needs
    /// no counter.
    ///
    /// Returns `None` if the puzzle asks for a path or has forbidden edges.
    ///
    /// ```
    /// use encycle_encodings::encoding::CutKind;
    /// use encycle_encodings::grid::Graph;
    /// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
    ///
    /// // a prism: two triangles, and three edges between them
    /// let triangles = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    /// let edges = [&triangles[..], &[[0, 3], [1, 4], [2, 5]]].concat();
    /// let puzzle = Hamilton::new(Graph::new(6, edges).unwrap(), HamiltonGoal::Cycle, &[])?;
    /// let encoding = puzzle.merging_encoding().expect("a cycle");
    /// let model: Vec<bool> = (0..9).map(|edge| edge < 6).collect();
    /// assert!(encoding.separate(&model, CutKind::Leave).solution.is_some());
    /// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
    /// ```
    #[must_use]
    pub fn merging_encoding(&self) -> Option<Box<dyn Encoding + '_>> {
        self.can_merge().then(|| Box::new(Condensed::new(self)) as Box<dyn Encoding>)
    }

    /// Returns [`Self::merging_encoding`] for the cycles above a graph of half the size that this one covers: the
    /// vertices of each pair look alike, so that a cycle of the smaller graph has an image here. Its models are those of the smaller
    /// graph. Not all solutions are models, possibly none.
    ///
    /// Returns `None` if no such graph is found.
    ///
    /// ```
    /// use encycle_encodings::encoding::Completeness;
    /// use encycle_encodings::grid::Graph;
    /// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
    ///
    /// let cycle = |edges: &[[u32; 2]]| {
    ///     let count = edges.iter().flatten().max().map_or(0, |last| last + 1) as usize;
    ///     Hamilton::new(Graph::new(count, edges.to_vec()).unwrap(), HamiltonGoal::Cycle, &[])
    /// };
    /// let square = cycle(&[[0, 1], [1, 2], [2, 3], [3, 0]])?;
    /// let lifted = square.lifted_encoding().expect("opposite vertices look alike");
    /// assert_eq!(lifted.completeness(), Completeness::Underapproximation);
    /// // only one vertex has degree one
    /// let square_with_tail = cycle(&[[0, 1], [1, 2], [2, 3], [3, 0], [0, 4]])?;
    /// assert!(square_with_tail.lifted_encoding().is_none());
    /// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
    /// ```
    #[must_use]
    pub fn lifted_encoding(&self) -> Option<Box<dyn Encoding + '_>> {
        let lifted = self.can_merge().then(|| Condensed::covering(self))??;
        Some(Box::new(lifted))
    }

    fn can_merge(&self) -> bool {
        self.goal() == HamiltonGoal::Cycle && self.forbidden().next().is_none()
    }
}

/// Merges the cycles of a 2-factor (drawn edges, two at each vertex) by exchanges until none applies. Returns the drawn
/// edges of the merged 2-factor, or `None` if the drawn edges are not a 2-factor.
///
/// Each exchange starts with an edge between two cycles. It removes a drawn edge at both ends, so that the two cycles
/// become one path, and closes the path by an edge between its ends. Each exchange leaves one cycle less, so the merging
/// ends. It also ends at a bound on the visited edges, which sparse graphs do not reach.
fn merged(graph: &Graph, drawn: &[bool]) -> Option<Vec<bool>> {
    let mut factor = TwoFactor::new(graph, drawn)?;
    while graph.edges().filter(|&edge| exchange(&mut factor, edge)).count() > 0 {}
    Some(factor.into_drawn())
}

/// Applies an exchange that starts with this edge. Returns whether there is one.
fn exchange(factor: &mut TwoFactor, edge: Edge) -> bool {
    let [a, b] = factor.graph.ends(edge);
    if factor.cycle(a) == factor.cycle(b) || factor.is_spent() {
        return false;
    }
    for from in factor.at(a) {
        for to in factor.at(b) {
            if let Some(closing) = factor.edge_between(from.to, to.to) {
                factor.exchange([from.edge, to.edge], [edge, closing]);
                return true;
            }
        }
    }
    false
}
