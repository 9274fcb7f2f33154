//! Lists of graphs in graph6, sparse6 and digraph6, one a line.

use std::ops::Range;

use encycle_encodings::text::{Span, Text};

use crate::formats::graphs::printable_graphs::{DIGRAPH_HEADER, HEADERS, is_digraph};
use crate::formats::graphs::{graph6, sparse6};
use crate::puzzle::PuzzleKind;

/// Returns the ranges of the graphs of a text with several graphs in these formats, one a line, or `None` for any other
/// text. A header in a line of its own belongs to the first graph.
///
/// The first line decides, so that the others are graphs even if they are malformed; without a kind and a header, most
/// lines must be graphs.
pub(in crate::formats) fn graph_list(
    text: Text<'_>,
    kind: Option<PuzzleKind>,
) -> Option<Vec<Range<usize>>> {
    let first = text.lines().next()?;
    let is_graph = |line: Span<'_>| graph6::is_exact(line.text) || sparse6::is_exact(line.text);
    let is_list = match kind {
        _ if first.text.starts_with(">>") => true,
        Some(PuzzleKind::Hamilton) => is_graph(first) || is_digraph(text),
        Some(_) => false,
        None => {
            let sure = |line: Span<'_>| {
                sparse6::is_exact(line.text) || line.text.contains(graph6::TELLING)
            };
            let (graphs, lines) = (text.lines().filter(|line| is_graph(*line)), text.lines());
            is_graph(first) && text.lines().any(sure) && 2 * graphs.count() > lines.count()
        }
    };
    if !is_list {
        return None;
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let is_header = |line: &str| HEADERS.contains(&line) || line == DIGRAPH_HEADER;
    for line in text.lines() {
        let end = line.offset + line.text.len();
        match ranges.last_mut() {
            // the first graph is in the line below the header
            Some(only) if is_header(&text.0[only.clone()]) => only.end = end,
            _ => ranges.push(line.offset..end),
        }
    }
    Some(ranges)
}
