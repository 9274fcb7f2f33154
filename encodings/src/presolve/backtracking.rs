//! Backtracking with the rules of the presolver: a complete solver of Slitherlink on grids that needs no formula.
//!
//! The rules are applied until nothing follows. Then the search assumes that an open edge is a line, and applies the
//! rules again; a contradiction shows that the edge is empty. This is the classical method of dedicated Slitherlink
//! solvers, for example of the "Standard Solver" in Westreicher 2011, chapter 6, and the future work of Berschneider
//! 2024. It is a baseline: no clauses are learnt, so the search refutes the same combination again and again.
//!
//! ```text
//!   rules ---- open ----> assume a line ---- contradiction ----> the edge is empty ----> rules ...
//!                              |
//!                              +-- open ----> assume the next line ...
//! ```
//!
//! The assumed edge continues a chain of lines where possible, at an end with the fewest open edges. There, one of
//! two or three edges must be a line, and both values of the edge have consequences.

use crate::kinds::slitherlink::Slitherlink;
use crate::presolve::board::{EdgeMark, PresolveBoard, RuleSite};
use crate::presolve::rule::{PresolveRule, PresolveRules};
use crate::presolve::{PresolveVerdict, apply, board_of, enqueue_clues, presolved_grid, result};
use crate::puzzle::Solution;

/// The result of a search with backtracking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BacktrackResult {
    /// The solutions that were found, all of which [`Instance::check`](crate::puzzle::Instance::check) accepts.
    pub solutions: Vec<Solution>,
    /// Whether the search ended by itself: there are no other solutions, or the wanted number was found.
    pub is_finished: bool,
    /// The number of times that the rules were applied: 1, and 1 for each assumption and each of its refutations.
    pub nodes: u64,
}

/// Searches up to `most` solutions of a Slitherlink on a grid with one loop. `go_on` is called before the rules are applied
/// again; `false` ends the search. Returns `None` for other puzzles, to which the rules do not apply.
///
/// ```
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// use encycle_encodings::presolve::{PresolveRules, backtrack};
///
/// // 13 loops fit into 2 x 2 cells; the rules alone fix no edge of an empty grid
/// let puzzle = Slitherlink::from_rows(&["..", ".."])?;
/// let found = backtrack(&puzzle, PresolveRules::ALL, usize::MAX, &mut || true).expect("a grid");
/// assert_eq!((found.solutions.len(), found.is_finished), (13, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn backtrack(
    puzzle: &Slitherlink,
    rules: PresolveRules,
    most: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<BacktrackResult> {
    let grid = presolved_grid(puzzle)?;
    let mut root = board_of(puzzle, grid, rules);
    enqueue_clues(&mut root);
    let mut found = BacktrackResult::default();
    let mut waiting = vec![root];
    while found.solutions.len() < most {
        let Some(mut board) = waiting.pop() else { break };
        if !go_on() {
            return Some(found);
        }
        found.nodes += 1;
        apply(&mut board);
        // a search reports no steps
        board.forget_trace();
        match open_edge(&board).filter(|_| !board.contradiction) {
            Some(edge) => {
                let mut other = board.clone();
                assume(&mut other, edge, false);
                assume(&mut board, edge, true);
                waiting.extend([other, board]);
            }
            None => {
                if let PresolveVerdict::Solved(solution) = result(puzzle, board).verdict {
                    found.solutions.push(solution);
                }
            }
        }
    }
    found.is_finished = true;
    Some(found)
}

/// Sets an open edge; the rules see it like an edge that a rule has fixed.
fn assume(board: &mut PresolveBoard, edge: u32, line: bool) {
    board.begin(PresolveRule::Check, RuleSite::Whole);
    board.fix(edge, line);
}

/// Returns the edge to assume; `None` if no edge is open.
fn open_edge(board: &PresolveBoard) -> Option<u32> {
    let is_open = |&edge: &u32| board.mark(edge) == EdgeMark::Open;
    let ends = board.vertex_lines.iter().zip(&board.geometry.vertex_edges);
    let ends = ends.filter(|(lines, _)| **lines == 1);
    let choices = ends.filter_map(|(_, edges)| {
        let open = edges.iter().copied().filter(is_open);
        open.clone().next().map(|first| (open.count(), first))
    });
    let end = choices.min_by_key(|&(count, _)| count).map(|(_, edge)| edge);
    end.or_else(|| (0..board.marks.len() as u32).find(is_open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Instance as _;

    /// Returns the numbers of solutions of all puzzles on 2 x 2 cells with clues from 0 to 3 in two of them, by brute
    /// force and by backtracking.
    #[test]
    fn all_small_puzzles_have_the_solutions_of_brute_force() {
        for (a, b) in (0..5_u8).flat_map(|a| (0..5_u8).map(move |b| (a, b))) {
            let sign = |clue: u8| if clue == 4 { ".".to_owned() } else { clue.to_string() };
            let rows = [format!("{}.", sign(a)), format!(".{}", sign(b))];
            let puzzle = Slitherlink::from_rows(&[&*rows[0], &*rows[1]]).expect("a puzzle");
            let all = (0..1_u32 << 12).map(|bits| {
                Solution::new((0..12).map(|edge| bits >> edge & 1 == 1).collect::<Vec<_>>())
            });
            let mut expected: Vec<Solution> =
                all.filter(|solution| puzzle.check(solution).is_ok()).collect();
            let found = backtrack(&puzzle, PresolveRules::ALL, usize::MAX, &mut || true);
            let mut found = found.expect("a grid").solutions;
            let key = |solution: &Solution| format!("{solution:?}");
            expected.sort_by_key(key);
            found.sort_by_key(key);
            assert_eq!(found, expected, "{rows:?}");
        }
    }

    /// Without rules that connect the lines, a search finds sets of several loops; the final check rejects them.
    #[test]
    fn the_search_is_complete_with_any_rules() {
        let puzzle = Slitherlink::from_rows(&["3..3", "....", "...."]).expect("a puzzle");
        let count = |rules: PresolveRules| {
            backtrack(&puzzle, rules, usize::MAX, &mut || true).expect("a grid").solutions.len()
        };
        let all = count(PresolveRules::ALL);
        assert!(all > 1);
        for rule in PresolveRule::ALL {
            assert_eq!(count(PresolveRules::ALL.without(rule)), all, "{}", rule.name());
        }
    }

    #[test]
    fn a_search_that_is_stopped_is_not_finished() {
        let puzzle = Slitherlink::from_rows(&["...", "...", "..."]).expect("a puzzle");
        let mut left = 3;
        let mut go_on = || {
            left -= 1;
            left > 0
        };
        let found = backtrack(&puzzle, PresolveRules::ALL, usize::MAX, &mut go_on);
        assert_eq!(found.map(|found| (found.is_finished, found.nodes)), Some((false, 2)));
    }
}
