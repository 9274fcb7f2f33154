//! `encycle solve`: the main job.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use encycle::encodings::encoding::CutKind;

use crate::cli::attempt::Question;
use crate::cli::choices::{ChoiceArguments, Presolve};
use crate::cli::engines::{EngineArguments, Engines};
use crate::cli::exit::{CliError, Exit};
use crate::cli::limits::LimitArguments;
use crate::cli::output::tell;
use crate::cli::output::{print, refuse_collisions, write_to};
use crate::cli::report::{self, Report};
use crate::cli::source::{SourceArguments, each};
use encycle::formats::Parsed;
use encycle::render::{Charset, Picture, svg};
use encycle::solve::{LoopCheckMode, SearchOptions};

/// Solve puzzles, and draw each solution.
///
/// The built-in solver serves when no other is named. Every model is checked against the
/// constraints, and every solution against the rules, before it is shown.
///
/// Examples:
///   encycle solve examples/slitherlink/heron.txt
///   encycle solve puzzle.txt --unique             is the solution the only one?
///   encycle solve puzzle.txt --solver cadical     an installed solver (see `encycle solvers`)
///   encycle solve puzzle.txt --solver ./my-sat    any solver in competition dialect
///   encycle solve puzzle.txt --solver kissat,cbc  both at once, the first answer counts
///   encycle solve puzzle.txt --unique --confirm   a second solver must agree
///   encycle solve *.txt --json --timeout 10       one JSON object a line
///   encycle solve puzzle.txt --rounds steps       keep every formula, model, picture and cut
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, `-` for standard input, or addresses
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    #[command(flatten)]
    engines: EngineArguments,
    /// Which constraints express the rules (`encycle encode --help` lists them); several race [default:
    /// the first of its list; with the built-in solver, the one that serves it best]
    #[arg(long = "encoding", value_name = "E,...", value_delimiter = ',')]
    encodings: Option<Vec<String>>,
    /// Whether what the presolver fixes is added to the formula (`encycle presolve`; slitherlink on grids)
    #[arg(long, value_enum, value_name = "ON|OFF", default_value = "on")]
    presolve: Presolve,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// How stray loops are cut. Where edges are variables: `loop` (not all of its edges, the default)
    /// or `leave` (its vertices must be left). With `colour`: `separator`
    #[arg(long, value_name = "KIND")]
    cuts: Option<CutKind>,
    /// When loops are looked for: in each model, adding `cuts` and asking again, or while the built-in
    /// solver searches (`propagate`, with the encodings `colour` and `...+colours`)
    #[arg(long, value_name = "MODE", value_parser = mode, default_value = "cuts")]
    mode: LoopCheckMode,
    /// Cut off points of the linear relaxation before an integer one is asked for (with `--solver microlp`, Slitherlink
    /// on edges without a part that says "one loop", such as `edge`)
    #[arg(long)]
    fractional: bool,
    /// After a solution, look for a second one
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// Keep every round's formula, model, picture and cuts in this folder
    #[arg(long, value_name = "DIR")]
    rounds: Option<PathBuf>,
    /// Tell each round on standard error
    #[arg(long)]
    progress: bool,
    /// Also write the picture as SVG (one puzzle only)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Write one JSON object a puzzle instead of pictures
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

fn mode(word: &str) -> Result<LoopCheckMode, String> {
    let found = LoopCheckMode::ALL.iter().find(|(name, _)| *name == word);
    found.map(|&(_, mode)| mode).ok_or_else(|| format!("`{word}`: say cuts or propagate"))
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    refuse_collisions(
        &arguments.puzzles.iter().map(String::as_str).collect::<Vec<_>>(),
        &[arguments.svg.as_deref()],
    )?;
    let engines = arguments.engines.engines()?;
    let puzzles: Vec<_> =
        arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source)).collect();
    let several = puzzles.len() > 1;
    if several && arguments.svg.is_some() {
        let message = "--svg writes one picture; give one puzzle";
        return Err(CliError::Usage(message.to_owned()));
    }
    each(puzzles, report::SCHEMA, arguments.json, |number, name, parsed| {
        let folder = arguments.rounds.as_ref().map(|folder| match several {
            true => folder.join(format!("{:03}-{}", number, stem(name))),
            false => folder.clone(),
        });
        solve_one(arguments, name, parsed, &engines, folder)
    })
}

/// Solves one puzzle and prints its outcome. A solver that fails is an outcome, not an error.
fn solve_one(
    arguments: &Arguments,
    name: &str,
    parsed: &Parsed,
    engines: &Engines,
    folder: Option<PathBuf>,
) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let choices = arguments.choices.choices();
    let question = Question {
        puzzle,
        encodings: arguments.encodings.as_deref(),
        cuts: arguments.cuts,
        presolve: arguments.presolve == Presolve::On,
        choices,
        unique: arguments.unique,
        progress: arguments.progress,
        options: SearchOptions {
            mode: arguments.mode,
            fractional: arguments.fractional,
            since: Some(Instant::now()),
            ..arguments.limits.options()
        },
        folder,
    };
    let attempts = question.put_to(&engines.solvers, engines.confirmer.as_ref())?;
    let outcome = &attempts.main.outcome;
    for attempt in attempts.others.iter().chain([&attempts.main]) {
        if let Some(failure) = &attempt.outcome.failure {
            tell!("encycle: {name}: {failure}");
        }
        if let Some(hint) = &attempt.hint {
            tell!("encycle: {hint}");
        }
    }
    let report = Report { name, puzzle, cnf: choices.cnf.name(), attempts: &attempts };
    let charset = if arguments.ascii { Charset::Ascii } else { Charset::Unicode };
    let text = if arguments.json { report.json() } else { report.text(charset) };
    print(&text)?;
    if let (Some(path), Some(solution)) = (&arguments.svg, outcome.solutions.first()) {
        let picture = match outcome.solutions.get(1) {
            Some(other) => Picture::compared(&**puzzle, solution, other),
            None => Picture::solved(&**puzzle, solution),
        };
        write_to(Some(path), |out| out.write_all(svg(&picture).as_bytes()))?;
    }
    Ok(Exit::of(outcome.verdict))
}

/// A short name for a folder: a file's stem, or `puzzle` for an address.
fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    stem.filter(|stem| stem.len() <= 60 && stem.chars().all(is_plain) && stem != "-")
        .unwrap_or_else(|| "puzzle".to_owned())
}
