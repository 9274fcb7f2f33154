//! Rules about graphs: what they require of the drawn edges.

use std::fmt;
use std::sync::Arc;

use crate::logic::Lit;
use crate::model::graph::RuleGraph;

/// What a rule requires of the drawn edges of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphGoal {
    /// They are exactly one cycle. Vertices may be left out.
    OneCycle,
    /// They are exactly one cycle, which visits each vertex.
    HamiltonCycle,
    /// They are disjoint cycles, possibly none.
    Cycles,
    /// They are exactly one path between these two vertices.
    Path([usize; 2]),
    /// They are exactly one path that visits each vertex, between these two vertices if they are given.
    HamiltonPath(Option<[usize; 2]>),
    /// They connect these vertices; without vertices, all vertices that a drawn edge touches. Directions are ignored.
    Connected(Vec<usize>),
    /// The chosen vertices are connected by drawn edges between them. Directions are ignored.
    ConnectedVertices,
    /// They form one tree, which contains these vertices; without edges, at most one. Directions are ignored.
    Tree(Vec<usize>),
    /// They contain no cycle, whatever their directions.
    Forest,
    /// They contain no cycle; in a directed graph, no directed cycle.
    Acyclic,
    /// A path of drawn edges leads from the first vertex to the second.
    Reach([usize; 2]),
    /// A path of at most this number of drawn edges leads from the first vertex to the second.
    Distance([usize; 2], usize),
}

impl GraphGoal {
    /// Returns the name of the rule.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::OneCycle => "one-cycle",
            Self::HamiltonCycle => "hamilton-cycle",
            Self::Cycles => "cycles",
            Self::Path(_) => "path",
            Self::HamiltonPath(_) => "hamilton-path",
            Self::Connected(_) => "connected",
            Self::ConnectedVertices => "connected-vertices",
            Self::Tree(_) => "tree",
            Self::Forest => "forest",
            Self::Acyclic => "acyclic",
            Self::Reach(_) => "reach",
            Self::Distance(..) => "distance",
        }
    }

    /// Returns whether a literal can stand for the rule: whether more edges never break it, or never mend it.
    #[must_use]
    pub fn is_monotone(&self) -> bool {
        match self {
            Self::Connected(vertices) => !vertices.is_empty(),
            Self::Forest | Self::Acyclic | Self::Reach(_) | Self::Distance(..) => true,
            _ => false,
        }
    }

    /// Returns whether each vertex has at most two drawn edges.
    #[must_use]
    pub fn has_degrees(&self) -> bool {
        matches!(
            self,
            Self::OneCycle
                | Self::HamiltonCycle
                | Self::Cycles
                | Self::Path(_)
                | Self::HamiltonPath(_)
        )
    }
}

/// A graph that does not fit a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The rule cannot have a literal.
    #[error(
        "`{0}` cannot have a literal\nhelp: only `reach`, `distance`, `acyclic`, `forest` and `connected` with vertices \
         can, because further edges either never break or never mend them"
    )]
    NotMonotone(&'static str),
    /// The graph has an edge from a vertex to itself.
    #[error("`{rule}` of a graph with an edge from `{vertex}` to itself\nhelp: leave the edge out")]
    SelfLoop {
        /// The rule.
        rule: &'static str,
        /// The vertex.
        vertex: String,
    },
    /// Both ends of a path are the same vertex.
    #[error("a path from `{0}` to itself\nhelp: name two vertices, or use one-cycle")]
    SameEnds(String),
}

/// A rule about the drawn edges of a graph.
///
/// ```
/// use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleGraph};
///
/// let mut model = Model::new();
/// let mut graph = RuleGraph::directed("g");
/// for (from, to) in [("a", "b"), ("b", "c"), ("c", "a")] {
///     graph.edge(from, to, model.variable(&format!("{from}{to}")));
/// }
/// let is_acyclic = model.variable("fine");
/// let rule = GraphRule::new(graph, GraphGoal::Acyclic)?.iff(is_acyclic)?;
/// assert_eq!(rule.to_string(), "acyclic g");
/// # Ok::<(), encycle_encodings::model::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRule {
    graph: Arc<RuleGraph>,
    goal: GraphGoal,
    /// The literal that is true exactly if the rule holds; `None` if the rule must hold.
    literal: Option<Lit>,
}

impl GraphRule {
    /// Creates a rule that must hold.
    ///
    /// # Errors
    /// The graph does not fit the rule.
    pub fn new(graph: impl Into<Arc<RuleGraph>>, goal: GraphGoal) -> Result<Self, RuleError> {
        let graph = graph.into();
        if let (true, Some(edge)) = (goal.has_degrees(), graph.self_loop()) {
            let vertex = graph.vertex_name(edge.ends[0]).to_owned();
            return Err(RuleError::SelfLoop { rule: goal.name(), vertex });
        }
        match goal {
            GraphGoal::Path([a, b]) | GraphGoal::HamiltonPath(Some([a, b])) if a == b => {
                Err(RuleError::SameEnds(graph.vertex_name(a).to_owned()))
            }
            goal => Ok(Self { graph, goal, literal: None }),
        }
    }

    /// Makes a literal stand for the rule: it is true exactly if the rule holds.
    ///
    /// # Errors
    /// The rule is not monotone ([`GraphGoal::is_monotone`]).
    pub fn iff(self, literal: Lit) -> Result<Self, RuleError> {
        match self.goal.is_monotone() {
            true => Ok(Self { literal: Some(literal), ..self }),
            false => Err(RuleError::NotMonotone(self.goal.name())),
        }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &RuleGraph {
        &self.graph
    }

    /// Returns the graph, for a further rule about it.
    #[must_use]
    pub fn shared_graph(&self) -> &Arc<RuleGraph> {
        &self.graph
    }

    /// Returns what is required.
    #[must_use]
    pub fn goal(&self) -> &GraphGoal {
        &self.goal
    }

    /// Returns the literal that is true exactly if the rule holds, if there is one.
    #[must_use]
    pub fn literal(&self) -> Option<Lit> {
        self.literal
    }
}

impl fmt::Display for GraphRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.goal.name(), self.graph.name())?;
        let (ends, most): (&[usize], _) = match &self.goal {
            GraphGoal::Path(ends) | GraphGoal::HamiltonPath(Some(ends)) => (ends, None),
            GraphGoal::Reach(ends) => (ends, None),
            GraphGoal::Distance(ends, most) => (ends, Some(most)),
            GraphGoal::Connected(vertices) | GraphGoal::Tree(vertices) => (vertices, None),
            _ => (&[], None),
        };
        ends.iter().try_for_each(|&end| write!(f, " {}", self.graph.vertex_name(end)))?;
        most.map_or(Ok(()), |most| write!(f, " {most}"))
    }
}
