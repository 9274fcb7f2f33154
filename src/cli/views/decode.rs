//! The result of `encycle decode`, as text and as JSON. `docs/json.md` documents the JSON.

use encycle::encodings::grid::Edge;
use serde_json::json;

use crate::cli::exit::Exit;
use crate::cli::views::solution::{head, size_json, solution_json};
use encycle::decode::{Decoded, DecodedModel, Variable};
use encycle::formats::map::VariableMap;
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, text};
use encycle::solvers::Dialect;

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-decode-1";

/// The number of loops listed with their lengths.
const LISTED: usize = 10;

/// The report on one solver output.
pub struct Report<'a> {
    pub name: &'a str,
    pub output: &'a str,
    pub puzzle: &'a Puzzle,
    pub map: &'a VariableMap,
    pub dialect: Dialect,
    pub decoded: &'a Decoded,
}

impl Report<'_> {
    pub fn exit(&self) -> Exit {
        match self.decoded {
            Decoded::Model(model) if model.broken.is_none() => Exit::Positive,
            Decoded::Model(_) | Decoded::NoSolution => Exit::Negative,
            Decoded::LeftOut | Decoded::Unknown { .. } => Exit::Unknown,
        }
    }

    fn verdict(&self) -> &'static str {
        match self.decoded {
            Decoded::Model(model) if model.broken.is_none() => "solved",
            Decoded::Model(_) => "rule-broken",
            Decoded::NoSolution => "no-solution",
            Decoded::LeftOut | Decoded::Unknown { .. } => "unknown",
        }
    }

    fn model(&self) -> Option<&DecodedModel> {
        match self.decoded {
            Decoded::Model(model) => Some(model),
            _ => None,
        }
    }

    /// Returns the reason if the verdict is not `solved`.
    fn reason(&self) -> Option<String> {
        match self.decoded {
            Decoded::Model(model) => model.broken.as_ref().map(ToString::to_string),
            Decoded::NoSolution => Some(
                "the formula has no model, according to the solver. Every solution of the puzzle \
                 satisfies the formula (which allows stray loops if cuts are missing), so the puzzle \
                 has no solution either"
                    .to_owned(),
            ),
            Decoded::LeftOut => Some(
                "the formula has no model, according to the solver, but the encoding leaves out \
                 solutions of the puzzle, possibly all of them"
                    .to_owned(),
            ),
            Decoded::Unknown { why: Some((line, why)) } => {
                Some(format!("the solver reported no result: line {line}: {why}"))
            }
            Decoded::Unknown { why: None } => Some("the solver reported no result".to_owned()),
        }
    }

    /// Formats the verdict, the reason if there is one, and the picture.
    pub fn text(&self, charset: Charset) -> String {
        let mut out = format!(
            "{}: {} ({}, read as {})\n",
            self.name,
            self.verdict(),
            head(self.puzzle),
            self.dialect.name()
        );
        out.extend(self.reason().map(|reason| reason + "\n"));
        if let Some(model) = self.model() {
            if !model.loops.is_empty() {
                out += &self.loops(model);
            }
            out += &text(&Picture::solved(&**self.puzzle, &model.solution), charset);
        }
        out
    }

    /// Returns notes on the output that go beyond the verdict.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let Some(model) = self.model() else { return notes };
        if model.missing > 0 {
            notes.push(format!(
                "{} of {} variables have no value and count as false",
                model.missing, model.variables
            ));
        }
        if let Some(first) = model.missing_from.filter(|&first| first > 1) {
            notes.push(format!(
                "these are all variables from {first} on: the output may belong to a smaller formula, unless \
                 the solver omits variables that occur in no clause"
            ));
        }
        if let Some(Variable { number, name }) = &model.offender {
            notes.push(format!("{name} is variable {number}"));
        }
        if model.unfinished {
            notes.push("the model does not end with 0: the output may be truncated".to_owned());
        }
        notes.extend(model.disagreement.map(|found| found.to_string()));
        if model.broken.is_some() && !self.may_break_rules(model) {
            notes.push(
                "a model of this puzzle's formula cannot break this rule: the output is truncated or \
                 belongs to another puzzle or encoding, or the solver is wrong"
                    .to_owned(),
            );
        }
        notes
    }

    /// Formats one JSON object on one line.
    pub fn json(&self) -> String {
        let model = self.model();
        let broken = model.and_then(|model| model.broken.as_ref());
        let loops = model.map(|model| &model.loops).filter(|loops| !loops.is_empty());
        let mut value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "output": self.output,
            "kind": self.puzzle.kind().name(),
            "size": size_json(self.puzzle.extent()),
            "variant": self.puzzle.variant(),
            "verdict": self.verdict(),
            "reason": self.reason(),
            "error": null,
            "dialect": self.dialect.name(),
            "encoding": self.map.fact("encoding"),
            "cnf": self.map.fact("cnf"),
            "broken": broken.map(|broken| json!({
                "rule": broken.rule, "place": broken.place, "found": broken.found,
            })),
            "loops": loops.map(
                |loops| loops.iter().map(|edges| self.names(edges)).collect::<Vec<_>>(),
            ),
            "solution_edges": model.and_then(|model| model.alone.as_deref()).map(|one| self.names(one)),
            "missing": model.map(|model| model.missing),
            "notes": self.notes(),
        });
        let solution = model.map(|model| solution_json(self.puzzle, &model.solution));
        value[self.puzzle.form().key()] = json!(solution);
        format!("{value}\n")
    }

    fn names(&self, edges: &[Edge]) -> Vec<String> {
        edges.iter().map(|edge| self.puzzle.atom_name(edge.index())).collect()
    }

    /// Returns whether a model of the formula can break the rule, because the formula leaves the rule to
    /// cuts.
    fn may_break_rules(&self, model: &DecodedModel) -> bool {
        let encoding = self.map.fact("encoding").map(|name| self.puzzle.encoding(name));
        match self.puzzle {
            Puzzle::Slitherlink(_) => !model.loops.is_empty(),
            _ => encoding.is_some_and(|encoding| encoding.is_ok_and(|one| !one.is_exact())),
        }
    }

    /// Formats the number of loops, their lengths, and whether one of them is a solution by itself.
    fn loops(&self, model: &DecodedModel) -> String {
        let lengths: Vec<String> =
            model.loops.iter().take(LISTED).map(|edges| edges.len().to_string()).collect();
        let more = if model.loops.len() > LISTED { ", ..." } else { "" };
        let alone = match model.alone.as_ref().and_then(|edges| edges.first()) {
            Some(edge) => {
                let edge = self.puzzle.atom_name(edge.index());
                format!("the one through {edge} is a solution by itself")
            }
            None => "none is a solution by itself".to_owned(),
        };
        format!("{} loops, of {}{more} edges; {alone}\n", model.loops.len(), lengths.join(", "))
    }
}

/// Formats the JSON object for a puzzle, map or output that cannot be read.
pub fn unreadable_json(puzzle: &str, output: &str, error: &str) -> String {
    let value = json!({
        "schema": SCHEMA, "puzzle": puzzle, "output": output, "verdict": "failed", "error": error,
    });
    format!("{value}\n")
}
