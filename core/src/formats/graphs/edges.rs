//! Edge lists: one edge per line, as two vertices.
//!
//! A bare list, without a header of Encycle, is a Hamilton cycle problem. Its first line may be the numbers of vertices
//! and edges, and the vertices are counted from 1 or from 0. Every number up to the largest must occur, because a
//! vertex that is left out would have no edge, and the graph no Hamilton cycle. A list may contain every edge in both
//! directions.
//!
//! Lists of collections such as SNAP begin with comments, which announce the number of vertices. Their vertices may have any
//! numbers of 64 bits, and edges from a vertex to itself occur.

use std::collections::{HashMap, HashSet};

use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::graphs::metis;
use crate::formats::graphs::simple_edges::SimpleEdges;
use crate::formats::{Reading, TextContent};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::edge_list::{self, MAX_VERTICES};
use encycle_encodings::text::{Fault, Span, Text, counted};

/// The maximum number of lines of a list that may be typing errors.
const TYPING_ERRORS: usize = 2;

/// The maximum number of vertices that a message lists.
const LISTED: usize = 5;

/// Returns whether a text is a bare list of edges, perhaps after comments that begin with `%`. The first line of a bare
/// grid may be its size.
pub(in crate::formats) fn claims(text: Text<'_>, kind: Option<PuzzleKind>) -> bool {
    let Some(line) = text.lines().next().map(|line| line.text) else { return false };
    kind == Some(PuzzleKind::Hamilton)
        && (is_pair(line) || is_weighted(line) || line.starts_with('%'))
        && !is_size_of_grid(text)
}

/// Returns whether a line is an edge with a weight: two vertices and a number.
fn is_weighted(line: &str) -> bool {
    let words: Vec<&str> = line.split(is_separator).filter(|word| !word.is_empty()).collect();
    let [a, b, weight] = words[..] else { return false };
    a != b && is_pair(&format!("{a} {b}")) && weight.parse::<f64>().is_ok()
}

/// Returns whether a line consists of two numbers.
fn is_pair(line: &str) -> bool {
    is_signed_pair(line) && !line.contains('-')
}

/// Returns whether a line consists of two numbers, which may be negative, although no vertex is.
fn is_signed_pair(line: &str) -> bool {
    let words: Vec<&str> = line.split(is_separator).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.len() == 2 && words.iter().all(is_number)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Returns whether the second line of a text is a row of cells, so that the first line is the size of a grid.
fn is_size_of_grid(text: Text<'_>) -> bool {
    lines(text).nth(1).is_some_and(|line| {
        !line.text.starts_with(|c: char| c.is_ascii_digit())
            || line.words().all(|word| word.text == "0")
    })
}

/// Returns the lines of a list, without the lines `-1` and `EOF`, which end a TSPLIB file.
fn lines(text: Text<'_>) -> impl Iterator<Item = Span<'_>> + Clone {
    let lines = text.lines().map(|line| line.cut(|c| matches!(c, '#' | '%')).0.trim());
    lines.filter(|line| !line.text.is_empty() && line.text != "-1" && line.text != "EOF")
}

/// Returns whether every line is a pair of numbers.
pub(in crate::formats) fn is_list(text: Text<'_>) -> bool {
    lines(text).next().is_some() && lines(text).all(|line| is_pair(line.text))
}

/// Returns whether a text is most likely a list with typing errors. In a list of a collection, there may be any number of them.
pub(in crate::formats) fn is_damaged(text: Text<'_>) -> bool {
    if is_collected(text) {
        return !is_list(text);
    }
    let (pairs, others): (Vec<_>, Vec<_>) = lines(text).partition(|line| is_pair(line.text));
    // a word without letters and digits may be an empty cell of a grid
    let is_edge = |line: &Span<'_>| {
        let mut words = line.split(is_separator).filter(|word| !word.text.is_empty());
        words.all(|word| word.text.contains(char::is_alphanumeric) && !word.text.contains('.'))
    };
    (1..=TYPING_ERRORS).contains(&others.len())
        && pairs.len() > 2 * others.len()
        && others.iter().all(is_edge)
}

/// Returns whether a text that is no grid is most likely a list with weights, perhaps below a header.
pub(in crate::formats) fn is_weighted_list(text: Text<'_>) -> bool {
    let is_header = lines(text).next().is_some_and(|line| is_pair(line.text));
    let mut edges = lines(text).skip(usize::from(is_header)).peekable();
    edges.peek().is_some() && edges.all(|line| is_weighted(line.text))
}

/// Returns the comments above the edges.
fn comments<'a>(text: Text<'a>) -> impl Iterator<Item = &'a str> + Clone {
    text.0.lines().take_while(|line| line.starts_with('#') || line.trim().is_empty())
}

