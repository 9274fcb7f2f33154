//! Graphs over the variables of a model: edges that are drawn exactly if a literal is true.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use crate::grid::{block_faces, graph_blocks};
use crate::logic::{Lit, holds};

/// A condition: a literal, or always true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Always true.
    Always,
    /// True exactly if this literal is true.
    If(Lit),
}

impl Condition {
    /// Returns whether it is true in an assignment.
    #[must_use]
    pub fn holds(self, assignment: &[bool]) -> bool {
        self.literal().is_none_or(|literal| holds(literal, assignment))
    }

    /// Returns the literal, if it is not always true.
    #[must_use]
    pub fn literal(self) -> Option<Lit> {
        match self {
            Self::Always => None,
            Self::If(literal) => Some(literal),
        }
    }
}

impl From<Lit> for Condition {
    fn from(literal: Lit) -> Self {
        Self::If(literal)
    }
}

/// An edge of a [`RuleGraph`]; in a directed graph, an arc from the first end to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleEdge {
    /// The indices of both ends. They may be equal.
    pub ends: [usize; 2],
    /// When the edge is drawn.
    pub when: Condition,
}

/// A graph over the variables of a [`Model`](crate::model::Model). Vertices have names; two vertices may be joined by
/// several edges.
///
/// ```
/// use encycle_encodings::model::{Model, RuleGraph};
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.variable(name));
/// let mut graph = RuleGraph::undirected("g");
/// graph.edge("a", "b", x);
/// graph.edge("b", "c", y);
/// assert_eq!((graph.vertex_count(), graph.edges().len()), (3, 2));
/// assert_eq!(graph.vertex("c"), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleGraph {
    name: String,
    is_directed: bool,
    vertices: Vec<String>,
    numbers: HashMap<String, usize>,
    /// When each vertex is chosen, for rules about chosen vertices.
    chosen: Vec<Condition>,
    edges: Vec<RuleEdge>,
    /// The edges at each vertex; an edge from a vertex to itself is listed once.
    incident: Vec<Vec<usize>>,
    faces: KnownFaces,
}

/// The faces of a graph, found when they are first needed. They follow from the edges, so comparisons ignore them.
#[derive(Clone, Debug, Default)]
struct KnownFaces(OnceLock<Option<Vec<[usize; 2]>>>);

impl PartialEq for KnownFaces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownFaces {}

impl RuleGraph {
    /// Returns, for each edge, whether another edge joins the same vertices, so that its ends do not name it.
    ///
    /// ```
    /// use encycle_encodings::model::{Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.variable(name));
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", x);
    /// graph.edge("b", "a", y);
    /// graph.edge("b", "c", z);
    /// assert_eq!(graph.parallel_edges(), [true, true, false]);
    /// ```
    #[must_use]
    pub fn parallel_edges(&self) -> Vec<bool> {
        let ends = |edge: &RuleEdge| match self.is_directed {
            true => edge.ends,
            false => [edge.ends[0].min(edge.ends[1]), edge.ends[0].max(edge.ends[1])],
        };
        let mut counts: HashMap<[usize; 2], usize> = HashMap::new();
        self.edges.iter().for_each(|edge| *counts.entry(ends(edge)).or_default() += 1);
        self.edges.iter().map(|edge| counts[&ends(edge)] > 1).collect()
    }

    fn new(name: &str, is_directed: bool) -> Self {
        Self {
            name: name.to_owned(),
            is_directed,
            vertices: Vec::new(),
            numbers: HashMap::new(),
            chosen: Vec::new(),
            edges: Vec::new(),
            incident: Vec::new(),
            faces: KnownFaces::default(),
        }
    }

    /// Creates an undirected graph without vertices.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::undirected("street");
    /// graph.edge("home", "school", Condition::Always);
    /// assert_eq!(graph.edge_text(0), "home-school");
    /// ```
    #[must_use]
    pub fn undirected(name: &str) -> Self {
        Self::new(name, false)
    }

    /// Creates a directed graph without vertices.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::directed("before");
    /// graph.edge("wake", "eat", Condition::Always);
    /// assert_eq!(graph.edge_text(0), "wake->eat");
    /// ```
    #[must_use]
    pub fn directed(name: &str) -> Self {
        Self::new(name, true)
    }

    /// Returns the index of the vertex with this name, which is added if it is new.
    ///
    /// ```
    /// use encycle_encodings::model::RuleGraph;
    ///
    /// let mut graph = RuleGraph::undirected("g");
    /// assert_eq!((graph.add_vertex("a"), graph.add_vertex("b"), graph.add_vertex("a")), (0, 1, 0));
    /// ```
    pub fn add_vertex(&mut self, name: impl fmt::Display) -> usize {
        let name = name.to_string();
        if let Some(&known) = self.numbers.get(&name) {
            return known;
        }
        let number = self.vertices.len();
        self.numbers.insert(name.clone(), number);
        self.vertices.push(name);
        self.chosen.push(Condition::Always);
        self.incident.push(Vec::new());
        number
    }

