//! Edge lists: one edge per line, as two vertices counted from 1.
//!
//! A bare list without any header is a Hamilton cycle problem, but only if the caller asks for that kind or
//! the file name ends in `.hcp`. Its largest number is the number of vertices.

use encycle_encodings::grid::Graph;
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::scan::text::{Fault, Reading, Span, Text};
use crate::puzzle::PuzzleKind;

/// Returns whether `line` is an edge of a bare list of this kind.
pub(crate) fn claims(line: &str, kind: Option<PuzzleKind>) -> bool {
    let mut words = line.split_whitespace();
    let is_number = |word: Option<&str>| {
        word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    kind == Some(PuzzleKind::Hamilton)
        && is_number(words.next())
        && is_number(words.next())
        && words.next().is_none()
}

/// Reads a bare list.
///
/// Lines `-1` and `EOF`, which end a TSPLIB file, are ignored.
pub(crate) fn read_bare(text: Text<'_>) -> Reading {
    let lines = text.lines().map(Span::without_comment);
    let lines = lines.filter(|line| line.text != "-1" && line.text != "EOF");
    let numbers = lines.clone().flat_map(|line| line.words().collect::<Vec<_>>());
    let largest = numbers.filter_map(|word| word.text.parse::<usize>().ok()).max().unwrap_or(1);
    let graph = read(lines, largest.clamp(1, MAX_VERTICES))?;
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    Ok((puzzle.map_err(|error| text.fault_at_end(error.to_string()))?.into(), None))
}

/// Writes a bare list.
///
/// Returns `None` for a path, a puzzle on a grid, a graph with forbidden edges, or a graph whose last vertex
/// has no edge: a bare list can express none of these.
pub(crate) fn write_bare(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.graph();
    let last = graph.vertex_count().checked_sub(1)?;
    let is_whole = puzzle.goal() == HamiltonGoal::Cycle && puzzle.forbidden().next().is_none();
    // the reader takes the number of vertices from the largest number in the list
    let names_last = puzzle.grid().is_none() && !graph.incident(last).is_empty();
    (is_whole && names_last).then(|| write(graph))
}

/// The largest number of vertices that a text may announce.
const MAX_VERTICES: usize = 1_000_000;

/// Parses a number of vertices.
pub(crate) fn vertex_count(word: Span<'_>) -> Result<usize, Fault> {
    match word.text.parse() {
        Ok(count @ 1..=MAX_VERTICES) => Ok(count),
        _ => Err(word.fault(format!(
            "{} is not a number of vertices from 1 to {MAX_VERTICES}",
            word.shown()
        ))),
    }
}

/// Parses a vertex, counted from 1 in the text and from 0 in the result.
pub(crate) fn vertex(word: Span<'_>, count: usize) -> Result<usize, Fault> {
    match word.text.parse::<usize>() {
        Ok(vertex) if (1..=count).contains(&vertex) => Ok(vertex - 1),
        _ => Err(word.fault(format!("{} is not a vertex from 1 to {count}", word.shown()))),
    }
}

/// Reads the edges of a graph with `count` vertices, one per line.
pub(crate) fn read<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    count: usize,
) -> Result<Graph, Fault> {
    let mut ends = Vec::new();
    let mut places = Vec::new();
    for line in lines.filter(|line| !line.text.is_empty()) {
        let words: Vec<Span<'a>> = line.words().collect();
        let [a, b] = words[..] else {
            return Err(
                line.fault(format!("{} is not an edge\nhelp: write two vertices", line.shown()))
            );
        };
        ends.push([vertex(a, count)? as u32, vertex(b, count)? as u32]);
        places.push(line);
    }
    graph(count, ends, &places)
}

/// Builds the graph with these edges; `places` holds the span of each edge for error messages.
pub(crate) fn graph(
    count: usize,
    ends: Vec<[u32; 2]>,
    places: &[Span<'_>],
) -> Result<Graph, Fault> {
    Graph::new(count, ends).map_err(|(index, message)| match places.get(index) {
        Some(place) => place.fault(message),
        None => Fault { offset: 0, message },
    })
}

/// Writes one edge per line.
pub(crate) fn write(graph: &Graph) -> String {
    let line = |edge| {
        let [a, b] = graph.ends(edge);
        format!("{} {}\n", a + 1, b + 1)
    };
    graph.edges().map(line).collect()
}

#[cfg(test)]
mod tests {
    use crate::formats::{PuzzleFormat, read, write};
    use crate::puzzle::PuzzleKind;

    #[test]
    fn a_bare_list_is_read_only_for_hamilton_puzzles() {
        let plain = read("hamilton graph 3\n1 2\n2 3\n3 1\n", None).unwrap().puzzle;
        let parsed = read(" 1   2\n2 3 # an edge\n\n3 1\n", Some(PuzzleKind::Hamilton)).unwrap();
        assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Edges));
        assert_eq!(write(&plain, PuzzleFormat::Edges).unwrap(), "1 2\n2 3\n3 1\n");
        // without that kind, the same text is a grid of cells
        assert!(read("1 2\n2 3\n", None).unwrap().puzzle.kind() == PuzzleKind::Slitherlink);
        let error = read("1 2\n2 x\n", Some(PuzzleKind::Hamilton)).unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
    }
}
