//! What graph6 and sparse6 have in common: headers, numbers of vertices, and six bits a character.
//!
//! A character from `?` to `~` holds six bits, the value of its code less 63. The first characters of a graph are the number
//! of its vertices: one character if it is at most 62; `~` and three characters up to 258,047; and `~~` and six characters
//! above. Source: B. D. McKay, "graph6, sparse6 and digraph6 formats", which the programs of nauty write and read.

use encycle_encodings::text::edge_list::MAX_VERTICES;
use encycle_encodings::text::{Fault, Span, Text};

use crate::formats::PuzzleFormat;
use crate::formats::graphs::vertex_names::directed;

/// The headers of files whose graphs are read. A graph may be in the other of the two formats than the header names.
pub(super) const HEADERS: [&str; 2] = [">>graph6<<", ">>sparse6<<"];

/// The header of directed graphs.
pub(super) const DIGRAPH_HEADER: &str = ">>digraph6<<";

/// The ending of files of directed graphs.
pub(in crate::formats) const DIGRAPH_ENDING: &str = "d6";

/// The first character of a directed graph.
const DIGRAPH: &str = "&";

/// How lines of other formats of nauty begin, which are not read.
const OTHERS: [(&str, &str); 3] = [
    (";", "differences to the previous graph (incremental sparse6)"),
    (">>planar_code", "planar graphs (planar_code)"),
    (">>", "graphs with an unknown header"),
];

/// The code of the character with the bits 000000.
pub(in crate::formats) const ZERO: u8 = b'?';

/// Returns the format of a graph of a list.
pub(in crate::formats) fn format_of(text: Text<'_>) -> PuzzleFormat {
    match first_graph(text).is_some_and(|(line, _)| line.text.starts_with(':')) {
        true => PuzzleFormat::Sparse6,
        false => PuzzleFormat::Graph6,
    }
}

/// Returns the first graph of a text, without a header, and the lines after it. The graph is empty if there is none.
pub(super) fn first_graph<'a>(
    text: Text<'a>,
) -> Option<(Span<'a>, impl Iterator<Item = Span<'a>>)> {
    let mut lines = text.lines();
    let first = lines.next()?;
    let header = HEADERS.into_iter().find(|header| first.text.starts_with(header));
    let rest = first.from(header.map_or(0, str::len)).trim();
    let line = if rest.text.is_empty() { lines.next().unwrap_or(rest) } else { rest };
    Some((line, lines))
}

/// Returns the only graph of a text, without a header.
///
/// # Errors
/// Returns an error if there is no graph or more than one, or if the format is another of those of nauty.
pub(super) fn only_graph(text: Text<'_>) -> Result<Span<'_>, Fault> {
    let (line, mut rest) = first_graph(text).ok_or_else(|| text.fault_at_end("no graph"))?;
    if [DIGRAPH_HEADER, DIGRAPH].iter().any(|start| line.text.starts_with(start)) {
        return Err(directed(line));
    }
    let other = OTHERS.iter().find(|(start, _)| line.text.starts_with(start));
    if let Some((_, what)) = other {
        return Err(line.fault(format!(
            "{what} are not read: {}\nhelp: write graph6 or sparse6",
            line.shown()
        )));
    }
    match rest.next() {
        _ if line.text.is_empty() => Err(line.fault("no graph after the header")),
        Some(more) => Err(more.wrong("after the graph\nhelp: remove it")),
        None => Ok(line),
    }
}

/// Returns whether a text is a directed graph in digraph6.
pub(in crate::formats) fn is_digraph(text: Text<'_>) -> bool {
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return false };
    let is_sixes =
        |line: Span<'_>| line.text.bytes().skip(1).all(|byte| (ZERO..=b'~').contains(&byte));
    first.text.starts_with(DIGRAPH_HEADER)
        || first.text.starts_with(DIGRAPH) && first.text.len() > 1 && is_sixes(first)
}

/// Returns the first directed graph of a text, without its header and its first character.
///
/// # Errors
/// Returns an error if there is no graph.
pub(in crate::formats) fn first_digraph(text: Text<'_>) -> Result<Span<'_>, Fault> {
    let end = || text.fault_at_end("no directed graph\nhelp: write '&' and the graph in digraph6");
    let mut lines = text.lines();
    let first = lines.next().ok_or_else(end)?;
    let header = if first.text.starts_with(DIGRAPH_HEADER) { DIGRAPH_HEADER.len() } else { 0 };
    let rest = first.from(header);
    let line = if rest.text.is_empty() { lines.next().ok_or_else(end)? } else { rest };
    match line.text.starts_with(DIGRAPH) {
        true => Ok(line.from(DIGRAPH.len())),
        false => Err(line.wrong("does not begin with '&'\nhelp: a line of digraph6 does")),
    }
}

/// Parses the number of vertices at the start of a line. Returns it with the characters after it, all of which hold six
/// bits.
pub(in crate::formats) fn vertex_count(line: Span<'_>) -> Result<(usize, Span<'_>), Fault> {
    if let Some(wrong) = line.chars().find(|c| !matches!(c.text.as_bytes(), [ZERO..=b'~'])) {
        return Err(wrong.wrong("is not a character of a graph, which are '?' to '~'"));
    }
    let bytes = line.text.as_bytes();
    let (skipped, length) = match bytes {
        [b'~', b'~', ..] => (2, 6),
        [b'~', ..] => (1, 3),
        _ => (0, 1),
    };
    let Some(digits) = bytes.get(skipped..skipped + length) else {
        return Err(line.fault_after(
            "the number of vertices is incomplete\nhelp: check whether the line is truncated",
        ));
    };
    let count = digits.iter().fold(0_u64, |count, digit| count << 6 | u64::from(digit - ZERO));
    if count > MAX_VERTICES as u64 {
        return Err(line.fault(format!("{count} vertices: the limit is {MAX_VERTICES}")));
    }
    Ok((count as usize, line.from(skipped + length)))
}

/// Returns the characters of the number of vertices.
pub(super) fn write_count(count: usize) -> String {
    let digits = |length: u32| {
        (0..length).rev().map(move |place| six_bits((count >> (6 * place) & 63) as u8))
    };
    match count {
        0..=62 => digits(1).collect(),
        63..=258_047 => std::iter::once('~').chain(digits(3)).collect(),
        _ => "~~".chars().chain(digits(6)).collect(),
    }
}

/// Returns the character of six bits.
pub(super) fn six_bits(value: u8) -> char {
    char::from(ZERO + value)
}
