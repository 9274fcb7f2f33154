//! graph6: a graph in one line of printable characters, with one bit for each pair of vertices.
//!
//! After the number of vertices ([`printable_graphs`](super::printable_graphs)) come the pairs (0,1), (0,2), (1,2), (0,3),
//! (1,3), (2,3), ..., filled up with zeros to whole characters.
//!
//! A file has one graph a line, and may begin with the header `>>graph6<<`, in a line of its own or in front of the first
//! graph. A line that begins with `:` is [sparse6](super::sparse6).

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::graphs::printable_graphs::{
    ZERO, format_of, only_graph, six_bits, vertex_count, write_count,
};
use crate::formats::graphs::simple_edges::SimpleEdges;
use crate::formats::{PuzzleFormat, Reading, SIZE_LIMIT, expect_kind};
use crate::puzzle::PuzzleKind;

/// The characters of graphs that occur in no row of cells of any kind of puzzle.
pub(super) const TELLING: [char; 8] = ['[', '\\', ']', '^', '`', '{', '}', '~'];

/// Returns whether a text is a graph in graph6.
///
/// Without a header, it is claimed only if the kind is known, or if the text has a character that no grid has.
pub(in crate::formats) fn claims(text: Text<'_>, kind: Option<PuzzleKind>) -> bool {
    let Some(first) = text.lines().next() else { return false };
    match kind {
        _ if first.text.starts_with(">>") => format_of(text) == PuzzleFormat::Graph6,
        None => first.text.contains(TELLING) && is_exact_list(text),
        Some(PuzzleKind::Hamilton) => is_exact(first.text) || is_damaged(text),
        Some(_) => false,
    }
}

/// Returns whether a text without a header is one or several graphs, each of the correct length.
pub(in crate::formats) fn is_exact_list(text: Text<'_>) -> bool {
    text.lines().next().is_some() && text.lines().all(|line| is_exact(line.text))
}

/// Returns whether a line is a graph of the correct length.
pub(super) fn is_exact(line: &str) -> bool {
    let line = Span { text: line, offset: 0 };
    line.text.bytes().all(|byte| (ZERO..=b'~').contains(&byte))
        && vertex_count(line).is_ok_and(|(count, bits)| has_bits(count, bits).is_ok())
}

/// Returns whether a text of one line is most likely a graph that is truncated, not a row of the cells of a grid.
fn is_damaged(text: Text<'_>) -> bool {
    let mut lines = text.lines();
    let is_like = |line: Span<'_>| {
        line.text.bytes().all(|byte| (ZERO..=b'~').contains(&byte))
            && line.text.contains(|c| !"SEse_|".contains(c))
            || line.text.starts_with(['&', ';'])
    };
    lines.next().is_some_and(is_like) && lines.next().is_none()
}

/// Reads a graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let line = only_graph(text)?;
    expect_kind(PuzzleKind::Hamilton, kind, line)?;
    let (count, bits) = vertex_count(line)?;
    has_bits(count, bits)?;
    let mut edges = SimpleEdges::default();
    let mut pair = [0, 1];
    for (byte, place) in bits.text.bytes().zip(bits.chars()) {
        let value = byte - ZERO;
        for bit in (0..6).rev() {
            if pair[1] < count as u32 && value >> bit & 1 == 1 {
                edges.add(pair, place)?;
            }
            pair = if pair[0] + 1 < pair[1] { [pair[0] + 1, pair[1]] } else { [0, pair[1] + 1] };
        }
    }
    edges.into_cycle(count, line)
}

/// Checks that a graph of `count` vertices has this many bits, the last of which are zeros.
fn has_bits(count: usize, bits: Span<'_>) -> Result<(), Fault> {
    let pairs = pair_count(count);
    let needed = pairs.div_ceil(6);
    let found = bits.text.len() as u64;
    if found != needed {
        let message = format!(
            "{} after the number of vertices: a graph of {} has {needed}\n\
             help: check whether the line is truncated or damaged",
            counted(found, "character"),
            counted(count, "vertex")
        );
        // the first character too many, or the end
        let place =
            if found > needed { bits.from(needed as usize) } else { bits.from(bits.text.len()) };
        return Err(place.fault(message));
    }
    let unused = 6 * needed - pairs;
    match bits.text.bytes().next_back() {
        Some(last) if (last - ZERO) & ((1 << unused) - 1) != 0 => {
            let place = bits.from(bits.text.len() - 1);
            Err(place.wrong(format!("is not the last character of a graph of {}: its last bits are not 0\nhelp: check whether the line is damaged", counted(count, "vertex"))))
        }
        _ => Ok(()),
    }
}

/// Returns the number of pairs of vertices.
fn pair_count(count: usize) -> u64 {
    let count = count as u64;
    count * count.saturating_sub(1) / 2
}

/// Writes a graph in one line.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the format cannot express
/// them, and for a graph with so many vertices that the text would exceed [`SIZE_LIMIT`].
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let length = pair_count(graph.vertex_count()).div_ceil(6);
    if length >= SIZE_LIMIT {
        return None;
    }
    let mut values = vec![0_u8; usize::try_from(length).ok()?];
    for edge in graph.edges() {
        let [a, b] = graph.ends(edge);
        let (low, high) = (a.min(b), a.max(b));
        let pair = high * (high - 1) / 2 + low;
        values[pair / 6] |= 1 << (5 - pair % 6);
    }
    Some(write_count(graph.vertex_count()) + &values.into_iter().map(six_bits).collect::<String>())
}