    /// Adds a vertex that is chosen exactly if the condition is true. Without this, a vertex is always chosen. Only
    /// rules about chosen vertices (`connected-vertices`) look at it.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, ConnectedVertices, Model, RuleGraph};
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// // a path of three vertices, of which those that are chosen are connected
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::undirected("path");
    /// for name in ["a", "b", "c"] {
    ///     graph.choose_vertex(name, model.variable(name));
    /// }
    /// graph.edge("a", "b", Condition::Always);
    /// graph.edge("b", "c", Condition::Always);
    /// model.require(ConnectedVertices::new(graph));
    /// assert!(model.check(&Solution::new(vec![true, true, false])).is_ok());
    /// assert!(model.check(&Solution::new(vec![true, false, true])).is_err());
    /// ```
    pub fn choose_vertex(&mut self, name: impl fmt::Display, when: impl Into<Condition>) -> usize {
        let vertex = self.add_vertex(name);
        self.chosen[vertex] = when.into();
        vertex
    }

    /// Adds an edge between two vertices, which are added if they are new, and returns its index.
    ///
    /// ```
    /// use encycle_encodings::model::{Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::undirected("g");
    /// let ab = model.variable("ab");
    /// // the edge is drawn if `ab` is true, and the other edge if it is false
    /// assert_eq!(graph.edge("a", "b", ab), 0);
    /// assert_eq!(graph.edge("b", "c", !ab), 1);
    /// assert_eq!(graph.drawn(&[true]), [true, false]);
    /// ```
    pub fn edge(
        &mut self,
        from: impl fmt::Display,
        to: impl fmt::Display,
        when: impl Into<Condition>,
    ) -> usize {
        let ends = [self.add_vertex(from), self.add_vertex(to)];
        let index = self.edges.len();
        self.edges.push(RuleEdge { ends, when: when.into() });
        self.faces = KnownFaces::default();
        self.incident[ends[0]].push(index);
        if ends[0] != ends[1] {
            self.incident[ends[1]].push(index);
        }
        index
    }

    /// Returns the name.
    ///
    /// ```
    /// use encycle_encodings::model::RuleGraph;
    ///
    /// assert_eq!(RuleGraph::directed("before").name(), "before");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the edges are arcs.
    ///
    /// ```
    /// use encycle_encodings::model::RuleGraph;
    ///
    /// assert!(RuleGraph::directed("before").is_directed());
    /// ```
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Returns the number of vertices.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", Condition::Always);
    /// graph.edge("b", "c", Condition::Always);
    /// assert_eq!(graph.vertex_count(), 3);
    /// ```
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the index of the vertex with this name.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", Condition::Always);
    /// assert_eq!((graph.vertex("b"), graph.vertex("z")), (Some(1), None));
    /// ```
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Returns the name of a vertex.
    ///
    /// ```
    /// use encycle_encodings::model::RuleGraph;
    ///
    /// let mut graph = RuleGraph::undirected("g");
    /// let home = graph.add_vertex("home");
    /// assert_eq!(graph.vertex_name(home), "home");
    /// ```
    #[must_use]
    pub fn vertex_name(&self, vertex: usize) -> &str {
        &self.vertices[vertex]
    }

    /// Returns the names of the vertices, by their indices.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", Condition::Always);
    /// assert_eq!(graph.vertex_names(), ["a", "b"]);
    /// ```
    #[must_use]
    pub fn vertex_names(&self) -> &[String] {
        &self.vertices
    }

    /// Returns when a vertex is chosen.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let lit = model.variable("lit");
    /// let mut graph = RuleGraph::undirected("g");
    /// let vertex = graph.choose_vertex("lamp", lit);
    /// assert_eq!(graph.chosen(vertex).literal(), Some(lit));
    /// ```
    #[must_use]
    pub fn chosen(&self, vertex: usize) -> Condition {
        self.chosen[vertex]
    }

    /// Returns the edges, by their indices.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", Condition::Always);
    /// assert_eq!(graph.edges()[0].ends, [0, 1]);
    /// ```
    #[must_use]
    pub fn edges(&self) -> &[RuleEdge] {
        &self.edges
    }

    /// Returns the faces on both sides of each edge, numbered in each block from 0; `None` if the graph is not planar. An edge
    /// from a vertex to itself has none.
    pub(super) fn faces(&self) -> Option<&[[usize; 2]]> {
        let find = || {
            let ends: Vec<[usize; 2]> = self.edges.iter().map(|edge| edge.ends).collect();
            let mut sides = vec![[0; 2]; ends.len()];
            for block in graph_blocks(self.vertices.len(), &ends, 0) {
                let of_block: Vec<[usize; 2]> =
                    block.edges.iter().map(|&edge| ends[edge]).collect();
                let found = block_faces(&of_block)?;
                block.edges.iter().zip(found.sides).for_each(|(&edge, side)| sides[edge] = side);
            }
            Some(sides)
        };
        self.faces.0.get_or_init(find).as_deref()
    }