/// Returns whether the comments are typical of a collection of edge lists, and the first line below them is like an edge. The
/// lines below may be wrong, so that errors in them are those of a list.
pub(in crate::formats) fn is_collected(text: Text<'_>) -> bool {
    let marks = ["FromNodeId", "Nodes:", "Edges:"];
    lines(text).next().is_some_and(|line| is_signed_pair(line.text))
        && comments(text).any(|line| marks.iter().any(|mark| line.contains(mark)))
}

/// Reads a list of a collection. The vertices are those that occur, in the order of their numbers.
fn read_collected(text: Text<'_>) -> Reading {
    let list: Vec<([u64; 2], Span<'_>)> = pairs(text, |word| {
        let number = word.text.parse();
        number.map_err(|_| word.wrong(format!("is not a vertex from 0 to {}", u64::MAX)))
    })?;
    let mut numbers: Vec<u64> = list.iter().flat_map(|(ends, _)| *ends).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut words = comments(text).flat_map(str::split_whitespace);
    let announced = words.find(|word| *word == "Nodes:").and(words.next());
    let announced = announced.and_then(|count| count.parse::<usize>().ok());
    let first = list.first().map_or(Span { text: "", offset: 0 }, |(_, line)| *line);
    if let Some(count) = announced.filter(|&count| count != numbers.len()) {
        return Err(first.fault(format!(
            "the comments announce {}, and {} occur in the edges\nhelp: complete the list, or correct the comment",
            counted(count, "vertex"),
            numbers.len()
        )));
    }
    if numbers.len() > MAX_VERTICES {
        return Err(first.fault(format!("{} vertices: the limit is {MAX_VERTICES}", numbers.len())));
    }
    let vertices: HashMap<u64, usize> = numbers.iter().copied().zip(0..).collect();
    let list: Vec<NumberedEdge<'_>> =
        list.iter().map(|(ends, line)| (ends.map(|end| vertices[&end]), *line)).collect();
    let mut edges = SimpleEdges::default();
    for (ends, line) in merged(&list) {
        edges.add(ends.map(|end| end as u32), line)?;
    }
    let mut content = edges.into_cycle(numbers.len(), first)?;
    if let Some((number, vertex)) = (1..).zip(&numbers).find(|(number, vertex)| number != *vertex) {
        content.notes.insert(0, format!("the vertices are numbered from 1 in the order of their numbers in the text: {number} is {vertex}"));
    }
    if comments(text).any(|line| line.contains("Directed graph")) && !is_double(&list) {
        content.notes.push(
            "the comments name a directed graph, and its edges are read without their directions"
                .to_owned(),
        );
    }
    Ok(content)
}

/// An edge: its two numbers, and its line.
type NumberedEdge<'a> = ([usize; 2], Span<'a>);

/// Returns the edges of a list, each with its line. `vertex` parses the number of a vertex.
fn pairs<'a, N>(
    text: Text<'a>,
    vertex: impl Fn(Span<'a>) -> Result<N, Fault>,
) -> Result<Vec<([N; 2], Span<'a>)>, Fault> {
    let mut edges = Vec::new();
    for line in lines(text) {
        let words: Vec<Span<'a>> =
            line.split(is_separator).filter(|word| !word.text.is_empty()).collect();
        let [a, b] = words[..] else {
            let weight = if is_weighted(line.text) { " without a weight" } else { "" };
            let shown = line.shown();
            let message = format!("{shown} is not an edge\nhelp: write two vertices{weight}");
            return Err(line.fault(message));
        };
        edges.push(([vertex(a)?, vertex(b)?], line));
    }
    Ok(edges)
}

