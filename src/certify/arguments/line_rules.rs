//! The rules of puzzles about lines, as plain data for the local arguments.

use encycle_encodings::grid::{Edge, Graph, two_sides};
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::puzzle::{LineShape, Solution, VertexDegree};

use crate::puzzle::Puzzle;

/// The rules of a puzzle about lines.
///
/// A Hamilton path is closed to a cycle by two added vertices, which an edge joins: one is joined to the start of the
/// path, and the other to its end. So the arguments for cycles apply to paths, too. The edges between an added vertex
/// and a vertex V of the puzzle are the atoms `start_V` and `stop_V`.
pub(in crate::certify) struct LineRules {
    pub graph: Graph,
    /// The number of lines at each vertex.
    pub degrees: Vec<VertexDegree>,
    pub shape: LineShape,
    /// The value of each edge that the puzzle fixes, `None` for a free edge.
    pub fixed: Vec<Option<bool>>,
    /// Sets of edges, and the exact number of lines among the edges of each set.
    pub counts: Vec<(Vec<Edge>, usize)>,
    /// Where a path with two free ends may start and end. The start is the end with the smaller number, so that each
    /// path counts once.
    pub ordered_ends: Option<[Vec<PathEnd>; 2]>,
    /// Whether counting alone shows that there is no solution.
    pub is_contradictory: bool,
    /// The names of the added edges, which follow the edges of the puzzle.
    pub names: Vec<String>,
}

/// A place where a path may start or end.
#[derive(Clone, Copy, Debug)]
pub(in crate::certify) struct PathEnd {
    pub vertex: usize,
    /// The edge that joins this end to an added vertex.
    pub edge: Edge,
}

