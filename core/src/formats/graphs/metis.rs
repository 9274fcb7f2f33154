//! The graph files of METIS, which other programs that partition graphs read, too.
//!
//! ```text
//! % a triangle
//! 3 3
//! 2 3
//! 1 3
//! 1 2
//! ```
//!
//! The first line is the number of vertices, the number of edges, perhaps three digits 0 or 1 that announce sizes of
//! vertices, weights of vertices and weights of edges, and perhaps the number of weights of a vertex. Then comes one line a
//! vertex with its neighbors, empty if there are none; each edge is in the lines of both ends. Sizes and weights do not
//! matter for a Hamilton cycle. Source: G. Karypis, METIS manual 5.1.0, section 4.1.1.

use std::collections::HashMap;

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::edge_list;
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::graphs::simple_edges::cycle_through;
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// Returns whether a text is a file of METIS, and not a list of edges, which has two numbers in every line.
pub(in crate::formats) fn claims(text: Text<'_>, kind: Option<PuzzleKind>) -> bool {
    let Some((head, mut lines)) = vertex_lines(text) else { return false };
    let is_pair = |line: &Span<'_>| line.words().count() == 2;
    if head.len() == 2 && lines.clone().all(|line| is_pair(&line)) {
        return false;
    }
    match kind {
        // errors in it are those of this format
        Some(PuzzleKind::Hamilton) if lines.clone().count() > 2 => {
            lines.all(|line| line.words().all(is_number))
        }
        None | Some(PuzzleKind::Hamilton) => read(text, kind).is_ok(),
        Some(_) => false,
    }
}

/// Returns whether a text with two numbers in every line is a file of METIS.
pub(in crate::formats) fn is_regular(text: Text<'_>) -> bool {
    vertex_lines(text).is_some() && read(text, None).is_ok()
}

/// Returns the first line and the lines of the vertices of a text that may be a file of METIS.
fn vertex_lines<'a>(
    text: Text<'a>,
) -> Option<(Vec<Span<'a>>, impl Iterator<Item = Span<'a>> + Clone)> {
    let mut lines = lines(text);
    let head: Vec<Span<'a>> = lines.next()?.words().collect();
    let is_head = (2..=4).contains(&head.len()) && head.iter().copied().all(is_number);
    let count = head.first()?.text.parse();
    (is_head && lines.clone().next().is_some() && count == Ok(lines.clone().count()))
        .then_some((head, lines))
}

fn is_number(word: Span<'_>) -> bool {
    word.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the lines without comments: the header, and a line for each vertex, which may be blank.
fn lines<'a>(text: Text<'a>) -> impl Iterator<Item = Span<'a>> + Clone {
    let whole = Span { text: text.0.trim_end(), offset: 0 };
    let lines = whole.split(|c| c == '\n').map(Span::trim);
    let mut lines = lines
        .filter(|line| !line.text.starts_with(['%', '#']))
        .skip_while(|line| line.text.is_empty());
    // isolated vertices at the end have blank lines
    let count = lines
        .clone()
        .next()
        .and_then(|head| head.words().next()?.text.parse().ok())
        .unwrap_or(0_usize);
    let listed = lines.clone().skip(1).count();
    let blank = Span { text: "", offset: whole.text.len() };
    let missing = text.0[whole.text.len()..].matches('\n').count().saturating_sub(1);
    let missing = count.saturating_sub(listed).min(missing);
    let head = lines.next();
    head.into_iter().chain(lines).chain(std::iter::repeat_n(blank, missing))
}

/// The numbers in the first line.
struct MetisHead<'a> {
    vertices: usize,
    edges: (Span<'a>, usize),
    /// The number of words in front of the neighbors of a vertex.
    skipped: usize,
    has_edge_weights: bool,
}

