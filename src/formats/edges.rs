//! Lists of edges: two vertices a line, counted from 1.

use encycle_encodings::grid::Graph;

use super::text::{Fault, Span};

/// The most vertices that a text may announce.
const MOST: usize = 1_000_000;

/// A number of vertices.
pub(super) fn vertex_count(word: Span<'_>) -> Result<usize, Fault> {
    match word.text.parse() {
        Ok(count @ 1..=MOST) => Ok(count),
        _ => Err(word.fault(format!(
            "{} is not a number of vertices: there may be 1 to {MOST}",
            word.shown()
        ))),
    }
}

/// A vertex, from 0.
pub(super) fn vertex(word: Span<'_>, count: usize) -> Result<usize, Fault> {
    match word.text.parse::<usize>() {
        Ok(vertex) if (1..=count).contains(&vertex) => Ok(vertex - 1),
        _ => Err(word.fault(format!("{} is not a vertex: they are 1 to {count}", word.shown()))),
    }
}

/// The graph of so many vertices whose edges stand in these lines.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    count: usize,
) -> Result<Graph, Fault> {
    let mut ends = Vec::new();
    let mut places = Vec::new();
    for line in lines.filter(|line| !line.text.is_empty()) {
        let words: Vec<Span<'a>> = line.words().collect();
        let [a, b] = words[..] else {
            return Err(line.fault(format!("{} is no edge: give two vertices", line.shown())));
        };
        ends.push([vertex(a, count)? as u32, vertex(b, count)? as u32]);
        places.push(line);
    }
    graph(count, ends, &places)
}

/// The graph of these edges, each with the place where it was read.
pub(super) fn graph(
    count: usize,
    ends: Vec<[u32; 2]>,
    places: &[Span<'_>],
) -> Result<Graph, Fault> {
    Graph::new(count, ends).map_err(|(index, message)| match places.get(index) {
        Some(place) => place.fault(message),
        None => Fault { offset: 0, message },
    })
}

/// An edge a line.
pub(super) fn write(graph: &Graph) -> String {
    let line = |edge| {
        let [a, b] = graph.ends(edge);
        format!("{} {}\n", a + 1, b + 1)
    };
    graph.edges().map(line).collect()
}
