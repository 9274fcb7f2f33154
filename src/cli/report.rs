//! The outcome of `encycle solve`, as text and as JSON. The JSON is documented in `docs/json.md`.

use std::fmt::Write;

use encycle_encodings::puzzle::CutKind;
use serde_json::json;

use super::told::{differences, head, size_json, solution_json};
use crate::puzzle::Puzzle;
use crate::render::{Charset, Picture, text};
use crate::search::{Outcome, SolverId};

/// Everything that is told of one puzzle.
pub struct Report<'a> {
    pub name: &'a str,
    pub puzzle: &'a Puzzle,
    pub encoding: &'a str,
    pub cnf: &'a str,
    /// `None` where the encoding needs no cuts.
    pub cuts: Option<CutKind>,
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
        let (puzzle, outcome) = (self.puzzle, self.outcome);
        let plural = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let mut out = format!(
            "{}: {} ({}, {}, {}, {})\n",
            self.name,
            outcome.verdict,
            head(puzzle),
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
            [only] => out.push_str(&text(&Picture::solved(&**puzzle, only), charset)),
            [first, second, ..] => {
                let differ: Vec<String> = differences(puzzle, first, second);
                let more = match differ.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let named = &differ[..differ.len().min(NAMED)];
                let _ = writeln!(out, "two solutions differ in {}{more}:", named.join(" "));
                for (solution, other) in [(first, second), (second, first)] {
                    out.push_str(&text(&Picture::compared(&**puzzle, solution, other), charset));
                }
            }
        }
        out
    }

    /// One JSON object on one line.
    pub fn json(&self) -> String {
        let (puzzle, outcome) = (self.puzzle, self.outcome);
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
        let solution =
            |index: usize| outcome.solutions.get(index).map(|found| solution_json(puzzle, found));
        let mut value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "kind": self.puzzle.kind().name(),
            "size": size_json(puzzle.extent()),
            "variant": puzzle.variant(),
            "verdict": outcome.verdict.name(),
            "reason": outcome.reason,
            "error": outcome.failure.as_ref().map(ToString::to_string),
            "solver": { "name": self.solver.name, "version": self.solver.version },
            "encoding": self.encoding,
            "cnf": self.cnf,
            "cut_kind": self.cuts.map(CutKind::name),
            "cuts": outcome.cuts(),
            "rounds": rounds,
        });
        let key = puzzle.form().key();
        value[key] = json!(solution(0));
        value[format!("second_{key}")] = json!(solution(1));
        format!("{value}\n")
    }
}

/// The JSON of a puzzle that could not be read.
pub fn unreadable_json(name: &str, error: &str) -> String {
    let value = json!({ "schema": SCHEMA, "puzzle": name, "verdict": "failed", "error": error });
    format!("{value}\n")
}
