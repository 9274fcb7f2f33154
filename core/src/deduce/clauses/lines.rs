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
//! open edges close a loop. The lines follow the trail of a propagator, forwards and backwards, and only edges at the ends
//! of new lines are looked at: a generator applies the rule thousands of times, each time after a few new edges.

use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::logic::Lit;
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
    lines: LineEnds,
    /// The edges that once closed a line that was the whole solution. They are empty as soon as another line is drawn.
    last: Vec<Edge>,
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
        let lines = LineEnds::none(problem.graph.vertex_count());
        Some(Self { puzzle, problem, is_one, lines, last: Vec::new() })
    }

    /// Returns the edges that the lines drawn by a trail force to be empty, in ascending order; `atoms` are the values that
    /// the trail gives. The consequences of the first `seen` literals are known; `None` if none are.
    ///
    /// An open edge is empty if it would close a line to a loop, or join lines to a complete path, unless the loop or
    /// path is the whole solution. If a line is already complete and is the whole solution, all other edges are empty.
    ///
    /// The trail must be the one of the last call, longer or unchanged, but for what [`Self::undo`] was told.
    pub fn early(
        &mut self,
        trail: &[Lit],
        atoms: &[Option<bool>],
        seen: Option<usize>,
    ) -> LineConsequence {
        let graph = self.problem.graph;
        if !self.lines.follow(graph, trail) {
            return LineConsequence::Contradiction;
        }
        let ends = match seen {
            None => (0..graph.vertex_count()).collect(),
            Some(seen) => self.lines.ends_since(seen),
        };
        if ends.is_empty() {
            return LineConsequence::Empty(Vec::new());
        }
        let is_open = |edge: &Edge| atoms[edge.index()].is_none();
        if let Some(length) = self.complete(&ends) {
            return match length == self.lines.drawn() && self.is_solution(atoms, None) {
                true => LineConsequence::Empty(graph.edges().filter(is_open).collect()),
                false => LineConsequence::Contradiction,
            };
        }
        let around = ends.iter().flat_map(|&end| graph.incident(end)).chain(&self.last);
        let mut closing: Vec<Edge> = around.copied().filter(is_open).collect();
        closing.sort_unstable();
        closing.dedup();
        closing.retain(|&edge| match self.length_with(edge) {
            None => false,
            Some(length) if length == self.lines.drawn() && self.is_solution(atoms, Some(edge)) => {
                self.last.push(edge);
                false
            }
            Some(_) => true,
        });
        LineConsequence::Empty(closing)
    }

    /// Forgets the lines that the literals of the trail from `length` on have drawn.
    pub fn undo(&mut self, length: usize) {
        self.lines.undo(self.problem.graph, length);
    }

    /// Returns the length of a line that is complete, if there is a loop, or a path at one of these ends.
    fn complete(&self, ends: &[usize]) -> Option<usize> {
        let LineEnds { far, length, closed, .. } = &self.lines;
        let is_path = |&&end: &&usize| length[end] > 0 && self.is_complete(end, far[end]);
        closed.or_else(|| ends.iter().find(is_path).map(|&end| length[end]))
    }

    /// Returns the number of drawn edges of the line that an open edge would complete, if it would complete one.
    fn length_with(&self, edge: Edge) -> Option<usize> {
        let LineEnds { far, length, .. } = &self.lines;
        let [a, b] = self.problem.graph.ends(edge);
        let is_loop = far[a] == b && length[a] > 0;
        let is_complete = is_loop || self.is_complete(far[a], far[b]);
        is_complete.then(|| length[a] + if is_loop { 0 } else { length[b] })
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

/// The lines that the edges of a trail form, each by its two ends.
struct LineEnds {
    /// For each end of a line, its other end. Every other vertex is its own other end.
    far: Vec<usize>,
    /// For each end of a line, the number of its edges; 0 for every other vertex.
    length: Vec<usize>,
    /// The number of drawn edges at each vertex.
    degree: Vec<u8>,
    /// The number of edges of a loop, if there is one.
    closed: Option<usize>,
    /// The drawn edges, in the order of the trail.
    joins: Vec<LineJoin>,
    /// The number of literals of the trail that have been read.
    read: usize,
}

/// A drawn edge, and what was stored before.
struct LineJoin {
    /// The place of the edge in the trail.
    place: usize,
    edge: Edge,
    /// The ends of the new line.
    ends: [usize; 2],
    /// The other ends and lengths at the ends of the edge and at the ends of the new line.
    before: [(usize, usize); 4],
    closed: Option<usize>,
}

impl LineEnds {
    fn none(vertices: usize) -> Self {
        Self {
            far: (0..vertices).collect(),
            length: vec![0; vertices],
            degree: vec![0; vertices],
            closed: None,
            joins: Vec::new(),
            read: 0,
        }
    }

    /// Returns the number of drawn edges.
    fn drawn(&self) -> usize {
        self.joins.len()
    }

    /// Returns the ends of the lines that edges from this place of the trail on have joined.
    fn ends_since(&self, place: usize) -> Vec<usize> {
        let new = self.joins.iter().rev().take_while(|join| join.place >= place);
        new.flat_map(|join| join.ends).collect()
    }

    /// Draws the edges of a trail that have not been read. Returns `false`, in front of the edge, if more than two of them
    /// meet at a vertex.
    fn follow(&mut self, graph: &Graph, trail: &[Lit]) -> bool {
        while let Some(literal) = trail.get(self.read) {
            if literal.is_pos() && literal.vidx() < graph.edge_count() {
                let edge = Edge(literal.vidx32());
                if graph.ends(edge).iter().any(|&end| self.degree[end] == 2) {
                    return false;
                }
                self.join(graph, edge);
            }
            self.read += 1;
        }
        true
    }

    fn join(&mut self, graph: &Graph, edge: Edge) {
        let [a, b] = graph.ends(edge);
        let ends = [self.far[a], self.far[b]];
        let before = [a, b, ends[0], ends[1]].map(|vertex| (self.far[vertex], self.length[vertex]));
        self.joins.push(LineJoin { place: self.read, edge, ends, before, closed: self.closed });
        let joined = self.length[a] + self.length[b] + 1;
        for end in [a, b] {
            self.degree[end] += 1;
            (self.far[end], self.length[end]) = (end, 0);
        }
        if ends[0] == b && joined > 1 {
            self.closed = Some(joined / 2 + 1);
            return;
        }
        (self.far[ends[0]], self.far[ends[1]]) = (ends[1], ends[0]);
        (self.length[ends[0]], self.length[ends[1]]) = (joined, joined);
    }

    fn undo(&mut self, graph: &Graph, length: usize) {
        while let Some(join) = self.joins.pop_if(|join| join.place >= length) {
            let [a, b] = graph.ends(join.edge);
            for (vertex, before) in [a, b, join.ends[0], join.ends[1]].into_iter().zip(join.before)
            {
                (self.far[vertex], self.length[vertex]) = before;
            }
            [a, b].into_iter().for_each(|end| self.degree[end] -= 1);
            self.closed = join.closed;
        }
        self.read = self.read.min(length);
    }
}
