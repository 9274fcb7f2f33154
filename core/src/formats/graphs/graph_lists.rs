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
/// lines must be graphs, or all of them if each could be a row of a grid: `is_grid` tells whether the text is one.
pub(in crate::formats) fn graph_list(
    text: Text<'_>,
    kind: Option<PuzzleKind>,
    is_grid: impl Fn() -> bool,
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
                || (are_all_graphs(text) && !is_grid())
        }
    };
    is_list.then(|| graph_lines(text))
}

/// Returns whether each line of a text of several lines, such as `Bw` and `A_`, is a graph.
fn are_all_graphs(text: Text<'_>) -> bool {
    text.lines().nth(1).is_some() && graph6::is_exact_list(text)
}

/// Returns the ranges of the lines of a list, with each line for a graph. A header in a line of its own belongs to the first
/// graph.
pub(in crate::formats) fn graph_lines(text: Text<'_>) -> Vec<Range<usize>> {
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
    ranges
}

#[cfg(test)]
mod tests {
    use crate::formats::{PuzzleFormat, read, read_all};
    use crate::puzzle::PuzzleKind;

    /// Only a list with one of the characters that no grid has was a list.
    #[test]
    fn a_list_of_tiny_graphs_was_one_graph_with_lines_after_it() {
        for lines in [&["Bw", "Bw"][..], &["A_", "Bw"], &["@", "A_"], &["DQc", "DQc", "Bg"]] {
            for separator in ["\n", "\r\n\r\n", "\n# a comment\n"] {
                let text = lines.join(separator) + "\n";
                let all = read_all(&text, None);
                assert_eq!(all.len(), lines.len(), "{text:?}");
                for ((number, parsed), (index, line)) in all.into_iter().zip((1..).zip(lines)) {
                    let parsed = parsed.unwrap_or_else(|error| panic!("{text:?}: {error}"));
                    let alone = read(line, Some(PuzzleKind::Hamilton)).expect("a graph").puzzle;
                    assert_eq!((number, parsed.format), (Some(index), PuzzleFormat::Graph6));
                    assert_eq!(parsed.puzzle, alone, "{text:?}");
                    assert!(parsed.is_guessed);
                }
                let error = read(&text, None).expect_err("several graphs").message;
                assert!(error.starts_with(&format!("{} puzzles", lines.len())), "{error}");
            }
        }
    }
}
