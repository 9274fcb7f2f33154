//! `encycle grade`: rate the difficulty of a puzzle for people.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use crate::cli::views::solution::{head, size_json};
use encycle::deduce::{DeduceError, Grade, PresolveVerdict, Technique, grade, techniques};
use encycle::formats::Parsed;
use encycle::puzzle::{Puzzle, PuzzleKind};

/// Rate the difficulty of puzzles: the lowest level that solves them without guessing.
///
/// The levels are `easy`, `medium` and `hard`, each with techniques that people use
/// (docs/difficulty.md). A puzzle that no level solves needs guessing, or does not have exactly one
/// solution. The output lists how often each technique was applied; each step applies the simplest
/// technique that makes progress.
///
/// Examples:
///   encycle grade examples/sudoku/*.txt
///   encycle grade puzzle.txt --steps              each step: technique, place, conclusion
///   encycle grade collection.sdm --json           one JSON object per line
///   encycle grade --techniques sudoku             the techniques of each level, with sources
///
/// Exit codes: 0 every puzzle is solved without guessing; 1 a puzzle is not; 2 bad input. With several
/// puzzles, the most severe code is returned: 2, then 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required_unless_present = "techniques", value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Print each step
    #[arg(long)]
    steps: bool,
    /// List the techniques for a kind of puzzle, by level
    #[arg(long, value_name = "KIND", exclusive = true)]
    techniques: Option<PuzzleKind>,
    /// Print one JSON object per puzzle (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-grade-1";

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if let Some(kind) = arguments.techniques {
        let line = |technique: &Technique| {
            let Technique { name, level, meaning, source } = technique;
            format!("{level:<7}{name:<19}{meaning}\n{:26}[{source}]\n", "")
        };
        print(&techniques(kind).iter().map(line).collect::<String>())?;
        return Ok(Exit::Positive.code());
    }
    let puzzles = arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source));
    each(puzzles, SCHEMA, arguments.json, |_, name, parsed| grade_one(arguments, name, parsed))
}

fn grade_one(arguments: &Arguments, name: &str, parsed: &Parsed) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let start = Instant::now();
    let grade = grade(puzzle).map_err(|error| match error {
        DeduceError::Encoding(error) => CliError::Encoding(error),
        DeduceError::TooLarge(error) => CliError::TooLarge(error),
    })?;
    let report = Report { name, puzzle, grade: &grade, time: start.elapsed() };
    print(&match arguments.json {
        true => report.json(arguments.steps),
        false => report.text(arguments.steps),
    })?;
    Ok(if grade.level.is_some() { Exit::Positive } else { Exit::Negative })
}

struct Report<'a> {
    name: &'a str,
    puzzle: &'a Puzzle,
    grade: &'a Grade,
    time: Duration,
}

impl Report<'_> {
    fn text(&self, steps: bool) -> String {
        let deduced = &self.grade.deduced;
        let level = match (self.grade.level, &deduced.verdict) {
            (Some(level), _) => level.name(),
            (None, PresolveVerdict::Contradiction) => "no solution",
            (None, _) => "needs guessing",
        };
        let times = self.times().into_iter().map(|(name, times)| format!("{name} {times}"));
        let times: Vec<String> = times.collect();
        let mut text = format!("{}: {level} ({}", self.name, head(self.puzzle));
        if !times.is_empty() {
            // writing to a String cannot fail
            let _ = write!(text, "; {}", times.join(", "));
        }
        text.push_str(")\n");
        if steps {
            for (index, step) in deduced.steps.iter().enumerate() {
                // the descriptions of presolver steps begin with the name of the rule
                let words = match step.words.strip_prefix(step.technique) {
                    Some(words) => words.to_owned(),
                    None => format!(": {}", step.words),
                };
                let _ = writeln!(text, "{:>5}. {}{words}", index + 1, step.technique);
            }
        }
        text
    }

    /// Returns the techniques that were applied, simplest first, with the number of applications.
    fn times(&self) -> Vec<(&'static str, usize)> {
        let mut times: Vec<(&'static str, usize)> = Vec::new();
        for step in &self.grade.deduced.steps {
            match times.iter_mut().find(|(name, _)| *name == step.technique) {
                Some((_, times)) => *times += 1,
                None => times.push((step.technique, 1)),
            }
        }
        let order = techniques(self.puzzle.kind());
        times.sort_by_key(|&(name, _)| order.iter().position(|one| one.name == name));
        times
    }

    fn json(&self, steps: bool) -> String {
        let deduced = &self.grade.deduced;
        let verdict = match deduced.verdict {
            PresolveVerdict::Solved(_) => "solved",
            PresolveVerdict::Contradiction => "no-solution",
            PresolveVerdict::Open => "open",
        };
        let times = self.times().into_iter();
        let times = times.map(|(name, times)| json!({ "name": name, "times": times }));
        let mut value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "kind": self.puzzle.kind().name(),
            "size": size_json(self.puzzle.extent()),
            "variant": self.puzzle.variant(),
            "verdict": verdict,
            "level": self.grade.level.map(|level| level.name()),
            "techniques": times.collect::<Value>(),
            "seconds": self.time.as_secs_f64(),
        });
        if steps {
            let step = |step: &encycle::deduce::DeductionStep| json!({ "technique": step.technique, "words": step.words });
            value["steps"] = deduced.steps.iter().map(step).collect();
        }
        format!("{value}\n")
    }
}
