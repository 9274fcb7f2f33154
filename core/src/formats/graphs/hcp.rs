//! TSPLIB files of Hamilton cycle problems: `.hcp` files (Reinelt 1995, TSPLIB 95, sections 1.1 and 1.2).
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
//! With `ADJ_LIST`, each line is a vertex and its neighbors, followed by -1. Some files list an edge at both of its
//! ends; the reader merges the two entries. An edge that the cycle must use (`FIXED_EDGES_SECTION`) is divided by a new
//! vertex.

use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::{Reading, TextContent, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::edge_list::{self, MergedEdges};
use encycle_encodings::text::{Fault, Span, Text};

/// The keywords of the header.
const KEYWORDS: [&str; 6] =
    ["NAME", "COMMENT", "TYPE", "DIMENSION", "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION"];

/// The section of the edges that the cycle must use.
const FIXED: &str = "FIXED_EDGES_SECTION";

/// Returns whether `line` looks like a header line of such a file.
pub(in crate::formats) fn claims(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next().unwrap_or_default();
    KEYWORDS.contains(&word)
}

/// The parts of a file read so far.
#[derive(Default)]
struct HcpParts<'a> {
    vertices: Option<usize>,
    /// Whether the edges are adjacency lists (`ADJ_LIST`) instead of pairs.
    adjacency: bool,
    edges: Option<MergedEdges<'a>>,
    /// The edges that the cycle must use.
    fixed: Vec<[Span<'a>; 2]>,
}

/// Reads a `.hcp` file.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut parts = HcpParts::default();
    let mut lines = text.lines();
    let first = lines.clone().next().ok_or_else(|| text.fault_at_end("the file is empty"))?;
    expect_kind(PuzzleKind::Hamilton, kind, first)?;
    while let Some(line) = lines.next().filter(|line| line.text != "EOF") {
        let (key, value) = line.cut(|c| c == ':' || c.is_whitespace());
        let value = value.unwrap_or(line.from(line.text.len())).trim();
        let value = if value.text.starts_with(':') { value.from(1).trim() } else { value };
        match key.text {
            "EDGE_DATA_SECTION" => {
                let count = parts.vertices.ok_or_else(|| text.fault_at_end("no DIMENSION"))?;
                let mut edges = MergedEdges::new(count);
                edge_data(line, &mut lines, parts.adjacency, |a, b| edges.add(a, b))?;
                parts.edges = Some(edges);
            }
            FIXED => pairs(line, &mut lines, |a, b| {
                parts.fixed.push([a, b]);
                Ok(())
            })?,
            _ if parts.edges.is_some() => {
                return Err(line.wrong("after the -1 that ends the edges\nhelp: remove it"));
            }
            _ => parts.set(key, value)?,
        }
    }
    let edges =
        parts.edges.ok_or_else(|| text.fault_at_end("the file ends before EDGE_DATA_SECTION"))?;
    let (graph, notes) = with_fixed(edges.graph()?, &parts.fixed)?;
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    let puzzle = puzzle.map_err(|error| first.fault(error.to_string()))?;
    Ok(TextContent { notes, ..puzzle.into() })
}

impl HcpParts<'_> {
    /// Stores a line of the header.
    fn set(&mut self, key: Span<'_>, value: Span<'_>) -> Result<(), Fault> {
        match key.text {
            "NAME" | "COMMENT" => {}
            "TYPE" if value.text == "HCP" => {}
            "TYPE" => {
                let message = format!(
                    "unsupported TYPE {}: a puzzle has the type HCP\n\
                     help: `encycle help own-problem` tells which commands read TSP and ATSP",
                    value.shown()
                );
                return Err(value.fault(message));
            }
            "DIMENSION" if self.vertices.is_some() => {
                return Err(key.fault("second DIMENSION\nhelp: keep one"));
            }
            "DIMENSION" => self.vertices = Some(edge_list::vertex_count(value)?),
            "EDGE_DATA_FORMAT" => self.adjacency = is_adjacency(value)?,
            _ => {
                return Err(key.wrong(format!(
                    "is not a keyword of a Hamilton cycle problem\nhelp: use one of {}",
                    KEYWORDS.join(", ")
                )));
            }
        }
        Ok(())
    }
}

/// Returns whether the value of `EDGE_DATA_FORMAT` means adjacency lists instead of pairs.
pub(in crate::formats) fn is_adjacency(value: Span<'_>) -> Result<bool, Fault> {
    match value.text {
        "EDGE_LIST" => Ok(false),
        "ADJ_LIST" => Ok(true),
        _ => {
            let shown = value.shown();
            Err(value.fault(format!(
                "unknown EDGE_DATA_FORMAT {shown}\nhelp: use EDGE_LIST or ADJ_LIST"
            )))
        }
    }
}

/// Reads the edges after the line `section`, up to the `-1` that ends them.
pub(in crate::formats) fn edge_data<'a>(
    section: Span<'a>,
    lines: &mut (impl Iterator<Item = Span<'a>> + Clone),
    is_adjacency: bool,
    add: impl FnMut(Span<'a>, Span<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    match is_adjacency {
        true => adjacency_lists(section, lines, add),
        false => pairs(section, lines, add),
    }
}