impl<'a> MetisHead<'a> {
    fn parse(line: Span<'a>) -> Result<Self, Fault> {
        let words: Vec<Span<'a>> = line.words().collect();
        let [vertices, edges, ref rest @ ..] = words[..] else {
            return Err(line.wrong("is not the first line of a METIS file\nhelp: write the numbers of vertices and edges"));
        };
        if let Some(more) = rest.get(2) {
            return Err(more.wrong("after the number of weights\nhelp: remove it"));
        }
        let number = edges.text.parse().map_err(|_| edges.wrong("is not a number of edges"))?;
        let format = rest.first().map_or("0", |format| format.text);
        if format.len() > 3 || format.bytes().any(|digit| !matches!(digit, b'0' | b'1')) {
            return Err(rest[0].wrong("does not announce sizes and weights\nhelp: write three digits 0 or 1, or remove it"));
        }
        // leading zeros may be left out
        let mut digits = format.bytes().rev().map(|digit| digit == b'1').chain([false; 3]);
        let mut has = || digits.next() == Some(true);
        let (has_edge_weights, has_weights, has_size) = (has(), has(), has());
        let weights = match rest.get(1) {
            Some(weights) => match weights.text.parse() {
                Ok(weights @ 1..=1000) => weights,
                _ => return Err(weights.wrong("is not a number of weights from 1 to 1000")),
            },
            None => 1,
        };
        Ok(Self {
            vertices: edge_list::vertex_count(vertices)?,
            edges: (edges, number),
            skipped: usize::from(has_size) + if has_weights { weights } else { 0 },
            has_edge_weights,
        })
    }
}

/// Reads a graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = lines(text);
    let first = lines.next().ok_or_else(|| text.fault_at_end("no graph"))?;
    expect_kind(PuzzleKind::Hamilton, kind, first)?;
    let head = MetisHead::parse(first)?;
    let lines: Vec<Span<'_>> = lines.collect();
    if lines.len() != head.vertices {
        let message = format!(
            "{} announced, and {} below\nhelp: write one line a vertex, which is blank for a vertex without an edge",
            counted(head.vertices, "vertex"),
            counted(lines.len(), "line")
        );
        return Err(first.fault(message));
    }
    let mut ends = Vec::new();
    // the entries that are in the line of only one end so far
    let mut open: HashMap<[u32; 2], Span<'_>> = HashMap::new();
    for (vertex, line) in lines.into_iter().enumerate() {
        for word in neighbours(line, &head)? {
            let other = edge_list::vertex(word, head.vertices)?;
            let pair = [vertex.min(other) as u32, vertex.max(other) as u32];
            if vertex == other {
                return Err(word.wrong("is the vertex itself\nhelp: remove it"));
            } else if vertex < other {
                if open.insert(pair, word).is_some() {
                    return Err(word.wrong("is listed twice\nhelp: remove it"));
                }
                ends.push(pair);
            } else if open.remove(&pair).is_none() {
                return Err(one_sided(word, [vertex, other]));
            }
        }
    }
    if let Some((pair, word)) = open.into_iter().min_by_key(|(_, word)| word.offset) {
        return Err(one_sided(word, pair.map(|end| end as usize)));
    }
    if ends.len() != head.edges.1 {
        let message = format!(
            "{} announced, {} listed\nhelp: correct the number; an edge is in the lines of both ends, but counts once",
            counted(head.edges.1, "edge"),
            ends.len()
        );
        return Err(head.edges.0.fault(message));
    }
    cycle_through(edge_list::graph(head.vertices, ends, &[])?, first)
}

/// Returns the fault of an entry in the line of a vertex, if the line of the other vertex lists this one less often.
fn one_sided(word: Span<'_>, [vertex, other]: [usize; 2]) -> Fault {
    let (vertex, other) = (vertex + 1, other + 1);
    word.fault(format!(
        "vertex {vertex} lists {other}, but vertex {other} does not list {vertex}, or less often\n\
         help: write each edge in the lines of both ends"
    ))
}

/// Returns the neighbors in the line of a vertex.
fn neighbours<'a>(line: Span<'a>, head: &MetisHead<'_>) -> Result<Vec<Span<'a>>, Fault> {
    let words: Vec<Span<'a>> = line.words().collect();
    let Some(entries) = words.get(head.skipped..) else {
        return Err(line.fault(format!(
            "{} in front of the neighbors: the first line announces {}",
            counted(words.len(), "number"),
            head.skipped
        )));
    };
    let weighted = entries.chunks(2);
    let numbers = words[..head.skipped]
        .iter()
        .chain(weighted.clone().filter(|_| head.has_edge_weights).flat_map(|pair| &pair[1..]));
    if let Some(wrong) = numbers.clone().find(|word| word.text.parse::<f64>().is_err()) {
        return Err(wrong.wrong("is not a weight"));
    }
    match (head.has_edge_weights, entries) {
        (false, _) => Ok(entries.to_vec()),
        (true, [.., last]) if entries.len() % 2 == 1 => {
            Err(last.wrong("without the weight of its edge"))
        }
        (true, _) => Ok(weighted.map(|pair| pair[0]).collect()),
    }
}

