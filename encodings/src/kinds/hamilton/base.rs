//! The base of all Hamilton encodings: the edge variables and the degree constraints.

use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};
use crate::logic::{ConstraintSink, Lit, Origin, Place};
use crate::rules::one_path::counted::{self, Counted, TrueCount};

/// The variables and constraints that all Hamilton encodings share.
///
/// The variables are, in this order: one per edge; for a free start, one per vertex where the path can start; for a
/// free end, one per vertex where the path can end; the variables of the counters.
pub(super) struct HamiltonBase<'a> {
    pub puzzle: &'a Hamilton,
    /// The vertices where the path can start, in ascending order; empty if the start is fixed or the goal is a cycle.
    starts: Vec<usize>,
    /// The vertices where the path can end, in ascending order; empty if the end is fixed or the goal is a cycle.
    ends: Vec<usize>,
    /// The degree constraints and the constraints "exactly one start" and "exactly one end".
    counted: Vec<Counted>,
}

impl<'a> HamiltonBase<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 4] = [
        ("edge", "whether the line takes an edge"),
        (
            "degree",
            "two lines meet at each vertex that is not an end (Labath's H2); a free start or end \
             counts as one of them",
        ),
        (
            "ends",
            "one line at a fixed end (Labath's H1); exactly one start and one end; of two free \
             ends the start comes first",
        ),
        ("wall", "a forbidden edge is not taken (Labath's Zd)"),
    ];

    pub fn new(puzzle: &'a Hamilton) -> Self {
        let vertices = puzzle.graph().vertex_count();
        let mut base = Self { puzzle, starts: Vec::new(), ends: Vec::new(), counted: Vec::new() };
        if let HamiltonGoal::Path { start, end } = puzzle.goal()
            && vertices > 1
        {
            let free = |given: Option<usize>, other: Option<usize>| match given {
                Some(_) => Vec::new(),
                None => (0..vertices).filter(|&vertex| other != Some(vertex)).collect(),
            };
            base.starts = free(start, end);
            base.ends = free(end, start);
        }
        base.counted = base.counts();
        base
    }

    /// Returns whether the goal is a path in a graph with one vertex. Such a path has no edges and needs no
    /// constraints.
    pub fn is_trivial(&self) -> bool {
        self.graph().vertex_count() == 1 && self.puzzle.goal() != HamiltonGoal::Cycle
    }

    pub fn graph(&self) -> &'a Graph {
        self.puzzle.graph()
    }

    /// Returns the vertex where the numbering of the vertices along the line begins: the fixed start of a path, or for
    /// a cycle the first vertex of minimum degree. Returns `None` if the start is free.
    pub fn root(&self) -> Option<usize> {
        match self.puzzle.goal() {
            HamiltonGoal::Path { start, .. } => start.or(self.is_trivial().then_some(0)),
            HamiltonGoal::Cycle => {
                (0..self.graph().vertex_count()).min_by_key(|&v| self.graph().incident(v).len())
            }
        }
    }

    /// Returns the literal that is true if the edge is drawn.
    pub fn edge(&self, edge: Edge) -> Lit {
        Lit::positive(edge.0)
    }

    /// Returns the literal that is true if the path starts at this vertex; `None` if no free start is possible here.
    pub fn start(&self, vertex: usize) -> Option<Lit> {
        let index = self.starts.binary_search(&vertex).ok()?;
        Some(Lit::positive((self.graph().edge_count() + index) as u32))
    }

    /// Returns the literal that is true if the path ends at this vertex; `None` if no free end is possible here.
    pub fn end(&self, vertex: usize) -> Option<Lit> {
        let index = self.ends.binary_search(&vertex).ok()?;
        let before = self.graph().edge_count() + self.starts.len();
        Some(Lit::positive((before + index) as u32))
    }

    fn counts(&self) -> Vec<Counted> {
        if self.is_trivial() {
            return Vec::new();
        }
        let given = self.puzzle.goal().given_ends();
        let at_vertex = |vertex| {
            let edges = self.graph().incident(vertex).iter().map(|&edge| self.edge(edge));
            let is_end = given.contains(&Some(vertex));
            let (family, count) =
                if is_end { ("ends", TrueCount::One) } else { ("degree", TrueCount::Two) };
            Counted {
                literals: edges.chain(self.start(vertex)).chain(self.end(vertex)).collect(),
                count,
                origin: Origin::new(family, self.graph().vertex_place(vertex)),
                name: self.graph().vertex_name(vertex),
            }
        };
        let one_end = |(vertices, name): (&[usize], &str)| {
            let literal = |&vertex: &usize| {
                if name == "start" { self.start(vertex) } else { self.end(vertex) }
            };
            Counted {
                literals: vertices.iter().filter_map(literal).collect(),
                count: TrueCount::One,
                origin: Origin::new("ends", Place::Whole),
                name: name.to_owned(),
            }
        };
        let ends = [(&self.starts[..], "start"), (&self.ends[..], "end")];
        let ends = ends.into_iter().filter(|(vertices, _)| !vertices.is_empty());
        ends.map(one_end).chain((0..self.graph().vertex_count()).map(at_vertex)).collect()
    }

    fn first_counter(&self) -> usize {
        self.graph().edge_count() + self.starts.len() + self.ends.len()
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        let graph = self.graph();
        for edge in graph.edges() {
            sink.variable("edge", format_args!("{}", graph.edge_label(edge)));
        }
        for (word, vertices) in [("start", &self.starts), ("stop", &self.ends)] {
            for &vertex in vertices {
                sink.variable("ends", format_args!("{word}_{}", graph.vertex_label(vertex)));
            }
        }
        counted::variables(&self.counted, sink);
    }

    pub fn constraints(&self, sink: &mut dyn ConstraintSink) {
        counted::constraints(&self.counted, self.first_counter() as u32, sink);
        if self.has_two_free_ends() {
            // breaks the symmetry between the two directions of a path: the start has the smaller vertex number
            let starts = &self.counted[0];
            for vertex in 0..self.graph().vertex_count() {
                let mut clause: Vec<Lit> = self.end(vertex).into_iter().map(|end| !end).collect();
                clause.extend(starts.one_of_first(vertex, self.first_counter() as u32));
                let origin = Origin::new("ends", self.graph().vertex_place(vertex));
                sink.add_clause(&clause, origin);
            }
        }
        for edge in self.puzzle.forbidden() {
            let origin = Origin::new("wall", self.graph().edge_place(edge));
            sink.add_clause(&[!self.edge(edge)], origin);
        }
    }

    fn has_two_free_ends(&self) -> bool {
        !self.starts.is_empty() && !self.ends.is_empty()
    }
}