/// Reads pairs of vertices up to `-1`, or up to a line `EOF`. A file that ends before is truncated.
fn pairs<'a>(
    section: Span<'a>,
    lines: &mut (impl Iterator<Item = Span<'a>> + Clone),
    mut add: impl FnMut(Span<'a>, Span<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let single = |a: Span<'a>| {
        Err(a.fault(format!("edge with only one vertex: {}\nhelp: write two vertices", a.shown())))
    };
    let mut first: Option<Span<'a>> = None;
    while let Some(line) = lines.clone().next().filter(|line| line.text != "EOF") {
        lines.next();
        for word in line.words() {
            match (first.take(), word.text) {
                (None, "-1") => return Ok(()),
                (Some(a), "-1") => return single(a),
                (None, _) => first = Some(word),
                (Some(a), _) => add(a, word)?,
            }
        }
    }
    match first {
        Some(a) => single(a),
        None if lines.clone().next().is_some() => Ok(()),
        None => Err(section.fault_after(
            "no -1 at the end of the section\nhelp: check whether the file is truncated; if not, write -1 below its last line",
        )),
    }
}

/// Reads adjacency lists, each of which is a vertex, its neighbors and `-1`, up to a line `-1`.
fn adjacency_lists<'a>(
    section: Span<'a>,
    lines: &mut (impl Iterator<Item = Span<'a>> + Clone),
    mut add: impl FnMut(Span<'a>, Span<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut is_empty = true;
    while let Some(line) = lines.clone().next().filter(|line| line.text != "EOF") {
        lines.next();
        let words: Vec<Span<'a>> = line.words().collect();
        if words.last().is_none_or(|word| word.text != "-1") {
            return Err(line.fault_after(format!(
                "no -1 after the neighbours of vertex {}: each line of an ADJ_LIST ends in -1\n\
                 help: add it, or write the edges as an EDGE_LIST",
                words.first().map_or("", |word| word.text)
            )));
        }
        for list in words.split(|word| word.text == "-1") {
            match list {
                [] if words.len() == 1 => return Ok(()),
                [] => {}
                [vertex, neighbours @ ..] => {
                    is_empty &= neighbours.is_empty();
                    neighbours.iter().try_for_each(|&neighbour| add(*vertex, neighbour))?;
                }
            }
        }
    }
    match is_empty {
        true => Err(section.fault_after("no edges\nhelp: check whether the file is truncated")),
        false => Ok(()),
    }
}

/// Divides each edge that the cycle must use by a new vertex. A cycle through all vertices visits the new vertex, so it
/// uses both halves of the edge. Returns the graph, and notes that name the new vertices.
fn with_fixed(graph: Graph, fixed: &[[Span<'_>; 2]]) -> Result<(Graph, Vec<String>), Fault> {
    let count = graph.vertex_count();
    let mut must: Vec<Edge> = Vec::new();
    for [a, b] in fixed {
        let (from, to) = (edge_list::vertex(*a, count)?, edge_list::vertex(*b, count)?);
        let edge = graph.edge_between(from, to).ok_or_else(|| {
            a.fault(format!("the fixed edge {} {} is not an edge of the graph", a.text, b.text))
        })?;
        if !must.contains(&edge) {
            must.push(edge);
        }
    }
    if must.is_empty() {
        return Ok((graph, Vec::new()));
    }
    let ends = |edge: Edge| graph.ends(edge).map(|end| end as u32);
    let mut edges: Vec<[u32; 2]> =
        graph.edges().filter(|edge| !must.contains(edge)).map(ends).collect();
    let mut notes = Vec::new();
    for (new, &edge) in (count as u32..).zip(&must) {
        let [a, b] = ends(edge);
        edges.extend([[a, new], [new, b]]);
        notes.push(format!(
            "the fixed edge {} {} goes through the new vertex {}",
            a + 1,
            b + 1,
            new + 1
        ));
    }
    let graph = edge_list::graph(count + must.len(), edges, &[])?;
    Ok((graph, notes))
}

/// Writes a `.hcp` file with an edge list.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the format cannot express
/// them.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
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
        // no blanks before the colons, the keys in another order, no EOF, and each edge listed at both ends
        let odd = "EDGE_DATA_FORMAT: ADJ_LIST\nDIMENSION 4\nTYPE: HCP\nEDGE_DATA_SECTION\n\
                   1 2 -1\n2 1 3 -1\n3 4 -1 4 1 -1\n";
        assert_eq!(read(odd, None).unwrap().puzzle, plain);
        assert_eq!(read(&format!("{odd}-1\nEOF\n"), None).unwrap().puzzle, plain);
    }

    #[test]
    fn fixed_edges_were_dropped_on_advice() {
        let file = |fixed: &str| {
            format!(
                "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n1 3\n2 4\n\
                 -1\nFIXED_EDGES_SECTION\n{fixed}\n-1\nEOF\n"
            )
        };
        let parsed = read(&file("1 3\n3 1"), None).unwrap();
        assert_eq!(parsed.notes, ["the fixed edge 1 3 goes through the new vertex 5"]);
        let divided = "hamilton graph 5\n1 2\n2 3\n3 4\n4 1\n2 4\n1 5\n5 3\n";
        assert_eq!(parsed.puzzle, read(divided, None).unwrap().puzzle);
        assert_refused(&[
            (&file("1 5"), 13, 3, "'5' is not a vertex"),
            (&file("2 2"), 13, 1, "not an edge of the graph"),
            (&file("1"), 13, 1, "only one vertex"),
        ]);
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
            (
                "DIMENSION : 3\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3\n2 3\n-1\n",
                4,
                6,
                "no -1 after the neighbours of vertex 1",
            ),
        ]);
    }
}