    /// Returns whether each edge is drawn in an assignment, by the indices of the edges.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", model.variable("ab"));
    /// graph.edge("b", "c", Condition::Always);
    /// assert_eq!(graph.drawn(&[false]), [false, true]);
    /// ```
    #[must_use]
    pub fn drawn(&self, assignment: &[bool]) -> Vec<bool> {
        self.edges.iter().map(|edge| edge.when.holds(assignment)).collect()
    }

    /// Returns the indices of the edges at a vertex. An edge from a vertex to itself is listed once.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::undirected("star");
    /// for leaf in ["a", "b", "c"] {
    ///     graph.edge("center", leaf, Condition::Always);
    /// }
    /// assert_eq!(graph.incident(0), [0, 1, 2]);
    /// assert_eq!(graph.incident(3), [2]);
    /// ```
    #[must_use]
    pub fn incident(&self, vertex: usize) -> &[usize] {
        &self.incident[vertex]
    }

    /// Returns an edge from a vertex to itself, if there is one.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::directed("g");
    /// graph.edge("a", "b", Condition::Always);
    /// assert!(graph.self_loop().is_none());
    /// graph.edge("b", "b", Condition::Always);
    /// assert!(graph.self_loop().is_some());
    /// ```
    #[must_use]
    pub fn self_loop(&self) -> Option<&RuleEdge> {
        self.edges.iter().find(|edge| edge.ends[0] == edge.ends[1])
    }

    /// Returns the steps out of a vertex along edges for which `is_in` is true: the index of the edge, and the vertex at
    /// its other end. In a directed graph these are the arcs out of the vertex.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::directed("g");
    /// graph.edge("a", "b", Condition::Always);
    /// graph.edge("c", "a", Condition::Always);
    /// assert_eq!(graph.steps_out(0, |_| true).collect::<Vec<_>>(), [(0, 1)]);
    /// ```
    pub fn steps_out<'a>(
        &'a self,
        vertex: usize,
        is_in: impl Fn(usize) -> bool + 'a,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.steps(vertex, true).filter(move |&(edge, _)| is_in(edge))
    }

    /// Returns the steps into a vertex, like [`Self::steps_out`].
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::directed("g");
    /// graph.edge("a", "b", Condition::Always);
    /// graph.edge("c", "a", Condition::Always);
    /// assert_eq!(graph.steps_into(0, |_| true).collect::<Vec<_>>(), [(1, 2)]);
    /// ```
    pub fn steps_into<'a>(
        &'a self,
        vertex: usize,
        is_in: impl Fn(usize) -> bool + 'a,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.steps(vertex, false).filter(move |&(edge, _)| is_in(edge))
    }

    fn steps(&self, vertex: usize, is_out: bool) -> impl Iterator<Item = (usize, usize)> {
        let near = usize::from(!is_out);
        self.incident[vertex].iter().filter_map(move |&edge| {
            let ends = self.edges[edge].ends;
            match (ends[near] == vertex, ends[1 - near] == vertex) {
                (true, _) => Some((edge, ends[1 - near])),
                (false, true) if !self.is_directed => Some((edge, ends[near])),
                _ => None,
            }
        })
    }

    /// Returns the edges at a vertex without regard to directions: the index of each edge, and its other end.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::directed("g");
    /// graph.edge("a", "b", Condition::Always);
    /// graph.edge("c", "a", Condition::Always);
    /// assert_eq!(graph.around(0).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    /// ```
    pub fn around(&self, vertex: usize) -> impl Iterator<Item = (usize, usize)> {
        self.incident[vertex].iter().map(move |&edge| {
            let ends = self.edges[edge].ends;
            (edge, if ends[0] == vertex { ends[1] } else { ends[0] })
        })
    }

    /// Returns a text for an edge: `a-b`, or `a->b` in a directed graph.
    ///
    /// ```
    /// use encycle_encodings::model::{Condition, RuleGraph};
    ///
    /// let mut graph = RuleGraph::directed("before");
    /// let arc = graph.edge("socks", "shoes", Condition::Always);
    /// assert_eq!(graph.edge_text(arc), "socks->shoes");
    /// ```
    #[must_use]
    pub fn edge_text(&self, edge: usize) -> String {
        let [a, b] = self.edges[edge].ends.map(|end| self.vertex_name(end));
        let between = if self.is_directed { "->" } else { "-" };
        format!("{a}{between}{b}")
    }
}
