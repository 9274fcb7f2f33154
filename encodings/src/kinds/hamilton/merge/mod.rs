//! Merging: joins the cycles of a 2-factor by exchanges of two or three edges.

mod factor;
#[cfg(test)]
mod tests;

use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::merge::factor::{Step, TwoFactor};

/// Merges the cycles of a 2-factor (drawn edges, two at each vertex) by exchanges until none applies. Returns
/// the drawn edges of the merged 2-factor, or `None` if the drawn edges are not a 2-factor.
///
/// Each exchange starts with an undrawn edge between two cycles. It removes a drawn edge at both ends, so that the two
/// cycles become one path, and closes the path again, if an edge between its ends is there (2-opt). Otherwise one end
/// takes another edge: to a third cycle, which it opens, or into the path itself, which it turns around (3-opt).
/// Each exchange leaves fewer cycles, so the merging ends. 3-opt is tried only if no 2-opt applies.
pub(super) fn merged(graph: &Graph, drawn: &[bool]) -> Option<Vec<bool>> {
    let mut factor = TwoFactor::new(graph, drawn)?;
    loop {
        let apply = |factor: &mut TwoFactor, is_deep: bool| {
            let exchanged = graph.edges().filter(|&edge| exchange(factor, edge, is_deep)).count();
            exchanged > 0
        };
        if !apply(&mut factor, false) && !apply(&mut factor, true) {
            return Some(factor.into_drawn());
        }
    }
}

/// Applies an exchange that starts with this edge, if there is one: of two edges, or of three if `is_deep`.
fn exchange(factor: &mut TwoFactor, edge: Edge, is_deep: bool) -> bool {
    let [a, c] = factor.graph.ends(edge);
    if factor.cycle(a) == factor.cycle(c) {
        return false;
    }
    let close = if is_deep { close_by_two } else { close_by_one };
    for behind_a in factor.at(a) {
        for behind_c in factor.at(c) {
            let joint = Joint { edge, ends: [a, c], behind: [behind_a, behind_c] };
            if close(factor, &joint) {
                return true;
            }
        }
    }
    false
}

/// Two cycles that an edge joins, as a path: from the vertex behind one end to the vertex behind the other.
struct Joint {
    edge: Edge,
    ends: [usize; 2],
    /// At each end the removed edge, and the end of the path that it leaves.
    behind: [Step; 2],
}

fn close_by_one(factor: &mut TwoFactor, joint: &Joint) -> bool {
    let [first, last] = joint.behind;
    let Some(closing) = factor.graph.edge_between(first.to, last.to) else { return false };
    let cycles = joint.ends.map(|end| factor.cycle(end));
    factor.exchange(&[first.edge, last.edge], &[joint.edge, closing], &cycles);
    true
}

fn close_by_two(factor: &mut TwoFactor, joint: &Joint) -> bool {
    let graph = factor.graph;
    let own = joint.ends.map(|end| factor.cycle(end));
    for side in [0, 1] {
        let (from, to) = (joint.behind[side].to, joint.behind[1 - side].to);
        for &edge in graph.incident(from) {
            if factor.contains(from, edge) || edge == joint.edge {
                continue;
            }
            let end = graph.other_end(edge, from);
            let cycle = factor.cycle(end);
            let is_third = !own.contains(&cycle);
            // in the path, the edge before `end` goes: then the path from there to `from` is turned around
            let steps = match is_third {
                true => factor.at(end).map(Some),
                false => [before(factor, joint, side, end), None],
            };
            for step in steps.into_iter().flatten() {
                let Some(closing) = graph.edge_between(step.to, to) else { continue };
                if factor.contains(to, closing) || closing == joint.edge {
                    continue;
                }
                let removed = [joint.behind[0].edge, joint.behind[1].edge, step.edge];
                let added = [joint.edge, edge, closing];
                let cycles = [own[0], own[1], cycle];
                factor.exchange(&removed, &added, &cycles[..if is_third { 3 } else { 2 }]);
                return true;
            }
        }
    }
    false
}

/// Returns the last step to `vertex` on the path of a joint, which starts at the side `side`, as a step back.
fn before(factor: &TwoFactor, joint: &Joint, side: usize, vertex: usize) -> Option<Step> {
    let [end, other] = [joint.ends[side], joint.ends[1 - side]];
    match factor.cycle(vertex) == factor.cycle(end) {
        // the path starts behind the end, and reaches the end last
        true => factor.step_before(joint.behind[side].to, end, vertex),
        false => factor.step_before(other, joint.behind[1 - side].to, vertex),
    }
}
