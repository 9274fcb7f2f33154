//! Vertices that a text names: by words, or by numbers that need not be consecutive.

use std::borrow::Cow;
use std::collections::HashMap;

use encycle_encodings::text::{Fault, Span};

use crate::formats::graphs::simple_edges::{NamedDigraph, SimpleEdges};
use crate::formats::{Reading, TextContent};

/// The maximum number of names that a note lists.
const LISTED: usize = 4;

/// A name of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name<'a> {
    pub text: Cow<'a, str>,
    /// Whether it is a name in HTML, which is another name than the same characters in quotation marks.
    pub is_html: bool,
}

impl<'a> From<&'a str> for Name<'a> {
    fn from(text: &'a str) -> Self {
        Self { text: text.into(), is_html: false }
    }
}

/// The names of the vertices, in the order in which they first occur.
#[derive(Default)]
pub(super) struct VertexNames<'a> {
    names: Vec<Name<'a>>,
    vertices: HashMap<Name<'a>, u32>,
}

impl<'a> VertexNames<'a> {
    /// Returns the vertex of a name, which is a new one if the name is new, and whether it is new.
    pub fn vertex(&mut self, name: Name<'a>) -> (u32, bool) {
        let next = self.names.len() as u32;
        let vertex = *self.vertices.entry(name.clone()).or_insert(next);
        if vertex == next {
            self.names.push(name);
        }
        (vertex, vertex == next)
    }

    /// Returns the vertex of a name that occurred.
    pub fn known(&self, name: &str) -> Option<u32> {
        self.vertices.get(&Name::from(name)).copied()
    }

    /// Returns the problem of a Hamilton cycle with these edges, whose ends are the vertices of this table. If the names
    /// are the numbers 1 to n or 0 to n - 1, vertices are numbered by them, and otherwise in the order of the names.
    ///
    /// # Errors
    /// Returns an error at `place` if there is no vertex, or if there are too many.
    pub fn into_cycle(self, mut edges: SimpleEdges, place: Span<'_>) -> Reading {
        let note = match (self.numbers(1), self.numbers(0)) {
            (Some(numbers), _) => {
                edges.renumber(&numbers);
                None
            }
            (None, Some(numbers)) => {
                edges.renumber(&numbers);
                Some("the vertices are counted from 0 in the text, and from 1 here".to_owned())
            }
            (None, None) => Some(self.note()),
        };
        let content = edges.into_cycle(self.names.len(), place)?;
        Ok(TextContent { notes: note.into_iter().chain(content.notes).collect(), ..content })
    }

    /// Returns the directed graph with these arcs, whose ends are the vertices of this table. Vertices that have the numbers 1 to
    /// n as names are in this order, and others in that of the text.
    pub fn into_digraph(self, mut arcs: SimpleEdges, place: Span<'_>) -> NamedDigraph {
        if let Some(numbers) = self.numbers(1) {
            arcs.renumber(&numbers);
            return NamedDigraph::numbered(numbers.len(), arcs, place);
        }
        let names = self.names.iter().map(|name| name.text.to_string()).collect();
        NamedDigraph { names, arcs, place: place.offset }
    }

    /// Returns the number of each vertex, from 0, if the names are consecutive numbers from `first`.
    fn numbers(&self, first: usize) -> Option<Vec<u32>> {
        let number = |name: &Name<'_>| {
            let number: usize = name.text.parse().ok()?;
            // `01` and `+1` are names, not numbers
            let is_number = number.to_string() == *name.text;
            let index = number.checked_sub(first)?;
            (is_number && index < self.names.len()).then_some(index as u32)
        };
        self.names.iter().map(number).collect()
    }

    /// Returns a note that lists the first names.
    fn note(&self) -> String {
        let pairs = (1..).zip(&self.names).take(LISTED);
        let pairs: Vec<String> = pairs
            .map(|(number, name)| format!("{number} is '{}'", name.text.escape_debug()))
            .collect();
        let more = if self.names.len() > LISTED { ", ..." } else { "" };
        format!(
            "the vertices are numbered in the order of their names in the text: {}{more}",
            pairs.join(", ")
        )
    }
}

/// Returns the fault of a graph with directed edges at `place`.
pub(in crate::formats) fn directed(place: Span<'_>) -> Fault {
    place.wrong(
        "is a directed graph\nhelp: commands for problems of your own, such as solve, count and encode, read it from a file of its own",
    )
}
