//! Unit propagation of vertex degrees, clue counts and clauses to edges.

use encycle_encodings::grid::Edge;
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::{EdgeClue, LineProblem, VertexDegree};

/// Propagates the degrees of vertices, the counts of clues and the clauses to a fixpoint.
///
/// Returns, for each edge, `Some(true)` if it is a line in every solution, `Some(false)` if it is a line in no
/// solution, and `None` if neither follows. The edges that the problem fixes are the starting point. An edge gets a
/// value if its vertex or clue cannot reach an allowed number of lines with the other value, or if its clause cannot
/// hold with it. Returns `None` if a vertex or clue cannot reach an allowed number, or a clause cannot hold, because
/// the problem then has no solution.
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
    let (vertices, clues) = (graph.vertex_count(), problem.clues.len());
    // the indices of vertices, followed by the indices of clues and of clauses
    let mut groups_of: Vec<Vec<usize>> = vec![Vec::new(); graph.edge_count()];
    for (index, clue) in problem.clues.iter().enumerate() {
        clue.edges.iter().for_each(|edge| groups_of[edge.index()].push(vertices + index));
    }
    for (index, clause) in problem.clauses.iter().enumerate() {
        let group = vertices + clues + index;
        clause.iter().for_each(|literal| groups_of[literal.vidx()].push(group));
    }
    let count = vertices + clues + problem.clauses.len();
    let mut waiting: Vec<usize> = (0..count).collect();
    let mut is_waiting = vec![true; count];
    while let Some(group) = waiting.pop() {
        is_waiting[group] = false;
        let forced = if group < vertices {
            force_degree(graph.incident(group), &fixed, problem.vertices[group])?
        } else if group < vertices + clues {
            force_count(&problem.clues[group - vertices], &fixed)?
        } else {
            force_clause(&problem.clauses[group - vertices - clues], &fixed)?
        };
        for (edge, line) in forced {
            fixed[edge.index()] = Some(line);
            let touched =
                graph.ends(edge).into_iter().chain(groups_of[edge.index()].iter().copied());
            for group in touched {
                if !std::mem::replace(&mut is_waiting[group], true) {
                    waiting.push(group);
                }
            }
        }
    }
    Some(fixed)
}

/// The edges that have the same value in all solutions; `None` if there is no solution.
type Forced = Option<Vec<(Edge, bool)>>;

/// Returns the open edges of a vertex whose values follow from its degree.
fn force_degree(edges: &[Edge], fixed: &[Option<bool>], degree: VertexDegree) -> Forced {
    let number = |wanted| edges.iter().filter(|edge| fixed[edge.index()] == wanted).count();
    let (lines, open) = (number(Some(true)), number(None));
    let mut allowed = (lines..=lines + open).filter(|&lines| degree.allows(lines));
    let least = allowed.next()?;
    let most = allowed.next_back().unwrap_or(least);
    let forced = match (least - lines, most - lines) {
        (_, 0) => Some(false),
        (all, _) if all == open => Some(true),
        _ => None,
    };
    let open = edges.iter().filter(|edge| fixed[edge.index()].is_none());
    Some(forced.map_or_else(Vec::new, |line| open.map(|&edge| (edge, line)).collect()))
}

/// Returns the open edges of a clue whose values follow from its count.
fn force_count(clue: &EdgeClue<'_>, fixed: &[Option<bool>]) -> Forced {
    let number = |wanted| clue.edges.iter().filter(|edge| fixed[edge.index()] == wanted).count();
    let (lines, open) = (number(Some(true)), number(None));
    let missing = clue.count.checked_sub(lines).filter(|&missing| missing <= open)?;
    let mut edges: Vec<Edge> =
        clue.edges.iter().copied().filter(|edge| fixed[edge.index()].is_none()).collect();
    edges.sort_unstable();
    let forced = edges.chunk_by(|a, b| a == b).filter_map(|same| match same.len() {
        each if each > missing => Some((same[0], false)),
        each if missing > open - each => Some((same[0], true)),
        _ => None,
    });
    Some(forced.collect())
}

/// Returns the edge of the last open literal of a clause, if all other literals are false.
fn force_clause(clause: &[Lit], fixed: &[Option<bool>]) -> Forced {
    if clause.iter().any(|literal| fixed[literal.vidx()] == Some(literal.is_pos())) {
        return Some(Vec::new());
    }
    let mut open = clause.iter().filter(|literal| fixed[literal.vidx()].is_none());
    let last = open.next()?;
    let is_last = open.next().is_none();
    Some(is_last.then_some((Edge(last.vidx32()), last.is_pos())).into_iter().collect())
}