/// Writes a graph.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the reader takes every graph as
/// a cycle problem.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    // two numbers in every line would also be a list of edges
    let is_like_edges = (0..graph.vertex_count()).all(|vertex| graph.incident(vertex).len() == 2);
    let format = if is_like_edges { " 0" } else { "" };
    let line = |vertex| {
        let mut neighbours: Vec<usize> = graph.neighbours(vertex).map(|other| other + 1).collect();
        neighbours.sort_unstable();
        let neighbours: Vec<String> = neighbours.iter().map(usize::to_string).collect();
        neighbours.join(" ") + "\n"
    };
    let lines: String = (0..graph.vertex_count()).map(line).collect();
    Some(format!("{} {}{format}\n{lines}", graph.vertex_count(), graph.edge_count()))
}

#[cfg(test)]
mod tests {
    use crate::formats::{PuzzleFormat, read, write};
    use crate::puzzle::PuzzleKind;

    #[test]
    fn weights_comments_and_isolated_vertices_are_read() {
        let plain = read("hamilton graph 4\n1 2\n1 3\n2 3\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::Metis).unwrap();
        assert_eq!(text, "4 3\n2 3\n1 3\n1 2\n\n");
        for other in [
            &*text,
            "% a comment\n4 3\n2 3\n% another\n1 3\n1 2\n\n\n",
            "4 3 001\n2 5 3 6\n1 5 3 7\n1 6 2 7\n\n",
            "4 3 10\n9 2 3\n9 1 3\n9 1 2\n9\n",
            "4 3 111 2\n1 8 9 2 5 3 6\n1 8 9 1 5 3 7\n1 8 9 1 6 2 7\n1 8 9\n",
        ] {
            for kind in [None, Some(PuzzleKind::Hamilton)] {
                let parsed = read(other, kind).unwrap_or_else(|error| panic!("{error}\n{other}"));
                assert_eq!(
                    (&parsed.puzzle, parsed.format),
                    (&plain, PuzzleFormat::Metis),
                    "{other}"
                );
            }
        }
    }

    /// Each line of the file of a cycle is also an edge.
    #[test]
    fn the_file_of_a_cycle_may_be_a_list_of_edges() {
        let cycle = read("hamilton graph 6\n1 2\n2 3\n3 4\n4 5\n5 6\n6 1\n", None).unwrap().puzzle;
        let text = write(&cycle, PuzzleFormat::Metis).unwrap();
        assert!(text.starts_with("6 6 0\n"), "{text}");
        assert_eq!(read(&text, None).unwrap().puzzle.extent(), cycle.extent());
        let error = read(&text.replacen(" 0", "", 1), Some(PuzzleKind::Hamilton)).unwrap_err();
        assert!(error.message.contains("two readings"), "{error}");
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        for (text, line, column, words) in [
            ("4 4\n2 3 4\n1 3\n1 2\n\n\n", 2, 5, "vertex 1 lists 4, but vertex 4 does not"),
            ("3 3\n2 3 3\n1 3\n1 2\n", 2, 5, "'3' is listed twice"),
            ("3 3\n2 3 1\n1 3\n1 2\n", 2, 5, "'1' is the vertex itself"),
            ("3 3\n2 3 4\n1 3\n1 2\n", 2, 5, "'4' is not a vertex"),
            ("3 4 0\n2 3\n1 3\n1 2\n", 1, 3, "4 edges announced, 3 listed"),
            ("3 3 2\n2 3\n1 3\n1 2\n", 1, 5, "'2' does not announce"),
            ("3 3 1\n2 1 3\n1 1\n1 2\n", 2, 5, "'3' without the weight"),
            ("3 3 10 0\n2 3\n1 3\n1 2\n", 1, 8, "'0' is not a number of weights"),
            ("3 3 11 3\n2 3\n1 3 1\n1 2\n", 2, 1, "2 numbers in front of the neighbors"),
        ] {
            let error = read(text, Some(PuzzleKind::Hamilton)).expect_err(text);
            assert!(error.message.contains(words), "{text:?} gave {error}, not {words:?}");
            assert_eq!((error.line, error.column), (line, column), "{text:?} gave {error}");
        }
    }
}
