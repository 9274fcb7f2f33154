//! The outcome of `encycle solve`, as text and as JSON. The JSON is documented in `docs/json.md`.

use std::fmt::Write;

use encycle_encodings::connectivity::{CutKind, Lines};
use serde_json::json;

use crate::puzzle::Puzzle;
use crate::render::{Charset, Picture, text};
use crate::search::{Outcome, SolverId};

/// Everything that is told of one puzzle.
pub struct Report<'a> {
    pub name: &'a str,
    pub puzzle: &'a Puzzle,
    pub encoding: &'a str,
    pub cnf: &'a str,
    pub cuts: CutKind,
    pub solver: &'a SolverId,
    pub outcome: &'a Outcome,
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-solve-1";

/// How many differing edges are named before the rest is only counted.
const NAMED: usize = 20;

impl Report<'_> {
    /// A verdict line, then the pictures.
    pub fn text(&self, charset: Charset) -> String {
        let Puzzle::Slitherlink(puzzle) = self.puzzle;
        let (grid, outcome) = (puzzle.grid(), self.outcome);
        let plural = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let mut out = format!(
            "{}: {} ({} x {}, {}, {}, {})\n",
            self.name,
            outcome.verdict,
            grid.rows(),
            grid.cols(),
            self.solver,
            plural(outcome.rounds.len(), "round"),
            plural(outcome.cuts(), "cut"),
        );
        // writing to a String cannot fail
        if let Some(reason) = &outcome.reason {
            let _ = writeln!(out, "{reason}");
        }
        match &outcome.solutions[..] {
            [] => {}
            [only] => out.push_str(&text(Picture::solved(puzzle, only), charset)),
            [first, second, ..] => {
                let differ: Vec<String> = differences(first, second);
                let more = match differ.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let named = &differ[..differ.len().min(NAMED)];
                let _ = writeln!(out, "two solutions differ in {}{more}:", named.join(" "));
                for (lines, other) in [(first, second), (second, first)] {
                    let picture = Picture { puzzle, lines: Some(lines), compare: Some(other) };
                    out.push_str(&text(picture, charset));
                }
            }
        }
        out
    }

    /// One JSON object on one line.
    pub fn json(&self) -> String {
        let Puzzle::Slitherlink(puzzle) = self.puzzle;
        let (grid, outcome) = (puzzle.grid(), self.outcome);
        let rounds: Vec<_> = outcome
            .rounds
            .iter()
            .map(|round| {
                json!({
                    "variables": round.variables,
                    "clauses": round.clauses,
                    "solver_seconds": round.solver_time.as_secs_f64(),
                    "solver_cpu_seconds": round.solver_cpu.map(|cpu| cpu.as_secs_f64()),
                    "loops": round.loops,
                    "cuts": round.cuts,
                })
            })
            .collect();
        let solution = |index: usize| outcome.solutions.get(index).map(edge_names);
        let value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "kind": self.puzzle.kind().name(),
            "size": { "rows": grid.rows(), "cols": grid.cols() },
            "verdict": outcome.verdict.name(),
            "reason": outcome.reason,
            "error": outcome.failure.as_ref().map(ToString::to_string),
            "solver": { "name": self.solver.name, "version": self.solver.version },
            "encoding": self.encoding,
            "cnf": self.cnf,
            "cut_kind": self.cuts.name(),
            "edges": solution(0),
            "second_edges": solution(1),
            "cuts": outcome.cuts(),
            "rounds": rounds,
        });
        format!("{value}\n")
    }
}

/// The JSON of a puzzle that could not be read.
pub fn unreadable_json(name: &str, error: &str) -> String {
    let value = json!({ "schema": SCHEMA, "puzzle": name, "verdict": "failed", "error": error });
    format!("{value}\n")
}

fn edge_names(lines: &Lines) -> Vec<String> {
    lines.edges().map(|edge| lines.grid().edge_name(edge).to_string()).collect()
}

fn differences(first: &Lines, second: &Lines) -> Vec<String> {
    let grid = first.grid();
    grid.edges()
        .filter(|&edge| first.has(edge) != second.has(edge))
        .map(|edge| grid.edge_name(edge).to_string())
        .collect()
}
