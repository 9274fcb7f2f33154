//! Unit propagation of vertex degrees and clue counts to edges.

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::LineProblem;

/// Propagates the degrees of vertices and the counts of clues to a fixpoint.
///
/// Returns, for each edge, `Some(true)` if it is a line in every solution, `Some(false)` if it is a line in
/// none, and `None` if neither follows. The edges that the problem fixes are the starting point; an edge is
/// fixed when its vertex or clue can reach an allowed number of lines in no other way. Returns `None` if a
/// vertex or clue cannot reach an allowed number; the problem then has no solution.
///
/// ```
/// use encycle_diagrams::lines::propagate;
/// use encycle_encodings::puzzle::Instance;
/// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
///
/// // the four corners have two edges each, which makes the cycle the border of the grid
/// let puzzle = Hamilton::from_rows(&["...", "..."], &[], HamiltonGoal::Cycle)?;
/// let problem = puzzle.line_problem().expect("a loop puzzle");
/// let fixed = propagate(&problem).expect("no contradiction");
/// assert_eq!(fixed.iter().filter(|&&edge| edge == Some(true)).count(), 6);
/// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
/// ```
#[must_use]
pub fn propagate(problem: &LineProblem<'_>) -> Option<Vec<Option<bool>>> {
    let graph = problem.graph;
    let mut fixed = problem.fixed.clone();
    let vertices = graph.vertex_count();
    let mut clues_of: Vec<Vec<usize>> = vec![Vec::new(); graph.edge_count()];
    for (index, clue) in problem.clues.iter().enumerate() {
        clue.edges.iter().for_each(|edge| clues_of[edge.index()].push(vertices + index));
    }
    // the indices of vertices, followed by those of clues
    let count = vertices + problem.clues.len();
    let mut waiting: Vec<usize> = (0..count).collect();
    let mut is_waiting = vec![true; count];
    while let Some(group) = waiting.pop() {
        is_waiting[group] = false;
        let (edges, forced) = match group.checked_sub(vertices) {
            None => {
                let (edges, demand) = (graph.incident(group), problem.vertices[group]);
                (edges, force(edges, &fixed, |lines| demand.allows(lines))?)
            }
            Some(clue) => {
                let clue = problem.clues[clue];
                (clue.edges, force(clue.edges, &fixed, |lines| lines == clue.count)?)
            }
        };
        let Some(line) = forced else { continue };
        for edge in
            edges.iter().filter(|edge| fixed[edge.index()].is_none()).copied().collect::<Vec<_>>()
        {
            fixed[edge.index()] = Some(line);
            let touched =
                graph.ends(edge).into_iter().chain(clues_of[edge.index()].iter().copied());
            for group in touched {
                if !std::mem::replace(&mut is_waiting[group], true) {
                    waiting.push(group);
                }
            }
        }
    }
    Some(fixed)
}

/// Returns the value that all open edges of a vertex or clue must have, or `Some(None)` if they may differ.
/// Returns `None` if no number of lines is allowed.
fn force(
    edges: &[Edge],
    fixed: &[Option<bool>],
    allows: impl Fn(usize) -> bool,
) -> Option<Option<bool>> {
    let number = |wanted| edges.iter().filter(|edge| fixed[edge.index()] == wanted).count();
    let (lines, open) = (number(Some(true)), number(None));
    let mut allowed = (lines..=lines + open).filter(|&lines| allows(lines));
    let least = allowed.next()?;
    let most = allowed.last().unwrap_or(least);
    Some(match (least - lines, most - lines) {
        _ if open == 0 => None,
        (_, 0) => Some(false),
        (all, _) if all == open => Some(true),
        _ => None,
    })
}
