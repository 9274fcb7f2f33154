//! What `encycle decode` found, as text and as JSON. The JSON is documented in `docs/json.md`.

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

/// How many loops are told with their lengths before the rest is only counted.
const TOLD: usize = 10;

/// Everything that is told of one output.
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
            Decoded::Model(told) if told.broken.is_none() => Exit::Positive,
            Decoded::Model(_) | Decoded::NoSolution => Exit::Negative,
            Decoded::LeftOut | Decoded::Unknown { .. } => Exit::Unknown,
        }
    }

    fn verdict(&self) -> &'static str {
        match self.decoded {
            Decoded::Model(told) if told.broken.is_none() => "solved",
            Decoded::Model(_) => "rule-broken",
            Decoded::NoSolution => "no-solution",
            Decoded::LeftOut | Decoded::Unknown { .. } => "unknown",
        }
    }

    fn told(&self) -> Option<&DecodedModel> {
        match self.decoded {
            Decoded::Model(told) => Some(told),
            _ => None,
        }
    }

    /// Why the verdict is not `solved`.
    fn reason(&self) -> Option<String> {
        match self.decoded {
            Decoded::Model(told) => told.broken.as_ref().map(ToString::to_string),
            Decoded::NoSolution => Some(
                "the solver found no model. The formula demands no more than the puzzle (without \
                 cuts it may allow stray loops), so the puzzle has no solution either"
                    .to_owned(),
            ),
            Decoded::LeftOut => Some(
                "the solver found no model, but the encoding leaves out solutions of the puzzle, \
                 perhaps all"
                    .to_owned(),
            ),
            Decoded::Unknown { why: Some((line, why)) } => {
                Some(format!("the solver did not know: line {line}: {why}"))
            }
            Decoded::Unknown { why: None } => Some("the solver did not know".to_owned()),
        }
    }

    /// A verdict line, the reason if there is one, and the picture.
    pub fn text(&self, charset: Charset) -> String {
        let mut out = format!(
            "{}: {} ({}, read as {})\n",
            self.name,
            self.verdict(),
            head(self.puzzle),
            self.dialect.name()
        );
        out.extend(self.reason().map(|reason| reason + "\n"));
        if let Some(told) = self.told() {
            if !told.loops.is_empty() {
                out += &self.loops(told);
            }
            out += &text(&Picture::solved(&**self.puzzle, &told.solution), charset);
        }
        out
    }

    /// What the reader should know of the output beside the verdict.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let Some(told) = self.told() else { return notes };
        if told.missing > 0 {
            notes.push(format!(
                "{} of {} variables have no value and are taken as false",
                told.missing, told.variables
            ));
        }
        if let Some(first) = told.missing_from.filter(|&first| first > 1) {
            notes.push(format!(
                "those are all from variable {first} on: the output may be of a smaller formula, unless \
                 the solver leaves out what occurs in no clause"
            ));
        }
        if let Some(Variable { number, name }) = &told.offender {
            notes.push(format!("{name} is variable {number}"));
        }
        if told.unfinished {
            notes.push("no 0 ends the model: the output may be cut off".to_owned());
        }
        notes.extend(told.disagreement.map(|found| found.to_string()));
        if told.broken.is_some() && !self.may_break_rules(told) {
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
        let told = self.told();
        let broken = told.and_then(|told| told.broken.as_ref());
        let loops = told.map(|told| &told.loops).filter(|loops| !loops.is_empty());
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
            "solution_edges": told.and_then(|told| told.alone.as_deref()).map(|one| self.names(one)),
            "missing": told.map(|told| told.missing),
            "notes": self.notes(),
        });
        let solution = told.map(|told| solution_json(self.puzzle, &told.solution));
        value[self.puzzle.form().key()] = json!(solution);
        format!("{value}\n")
    }

    fn names(&self, edges: &[Edge]) -> Vec<String> {
        edges.iter().map(|edge| self.puzzle.atom_name(edge.index())).collect()
    }

    /// Whether a model of the formula may well break the rule: what is left to cuts.
    fn may_break_rules(&self, told: &DecodedModel) -> bool {
        let encoding = self.map.fact("encoding").map(|name| self.puzzle.encoding(name));
        match self.puzzle {
            Puzzle::Slitherlink(_) => !told.loops.is_empty(),
            _ => encoding.is_some_and(|encoding| encoding.is_ok_and(|one| !one.is_exact())),
        }
    }

    /// How many loops there are, how long they are, and whether one alone would do.
    fn loops(&self, told: &DecodedModel) -> String {
        let lengths: Vec<String> =
            told.loops.iter().take(TOLD).map(|edges| edges.len().to_string()).collect();
        let more = if told.loops.len() > TOLD { ", ..." } else { "" };
        let alone = match told.alone.as_ref().and_then(|edges| edges.first()) {
            Some(edge) => {
                let edge = self.puzzle.atom_name(edge.index());
                format!("the one through {edge} is a solution by itself")
            }
            None => "none is a solution by itself".to_owned(),
        };
        format!("{} loops, of {}{more} edges; {alone}\n", told.loops.len(), lengths.join(", "))
    }
}

/// The JSON of a puzzle, a map or an output that could not be read.
pub fn unreadable_json(puzzle: &str, output: &str, error: &str) -> String {
    let value = json!({
        "schema": SCHEMA, "puzzle": puzzle, "output": output, "verdict": "failed", "error": error,
    });
    format!("{value}\n")
}
