//! `encycle solve`: the main job.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use encycle::encodings::encoding::CutKind;
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, svg};
use encycle::report::SolveReport;
use encycle::solve::{LoopCheckMode, RoundEvent, SearchOptions, Solve, SolverSelection};

use crate::cli::arguments::limits::LimitArguments;
use crate::cli::arguments::lowering::{LoweringArguments, Presolve};
use crate::cli::arguments::solver::EngineArguments;
use crate::cli::arguments::solver_list;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, refuse_collisions, write_to};
use crate::cli::views::solve::text_of;

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
    choices: LoweringArguments,
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
    let selection = arguments.engines.selection()?;
    let puzzles: Vec<_> =
        arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source)).collect();
    let several = puzzles.len() > 1;
    if several && arguments.svg.is_some() {
        let message = "--svg writes one picture\nhelp: name one puzzle";
        return Err(CliError::Usage(message.to_owned()));
    }
    each(puzzles, SolveReport::SCHEMA, arguments.json, |number, name, parsed| {
        let folder = arguments.rounds.as_ref().map(|folder| match several {
            true => folder.join(format!("{:03}-{}", number, stem(name))),
            false => folder.clone(),
        });
        solve_one(arguments, name, &parsed.puzzle, &selection, folder)
    })
}

/// Solves one puzzle and prints its outcome. A failure of a solver is an outcome.
fn solve_one(
    arguments: &Arguments,
    name: &str,
    puzzle: &Puzzle,
    selection: &SolverSelection,
    folder: Option<PathBuf>,
) -> Result<Exit, CliError> {
    let lowering = arguments.choices.options();
    let options = SearchOptions {
        cuts: arguments.cuts,
        mode: arguments.mode,
        fractional: arguments.fractional,
        started_at: Some(Instant::now()),
        ..arguments.limits.options()
    };
    let mut run = Solve::new(puzzle)
        .selection(selection.clone())
        .presolve(arguments.presolve == Presolve::On)
        .lowering(lowering)
        .options(options);
    if let Some(encodings) = &arguments.encodings {
        run = run.encodings(encodings);
    }
    if arguments.unique {
        run = run.unique();
    }
    if let Some(folder) = folder {
        run = run.rounds(folder);
    }
    if arguments.progress {
        run = run.observe(&print_round);
    }
    let outcome = run.run()?;
    for attempt in outcome.others.iter().chain([&outcome.main]) {
        if let Some(failure) = &attempt.outcome.failure {
            eprint_line!("error: {name}: {failure}");
            if let Some(hint) = solver_list::hint(&attempt.engine) {
                eprint_line!("help: {hint}");
            }
        }
    }
    let charset = if arguments.ascii { Charset::Ascii } else { Charset::Unicode };
    match arguments.json {
        true => print_json(&SolveReport::new(name, puzzle, lowering, &outcome))?,
        false => print(&text_of(name, puzzle, &outcome, charset))?,
    }
    if let (Some(path), Some(solution)) = (&arguments.svg, outcome.solution()) {
        let picture = match outcome.solutions().get(1) {
            Some(other) => Picture::compared(&**puzzle, solution, other),
            None => Picture::solved(&**puzzle, solution),
        };
        write_to(Some(path), |out| out.write_all(svg(&picture).as_bytes()))?;
    }
    Ok(Exit::of(outcome.verdict()))
}

/// Prints one line for a round on standard error.
fn print_round(event: &RoundEvent<'_>) {
    let report = event.report;
    eprint_line!(
        "{}: round {}: {} variables, {} clauses, {:.3} s, {}{}",
        event.solver,
        event.round,
        report.variables,
        report.clauses,
        report.solver_time.as_secs_f64(),
        match report.relaxations {
            0 => String::new(),
            relaxations => {
                format!("{} cuts from {relaxations} relaxations, ", report.fractional_cuts)
            }
        },
        match event.model {
            Some(_) => format!("{} loops, {} cut", report.loops, report.cuts),
            None => "no model".to_owned(),
        }
    );
}

/// Returns a short name for a folder: the stem of a file, or `puzzle` for an address.
fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    stem.filter(|stem| stem.len() <= 60 && stem.chars().all(is_plain) && stem != "-")
        .unwrap_or_else(|| "puzzle".to_owned())
}
