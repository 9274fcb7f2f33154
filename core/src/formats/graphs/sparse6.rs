//! sparse6: a graph in one line of printable characters, whose length depends on the number of edges.
//!
//! A line is `:`, the number n of vertices, and bits, six a character. They are read in groups
//! of a bit b and a number x of k bits, the bits that the number n - 1 needs. The current vertex v begins at 0. Each group
//! first increases v by b; if then x > v, v becomes x, and otherwise {x, v} is an edge. The last character is filled up
//! with ones. Source: B. D. McKay, "graph6, sparse6 and digraph6 formats".

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::{Span, Text};

use crate::formats::graphs::printable_graphs::{
    first_graph, only_graph, six_bits, vertex_count, write_count,
};
use crate::formats::graphs::simple_edges::SimpleEdges;
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// Returns whether a text is a graph in sparse6.
pub(in crate::formats) fn claims(text: Text<'_>, kind: Option<PuzzleKind>) -> bool {
    let has_header = text.lines().next().is_some_and(|line| line.text.starts_with(">>"));
    let is_sure = has_header || kind == Some(PuzzleKind::Hamilton);
    first_graph(text)
        .is_some_and(|(line, _)| is_exact(line.text) || is_sure && line.text.starts_with(':'))
}

/// Returns whether a line has a number of vertices, and only characters of a graph.
pub(super) fn is_exact(line: &str) -> bool {
    let graph = line.strip_prefix(':').map(|text| Span { text, offset: 0 });
    graph.is_some_and(|graph| vertex_count(graph).is_ok())
}

/// Returns the number of bits that the number `count - 1` needs.
fn bits_of_vertex(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// Reads a graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let line = only_graph(text)?;
    expect_kind(PuzzleKind::Hamilton, kind, line)?;
    if !line.text.starts_with(':') {
        return Err(line.wrong("is not a graph in sparse6\nhelp: begin it with ':'"));
    }
    let (count, body) = vertex_count(line.from(1))?;
    let width = bits_of_vertex(count);
    let mut edges = SimpleEdges::default();
    let (mut vertex, mut value, mut known) = (0_u32, 0_u64, 0);
    for (byte, place) in body.text.bytes().zip(body.chars()) {
        value = value << 6 | u64::from(byte - b'?');
        known += 6;
        while known > width {
            known -= width + 1;
            let group = value >> known;
            value &= (1 << known) - 1;
            vertex = vertex.saturating_add((group >> width) as u32);
            let other = (group & ((1 << width) - 1)) as u32;
            if other > vertex {
                vertex = other;
            } else if (vertex as usize) < count {
                edges.add([other, vertex], place)?;
            }
        }
    }
    edges.into_cycle(count, line)
}

/// Writes a graph in one line.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the format cannot express
/// them.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let count = graph.vertex_count();
    let mut edges: Vec<[usize; 2]> = graph
        .edges()
        .map(|edge| {
            let [a, b] = graph.ends(edge);
            [a.max(b), a.min(b)]
        })
        .collect();
    edges.sort_unstable();
    let width = bits_of_vertex(count);
    let mut bits = BitText { text: format!(":{}", write_count(count)), value: 0, known: 0 };
    let mut current = 0;
    for [high, low] in edges {
        let step = high - current;
        if step > 1 {
            bits.push(1, 1);
            bits.push(high, width);
        }
        bits.push(usize::from(step == 1), 1);
        bits.push(low, width);
        current = high;
    }
    // ones that fill up the last character would be an edge from the last vertex to itself
    let fill = (6 - bits.known) % 6;
    if width < 6 && count == 1 << width && fill > width && current + 2 == count {
        bits.push(0, 1);
    }
    while bits.known > 0 {
        bits.push(1, 1);
    }
    Some(bits.text)
}

/// Characters of six bits each.
struct BitText {
    text: String,
    /// The bits of the character that is not complete.
    value: u8,
    known: u32,
}

impl BitText {
    /// Adds the last `width` bits of a value.
    fn push(&mut self, value: usize, width: u32) {
        for place in (0..width).rev() {
            self.value = self.value << 1 | (value >> place & 1) as u8;
            self.known += 1;
            if self.known == 6 {
                self.text.push(six_bits(self.value));
                (self.value, self.known) = (0, 0);
            }
        }
    }
}
