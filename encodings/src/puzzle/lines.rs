//! Rules about lines as plain data: for methods that know graphs, and no kind of puzzle.

use crate::grid::{Edge, Graph};

/// A puzzle whose solutions are sets of lines in a graph: atom `i` is edge `i`. A set of edges is a solution
/// if each vertex has as many of them as is demanded of it, each clue as many as it says, and all of
/// them together are what [`LineShape`] says. That is what [`check`](crate::puzzle::Instance::check) says, too.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, LineShape, VertexDegree};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3."])?;
/// let lines = puzzle.line_problem().expect("lines in a graph");
/// assert_eq!((lines.whole, lines.vertices[0]), (LineShape::Cycle, VertexDegree::NoneOrTwo));
/// assert_eq!((lines.clues[0].edges.len(), lines.clues[0].count), (4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineProblem<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// What is demanded of each vertex.
    pub vertices: Vec<VertexDegree>,
    /// What all lines together are.
    pub whole: LineShape,
    /// Of each edge, what is given of it.
    pub given: Vec<Option<bool>>,
    /// How many of some edges are lines.
    pub clues: Vec<EdgeClue<'a>>,
}

/// How many of some edges are lines.
#[derive(Clone, Copy, Debug)]
pub struct EdgeClue<'a> {
    /// The edges, each once.
    pub edges: &'a [Edge],
    /// The number of lines among them.
    pub count: usize,
}

/// How many lines a vertex has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexDegree {
    /// None: a path of one vertex.
    None,
    /// None or two: it may be visited.
    NoneOrTwo,
    /// Two: it is visited, and no path ends here.
    Two,
    /// One or two: it is visited, and a path may end here.
    OneOrTwo,
    /// One: a path ends here, and its other end is not at another label.
    End(usize),
}

impl VertexDegree {
    /// Whether a vertex may have so many lines.
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

/// What all lines together are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineShape {
    /// One cycle.
    Cycle,
    /// Cycles without a common vertex, one at least.
    Cycles,
    /// Paths without a common vertex, and no cycle.
    Paths {
        /// How many of their ends are at vertices of [`VertexDegree::OneOrTwo`].
        free_ends: usize,
    },
}
