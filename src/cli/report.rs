//! The outcome of `encycle solve`, as text and as JSON. The JSON is documented in `docs/json.md`.

use std::fmt::Write;

use encycle::encodings::encoding::CutKind;
use serde_json::{Value, json};

use crate::cli::attempt::{Attempt, Attempts};
use crate::cli::told::{differences, head, size_json, solution_json};
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, text};
use encycle::solve::{Failure, SolverId};

/// Everything that is told of one puzzle.
pub struct Report<'a> {
    pub name: &'a str,
    pub puzzle: &'a Puzzle,
    pub cnf: &'a str,
    pub attempts: &'a Attempts,
}

/// The version of the JSON layout.
pub const SCHEMA: &str = "encycle-solve-1";

/// How many differing edges are named before the rest is only counted.
const NAMED: usize = 20;

impl Report<'_> {
    /// A verdict line, then the pictures.
    pub fn text(&self, charset: Charset) -> String {
        let Attempts { main, others, confirmed_by } = self.attempts;
        let (puzzle, outcome) = (self.puzzle, &main.outcome);
        let plural = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let mut out = format!(
            "{}: {} ({}, {}, {}, {}{}{})\n",
            self.name,
            outcome.verdict,
            head(puzzle),
            main.solver,
            plural(outcome.rounds.len(), "round"),
            plural(outcome.cuts(), "cut"),
            match others.len() {
                0 => String::new(),
                count => format!(", first of {}", count + 1),
            },
            confirmed_by.as_ref().map_or_else(String::new, |by| format!(", confirmed by {by}")),
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
        let Attempts { main, others, confirmed_by } = self.attempts;
        let (puzzle, outcome) = (self.puzzle, &main.outcome);
        let rounds: Vec<_> = outcome
            .rounds
            .iter()
            .map(|round| {
                json!({
                    "variables": round.variables,
                    "clauses": round.clauses,
                    "files_seconds": round.files.wall.as_secs_f64(),
                    "files_cpu_seconds": round.files.cpu.as_secs_f64(),
                    "solver_seconds": round.solver_time.as_secs_f64(),
                    "solver_cpu_seconds": round.solver_cpu.map(|cpu| cpu.as_secs_f64()),
                    "solver_peak_kb": round.solver_peak_kb,
                    "relaxations": round.relaxations,
                    "fractional_cuts": round.fractional_cuts,
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
            "failure": outcome.failure.as_ref().map(Failure::name),
            "solver": solver_json(&main.solver),
            "confirmed_by": confirmed_by.as_ref().map(solver_json),
            "others": others.iter().map(other_json).collect::<Vec<_>>(),
            "encoding": main.encoding,
            "cnf": self.cnf,
            "cut_kind": main.cuts.map(CutKind::name),
            "cuts": outcome.cuts(),
            "presolve_seconds": main.presolve.as_secs_f64(),
            "encode_seconds": outcome.building.wall.as_secs_f64(),
            "encode_cpu_seconds": outcome.building.cpu.as_secs_f64(),
            "rounds": rounds,
        });
        let key = puzzle.form().key();
        value[key] = json!(solution(0));
        value[format!("second_{key}")] = json!(solution(1));
        format!("{value}\n")
    }
}

pub fn solver_json(solver: &SolverId) -> Value {
    json!({ "name": solver.name, "version": solver.version })
}

/// What another solver of the same race said.
fn other_json(attempt: &Attempt) -> Value {
    json!({
        "solver": solver_json(&attempt.solver),
        "encoding": attempt.encoding,
        "verdict": attempt.outcome.verdict.name(),
        "reason": attempt.outcome.reason,
        "error": attempt.outcome.failure.as_ref().map(ToString::to_string),
    })
}
