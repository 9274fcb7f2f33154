//! Merging: joins the cycles of a 2-factor by exchanges of two and three edges (2-opt and 3-opt).
//!
//! A model of the degree rules is a 2-factor: disjoint cycles that together visit all vertices. On a large graph, the
//! first models have many cycles, and cutting each cycle of each model takes many rounds. But two cycles that lie next
//! to each other can often be joined without a solver:
//!
//! ```text
//!   . . a     b . .          . . a --- b . .         removed: a-a' and b-b', one edge of each cycle
//!   .   |     |   .    →     .           .           added:   a-b and a'-b'
//!   . . a'    b'. .          . . a'--- b'. .
//! ```
//!
//! An exchange of three edges opens a third cycle, too, and joins the three cycles in a ring. If the exchanges lead to
//! a single cycle, that cycle is a solution, although no solver call returned it. Otherwise only the cycles that are
//! left are cut, and these are fewer and longer.
//!
//! Two more ideas make the formula smaller and the models better:
//!
//! - *Gadgets* (`gadgets`): parts of a graph with many forced edges admit only few ways for a Hamilton cycle, while the
//!   degree rules allow many choices that close a short cycle. A variable per way excludes these cycles without cuts.
//! - *Symmetry* (`involution`): if an automorphism of order two moves most vertices, a search for models that it maps
//!   to themselves has about half as many variables. Such models need not exist, so the search is an addition, not a
//!   replacement.
//!
//! | file | content |
//! |---|---|
//! | `factor` | a 2-factor that records the cycle of each vertex and applies exchanges |
//! | `gadgets` | the ways of a Hamilton cycle through a gadget |
//! | `involution` | symmetries of order two |
//! | `condensed` | the encoding with ways and symmetries, whose models are merged |

mod condensed;
mod factor;
mod gadgets;
mod involution;
#[cfg(test)]
mod tests;

use crate::encoding::Encoding;
use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::merge::condensed::Condensed;
use crate::kinds::hamilton::merge::factor::TwoFactor;
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};

impl Hamilton {
    /// Returns the encoding `degree` with merging, for the first solution only: a search for further solutions may find
    /// the same solution again.
    ///
    /// The cycles of each model are merged by exchanges of edges. If one cycle is left, it is a solution. Otherwise
    /// each cycle that is left is cut by the clause *at least one edge leaves*. A 2-factor has an even number of edges
    /// across any boundary, so this clause excludes the same 2-factors as *at least two edges leave* and needs no
    /// counter.
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
    pub fn merging_encoding(&self) -> Option<Encoding<'_>> {
        self.can_merge().then(|| Condensed::new(self))?.into_encoding()
    }

    /// Returns [`Self::merging_encoding`] restricted to the models that a symmetry of the graph maps to themselves: one
    /// encoding for each symmetry of order two that is found and moves most vertices. These encodings are smaller, but
    /// only some solutions are models of them, possibly none.
    ///
    /// ```
    /// use encycle_encodings::encoding::Completeness;
    /// use encycle_encodings::grid::Graph;
    /// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
    ///
    /// let square = Graph::new(4, vec![[0, 1], [1, 2], [2, 3], [3, 0]]).unwrap();
    /// let puzzle = Hamilton::new(square, HamiltonGoal::Cycle, &[])?;
    /// let encodings = puzzle.symmetric_encodings();
    /// assert_eq!(encodings[0].completeness(), Completeness::Underapproximation);
    /// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
    /// ```
    #[must_use]
    pub fn symmetric_encodings(&self) -> Vec<Encoding<'_>> {
        if !self.can_merge() {
            return Vec::new();
        }
        Condensed::symmetric(self).into_iter().filter_map(Condensed::into_encoding).collect()
    }

    fn can_merge(&self) -> bool {
        self.goal() == HamiltonGoal::Cycle && self.forbidden().next().is_none()
    }
}

/// Merges the cycles of a 2-factor (drawn edges, two at each vertex) by exchanges until no exchange applies. Returns
/// the drawn edges of the merged 2-factor, or `None` if the drawn edges are not a 2-factor.
///
/// Each exchange starts with an edge between two cycles. It removes a drawn edge at both ends, so that the two cycles
/// become one path, and closes the path by an edge between its ends; or it opens a third cycle, too, and joins the
/// three in a ring. Each exchange leaves fewer cycles, so merging ends. It also ends at a bound on the number of
/// visited edges, which sparse graphs do not reach.
fn merged(graph: &Graph, drawn: &[bool]) -> Option<Vec<bool>> {
    let mut factor = TwoFactor::new(graph, drawn)?;
    let mut apply = |exchange: Exchange| {
        let open = |&edge: &Edge| {
            between(&factor, edge).is_some_and(|ends| exchange(&mut factor, edge, ends))
        };
        graph.edges().filter(open).count() > 0
    };
    while apply(exchange) || apply(exchange_of_three) {}
    Some(factor.into_drawn())
}

/// A function that applies an exchange that starts with this edge, whose ends are in two cycles. Returns whether there
/// is such an exchange.
type Exchange = fn(&mut TwoFactor<'_>, Edge, [usize; 2]) -> bool;

/// Returns the ends of an edge between two cycles; `None` for other edges, or if the budget is spent.
fn between(factor: &TwoFactor<'_>, edge: Edge) -> Option<[usize; 2]> {
    let [a, b] = factor.graph.ends(edge);
    (factor.cycle(a) != factor.cycle(b) && !factor.is_spent()).then_some([a, b])
}

/// The [`Exchange`] of two edges.
fn exchange(factor: &mut TwoFactor<'_>, edge: Edge, [a, b]: [usize; 2]) -> bool {
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

/// The [`Exchange`] of three edges.
fn exchange_of_three(factor: &mut TwoFactor<'_>, edge: Edge, [a, b]: [usize; 2]) -> bool {
    let graph = factor.graph;
    for to in factor.at(b) {
        for &second in graph.incident(to.to) {
            let c = graph.other_end(second, to.to);
            if [a, b].iter().any(|&end| factor.cycle(end) == factor.cycle(c)) {
                continue;
            }
            let thirds = factor.at(c);
            for from in factor.at(a) {
                for third in thirds {
                    if let Some(closing) = factor.edge_between(third.to, from.to) {
                        factor.exchange([from.edge, to.edge, third.edge], [edge, second, closing]);
                        return true;
                    }
                }
            }
        }
    }
    false
}
