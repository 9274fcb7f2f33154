//! `encycle solve`: the main job.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use encycle_encodings::logic::Choices;
use encycle_encodings::puzzle::{CutKind, Encoding};

use super::choices::ChoiceArguments;
use super::exit::{CliError, Exit};
use super::output::{print, refuse_collisions, write_to};
use super::report::{self, Report};
use super::rounds::Rounds;
use super::solver_list::{self, SolverListArguments};
use super::source::SourceArguments;
use crate::formats::Parsed;
use crate::render::{Charset, Picture, svg};
use crate::search::{EmbeddedSession, Failure, Options, Session, external_session, solve};
use crate::solvers::{self, Embedded, Solver};

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
///   encycle solve *.txt --json --timeout 10       one JSON object a line
///   encycle solve puzzle.txt --rounds steps       keep every formula, model, picture and cut
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, `-` for standard input, or addresses
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// A solver's name (see `encycle solvers`) or path [default: the built-in batsat]
    #[arg(long, value_name = "NAME|PATH")]
    solver: Option<String>,
    #[command(flatten)]
    solver_list: SolverListArguments,
    /// Which constraints express the rules (`encycle encode --help` lists them) [default:
    /// the first of its list; with the built-in solver, the one that serves it best]
    #[arg(long, value_name = "E")]
    encoding: Option<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// How stray loops are cut. Where edges are variables: `loop` (not all of its edges, the default)
    /// or `leave` (its vertices must be left). With `colour`: `separator`
    #[arg(long, value_name = "KIND")]
    cuts: Option<CutKind>,
    /// After a solution, look for a second one
    #[arg(long)]
    unique: bool,
    /// Wall-clock limit for each puzzle, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Memory limit of the solver, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Seed of the solver
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
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

fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(value)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| format!("`{text}`: give a positive number of seconds"))
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    refuse_collisions(
        &arguments.puzzles.iter().map(String::as_str).collect::<Vec<_>>(),
        &[arguments.svg.as_deref()],
    )?;
    let solver = match arguments.solver.as_deref() {
        None | Some(Embedded::NAME) => None,
        Some(wanted) => Some(arguments.solver_list.find(wanted)?),
    };
    let mut exit = Exit::Positive;
    let puzzles: Vec<_> =
        arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source)).collect();
    let several = puzzles.len() > 1;
    if several && arguments.svg.is_some() {
        let message = "--svg writes one picture; give one puzzle";
        return Err(CliError::Usage(message.to_owned()));
    }
    for (index, (name, parsed)) in puzzles.into_iter().enumerate() {
        let folder = arguments.rounds.as_ref().map(|folder| match several {
            true => folder.join(format!("{:03}-{}", index + 1, stem(&name))),
            false => folder.clone(),
        });
        let one = match parsed {
            Ok(parsed) => solve_one(arguments, &name, &parsed, solver.as_ref(), folder)?,
            Err(error) => {
                eprintln!("encycle: {error}");
                let text = match arguments.json {
                    true => report::unreadable_json(&name, &error.to_string()),
                    false => format!("{name}: failed, it cannot be read\n"),
                };
                print(&text)?;
                Exit::BadInput
            }
        };
        exit = exit.graver(one);
    }
    Ok(exit.code())
}

/// Solves one puzzle and prints its outcome. A solver that fails is an outcome, not an error.
fn solve_one(
    arguments: &Arguments,
    name: &str,
    parsed: &Parsed,
    solver: Option<&Solver>,
    folder: Option<PathBuf>,
) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let name_of_encoding = match (&arguments.encoding, solver) {
        (Some(name), _) => name.clone(),
        (None, None) => puzzle.embedded_encoding(),
        (None, Some(_)) => puzzle.default_encoding(),
    };
    let encoding = puzzle.encoding(&name_of_encoding)?;
    let cuts = cut_kind(&*encoding, arguments.cuts)?;
    let choices = arguments.choices.choices();
    let options = Options {
        cuts,
        timeout: arguments.timeout,
        memory_mb: arguments.memory,
        seed: arguments.seed,
    };
    let mut session = session(solver, choices, arguments.seed)?;
    let linear = solver.is_some_and(|solver| solver.description.kind == solvers::Kind::Mip);
    let mut rounds = Rounds::new(puzzle, &*encoding, choices, folder, linear, arguments.progress)?;
    let outcome = solve(&*encoding, &mut *session, options, arguments.unique, &mut rounds);

    if let Some(failure) = &outcome.failure {
        eprintln!("encycle: {name}: {failure}");
        if let Some(hint) = solver.and_then(solver_list::hint) {
            eprintln!("encycle: {hint}");
        }
    }
    let report = Report {
        name,
        puzzle: &parsed.puzzle,
        encoding: encoding.name(),
        cnf: choices.cnf.name(),
        cuts,
        solver: session.solver(),
        outcome: &outcome,
    };
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

/// The kind of cut: what is asked for if it goes with the encoding, else the encoding's default.
/// `None` if it needs no cuts.
fn cut_kind(encoding: &dyn Encoding, wanted: Option<CutKind>) -> Result<Option<CutKind>, CliError> {
    let kinds = encoding.cut_kinds();
    let Some(wanted) = wanted else { return Ok(kinds.first().copied()) };
    if kinds.contains(&wanted) {
        return Ok(Some(wanted));
    }
    let known: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let (cut, name, known) = (wanted.name(), encoding.name(), known.join(", "));
    let hint =
        if kinds.is_empty() { "it needs no cuts".to_owned() } else { format!("use {known}") };
    Err(CliError::Usage(format!("--cuts {cut} does not go with --encoding {name}; {hint}")))
}

fn session(
    solver: Option<&Solver>,
    choices: Choices,
    seed: Option<u64>,
) -> Result<Box<dyn Session>, Failure> {
    match solver {
        None => Ok(Box::new(EmbeddedSession::new(choices, seed))),
        Some(solver) => external_session(solver.clone(), choices),
    }
}

/// A short name for a folder: a file's stem, or `puzzle` for an address.
fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    stem.filter(|stem| stem.len() <= 60 && stem.chars().all(is_plain) && stem != "-")
        .unwrap_or_else(|| "puzzle".to_owned())
}
