//! Numberlink cuts: cuts against subtours and against paths between terminals of different pairs.

use std::collections::HashSet;

use crate::encoding::{Cut, CutForm, CutKind, CutReason, Separated, block_solution};
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::{Numberlink, NumberlinkRule};
use crate::logic::Lit;
use crate::rules::one_loop::{Walk, drawn, leaving, not_all, walks};

/// The kinds of cut.
pub(super) const KINDS: [CutKind; 2] = [CutKind::Leave, CutKind::Loop];

/// Returns whether the path joins terminals of two pairs.
fn is_wrong(puzzle: &Numberlink, path: &Walk) -> bool {
    let ends = [path.vertices.first(), path.vertices.last()];
    let [a, b] = ends.map(|end| end.and_then(|&end| puzzle.terminal(end)));
    a != b
}

/// Returns the solution in a model of the degree rules, or the cuts that the model violates. The edges of the model
/// form paths between terminals, and subtours.
///
/// Let S be the vertices of such a component.
///
/// - A *subtour* contains no terminal, but each line of a solution leads to two terminals. So it may always be cut.
///   [`CutKind::Loop`]: not all of its edges. [`CutKind::Leave`]: a path that visits S enters and leaves it, so an edge
///   of the subtour implies two edges that leave S. If all vertices must be covered, two edges leave S in any case.
/// - A *path between terminals of two pairs* may always be cut, too. [`CutKind::Loop`]: not all of its edges.
///   [`CutKind::Leave`]: a path has terminals at its ends only, so the partners of these two terminals are outside S,
///   and two paths of every solution leave S.
///
/// If vertices may remain unvisited and all paths join their pairs, the model without its subtours is a solution. No
/// solution contains all edges of another (Yoshinaka, remark 6), so the clause *not all of its edges* blocks exactly
/// this solution.
pub(super) fn separate(
    encoding: &crate::encoding::Encoding<'_>,
    base: &NumberlinkBase,
    model: &[bool],
    kind: CutKind,
) -> Separated {
    let graph = base.graph();
    let parts = walks(graph, &model[..model.len().min(graph.edge_count())]);
    let (loops, paths): (Vec<Walk>, Vec<Walk>) = parts.into_iter().partition(Walk::is_cycle);
    let wrong: Vec<&Walk> = paths.iter().filter(|path| is_wrong(base.puzzle, path)).collect();
    if loops.is_empty() && wrong.is_empty() {
        return block_solution(encoding, model);
    }
    if wrong.is_empty() && base.puzzle.rule() == NumberlinkRule::Free {
        let edges: Vec<_> = paths.iter().flat_map(|path| &path.edges).copied().collect();
        let solution = Some(drawn(graph, &edges));
        return Separated { solution, cuts: vec![not_all(&edges, CutReason::KnownSolution)] };
    }
    let leave = |walk: &Walk| -> Vec<Lit> {
        let inside: HashSet<usize> = walk.vertices.iter().copied().collect();
        leaving(graph, &inside)
    };
    let mut cuts = Vec::with_capacity(loops.len() + wrong.len());
    for subtour in &loops {
        let edge = subtour.edges.first().map(|&edge| base.edge(edge));
        cuts.push(match (kind, base.puzzle.rule(), edge) {
            (CutKind::Leave, NumberlinkRule::Cover, _) => {
                Cut::new(leave(subtour), CutForm::AtLeastTwo, CutReason::NoTerminal)
            }
            (CutKind::Leave, NumberlinkRule::Free, Some(edge)) => {
                Cut::new(leave(subtour), CutForm::Crossing(edge), CutReason::NoTerminal)
            }
            _ => not_all(&subtour.edges, CutReason::NoTerminal),
        });
    }
    for path in wrong {
        cuts.push(match kind {
            CutKind::Leave => Cut::new(leave(path), CutForm::AtLeastTwo, CutReason::NoPair),
            _ => not_all(&path.edges, CutReason::NoPair),
        });
    }
    Separated { solution: None, cuts }
}
