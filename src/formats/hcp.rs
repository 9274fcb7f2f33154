//! Hamilton cycle problems of TSPLIB: `.hcp` files (Reinelt 1995, TSPLIB 95, sections 1.1 and 1.2).
//!
//! ```text
//! NAME : triangle
//! TYPE : HCP
//! DIMENSION : 3
//! EDGE_DATA_FORMAT : EDGE_LIST
//! EDGE_DATA_SECTION
//! 1 2
//! 2 3
//! 3 1
//! -1
//! EOF
//! ```
//!
//! With `ADJ_LIST`, each line is a vertex and its neighbours, closed by -1. Some files list an edge at both
//! of its ends; the reader merges the two entries.

use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::edge_list::{self, MergedEdges};
use encycle_encodings::text::{Span, Text};

/// The keywords of the header.
const KEYWORDS: [&str; 6] =
    ["NAME", "COMMENT", "TYPE", "DIMENSION", "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION"];

/// Returns whether `line` looks like a header line of such a file.
pub(super) fn claims(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next().unwrap_or_default();
    KEYWORDS.contains(&word)
}

/// The values of the header.
#[derive(Default)]
struct Head {
    vertices: Option<usize>,
    /// Whether the edges are adjacency lists (`ADJ_LIST`) instead of pairs.
    adjacency: bool,
}

/// Reads a `.hcp` file.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut head = Head::default();
    let mut lines = text.lines();
    let first = lines.clone().next().ok_or_else(|| text.fault_at_end("the file is empty"))?;
    expect_kind(PuzzleKind::Hamilton, kind, first)?;
    loop {
        let line = lines
            .next()
            .ok_or_else(|| text.fault_at_end("the file ends before EDGE_DATA_SECTION"))?;
        let (key, value) = line.cut(|c| c == ':' || c.is_whitespace());
        let value = value.unwrap_or(line.from(line.text.len())).trim();
        let value = if value.text.starts_with(':') { value.from(1).trim() } else { value };
        match key.text {
            "NAME" | "COMMENT" => {}
            "TYPE" if value.text == "HCP" => {}
            "TYPE" => {
                let message = format!("unsupported TYPE {}: only HCP can be read", value.shown());
                return Err(value.fault(message));
            }
            "DIMENSION" if head.vertices.is_some() => {
                return Err(key.fault("second DIMENSION\nhelp: keep one"));
            }
            "DIMENSION" => head.vertices = Some(edge_list::vertex_count(value)?),
            "EDGE_DATA_FORMAT" => {
                head.adjacency = match value.text {
                    "EDGE_LIST" => false,
                    "ADJ_LIST" => true,
                    _ => {
                        let shown = value.shown();
                        return Err(value.fault(format!(
                            "unknown EDGE_DATA_FORMAT {shown}\nhelp: use EDGE_LIST or ADJ_LIST"
                        )));
                    }
                };
            }
            "EDGE_DATA_SECTION" => break,
            _ => {
                return Err(key.fault(format!(
                    "{} is not a keyword of a Hamilton cycle problem\nhelp: use one of {}",
                    key.shown(),
                    KEYWORDS.join(", ")
                )));
            }
        }
    }
    let count = head.vertices.ok_or_else(|| text.fault_at_end("no DIMENSION"))?;
    let mut edges = MergedEdges::new(count);
    let mut words = lines.flat_map(Span::words).take_while(|word| word.text != "EOF");
    if head.adjacency {
        while let Some(vertex) = words.next().filter(|word| word.text != "-1") {
            loop {
                match words.next() {
                    Some(end) if end.text == "-1" => break,
                    Some(neighbour) => edges.add(vertex, neighbour)?,
                    None => return Err(text.fault_at_end("no -1 after the last neighbour")),
                }
            }
        }
    } else {
        while let Some(a) = words.next().filter(|word| word.text != "-1") {
            match words.next() {
                Some(b) if b.text != "-1" => edges.add(a, b)?,
                _ => return Err(a.fault(format!("edge with only one vertex: {}", a.shown()))),
            }
        }
    }
    if let Some(more) = words.next() {
        return Err(more
            .fault(format!("{} after the -1 that ends the edges\nhelp: remove it", more.shown())));
    }
    let graph = edges.graph()?;
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    Ok((puzzle.map_err(|error| first.fault(error.to_string()))?.into(), None))
}

/// Writes a `.hcp` file with an edge list.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges: the format can express none
/// of these.
pub(super) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    Some(format!(
        "NAME : encycle\nTYPE : HCP\nDIMENSION : {}\nEDGE_DATA_FORMAT : EDGE_LIST\n\
         EDGE_DATA_SECTION\n{}-1\nEOF\n",
        graph.vertex_count(),
        edge_list::write(graph)
    ))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn edge_lists_and_adjacency_lists_are_read() {
        let plain = read("hamilton graph 4 cycle\n1 2\n2 3\n3 4\n4 1\n", None).unwrap().puzzle;
        let list = write(&plain, PuzzleFormat::Hcp).unwrap();
        let parsed = read(&list, None).unwrap();
        assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Hcp));
        // no blanks before the colons, keys in another order, no EOF, each edge listed at both ends
        let odd = "EDGE_DATA_FORMAT: ADJ_LIST\nDIMENSION 4\nTYPE: HCP\nEDGE_DATA_SECTION\n\
                   1 2 -1\n2 1 3 -1\n3\n 4 -1 4 1 -1\n";
        assert_eq!(read(odd, None).unwrap().puzzle, plain);
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        let head = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\n";
        let with = |rest: &str| format!("{head}{rest}");
        assert_refused(&[
            ("TYPE : TSP\n", 1, 8, "unsupported TYPE 'TSP'"),
            ("NAME : x\nCAPACITY : 7\n", 2, 1, "'CAPACITY' is not a keyword"),
            ("DIMENSION : x\n", 1, 13, "'x' is not a number of vertices"),
            ("NAME : x\n", 1, 9, "before EDGE_DATA_SECTION"),
            ("EDGE_DATA_FORMAT : MATRIX\n", 1, 20, "use EDGE_LIST or ADJ_LIST"),
            ("TYPE : HCP\nEDGE_DATA_SECTION\n1 2\n", 3, 4, "no DIMENSION"),
            (&with("EDGE_DATA_SECTION\n1 2\n2 4\n-1\n"), 6, 3, "'4' is not a vertex"),
            (&with("EDGE_DATA_SECTION\n1 2\n2\n-1\n"), 6, 1, "only one vertex"),
            (&with("EDGE_DATA_SECTION\n1 2\n2 2\n-1\n"), 6, 1, "same vertex"),
            (&with("EDGE_DATA_SECTION\n1 2\n-1\n2 3\n"), 7, 1, "after the -1"),
        ]);
    }
}
