//! `encycle presolve`: deduce edges without search, step by step.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use encycle::encodings::grid::Grid;
use encycle::encodings::presolve::{PresolveVerdict, Presolved, presolve};
use serde_json::json;

use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, refuse_collisions, write_to};
use crate::cli::views::solution::size_json;
use encycle::formats::Parsed;
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, svg, text};

/// Deduce edges of Slitherlinks from the rules, without search.
///
/// Each step has a reason, and the edges it fixes are the same in every solution. Many puzzles are
/// solved completely in this way; their solution is then unique. In the picture, `?` marks an open
/// edge. Edges have the names of map files: h_R_C is above the cell in row R, column C, and v_R_C is
/// left of it.
///
/// Examples:
///   encycle presolve examples/slitherlink/heron.txt
///   encycle presolve puzzle.txt --steps           each step: rule, place, reason, fixed edges
///   encycle presolve puzzle.txt --svg picture.svg
///   encycle presolve *.txt --json                 one JSON object per line, with the time
///   encycle solve puzzle.txt --presolve on        let a solver find the rest
///
/// Exit codes: 0 solved; 1 there is no solution; 2 bad input, or an unsupported kind of puzzle; 3 some
/// edges are open. With several puzzles, the most severe code is returned: 2, then 3, 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Print each step
    #[arg(long)]
    steps: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Also write the picture as SVG (one puzzle only)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object per puzzle instead of pictures (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-presolve-1";

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    refuse_collisions(&inputs, &[arguments.svg.as_deref()])?;
    let puzzles: Vec<_> =
        arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source)).collect();
    if puzzles.len() > 1 && arguments.svg.is_some() {
        return Err(CliError::Usage("--svg requires exactly one puzzle".to_owned()));
    }
    each(puzzles, SCHEMA, arguments.json, |_, name, parsed| presolve_one(arguments, name, parsed))
}

fn presolve_one(arguments: &Arguments, name: &str, parsed: &Parsed) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let (slitherlink, grid) = match puzzle {
        Puzzle::Slitherlink(slitherlink) => (slitherlink, puzzle.loop_grid()),
        _ => {
            let message = format!(
                "presolve supports slitherlink, not {}\nhelp: use `encycle solve`",
                puzzle.kind()
            );
            return Err(CliError::Usage(message));
        }
    };
    let Some(grid) = grid else {
        let message =
            "presolve supports grids, not general graphs\nhelp: use `encycle solve`".to_owned();
        return Err(CliError::Usage(message));
    };
    let start = Instant::now();
    let presolved = presolve(slitherlink);
    let report = Report { name, puzzle, grid, presolved: &presolved, time: start.elapsed() };
    let charset = if arguments.ascii { Charset::Ascii } else { Charset::Unicode };
    print(&match arguments.json {
        true => report.json(arguments.steps),
        false => report.text(charset, arguments.steps),
    })?;
    if let Some(path) = &arguments.svg {
        let picture = Picture::partial(&**puzzle, &presolved.edges);
        write_to(Some(path), |out| out.write_all(svg(&picture).as_bytes()))?;
    }
    Ok(match presolved.verdict {
        PresolveVerdict::Solved(_) => Exit::Positive,
        PresolveVerdict::Contradiction => Exit::Negative,
        PresolveVerdict::Open => Exit::Unknown,
    })
}

struct Report<'a> {
    name: &'a str,
    puzzle: &'a Puzzle,
    grid: Grid,
    presolved: &'a Presolved,
    time: Duration,
}

impl Report<'_> {
    fn verdict(&self) -> &'static str {
        match self.presolved.verdict {
            PresolveVerdict::Solved(_) => "solved",
            PresolveVerdict::Contradiction => "no-solution",
            PresolveVerdict::Open => "open",
        }
    }

    fn text(&self, charset: Charset, steps: bool) -> String {
        let (fixed, all) = (self.presolved.fixed(), self.presolved.edges.len());
        let mut out = format!(
            "{}: {} ({}, {fixed} of {all} edges fixed, {:.1} %)\n",
            self.name,
            self.verdict(),
            self.puzzle.extent(),
            100.0 * fixed as f64 / all as f64,
        );
        let trace = &self.presolved.trace;
        if steps {
            for (index, words) in self.steps() {
                // writing to a String cannot fail
                let _ = writeln!(out, "{:>5}. {words}", index + 1);
            }
        } else if let (PresolveVerdict::Contradiction, Some(last)) =
            (&self.presolved.verdict, trace.step(trace.len().saturating_sub(1)))
        {
            let _ = writeln!(out, "{}", last.words(self.grid));
        }
        let picture = Picture::partial(&**self.puzzle, &self.presolved.edges);
        out + &text(&picture, charset)
    }

    /// Returns the steps that contribute to the result, each with its index, its description and the numbers
    /// of the steps that it depends on.
    fn steps(&self) -> impl Iterator<Item = (usize, String)> {
        let trace = &self.presolved.trace;
        let needed = trace.needed();
        let numbered = trace.steps().enumerate().filter(move |&(index, _)| needed[index]);
        numbered.map(|(index, step)| {
            let mut words = step.words(self.grid);
            let mut from: Vec<u32> = step.from.iter().map(|from| from + 1).collect();
            from.sort_unstable();
            from.dedup();
            if !from.is_empty() {
                let from: Vec<String> = from.iter().map(u32::to_string).collect();
                let _ = write!(words, " [from {}]", from.join(", "));
            }
            (index, words)
        })
    }

    fn json(&self, steps: bool) -> String {
        let named = |wanted: bool| -> Vec<String> {
            let fixed = self.presolved.edges.iter().enumerate();
            let of = fixed.filter(|(_, fixed)| **fixed == Some(wanted));
            of.map(|(edge, _)| self.puzzle.atom_name(edge)).collect()
        };
        let mut value = json!({
            "schema": SCHEMA,
            "puzzle": self.name,
            "kind": self.puzzle.kind().name(),
            "size": size_json(self.puzzle.extent()),
            "verdict": self.verdict(),
            "edge_count": self.presolved.edges.len(),
            "lines": named(true),
            "empty": named(false),
            "steps": self.presolved.trace.len(),
            "seconds": self.time.as_secs_f64(),
        });
        if steps {
            let trace = &self.presolved.trace;
            let steps = trace.steps().map(|step| {
                let facts = step.facts.iter().map(|fact| fact.words(self.grid));
                json!({
                    "rule": step.rule.name(),
                    "place": step.place.to_string(),
                    "reason": step.rule.reason(),
                    "facts": facts.collect::<Vec<_>>(),
                    "from": step.from.iter().map(|from| from + 1).collect::<Vec<_>>(),
                })
            });
            value["steps"] = steps.collect();
        }
        format!("{value}\n")
    }
}