#[cfg(test)]
mod tests {
    use encycle_encodings::grid::Graph;
    use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, read_all, write};
    use crate::puzzle::{Puzzle, PuzzleKind};

    fn cycle_of(count: usize, edges: &[[u32; 2]]) -> Puzzle {
        let graph = Graph::new(count, edges.to_vec()).unwrap();
        Hamilton::new(graph, HamiltonGoal::Cycle, &[]).unwrap().into()
    }

    /// The example of the description of the formats: `DQc` is the path 2-0-4-3-1, and `:Fa@x^` has a triangle.
    #[test]
    fn the_examples_of_the_description_are_read() {
        let parsed = read("DQc", Some(PuzzleKind::Hamilton)).unwrap();
        assert_eq!(parsed.puzzle, cycle_of(5, &[[0, 2], [1, 3], [0, 4], [3, 4]]));
        let parsed = read(":Fa@x^\n", None).unwrap();
        assert_eq!(parsed.puzzle, cycle_of(7, &[[0, 1], [0, 2], [1, 2], [5, 6]]));
        assert_eq!(parsed.format, PuzzleFormat::Sparse6);
    }

    #[test]
    fn small_graphs_survive_both_formats() {
        for count in 1..6 {
            let pairs: Vec<[u32; 2]> =
                (0..count).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
            for chosen in 0..1_usize << pairs.len() {
                let edges = pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
                let edges: Vec<[u32; 2]> = edges.map(|(_, pair)| *pair).collect();
                let puzzle = cycle_of(count as usize, &edges);
                for format in [PuzzleFormat::Graph6, PuzzleFormat::Sparse6] {
                    let text = write(&puzzle, format).unwrap();
                    let parsed = read(&text, Some(PuzzleKind::Hamilton)).unwrap();
                    assert_eq!((&parsed.puzzle, parsed.format), (&puzzle, format), "{text}");
                }
            }
        }
    }

    /// The edge to the last but one vertex of 2, 4, 8 or 16 must not be followed by ones only.
    #[test]
    fn the_last_bits_of_sparse6_were_an_edge() {
        for count in 2..70_u32 {
            for last in 1..count {
                for first in 0..last {
                    let puzzle = cycle_of(count as usize, &[[first, last]]);
                    let text = write(&puzzle, PuzzleFormat::Sparse6).unwrap();
                    let parsed = read(&text, None).unwrap();
                    assert_eq!((&parsed.puzzle, &parsed.notes), (&puzzle, &Vec::new()), "{text}");
                }
            }
        }
    }

    #[test]
    fn large_numbers_of_vertices_have_four_or_eight_characters() {
        for (count, start) in
            [(62, ":}"), (63, ":~??~"), (258_047, ":~}~~"), (258_048, ":~~???~??")]
        {
            let puzzle = cycle_of(count, &[[3, 60]]);
            let text = write(&puzzle, PuzzleFormat::Sparse6).unwrap();
            assert!(text.starts_with(start), "{text}");
            assert_eq!(read(&text, None).unwrap().puzzle, puzzle);
            let dense = write(&puzzle, PuzzleFormat::Graph6);
            assert_eq!(dense.is_ok(), count < 1000);
            if let Ok(text) = dense {
                assert_eq!(read(&text, Some(PuzzleKind::Hamilton)).unwrap().puzzle, puzzle);
            }
        }
    }

    #[test]
    fn a_list_has_a_graph_in_each_line() {
        let graphs = ["DQc", ":Fa@x^", "C~"];
        for text in [
            ">>graph6<<DQc\n:Fa@x^\nC~\n",
            ">>graph6<<\nDQc\n\n:Fa@x^\r\nC~",
            "DQc\n# a comment\n:Fa@x^\nC~\n",
        ] {
            let all = read_all(text, None);
            assert_eq!(all.len(), 3, "{text}");
            for (one, graph) in all.into_iter().zip(graphs) {
                let alone = read(graph, Some(PuzzleKind::Hamilton)).unwrap().puzzle;
                assert_eq!(one.1.unwrap().puzzle, alone, "{text}");
            }
        }
        // a malformed graph has its place, and is no reason to read the others as rows of a grid
        let all = read_all("DQc\nDQ\nE\nC~\nDQc\n", None);
        let places: Vec<_> = all
            .iter()
            .map(|one| one.1.as_ref().err().map(|error| (error.line, error.column)))
            .collect();
        assert_eq!(places, [None, Some((2, 3)), Some((3, 2)), None, None]);
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(&[
            (
                ">>graph6<<DQ\n",
                1,
                13,
                "1 character after the number of vertices: a graph of 5 vertices has 2",
            ),
            (">>graph6<<DQcc\n", 1, 14, "a graph of 5 vertices has 2"),
            (">>graph6<<DQd\n", 1, 13, "its last bits are not 0"),
            (">>graph6<<DQ3\n", 1, 13, "'3' is not a character of a graph"),
            (">>graph6<<~?\n", 1, 13, "number of vertices is incomplete"),
            (">>sparse6<<:~~~~~~~~\n", 1, 13, "68719476735 vertices: the limit"),
            (">>graph6<<?\n", 1, 11, "no vertices"),
            (">>graph6<<\n", 1, 11, "no graph after the header"),
            (">>digraph6<<&C\n", 1, 1, "is a directed graph"),
            (">>graph6<<&C\n", 1, 11, "is a directed graph"),
            (">>other<<C~\n", 1, 1, "unknown header"),
        ]);
    }
}
