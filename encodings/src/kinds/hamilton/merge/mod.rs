//! Merging: joins the cycles of a 2-factor by exchanges of two edges (2-opt).

mod factor;
#[cfg(test)]
mod tests;

use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::merge::factor::TwoFactor;

/// Merges the cycles of a 2-factor (drawn edges, two at each vertex) by exchanges until none applies. Returns the drawn
/// edges of the merged 2-factor, or `None` if the drawn edges are not a 2-factor.
///
/// Each exchange starts with an edge between two cycles. It removes a drawn edge at both ends, so that the two cycles
/// become one path, and closes the path by an edge between its ends. Each exchange leaves one cycle less, so the merging
/// ends. It also ends at a bound on the visited edges, which sparse graphs do not reach.
pub(super) fn merged(graph: &Graph, drawn: &[bool]) -> Option<Vec<bool>> {
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
