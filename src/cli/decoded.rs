//! What `encycle decode` found, as text and as JSON. The JSON is documented in `docs/json.md`.

use encycle_encodings::grid::{Edge, Grid};
use serde_json::json;

use super::exit::Exit;
use crate::decode::{Decoded, Drawing};
use crate::formats::map::Map;
use crate::puzzle::Puzzle;
use crate::render::{Charset, Picture, text};
use crate::solvers::Dialect;

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-decode-1";

/// How many loops are told with their lengths before the rest is only counted.
const TOLD: usize = 10;

/// Everything that is told of one output.
pub struct Report<'a> {
    pub name: &'a str,
    pub output: &'a str,
    pub puzzle: &'a Puzzle,
    pub map: &'a Map,
    pub dialect: Dialect,
    pub decoded: &'a Decoded,
}

impl Report<'_> {
    pub fn exit(&self) -> Exit {
        match self.decoded {
            Decoded::Drawn(drawing) if drawing.broken.is_none() => Exit::Positive,
            Decoded::Drawn(_) | Decoded::NoSolution => Exit::Negative,
            Decoded::Unknown => Exit::Unknown,
        }
    }

    fn verdict(&self) -> &'static str {
        match self.decoded {
            Decoded::Drawn(drawing) if drawing.broken.is_none() => "solved",
            Decoded::Drawn(_) => "rule-broken",
            Decoded::NoSolution => "no-solution",
            Decoded::Unknown => "unknown",
        }
    }

    fn drawing(&self) -> Option<&Drawing> {
        match self.decoded {
            Decoded::Drawn(drawing) => Some(drawing),
            _ => None,
        }
    }

    /// Why the verdict is not `solved`.
    fn reason(&self) -> Option<String> {
        match self.decoded {
            Decoded::Drawn(drawing) => drawing.broken.as_ref().map(ToString::to_string),
            Decoded::NoSolution => Some(
                "the solver found no model. The formula demands no more than the puzzle (without \
                 cuts it allows several loops), so the puzzle has no solution either"
                    .to_owned(),
            ),
            Decoded::Unknown => Some("the solver did not know".to_owned()),
        }
    }

    /// A verdict line, the reason if there is one, and the picture.
    pub fn text(&self, charset: Charset) -> String {
        let Puzzle::Slitherlink(puzzle) = self.puzzle;
        let grid = puzzle.grid();
        let mut out = format!(
            "{}: {} ({} x {}, read as {})\n",
            self.name,
            self.verdict(),
            grid.rows(),
            grid.cols(),
            self.dialect.name()
        );
        out.extend(self.reason().map(|reason| reason + "\n"));
        if let Some(drawing) = self.drawing() {
            if !drawing.loops.is_empty() {
                out += &loops(drawing);
            }
            out += &text(Picture::solved(puzzle, &drawing.lines), charset);
        }
        out
    }

    /// What the reader should know of the output beside the verdict.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let Some(drawing) = self.drawing() else { return notes };
        if drawing.missing > 0 {
            notes.push(format!(
                "{} of {} variables have no value and are taken as false",
                drawing.missing, drawing.variables
            ));
        }
        if drawing.unfinished {
            notes.push("no 0 ends the model: the output may be cut off".to_owned());
        }
        notes.extend(drawing.disagreement.map(|found| found.to_string()));
        if drawing.broken.is_some() && drawing.loops.is_empty() {
            notes.push(
                "a model of this puzzle's formula never breaks this rule: the output is cut off, \
                 or of another puzzle or encoding, or the solver is wrong"
                    .to_owned(),
            );
        }
        notes
    }

    /// One JSON object on one line.
    pub fn json(&self) -> String {
        let Puzzle::Slitherlink(puzzle) = self.puzzle;
        let (grid, drawing) = (puzzle.grid(), self.drawing());
        let names = |edges: &[Edge]| edge_names(grid, edges.iter().copied());
        let broken = drawing.and_then(|drawing| drawing.broken.as_ref());
        let value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "output": self.output,
            "kind": self.puzzle.kind().name(),
            "size": { "rows": grid.rows(), "cols": grid.cols() },
            "verdict": self.verdict(),
            "reason": self.reason(),
            "error": null,
            "dialect": self.dialect.name(),
            "encoding": self.map.fact("encoding"),
            "cnf": self.map.fact("cnf"),
            "edges": drawing.map(|drawing| edge_names(grid, drawing.lines.edges())),
            "broken": broken.map(|broken| json!({
                "rule": broken.rule, "place": broken.place, "found": broken.found,
            })),
            "loops": drawing.map(|drawing| &drawing.loops).filter(|loops| !loops.is_empty()).map(
                |loops| loops.iter().map(|edges| names(edges)).collect::<Vec<_>>(),
            ),
            "solution_edges": drawing.and_then(|drawing| drawing.solution.as_deref()).map(names),
            "missing": drawing.map(|drawing| drawing.missing),
            "notes": self.notes(),
        });
        format!("{value}\n")
    }
}

/// The JSON of a puzzle, a map or an output that could not be read.
pub fn unreadable_json(puzzle: &str, output: &str, error: &str) -> String {
    let value = json!({
        "schema": SCHEMA, "puzzle": puzzle, "output": output, "verdict": "failed", "error": error,
    });
    format!("{value}\n")
}

/// How many loops there are, how long they are, and whether one alone would do.
fn loops(drawing: &Drawing) -> String {
    let lengths: Vec<String> =
        drawing.loops.iter().take(TOLD).map(|edges| edges.len().to_string()).collect();
    let more = if drawing.loops.len() > TOLD { ", ..." } else { "" };
    let first = drawing.solution.as_ref().and_then(|edges| edges.first());
    let alone = match first {
        Some(&edge) => {
            let edge = drawing.lines.grid().edge_name(edge);
            format!("the one through {edge} is a solution by itself")
        }
        None => "none is a solution by itself".to_owned(),
    };
    format!("{} loops, of {}{more} edges; {alone}\n", drawing.loops.len(), lengths.join(", "))
}

fn edge_names(grid: Grid, edges: impl IntoIterator<Item = Edge>) -> Vec<String> {
    edges.into_iter().map(|edge| grid.edge_name(edge).to_string()).collect()
}
