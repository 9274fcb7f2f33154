//! Edge lists: one edge per line, written as two vertices that count from 1.

use std::collections::HashSet;

use crate::grid::Graph;
use crate::text::{Fault, Span};

/// The maximum number of vertices that a text may announce.
pub const MAX_VERTICES: usize = 1_000_000;

/// Parses a number of vertices.
pub fn vertex_count(word: Span<'_>) -> Result<usize, Fault> {
    match word.text.parse() {
        Ok(count @ 1..=MAX_VERTICES) => Ok(count),
        _ => Err(word.wrong(format!("is not a number of vertices from 1 to {MAX_VERTICES}"))),
    }
}

/// Parses a vertex, counted from 1 in the text and from 0 in the result.
pub fn vertex(word: Span<'_>, count: usize) -> Result<usize, Fault> {
    match word.text.parse::<usize>() {
        Ok(vertex) if (1..=count).contains(&vertex) => Ok(vertex - 1),
        _ => Err(word.wrong(format!("is not a vertex from 1 to {count}"))),
    }
}

/// Reads the edges of a graph with `count` vertices, one per line.
pub fn read<'a>(lines: impl Iterator<Item = Span<'a>>, count: usize) -> Result<Graph, Fault> {
    let mut ends = Vec::new();
    let mut places = Vec::new();
    for line in lines.filter(|line| !line.text.is_empty()) {
        let words: Vec<Span<'a>> = line.words().collect();
        let [a, b] = words[..] else {
            return Err(line.wrong("is not an edge\nhelp: write two vertices"));
        };
        ends.push([vertex(a, count)? as u32, vertex(b, count)? as u32]);
        places.push(line);
    }
    graph(count, ends, &places)
}

/// Builds the graph with these edges. `places` holds the span of each edge for error messages.
pub fn graph(count: usize, ends: Vec<[u32; 2]>, places: &[Span<'_>]) -> Result<Graph, Fault> {
    Graph::new(count, ends).map_err(|(index, message)| match places.get(index) {
        Some(place) => place.fault(message),
        None => Fault { offset: 0, message },
    })
}

/// The edges of a file that may list an edge at both of its ends. Entries for the same edge are merged.
#[derive(Debug)]
pub struct MergedEdges<'a> {
    count: usize,
    ends: Vec<[u32; 2]>,
    places: Vec<Span<'a>>,
    seen: HashSet<(usize, usize)>,
}

impl<'a> MergedEdges<'a> {
    /// Creates an empty list for a graph with `count` vertices.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { count, ends: Vec::new(), places: Vec::new(), seen: HashSet::new() }
    }

    /// Adds the edge between two vertices, unless it has already been listed.
    pub fn add(&mut self, a: Span<'a>, b: Span<'a>) -> Result<(), Fault> {
        let (from, to) = (vertex(a, self.count)?, vertex(b, self.count)?);
        // `Graph::new` rejects an edge from a vertex to itself
        if self.seen.insert((from.min(to), from.max(to))) {
            self.ends.push([from as u32, to as u32]);
            self.places.push(a);
        }
        Ok(())
    }

    /// Returns the number of different edges.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether no edge was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Builds the graph.
    pub fn graph(self) -> Result<Graph, Fault> {
        graph(self.count, self.ends, &self.places)
    }
}

/// Writes one edge per line.
pub fn write(graph: &Graph) -> String {
    let line = |edge| {
        let [a, b] = graph.ends(edge);
        format!("{} {}\n", a + 1, b + 1)
    };
    graph.edges().map(line).collect()
}
