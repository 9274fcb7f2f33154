//! The line rule: a line must not be complete before the solution is complete.
//!
//! Clauses per vertex say how many edges meet there, but they cannot say that the edges form a single loop. So this
//! rule looks at whole lines:
//!
//! ```text
//! +---+       The edge `?` would close a loop. If this loop is not the whole solution,
//! |   |       for example because another line is drawn elsewhere or a clue is not met,
//! + ? +       then `?` is empty.
//! ```
//!
//! The rule is sound because a complete loop or path cannot be extended. In a puzzle with one line, it is either the
//! whole solution or part of no solution; in a puzzle with several paths, a loop is part of no solution. The rule
//! stores the other end of each line (the mate of Simpath, Knuth, TAOCP 4A, 7.1.4), so it sees without a search which
//! open edges close a loop.

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{LineProblem, LineShape, Solution, VertexDegree};
use encycle_encodings::rules::one_loop::walks;

use crate::puzzle::Puzzle;

/// The consequence of the lines drawn so far for other edges.
#[derive(Debug, PartialEq, Eq)]
pub enum LineConsequence {
    /// These edges are empty; the list may be empty.
    Empty(Vec<Edge>),
    /// A loop or path is complete, but it is in no solution.
    Contradiction,
}

/// The line rule of a puzzle: its lines form one loop, one path, or several paths that are not loops.
pub struct LineRule<'a> {
    puzzle: &'a Puzzle,
    problem: LineProblem<'a>,
    /// Whether the lines of a solution form a single loop or a single path.
    is_one: bool,
}

impl<'a> LineRule<'a> {
    /// Returns the rule of a puzzle, or `None` if its solutions are not lines or may contain any number
    /// of loops.
    pub fn new(puzzle: &'a Puzzle) -> Option<Self> {
        let problem = puzzle.line_rules()?;
        let ends =
            problem.vertices.iter().filter(|demand| matches!(demand, VertexDegree::End(_))).count();
        let is_one = match problem.shape {
            LineShape::Cycles => return None,
            LineShape::Cycle => true,
            LineShape::Paths { free_ends } => ends + free_ends == 2,
        };
        Some(Self { puzzle, problem, is_one })
    }

    /// Returns the edges that the drawn lines force to be empty.
    ///
    /// An open edge is empty if it would close a line to a loop, or join lines to a complete path, unless the loop or
    /// path is the whole solution. If a line is already complete and is the whole solution, all other edges are empty.
    pub fn early(&self, atoms: &[Option<bool>]) -> LineConsequence {
        let graph = self.problem.graph;
        let drawn: Vec<bool> = atoms.iter().map(|&line| line == Some(true)).collect();
        let lines = walks(graph, &drawn);
        // for each end of a line: the line and its other end; an isolated vertex is its own other end
        let mut ends: Vec<(Option<usize>, usize)> =
            (0..graph.vertex_count()).map(|vertex| (None, vertex)).collect();
        for (number, line) in lines.iter().enumerate() {
            let (Some(&first), Some(&last)) = (line.vertices.first(), line.vertices.last()) else {
                continue;
            };
            if self.is_complete(first, last) {
                return match self.is_solution(atoms, &line.edges) {
                    true => self.others(atoms, &line.edges),
                    false => LineConsequence::Contradiction,
                };
            }
            ends[first] = (Some(number), last);
            ends[last] = (Some(number), first);
        }
        let open = graph.edges().filter(|edge| atoms[edge.index()].is_none());
        let closes = |edge: &Edge| {
            let [a, b] = graph.ends(*edge);
            let [(at_a, far_a), (at_b, far_b)] = [a, b].map(|end| ends[end]);
            let is_loop = far_a == b && far_b == a && at_a.is_some();
            let joined = if is_loop { (a, a) } else { (far_a, far_b) };
            self.is_complete(joined.0, joined.1) && {
                let mut edges = vec![*edge];
                let numbers = at_a.into_iter().chain(at_b.filter(|_| !is_loop));
                edges.extend(numbers.flat_map(|number| &lines[number].edges));
                !self.is_solution(atoms, &edges)
            }
        };
        LineConsequence::Empty(open.filter(closes).collect())
    }

    /// Returns whether a line with these ends is complete: it is a loop, or a path between two ends of the puzzle.
    fn is_complete(&self, first: usize, last: usize) -> bool {
        let is_end = |vertex: usize| matches!(self.problem.vertices[vertex], VertexDegree::End(_));
        first == last || (self.is_one && is_end(first) && is_end(last))
    }

    /// Returns whether a complete line is a whole solution: no other line is drawn, and the line meets all rules.
    fn is_solution(&self, atoms: &[Option<bool>], edges: &[Edge]) -> bool {
        let mut lines = vec![false; atoms.len()];
        edges.iter().for_each(|edge| lines[edge.index()] = true);
        let elsewhere = atoms.iter().zip(&lines).any(|(&atom, line)| atom == Some(true) && !line);
        self.is_one && !elsewhere && self.puzzle.check(&Solution::new(lines)).is_ok()
    }

    /// Returns the open edges that are not on the line.
    fn others(&self, atoms: &[Option<bool>], edges: &[Edge]) -> LineConsequence {
        let open = self.problem.graph.edges().filter(|edge| atoms[edge.index()].is_none());
        LineConsequence::Empty(open.filter(|edge| !edges.contains(edge)).collect())
    }
}
