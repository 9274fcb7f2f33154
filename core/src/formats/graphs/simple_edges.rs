//! The edges of a text whose format also allows edges from a vertex to itself, and several edges between two vertices.
//!
//! A Hamilton cycle uses neither, so they are left out, and notes report them.

use std::collections::HashSet;

use encycle_encodings::grid::Graph;
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::text::edge_list::{self, MAX_VERTICES};
use encycle_encodings::text::{Fault, Span, counted};

use crate::formats::{Reading, TextContent};

/// The maximum number of edges.
pub(super) const MAX_EDGES: usize = 20_000_000;

/// The different edges between different vertices, which count from 0, in the order of the text.
#[derive(Default)]
pub(in crate::formats) struct SimpleEdges {
    /// Whether an edge in the other direction is another edge.
    is_directed: bool,
    ends: Vec<[u32; 2]>,
    seen: HashSet<[u32; 2]>,
    loops: usize,
    repeated: usize,
}

/// A directed graph of a text.
pub(in crate::formats) struct NamedDigraph {
    /// The names of the vertices.
    pub names: Vec<String>,
    /// The arcs.
    pub arcs: SimpleEdges,
    /// Where the graph begins in the text.
    pub place: usize,
}

impl NamedDigraph {
    /// Creates a graph whose vertices have the numbers from 1 as names, which begins at `place`.
    pub fn numbered(count: usize, arcs: SimpleEdges, place: Span<'_>) -> Self {
        let names = (1..=count).map(|number| number.to_string()).collect();
        Self { names, arcs, place: place.offset }
    }
}

impl SimpleEdges {
    /// Creates an empty list of arcs.
    pub fn directed() -> Self {
        Self { is_directed: true, ..Self::default() }
    }

    /// Returns the ends of the edges.
    pub fn ends(&self) -> &[[u32; 2]] {
        &self.ends
    }

    /// Adds an edge; `place` is its place for an error.
    ///
    /// # Errors
    /// Returns an error if there are too many edges.
    pub fn add(&mut self, [a, b]: [u32; 2], place: Span<'_>) -> Result<(), Fault> {
        if self.ends.len() + self.loops + self.repeated == MAX_EDGES {
            return Err(place.fault(format!("too many edges: the limit is {MAX_EDGES}")));
        }
        let key = if self.is_directed { [a, b] } else { [a.min(b), a.max(b)] };
        if a == b {
            self.loops += 1;
        } else if !self.seen.insert(key) {
            self.repeated += 1;
        } else {
            self.ends.push([a, b]);
        }
        Ok(())
    }

    /// Replaces each vertex by its number in `numbers`.
    pub fn renumber(&mut self, numbers: &[u32]) {
        let ends = self.ends.iter_mut().flatten();
        ends.for_each(|end| *end = numbers[*end as usize]);
    }

    /// Returns the notes about the edges that were left out.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.loops > 0 {
            let loops = counted(self.loops, "edge");
            notes.push(format!(
                "left out, because no cycle uses them: {loops} from a vertex to itself"
            ));
        }
        notes.extend(merged_note(self.repeated));
        notes
    }

    /// Returns the problem of a Hamilton cycle through `count` vertices. An error is reported at `place`.
    pub fn into_cycle(self, count: usize, place: Span<'_>) -> Reading {
        if count > MAX_VERTICES {
            return Err(place.fault(format!("{count} vertices: the limit is {MAX_VERTICES}")));
        }
        let notes = self.notes();
        let graph = edge_list::graph(count, self.ends, &[])?;
        Ok(TextContent { notes, ..cycle_through(graph, place)? })
    }
}

/// Returns the note about this number of repeated edges, if any.
pub(super) fn merged_note(repeated: usize) -> Option<String> {
    let edges = counted(repeated, "edge");
    (repeated > 0).then(|| format!("merged: {edges} between vertices that an earlier edge joins"))
}

/// Returns the problem of a Hamilton cycle of a graph. An error is reported at `place`.
pub(super) fn cycle_through(graph: Graph, place: Span<'_>) -> Reading {
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    Ok(puzzle.map_err(|error| place.fault(error.to_string()))?.into())
}
