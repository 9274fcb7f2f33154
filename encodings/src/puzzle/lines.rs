//! Line problems: rules on lines in a graph as plain data, for algorithms that are independent of the kind of puzzle.

use std::borrow::Cow;

use crate::grid::{ContractedGraph, Edge, FactorProblem, Graph};
use crate::logic::Lit;

/// A puzzle whose solutions are sets of edges ("lines") of a graph. Atom `i` is edge `i`.
///
/// A set of edges is a solution if each vertex has its [`VertexDegree`], each [`EdgeClue`] has its number of lines,
/// fixed edges have their value, each clause holds, and the lines form the [`LineShape`]. These conditions are
/// equivalent to [`check`](crate::puzzle::Instance::check).
///
/// ```
/// use encycle_encodings::puzzle::{Instance, LineShape, VertexDegree};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3."])?;
/// let lines = puzzle.line_problem().expect("lines in a graph");
/// assert_eq!((lines.shape, lines.vertices[0]), (LineShape::Cycle, VertexDegree::NoneOrTwo));
/// assert_eq!((lines.clues[0].edges.len(), lines.clues[0].count), (4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineProblem<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The degree of each vertex.
    pub vertices: Vec<VertexDegree>,
    /// The shape of all lines together.
    pub shape: LineShape,
    /// The value of each edge that the puzzle fixes; `None` for all other edges.
    pub fixed: Vec<Option<bool>>,
    /// The clues on the number of lines.
    pub clues: Vec<EdgeClue<'a>>,
    /// Clauses on the lines; variable `i` is edge `i`.
    pub clauses: Vec<Vec<Lit>>,
}

impl LineProblem<'_> {
    /// Returns the factor problem of the degrees: without a factor, there is no solution. Its edges are the edges without a
    /// fixed value, in order. Each free end is one more vertex with demand 1, joined to the vertices where a path may end.
    ///
    /// Returns `None` if some vertex may be visited or not, or two fixed edges contradict a degree.
    ///
    /// ```
    /// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
    /// use encycle_encodings::puzzle::Instance;
    ///
    /// // a chessboard of 3 x 3 cells has five cells of one color and four of the other
    /// let puzzle = Hamilton::from_rows(&["...", "...", "..."], &[], HamiltonGoal::Cycle)?;
    /// let factors = puzzle.line_problem().and_then(|lines| lines.factor_problem());
    /// assert!(factors.expect("degrees").barrier(&mut || true).is_some());
    /// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
    /// ```
    #[must_use]
    pub fn factor_problem(&self) -> Option<FactorProblem> {
        let demand = |degree: &VertexDegree| match degree {
            VertexDegree::None => Some(0),
            VertexDegree::End(_) => Some(1),
            VertexDegree::Two | VertexDegree::OneOrTwo => Some(2),
            VertexDegree::NoneOrTwo => None,
        };
        let mut demands = self.vertices.iter().map(demand).collect::<Option<Vec<usize>>>()?;
        let mut edges = Vec::new();
        for edge in self.graph.edges() {
            let ends = self.graph.ends(edge);
            match self.fixed[edge.index()] {
                None => edges.push(ends.map(|end| end as u32)),
                Some(false) => {}
                Some(true) => {
                    for end in ends {
                        demands[end] = demands[end].checked_sub(1)?;
                    }
                }
            }
        }
        if let LineShape::Paths { free_ends } = self.shape {
            let is_open = |degree: &VertexDegree| *degree == VertexDegree::OneOrTwo;
            let first = demands.len();
            demands.extend(std::iter::repeat_n(1, free_ends));
            for outside in (first..demands.len()).map(|vertex| vertex as u32) {
                let joined = (0..).zip(&self.vertices).filter(|(_, degree)| is_open(degree));
                edges.extend(joined.map(|(vertex, _)| [vertex, outside]));
            }
        }
        Some(FactorProblem::new(demands, edges))
    }

    /// Returns the graph in which a solution is one cycle through all vertices, without its fixed edges: lines that are
    /// fixed are contracted, and a path is closed by one more vertex at its ends. A set of vertices that separates it into more
    /// parts ([`separating_set`](crate::grid::separating_set)) shows that there is no solution.
    ///
    /// Returns `None` if a solution may consist of several lines, or leave out a vertex.
    #[must_use]
    pub fn contracted_graph(&self) -> Option<ContractedGraph> {
        let count = self.vertices.len();
        let at = |wanted: fn(&VertexDegree) -> bool| {
            (0..count).filter(move |&vertex| wanted(&self.vertices[vertex]))
        };
        let ends = at(|degree| matches!(degree, VertexDegree::End(_)));
        let free_ends = at(|degree| *degree == VertexDegree::OneOrTwo);
        let is_single = match self.shape {
            LineShape::Cycle => true,
            LineShape::Paths { free_ends } => ends.clone().count() + free_ends == 2,
            LineShape::Cycles => false,
        };
        if !is_single || self.vertices.iter().any(|degree| degree.allows(0)) {
            return None;
        }
        let is = |value: Option<bool>| {
            let edges = self.graph.edges().filter(move |edge| self.fixed[edge.index()] == value);
            edges.map(|edge| self.graph.ends(edge))
        };
        let (fixed, free) = (is(Some(true)), is(None));
        match self.shape {
            LineShape::Paths { .. } => Some(ContractedGraph::new(
                count + 1,
                &fixed.chain(ends.map(|end| [end, count])).collect::<Vec<_>>(),
                &free.chain(free_ends.map(|end| [end, count])).collect::<Vec<_>>(),
            )),
            _ => {
                let (fixed, free): (Vec<_>, Vec<_>) = (fixed.collect(), free.collect());
                Some(ContractedGraph::new(count, &fixed, &free))
            }
        }
    }
}

/// A clue: the number of lines among some edges.
#[derive(Clone, Debug)]
pub struct EdgeClue<'a> {
    /// The edges. If an edge occurs twice, its line counts twice.
    pub edges: Cow<'a, [Edge]>,
    /// The number of lines among them.
    pub count: usize,
}

/// The number of lines that meet at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexDegree {
    /// No line: the vertex is a path by itself.
    None,
    /// No line or two lines: the vertex may be visited.
    NoneOrTwo,
    /// Two lines: the vertex is visited, and no path ends at it.
    Two,
    /// One or two lines: the vertex is visited, and a path may end at it.
    OneOrTwo,
    /// One line: a path ends at the vertex, and the other end of this path does not have another label.
    End(usize),
}

impl VertexDegree {
    /// Returns whether a vertex may have this number of lines.
    #[must_use]
    pub fn allows(self, lines: usize) -> bool {
        match self {
            Self::None => lines == 0,
            Self::NoneOrTwo => lines == 0 || lines == 2,
            Self::Two => lines == 2,
            Self::OneOrTwo => lines == 1 || lines == 2,
            Self::End(_) => lines == 1,
        }
    }
}

/// The shape of all lines together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineShape {
    /// A single cycle.
    Cycle,
    /// One or more vertex-disjoint cycles.
    Cycles,
    /// Vertex-disjoint paths, without cycles.
    Paths {
        /// The number of path ends at vertices with [`VertexDegree::OneOrTwo`].
        free_ends: usize,
    },
}
