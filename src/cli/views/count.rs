//! The result of `encycle count`, as text and as JSON.

use std::fmt::Write;
use std::time::Duration;

use encycle::encodings::puzzle::{Solution, SolutionForm};
use serde_json::{Value, json};

use crate::cli::views::solution::{head, size_json, solution_json};
use encycle::count::{BigUint, CountError, CountMethod, Diagram};
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, text};

/// The version of the JSON layout.
pub const SCHEMA: &str = "encycle-count-1";

/// The result of counting the solutions of a puzzle.
pub struct Counted<'a> {
    pub count: BigUint,
    /// The methods that were used.
    pub methods: Vec<&'static str>,
    /// The diagram of all solutions, if an option required it.
    pub diagram: Option<Diagram<'a>>,
    /// For each atom, `Some(true)` if it is in all solutions, `Some(false)` if it is in none. `None` in place
    /// of the list if it was not requested or there is no solution.
    pub common: Option<Vec<Option<bool>>>,
    /// The random solutions.
    pub samples: Vec<Solution>,
}

impl Counted<'_> {
    fn nodes(&self) -> Option<usize> {
        let solutions = self.diagram.as_ref()?.solutions();
        Some(solutions.arena().size(solutions.family()))
    }
}

/// The report on one puzzle.
pub struct Report<'a> {
    pub name: &'a str,
    pub puzzle: &'a Puzzle,
    pub method: CountMethod,
    pub counted: &'a Result<Counted<'a>, CountError>,
    pub time: Duration,
}

impl Report<'_> {
    /// Formats the number of solutions, what they have in common, and the random solutions.
    pub fn text(&self, charset: Charset) -> String {
        let (name, head) = (self.name, head(self.puzzle));
        let method = match self.counted {
            Ok(counted) => counted.methods.join(" = "),
            Err(_) => self.method.name().to_owned(),
        };
        let counted = match self.counted {
            Ok(counted) => counted,
            Err(CountError::Limit(reason)) => {
                return format!("{name}: unknown, {reason} ({head}, {method})\n");
            }
            Err(_) => return format!("{name}: failed ({head}, {method})\n"),
        };
        let number = match &counted.count {
            none if *none == BigUint::ZERO => "no solution".to_owned(),
            one if *one == BigUint::from(1_u32) => "1 solution".to_owned(),
            count => format!("{count} solutions"),
        };
        let nodes = counted.nodes().map_or_else(String::new, |nodes| format!(", {nodes} nodes"));
        let mut out = format!("{name}: {number} ({head}, {method}{nodes})\n");
        if let Some(common) = &counted.common {
            let [lines, empty, open] = [Some(true), Some(false), None]
                .map(|wanted| common.iter().filter(|&&known| known == wanted).count());
            let what = match self.puzzle.form() {
                SolutionForm::Edges => "edges",
                SolutionForm::Values { .. } => "values of cells",
                SolutionForm::Atoms => "atoms",
            };
            // writing to a String cannot fail
            let _ =
                writeln!(out, "{lines} {what} in all solutions, {empty} in none, {open} in some");
            out.push_str(&text(&Picture::partial(&**self.puzzle, common), charset));
        }
        for solution in &counted.samples {
            out.push_str(&text(&Picture::solved(&**self.puzzle, solution), charset));
        }
        out
    }

    /// Formats one JSON object on one line.
    pub fn json(&self) -> String {
        let counted = self.counted.as_ref();
        let common = counted.ok().and_then(|counted| counted.common.as_ref());
        let named = |wanted: Option<bool>| -> Option<Vec<String>> {
            let known = common?.iter().enumerate().filter(|(_, known)| **known == wanted);
            Some(known.map(|(edge, _)| self.puzzle.atom_name(edge)).collect())
        };
        let verdict = match counted {
            Ok(counted) if counted.count == BigUint::ZERO => "no-solution",
            Ok(_) => "counted",
            Err(CountError::Limit(_)) => "unknown",
            Err(_) => "failed",
        };
        let (reason, error) = match counted {
            Ok(_) => (None, None),
            Err(CountError::Limit(reason)) => (Some(reason.clone()), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let samples: Vec<Value> = match counted {
            Ok(counted) => {
                counted.samples.iter().map(|one| solution_json(self.puzzle, one)).collect()
            }
            Err(_) => Vec::new(),
        };
        let value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "kind": self.puzzle.kind().name(),
            "size": size_json(self.puzzle.extent()),
            "variant": self.puzzle.variant(),
            "method": self.method.name(),
            "methods": counted.ok().map(|counted| &counted.methods),
            "verdict": verdict,
            "count": counted.ok().map(|counted| counted.count.to_string()),
            "reason": reason,
            "error": error,
            "nodes": counted.ok().and_then(Counted::nodes),
            "in_all": named(Some(true)),
            "in_none": named(Some(false)),
            "in_some": named(None),
            "samples": samples,
            "seconds": self.time.as_secs_f64(),
        });
        format!("{value}\n")
    }
}