/// Reads a bare list.
pub(in crate::formats) fn read_bare(text: Text<'_>) -> Reading {
    if is_collected(text) {
        return read_collected(text);
    }
    let edges = pairs(text, vertex)?;
    if metis::is_regular(text) {
        let line = lines(text).next().unwrap_or(Span { text: "", offset: 0 });
        return Err(line.fault(format!(
            "two readings of {}: the numbers of vertices and edges of a list, or of a METIS file with the neighbors of a \
             vertex in each line\nhelp: write 'hamilton graph VERTICES' above the edges, or '{} 0' for a METIS file",
            line.shown(),
            line.text
        )));
    }
    let announced = header(&edges)?;
    let edges = &edges[usize::from(announced.is_some())..];
    let (edges, first) = (merged(edges), first_vertex(edges));
    let largest = edges.iter().flat_map(|(ends, _)| *ends).max();
    let count = announced.or(largest.map(|largest| largest + 1 - first)).unwrap_or(1);
    if announced.is_none() {
        check_gaps(&edges, first, count)?;
    }
    let places: Vec<Span<'_>> = edges.iter().map(|(_, line)| *line).collect();
    let ends = edges.iter().map(|(ends, _)| ends.map(|end| end.wrapping_sub(first) as u32));
    let graph = edge_list::graph(count, ends.collect(), &places)?;
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    let puzzle = puzzle.map_err(|error| text.fault_at_end(error.to_string()))?;
    let note = "the vertices are counted from 0 in the text, and from 1 here".to_owned();
    Ok(TextContent { notes: if first == 0 { vec![note] } else { Vec::new() }, ..puzzle.into() })
}

/// Parses a vertex.
fn vertex(word: Span<'_>) -> Result<usize, Fault> {
    match word.text.parse() {
        Ok(vertex @ 0..=MAX_VERTICES) => Ok(vertex),
        _ => Err(word.wrong(format!("is not a vertex from 0 or 1 to {MAX_VERTICES}"))),
    }
}

/// Returns the smallest number of a vertex: 0 if it occurs, otherwise 1.
fn first_vertex(edges: &[NumberedEdge<'_>]) -> usize {
    usize::from(!edges.iter().any(|(ends, _)| ends.contains(&0)))
}

/// Returns each edge once if every edge is listed in both directions; otherwise returns the edges unchanged.
fn merged<'a>(edges: &[NumberedEdge<'a>]) -> Vec<NumberedEdge<'a>> {
    let is_double = is_double(edges);
    edges.iter().filter(|([a, b], _)| !is_double || a <= b).copied().collect()
}

