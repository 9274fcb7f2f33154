//! Edge lists: one edge per line, as two vertices counted from 1.
//!
//! A bare list without any header is a Hamilton cycle problem, but only if the caller asks for that kind or
//! the file name ends in `.hcp`. Its largest number is the number of vertices.

use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::Reading;
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{Span, Text, edge_list};

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
    let graph = edge_list::read(lines, largest.clamp(1, edge_list::MAX_VERTICES))?;
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    Ok((puzzle.map_err(|error| text.fault_at_end(error.to_string()))?.into(), None))
}

/// Writes a bare list.
///
/// Returns `None` for a path, a puzzle on a grid, a graph with forbidden edges, or a graph whose last vertex
/// has no edge: a bare list can express none of these.
pub(crate) fn write_bare(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let last = graph.vertex_count().checked_sub(1)?;
    // the reader takes the number of vertices from the largest number in the list
    (!graph.incident(last).is_empty()).then(|| edge_list::write(graph))
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
