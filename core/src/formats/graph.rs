//! The JSON format of a Slitherlink on a general graph (Yoshinaka 2012, definition 4):
//!
//! ```json
//! {
//!   "kind": "slitherlink",
//!   "points": [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]],
//!   "edges": [[1, 2], [2, 3], [3, 4], [4, 1], [1, 5], [2, 5], [3, 5], [4, 5]],
//!   "clues": [{ "face": [1, 2, 5], "count": 2 }, { "edges": [2, 3, 7], "count": 1 }]
//! }
//! ```
//!
//! Vertices and edges are counted from 1. `points` holds the coordinates of the vertices, with x to the right and y
//! down; `"vertices": 5` in its place holds only their number. A clue is a set of edges, listed by number or as the
//! vertices around a face, together with the number of these edges in the loop.

use std::fmt::Write;

use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use serde::Deserialize;

use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::{Fault, Span, Text, counted};

/// The JSON document of a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleDocument {
    kind: String,
    #[serde(default)]
    vertices: Option<usize>,
    #[serde(default)]
    points: Option<Vec<(f64, f64)>>,
    edges: Vec<(u32, u32)>,
    #[serde(default)]
    clues: Vec<DocumentClue>,
}

/// A clue of the document: either `edges` or `face`, and the count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentClue {
    #[serde(default)]
    edges: Option<Vec<usize>>,
    #[serde(default)]
    face: Option<Vec<usize>>,
    count: u32,
}

/// The maximum number of vertices, which is the number of vertices of the largest grid.
const MAX_VERTICES: usize = 1_002_001;

/// The largest absolute value of a coordinate.
const MAX_COORDINATE: f64 = 1e6;

/// Returns whether `line` can begin such a document.
pub(super) fn claims(line: &str) -> bool {
    line.starts_with('{')
}

/// Returns whether JSON has the edges of a graph.
pub(super) fn is_like_puzzle(text: Text<'_>) -> bool {
    text.0.contains("\"edges\"")
}

/// Reads a puzzle from JSON.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let whole = Span { text: text.0, offset: 0 };
    let start = whole.trim();
    let document: PuzzleDocument = serde_json::from_str(text.0).map_err(|error| {
        let lines = text.0.split_inclusive('\n').take(error.line().saturating_sub(1));
        let line: usize = lines.map(str::len).sum();
        let mut offset = (line + error.column().saturating_sub(1)).min(text.0.len());
        while !text.0.is_char_boundary(offset) {
            offset -= 1;
        }
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        let help = "a puzzle on a general graph is one JSON object";
        Fault { offset, message: format!("invalid JSON: {message}\nhelp: {help}") }
    })?;
    let found: PuzzleKind =
        document.kind.parse().map_err(|error| start.fault(format!("{error}")))?;
    expect_kind(found, kind, start)?;
    if found != PuzzleKind::Slitherlink {
        return Err(start.fault(format!("only slitherlink can be read from JSON: {found}")));
    }
    let fault = |message: String| start.fault(message);
    let points = document.points.unwrap_or_default();
    let is_near = |&(x, y): &(f64, f64)| x.abs() <= MAX_COORDINATE && y.abs() <= MAX_COORDINATE;
    if let Some(index) = points.iter().position(|point| !is_near(point)) {
        return Err(fault(format!(
            "point {}: a coordinate is outside -{MAX_COORDINATE} to {MAX_COORDINATE}",
            index + 1
        )));
    }
    let count = match (document.vertices, points.len()) {
        (Some(count), 0) => count,
        (None, count) if count > 0 => count,
        (Some(count), points) if count == points => count,
        (None, _) => return Err(fault("neither `vertices` nor `points` is present".to_owned())),
        (Some(count), points) => {
            return Err(fault(format!(
                "{}, but {}\nhelp: remove `vertices` or `points`",
                counted(count, "vertex"),
                counted(points, "point")
            )));
        }
    };
    if count > MAX_VERTICES {
        return Err(fault(format!("{count} vertices: the limit is {MAX_VERTICES}")));
    }
    let from_one = |number: u32| number.wrapping_sub(1);
    let edges = document.edges.iter().map(|&(a, b)| [from_one(a), from_one(b)]).collect();
    let graph = Graph::new(count, edges).map_err(|(index, _)| {
        let (a, b) = document.edges[index];
        let why = match () {
            () if a == b => "both ends are the same vertex".to_owned(),
            () if a == 0 || b == 0 || a.max(b) as usize > count => {
                format!("vertices are numbered 1 to {count}")
            }
            () => "duplicate of an earlier edge".to_owned(),
        };
        fault(format!("edge {} [{a}, {b}]: {why}", index + 1))
    })?;
    let clues: Result<Vec<_>, Fault> = document
        .clues
        .iter()
        .enumerate()
        .map(|(index, clue)| {
            let edges = edges_of(&graph, clue)
                .map_err(|why| fault(format!("clue {}: {why}", index + 1)))?;
            Ok((edges, clue.count as usize))
        })
        .collect();
    let points = points.iter().map(|&(x, y)| ((x * 100.0) as i32, (y * 100.0) as i32)).collect();
    let puzzle = Slitherlink::on_graph(graph, points, clues?)
        .map_err(|(index, why)| fault(format!("clue {}: {why}", index + 1)))?;
    Ok(puzzle.into())
}