impl LineRules {
    /// Returns `None` for a puzzle that is not about lines.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let problem = puzzle.line_problem()?;
        let mut rules = Self {
            graph: problem.graph.clone(),
            degrees: problem.vertices,
            shape: problem.shape,
            fixed: problem.fixed,
            counts: problem.clues.iter().map(|clue| (clue.edges.to_vec(), clue.count)).collect(),
            ordered_ends: None,
            is_contradictory: false,
            names: Vec::new(),
        };
        rules.is_contradictory = rules.is_unbalanced();
        match puzzle {
            Puzzle::Hamilton(hamilton) if rules.graph.vertex_count() > 1 => {
                Some(rules.closed(hamilton))
            }
            _ => Some(rules),
        }
    }

    /// Closes a path to a cycle; a puzzle about a cycle is returned unchanged.
    fn closed(mut self, puzzle: &Hamilton) -> Self {
        let HamiltonGoal::Path { start, end } = puzzle.goal() else { return self };
        let inner = self.graph.clone();
        let count = inner.vertex_count();
        let mut edges: Vec<[u32; 2]> =
            inner.edges().map(|edge| inner.ends(edge).map(|end| end as u32)).collect();
        let mut ends = [Vec::new(), Vec::new()];
        for (side, (own, other)) in [(start, end), (end, start)].into_iter().enumerate() {
            for vertex in (0..count).filter(|&v| own.map_or(other != Some(v), |own| own == v)) {
                ends[side].push(PathEnd { vertex, edge: Edge(edges.len() as u32) });
                edges.push([vertex as u32, (count + side) as u32]);
                self.fixed.push(own.map(|_| true));
                let word = ["start", "stop"][side];
                self.names.push(format!("{word}_{}", inner.vertex_name(vertex)));
            }
        }
        edges.push([count as u32, count as u32 + 1]);
        self.fixed.push(Some(true));
        self.add_parity(&inner, &ends);
        self.degrees = vec![VertexDegree::Two; count + 2];
        self.shape = LineShape::Cycle;
        self.ordered_ends = (start.is_none() && end.is_none()).then_some(ends);
        // the new edges are neither duplicates nor loops
        self.graph = Graph::new(count + 2, edges).unwrap_or(inner);
        self
    }

    /// Adds the number of ends on each side of a bipartite graph, which follows from counting lines.
    ///
    /// Let the sides have a and b vertices, and let e of the two ends be on the first side. A path has 2a - e lines,
    /// because each of its vertices on the first side has two lines, or one at an end; on the second side the same
    /// count gives 2b - (2 - e). So e = 1 + a - b.
    fn add_parity(&mut self, inner: &Graph, ends: &[Vec<PathEnd>; 2]) {
        let is_open = |edge: Edge| self.fixed[edge.index()] != Some(false);
        let open = |vertex| inner.neighbours_along(vertex, is_open);
        let Some(sides) = two_sides(inner.vertex_count(), open) else { return };
        for wanted in [false, true] {
            let own = sides.iter().filter(|(side, _)| *side == wanted).count();
            let all = ends.iter().flatten().filter(|end| sides[end.vertex].0 == wanted);
            let (fixed, free): (Vec<&PathEnd>, Vec<&PathEnd>) =
                all.partition(|end| self.fixed[end.edge.index()] == Some(true));
            match (1 + 2 * own).checked_sub(sides.len() + fixed.len()) {
                Some(count) => {
                    self.counts.push((free.into_iter().map(|end| end.edge).collect(), count));
                }
                None => self.is_contradictory = true,
            }
        }
        self.is_contradictory |= self.counts.iter().any(|(edges, count)| edges.len() < *count);
    }

    /// Returns whether counting shows that a bipartite graph has no solution. Each line has an end on both sides, so
    /// the numbers of lines at the vertices of one side have the same sum as on the other side.
    fn is_unbalanced(&self) -> bool {
        let is_open = |edge: Edge| self.fixed[edge.index()] != Some(false);
        let open = |vertex| self.graph.neighbours_along(vertex, is_open);
        let Some(sides) = two_sides(self.graph.vertex_count(), open) else { return false };
        let components = sides.iter().map(|&(_, component)| component + 1).max().unwrap_or(0);
        // the minimum and the maximum sum of both sides of each component
        let mut sums = vec![[(0, 0); 2]; components];
        for (degree, &(side, component)) in self.degrees.iter().zip(&sides) {
            let allowed = || (0..=2).filter(|&count| degree.allows(count));
            let sum = &mut sums[component][usize::from(side)];
            sum.0 += allowed().min().unwrap_or(0);
            sum.1 += allowed().max().unwrap_or(0);
        }
        sums.into_iter().any(|[(a, b), (c, d)]| a > d || c > b)
    }

    /// Returns whether these edges, which form lines of the right shape, are a solution when all other edges are empty.
    pub fn is_solution(&self, lines: &[Edge]) -> bool {
        let mut is_line = vec![false; self.graph.edge_count()];
        lines.iter().for_each(|edge| is_line[edge.index()] = true);
        let count = |edges: &[Edge]| edges.iter().filter(|edge| is_line[edge.index()]).count();
        let is_fixed =
            |(&fixed, &value): (&Option<bool>, &bool)| fixed.is_none_or(|it| it == value);
        self.fixed.iter().zip(&is_line).all(is_fixed)
            && self.counts.iter().all(|(edges, wanted)| count(edges) == *wanted)
            && (0..self.graph.vertex_count())
                .all(|vertex| self.degrees[vertex].allows(count(self.graph.incident(vertex))))
    }

    /// Returns the added edges that are lines in a solution.
    pub fn closing_edges(&self, solution: &Solution) -> Vec<Edge> {
        let Some([starts, stops]) = &self.ordered_ends else {
            let fixed = |edge: &Edge| self.fixed[edge.index()] == Some(true);
            return self.added_edges().filter(fixed).chain(self.open_end(solution)).collect();
        };
        let is_end = |end: &&PathEnd| self.lines_at(end.vertex, solution) == 1;
        let start = starts.iter().find(is_end);
        start.into_iter().chain(stops.iter().rfind(is_end)).map(|end| end.edge).collect()
    }

    /// Returns the added edges that have a name.
    fn added_edges(&self) -> impl Iterator<Item = Edge> {
        // the last edge joins the two added vertices and has no name
        let named = self.graph.edge_count().saturating_sub(1);
        (named.saturating_sub(self.names.len())..named).map(|edge| Edge(edge as u32))
    }

    /// Returns the added edge at the free end of a path whose other end is fixed.
    fn open_end(&self, solution: &Solution) -> Option<Edge> {
        self.added_edges().find(|&edge| {
            self.fixed[edge.index()].is_none()
                && self.lines_at(self.graph.ends(edge)[0], solution) == 1
        })
    }

    fn lines_at(&self, vertex: usize, solution: &Solution) -> usize {
        let inner = self.graph.edge_count() - 1 - self.names.len();
        let around = self.graph.incident(vertex).iter().filter(|edge| edge.index() < inner);
        around.filter(|edge| solution.has(edge.index())).count()
    }
}