/// Returns whether every edge is listed in both directions.
fn is_double(edges: &[NumberedEdge<'_>]) -> bool {
    let all: HashSet<[usize; 2]> = edges.iter().map(|(ends, _)| *ends).collect();
    !edges.is_empty() && edges.iter().all(|([a, b], _)| all.contains(&[*b, *a]))
}

/// Returns the number of vertices in a first line `VERTICES EDGES`, or `None` if the first line is an edge.
///
/// # Errors
/// Returns an error if the line may be both, or if it fits neither the vertices nor the number of the lines below.
fn header(edges: &[NumberedEdge<'_>]) -> Result<Option<usize>, Fault> {
    let [([vertices, count], line), rest @ ..] = edges else { return Ok(None) };
    let (vertices, count) = (*vertices, *count);
    let first = first_vertex(rest);
    let largest = rest.iter().flat_map(|(ends, _)| *ends).max().unwrap_or(0);
    let holds = !rest.is_empty() && largest < vertices + first;
    let has = |vertex: usize| rest.iter().any(|(ends, _)| ends.contains(&vertex));
    let is_header = holds && count == rest.len();
    let is_near =
        largest + 1 == vertices + first && count.abs_diff(rest.len()) <= rest.len() / 4 + 1;
    // an edge of the list has two different vertices, both of which other edges have, too, and occurs only once
    let both = [[vertices, count], [count, vertices]];
    let is_edge = has(vertices)
        && has(count)
        && vertices != count
        && !rest.iter().any(|(ends, _)| both.contains(ends));
    match (is_header, is_edge) {
        (true, true) => Err(line.fault(format!(
            "two readings of {}: an edge, or the numbers of vertices and edges\n\
             help: write 'hamilton graph VERTICES' above the edges, and remove this line if it is not an edge",
            line.shown()
        ))),
        (true, false) => Ok(Some(vertices)),
        (false, false) if holds && is_near => Err(line.wrong(format!(
            "is a header that does not match: it announces {}, and {} follow\nhelp: correct the header or the edges",
            counted(count, "edge"),
            rest.len()
        ))),
        (false, false) if holds && !has(count) => Err(line.fault(format!(
            "{} is neither an edge, since no other edge has vertex {count}, nor the numbers of vertices and edges, since {} \
             follow\nhelp: correct the line, or write 'hamilton graph VERTICES' above the edges",
            line.shown(),
            counted(rest.len(), "edge")
        ))),
        (false, _) => Ok(None),
    }
}

/// Checks that every vertex has an edge.
fn check_gaps(edges: &[NumberedEdge<'_>], first: usize, count: usize) -> Result<(), Fault> {
    let seen: HashSet<usize> = edges.iter().flat_map(|(ends, _)| *ends).collect();
    let mut missing = (first..first + count).filter(|vertex| !seen.contains(vertex));
    let listed: Vec<String> =
        missing.by_ref().take(LISTED).map(|vertex| vertex.to_string()).collect();
    if listed.is_empty() {
        return Ok(());
    }
    let largest = first + count - 1;
    let line = edges.iter().find(|(ends, _)| ends.contains(&largest)).map(|(_, line)| *line);
    let more = match missing.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let line = line.unwrap_or(Span { text: "", offset: 0 });
    Err(line.fault(format!(
        "vertices without an edge: {}{more}: the numbers go from {first} to {largest}\n\
         help: renumber the vertices, or write 'hamilton graph {largest}' above the edges",
        listed.join(", ")
    )))
}

/// Writes a bare list.
///
/// Returns `None` for a path, a puzzle on a grid, a graph with forbidden edges, or a graph with a vertex without an
/// edge, because a bare list cannot express them. Also returns `None` if the written list would be read as another
/// graph.
pub(in crate::formats) fn write_bare(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let text = edge_list::write(graph);
    let again = read_bare(Text(&text)).ok()?.puzzle;
    (again == puzzle.clone().into()).then_some(text)
}

#[cfg(test)]
mod tests {
    use crate::formats::{ParseError, Parsed, PuzzleFormat, read, write};
    use crate::puzzle::PuzzleKind;

    fn list(text: &str) -> Result<Parsed, ParseError> {
        read(text, Some(PuzzleKind::Hamilton))
    }

    const SQUARE: &str = "hamilton graph 4\n1 2\n2 3\n3 4\n4 1\n";

    #[test]
    fn a_list_may_have_a_header_commas_and_both_directions() {
        let plain = read(SQUARE, None).unwrap().puzzle;
        for text in [
            " 1   2\n2 3 # an edge\n\n3 4\n4 1\n",
            "4 4\n1 2\n2 3\n3 4\n4 1\n",
            "1,2\n2,3\n3,4\n4,1\n",
            "1 2\n2 1\n2 3\n3 2\n3 4\n4 3\n4 1\n1 4\n",
            "0 1\n1 2\n2 3\n3 0\n",
            "4 4\n0 1\n1 2\n2 3\n3 0\n",
            "% a list\n1 2\n2 3\n3 4\n4 1\n-1\nEOF\n",
        ] {
            let parsed = list(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(parsed.format, PuzzleFormat::Edges, "{text}");
            assert_eq!(parsed.puzzle.symmetries(), plain.symmetries(), "{text}");
            assert_eq!(parsed.puzzle.extent(), plain.extent(), "{text}");
        }
        assert_eq!(write(&plain, PuzzleFormat::Edges).unwrap(), "1 2\n2 3\n3 4\n4 1\n");
        assert_eq!(list("0 1\n1 2\n2 0\n").unwrap().notes.len(), 1);
    }

    #[test]
    fn a_header_became_an_edge_and_a_gap_became_a_vertex() {
        for (text, line, words) in [
            ("4 3\n1 2\n2 3\n4 1\n", 1, "two readings of '4 3'"),
            ("4 5\n1 2\n2 3\n3 4\n4 1\n", 1, "announces 5 edges, and 4 follow"),
            ("4 9\n1 2\n2 3\n3 4\n4 1\n", 1, "neither an edge"),
            ("1 2\n2 3\n3 5\n5 1\n", 3, "vertices without an edge: 4"),
            ("1 2\n2 20\n", 2, "3, 4, 5, 6, 7 and 12 more"),
            ("1 2\n2 x\n", 2, "'x' is not a vertex"),
            ("1 2\n2 1 3\n", 2, "not an edge"),
            ("1 2\n2 1\n2 3\n3 1\n", 2, "duplicate"),
        ] {
            let error = list(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.message.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn a_list_of_a_collection_was_rejected_for_a_large_number() {
        let text = |largest: u64| {
            format!(
                "# Nodes: 3 Edges: 3\n1000000\t1965206\n1965206\t{largest}\n{largest}\t1000000\n"
            )
        };
        for largest in [1_965_207, u64::from(u32::MAX) + 1_000_001, u64::MAX] {
            let parsed = read(&text(largest), None).unwrap();
            assert_eq!(
                parsed.puzzle,
                read("hamilton graph 3\n1 2\n2 3\n3 1\n", None).unwrap().puzzle
            );
        }
        let larger = text(1_965_207).replace("1965207", "18446744073709551616");
        let error = read(&larger, None).unwrap_err();
        assert_eq!((error.line, error.column), (3, 9), "{error}");
        assert!(
            error.message.contains("is not a vertex from 0 to 18446744073709551615"),
            "{error}"
        );
        // no format was recognized, at the first edge
        let wrong = |text: &str, line: usize, column: usize, words: &str| {
            let error = read(text, None).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{error}");
            assert!(error.message.contains(words), "{error}");
        };
        let negative = text(u64::MAX).replace("1965206", "-2");
        wrong(&negative, 2, 9, "'-2' is not a vertex from 0");
        let later =
            "# Nodes: 3 Edges: 3\n18446744073709551615\t1\n1\t-2\n-2\t18446744073709551615\n";
        wrong(later, 3, 3, "'-2' is not a vertex from 0");
        wrong("# Nodes: 3 Edges: 3\n-1 0\n0 1\n", 2, 1, "'-1' is not a vertex from 0");
        wrong("# Nodes: 3 Edges: 3\n1 2\n2 3 1 4\n3 x\n", 3, 1, "'2 3 1 4' is not an edge");
        // a list without the comments keeps its limit
        let error = list("1 2\n2 1000001\n").unwrap_err();
        assert!(error.message.contains("from 0 or 1 to 1000000"), "{error}");
    }

    #[test]
    fn a_list_of_a_collection_was_read_as_a_slitherlink() {
        let text = "# Nodes: 4 Edges: 4\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n2\t3\n3\t0\n";
        let parsed = read(text, None).unwrap();
        assert_eq!((parsed.format, parsed.is_guessed), (PuzzleFormat::Edges, true));
        // numbers with gaps, an edge from a vertex to itself, and both directions of each edge
        let gaps = "# Directed graph\n# Nodes: 3 Edges: 7\n7 9\n9 7\n9 40\n40 9\n40 7\n7 40\n7 7\n";
        let parsed = read(gaps, None).unwrap();
        assert_eq!(parsed.puzzle, read("hamilton graph 3\n1 2\n2 3\n1 3\n", None).unwrap().puzzle);
        assert!(
            parsed.notes[0].contains("1 is 7") && parsed.notes.len() == 2,
            "{:?}",
            parsed.notes
        );
        let fewer = read(&gaps.replace("Nodes: 3", "Nodes: 4"), None).unwrap_err();
        assert!(fewer.message.contains("announce 4 vertices, and 3 occur"), "{fewer}");
        let one_way = "# Directed graph\n# Nodes: 3 Edges: 3\n7 9\n9 40\n40 7\n";
        let parsed = read(one_way, None).unwrap();
        assert!(parsed.notes[1].contains("without their directions"), "{:?}", parsed.notes);
        // without the comments, the text is also a grid of two columns
        let bare = read("0 1\n1 2\n2 3\n3 0\n", None).unwrap_err();
        assert!(
            bare.message.contains("a list of edges (hamilton), a bare grid of slitherlink"),
            "{bare}"
        );
        assert!(read("1 2\n2 3\n3 4\n4 5\n5 6\n6 1\n", None).unwrap().is_guessed);
    }
}
