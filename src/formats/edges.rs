//! Lists of edges: two vertices a line, counted from 1. A bare list, without any header, is a Hamilton
//! cycle problem if that kind is asked for, or if the file's name ends in `.hcp`; its largest number is
//! that of the vertices.

use encycle_encodings::grid::Graph;
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::scan::text::{Fault, Reading, Span, Text};
use crate::puzzle::PuzzleKind;

/// Whether a line is an edge.
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
pub(crate) fn read_bare(text: Text<'_>) -> Reading {
    let lines = text.lines().map(Span::without_comment);
    let lines = lines.filter(|line| line.text != "-1" && line.text != "EOF");
    let numbers = lines.clone().flat_map(|line| line.words().collect::<Vec<_>>());
    let largest = numbers.filter_map(|word| word.text.parse::<usize>().ok()).max().unwrap_or(1);
    let puzzle = Hamilton::new(read(lines, largest.clamp(1, MOST))?, HamiltonGoal::Cycle, &[]);
    Ok((puzzle.map_err(|error| text.fault_at_end(error.to_string()))?.into(), None))
}

/// `None` for what is no cycle of a whole general graph.
pub(crate) fn write_bare(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.graph();
    let last = graph.vertex_count().checked_sub(1)?;
    let is_whole = puzzle.goal() == HamiltonGoal::Cycle && puzzle.forbidden().next().is_none();
    // the largest number is all that tells how many vertices there are
    let is_told = puzzle.grid().is_none() && !graph.incident(last).is_empty();
    (is_whole && is_told).then(|| write(graph))
}

/// The most vertices that a text may announce.
const MOST: usize = 1_000_000;

/// A number of vertices.
pub(crate) fn vertex_count(word: Span<'_>) -> Result<usize, Fault> {
    match word.text.parse() {
        Ok(count @ 1..=MOST) => Ok(count),
        _ => Err(word.fault(format!(
            "{} is not a number of vertices: there may be 1 to {MOST}",
            word.shown()
        ))),
    }
}

/// A vertex, from 0.
pub(crate) fn vertex(word: Span<'_>, count: usize) -> Result<usize, Fault> {
    match word.text.parse::<usize>() {
        Ok(vertex) if (1..=count).contains(&vertex) => Ok(vertex - 1),
        _ => Err(word.fault(format!("{} is not a vertex: they are 1 to {count}", word.shown()))),
    }
}

/// The graph of so many vertices whose edges stand in these lines.
pub(crate) fn read<'a>(
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

/// An edge a line.
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
    fn a_bare_list_is_read_where_its_kind_is_known() {
        let plain = read("hamilton graph 3\n1 2\n2 3\n3 1\n", None).unwrap().puzzle;
        let parsed = read(" 1   2\n2 3 # an edge\n\n3 1\n", Some(PuzzleKind::Hamilton)).unwrap();
        assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Edges));
        assert_eq!(write(&plain, PuzzleFormat::Edges).unwrap(), "1 2\n2 3\n3 1\n");
        // elsewhere these are the cells of a grid
        assert!(read("1 2\n2 3\n", None).unwrap().puzzle.kind() == PuzzleKind::Slitherlink);
        let error = read("1 2\n2 x\n", Some(PuzzleKind::Hamilton)).unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
    }
}
