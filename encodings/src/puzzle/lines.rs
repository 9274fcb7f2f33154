//! Line problems: rules on lines in a graph as plain data, for algorithms that are independent of the kind of puzzle.

use std::borrow::Cow;

use crate::grid::{Edge, Graph};
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
