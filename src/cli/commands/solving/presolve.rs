//! `encycle presolve`: deduce edges without search, step by step.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use crate::cli::views::drawn;
use clap::Args;
use encycle::encodings::grid::Grid;
use encycle::encodings::presolve::{PresolveVerdict, Presolved, presolve};

use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print_json, print_message, write_to};
use crate::cli::outputs::{self, Output};
use encycle::formats::Parsed;
use encycle::puzzle::Puzzle;
use encycle::render::{Picture, TextStyle};
use encycle::report::PresolveReport;

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
    #[command(flatten)]
    picture: PictureArguments,
    /// Also write the picture as SVG (one puzzle only)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object per puzzle instead of pictures (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The version of the JSON layout.
pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    outputs::check(&inputs, arguments.svg.as_deref().map(Output::svg))?;
    let puzzles: Vec<_> =
        arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source)).collect();
    if puzzles.len() > 1 && arguments.svg.is_some() {
        return Err(CliError::Usage("--svg requires exactly one puzzle".to_owned()));
    }
    each(puzzles, PresolveReport::SCHEMA, arguments.json, |_, name, parsed| {
        presolve_one(arguments, name, parsed)
    })
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
    let report = PresolveReport::new(name, puzzle, &presolved, start.elapsed());
    let style = arguments.picture.style();
    match (arguments.json, arguments.steps) {
        (true, true) => print_json(&report.with_steps(grid, &presolved))?,
        (true, false) => print_json(&report)?,
        (false, steps) => {
            let view = PresolveView { report: &report, puzzle, grid, presolved: &presolved };
            print_message(&view.text(&style, steps))?;
        }
    }
    if let Some(path) = &arguments.svg {
        let picture = arguments.picture.svg(Picture::partial(&**puzzle, &presolved.edges));
        write_to(Some(path), |out| out.write_all(picture.as_bytes()))?;
    }
    Ok(match presolved.verdict {
        PresolveVerdict::Solved(_) => Exit::Positive,
        PresolveVerdict::Contradiction => Exit::Negative,
        PresolveVerdict::Open => Exit::Unknown,
    })
}

/// The result as text.
struct PresolveView<'a> {
    report: &'a PresolveReport,
    puzzle: &'a Puzzle,
    grid: Grid,
    presolved: &'a Presolved,
}

impl PresolveView<'_> {
    fn text(&self, style: &TextStyle, steps: bool) -> String {
        let (fixed, all) = (self.presolved.fixed(), self.presolved.edges.len());
        let mut out = format!(
            "{}: {} ({}, {fixed} of {all} edges fixed, {:.1} %)\n",
            self.report.puzzle,
            self.report.verdict.name(),
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
        out + &drawn(&picture, style)
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
}
