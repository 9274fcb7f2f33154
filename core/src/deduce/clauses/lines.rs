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

use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::puzzle::{LineProblem, LineShape, Solution, VertexDegree};

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
        let Some(lines) = LineEnds::of(graph, atoms) else { return LineConsequence::Contradiction };
        let open = graph.edges().filter(|edge| atoms[edge.index()].is_none());
        if let Some(length) = self.complete(&lines) {
            return match length == lines.drawn && self.is_solution(atoms, None) {
                true => LineConsequence::Empty(open.collect()),
                false => LineConsequence::Contradiction,
            };
        }
        let closes = |edge: &Edge| {
            let [a, b] = graph.ends(*edge);
            let is_loop = lines.far[a] == b && lines.length[a] > 0;
            let is_complete = is_loop || self.is_complete(lines.far[a], lines.far[b]);
            let length = || lines.length[a] + if is_loop { 0 } else { lines.length[b] };
            is_complete && !(length() == lines.drawn && self.is_solution(atoms, Some(*edge)))
        };
        LineConsequence::Empty(open.filter(closes).collect())
    }

    /// Returns the length of a line that is complete, if there is one.
    fn complete(&self, lines: &LineEnds) -> Option<usize> {
        let mut ends = (0..lines.far.len()).filter(|&end| lines.length[end] > 0);
        let is_path = |end: &usize| self.is_complete(*end, lines.far[*end]);
        lines.closed.or_else(|| ends.find(is_path).map(|end| lines.length[end]))
    }

    /// Returns whether a line with these ends is complete: it is a loop, or a path between two ends of the puzzle.
    fn is_complete(&self, first: usize, last: usize) -> bool {
        let is_end = |vertex: usize| matches!(self.problem.vertices[vertex], VertexDegree::End(_));
        first == last || (self.is_one && is_end(first) && is_end(last))
    }

    /// Returns whether the drawn edges, and one more, are a solution if they are a single line.
    fn is_solution(&self, atoms: &[Option<bool>], more: Option<Edge>) -> bool {
        let mut lines: Vec<bool> = atoms.iter().map(|&atom| atom == Some(true)).collect();
        more.into_iter().for_each(|edge| lines[edge.index()] = true);
        self.is_one && self.puzzle.check(&Solution::new(lines)).is_ok()
    }
}

/// The lines that drawn edges form, each by its two ends.
struct LineEnds {
    /// For each end of a line, its other end. Every other vertex is its own other end.
    far: Vec<usize>,
    /// For each end of a line, the number of its edges; 0 for every other vertex.
    length: Vec<usize>,
    /// The number of edges of a loop, if there is one.
    closed: Option<usize>,
    /// The number of all drawn edges.
    drawn: usize,
}

impl LineEnds {
    /// Joins the drawn edges to lines. Returns `None` if more than two of them meet at a vertex.
    fn of(graph: &Graph, atoms: &[Option<bool>]) -> Option<Self> {
        let count = graph.vertex_count();
        let (mut far, mut length) = ((0..count).collect::<Vec<usize>>(), vec![0; count]);
        let (mut degree, mut closed, mut drawn) = (vec![0_u8; count], None, 0);
        for edge in graph.edges().filter(|edge| atoms[edge.index()] == Some(true)) {
            let [a, b] = graph.ends(edge);
            let [far_a, far_b] = [far[a], far[b]];
            let joined = length[a] + length[b] + 1;
            drawn += 1;
            for end in [a, b] {
                degree[end] += 1;
                if degree[end] > 2 {
                    return None;
                }
                (far[end], length[end]) = (end, 0);
            }
            if far_a == b && joined > 1 {
                closed = Some(joined / 2 + 1);
                continue;
            }
            (far[far_a], far[far_b]) = (far_b, far_a);
            (length[far_a], length[far_b]) = (joined, joined);
        }
        Some(Self { far, length, closed, drawn })
    }
}