/// Returns the edges of a clue.
fn edges_of(graph: &Graph, clue: &DocumentClue) -> Result<Vec<Edge>, String> {
    match (&clue.edges, &clue.face) {
        (Some(edges), None) => edges
            .iter()
            .map(|&number| match number {
                1.. if number <= graph.edge_count() => Ok(Edge(number as u32 - 1)),
                _ => Err(format!("edge {number}: edges are numbered 1 to {}", graph.edge_count())),
            })
            .collect(),
        (None, Some(face)) => {
            let count = graph.vertex_count();
            if let Some(wrong) = face.iter().find(|&&vertex| vertex == 0 || vertex > count) {
                return Err(format!("vertex {wrong}: vertices are numbered 1 to {count}"));
            }
            let next = face.iter().cycle().skip(1);
            face.iter()
                .zip(next)
                .map(|(&a, &b)| {
                    let edge = graph.edge_between(a - 1, b - 1);
                    edge.ok_or_else(|| {
                        format!("no edge connects the vertices {a} and {b} of the face")
                    })
                })
                .collect()
        }
        _ => Err("expected either `edges` or `face`".to_owned()),
    }
}

/// Writes a puzzle as JSON; a puzzle on a grid becomes the graph of its grid lines.
pub(super) fn write(puzzle: &Slitherlink) -> String {
    let graph = puzzle.graph();
    let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(", ");
    let mut out = String::from("{\n  \"kind\": \"slitherlink\",\n");
    let points: Vec<(i32, i32)> = match puzzle.grid() {
        Some(grid) => grid.vertices().map(|v| (100 * v.col as i32, 100 * v.row as i32)).collect(),
        None => puzzle.points().to_vec(),
    };
    // writing to a String cannot fail
    let _ = match points[..] {
        [] => writeln!(out, "  \"vertices\": {},", graph.vertex_count()),
        _ => {
            let decimal = |number: i32| f64::from(number) / 100.0;
            let mut points =
                points.iter().map(|&(x, y)| format!("[{}, {}]", decimal(x), decimal(y)));
            writeln!(out, "  \"points\": [{}],", list(&mut points))
        }
    };
    let mut edges = graph.edges().map(|edge| {
        let [a, b] = graph.ends(edge);
        format!("[{}, {}]", a + 1, b + 1)
    });
    let _ = writeln!(out, "  \"edges\": [{}],", list(&mut edges));
    let clues = puzzle.edge_clues().iter().map(|clue| {
        let mut edges = clue.edges.iter().map(|edge| (edge.0 + 1).to_string());
        format!("    {{ \"edges\": [{}], \"count\": {} }}", list(&mut edges), clue.count)
    });
    let clues: Vec<String> = clues.collect();
    let _ = match clues[..] {
        [] => writeln!(out, "  \"clues\": []\n}}"),
        _ => writeln!(out, "  \"clues\": [\n{}\n  ]\n}}", clues.join(",\n")),
    };
    out
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    const WHEEL: &str = r#"{
  "kind": "slitherlink",
  "points": [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]],
  "edges": [[1, 2], [2, 3], [3, 4], [4, 1], [1, 5], [2, 5], [3, 5], [4, 5]],
  "clues": [
    { "edges": [1, 6, 5], "count": 2 },
    { "edges": [2, 3, 7], "count": 1 }
  ]
}
"#;

    #[test]
    fn a_graph_is_read_and_written() {
        let parsed = read(WHEEL, None).unwrap();
        assert_eq!(parsed.format, PuzzleFormat::Graph);
        assert_eq!(write(&parsed.puzzle, PuzzleFormat::Graph).unwrap(), WHEEL);
        let face = WHEEL.replace("\"edges\": [1, 6, 5]", "\"face\": [1, 2, 5]");
        assert_eq!(read(&face, None).unwrap().puzzle, parsed.puzzle);
        let grid = read("slitherlink 2 2\n3.\n..\n", None).unwrap().puzzle;
        let graph = read(&write(&grid, PuzzleFormat::Graph).unwrap(), None).unwrap().puzzle;
        assert_eq!(graph.atom_count(), grid.atom_count());
        assert!(write(&graph, PuzzleFormat::Plain).is_err());
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        let with = |from: &str, to: &str| WHEEL.replace(from, to);
        let table = [
            (with("[3, 4]", "[3, 3]"), "edge 3 [3, 3]: both ends"),
            (with("[3, 4]", "[3, 6]"), "edge 3 [3, 6]: vertices are numbered 1 to 5"),
            (with("[3, 4]", "[3, 0]"), "edge 3 [3, 0]: vertices are numbered 1 to 5"),
            (with("[3, 4]", "[2, 1]"), "edge 3 [2, 1]: duplicate"),
            (with("[1, 6, 5]", "[1, 9]"), "clue 1: edge 9: edges are numbered 1 to 8"),
            (with("[1, 6, 5]", "[1, 1]"), "clue 1: an edge is listed twice"),
            (
                with("\"edges\": [2, 3, 7]", "\"face\": [1, 3]"),
                "no edge connects the vertices 1 and 3",
            ),
            (
                with("\"edges\": [2, 3, 7]", "\"face\": [1, 7]"),
                "vertex 7: vertices are numbered 1 to 5",
            ),
            (with("\"edges\": [2, 3, 7], ", ""), "clue 2: expected either"),
            (with("slitherlink", "sudoku"), "read from JSON: sudoku"),
            (with("[0.5, 0.5]", "[1e9, 0]"), "point 5"),
        ];
        for (text, words) in &table {
            assert_refused(&[(text, 1, 1, words)]);
        }
        assert_refused(&[
            ("{ \"kind\": \"slitherlink\", \"edges\": [] }", 1, 1, "neither `vertices` nor"),
            ("{\n  \"kind\": 7 }", 2, 11, "invalid type"),
            ("{ \"edge\": 1 }", 1, 8, "unknown field `edge`"),
            ("{", 1, 1, "EOF"),
        ]);
    }
}
