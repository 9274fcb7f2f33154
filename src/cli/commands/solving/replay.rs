//! `encycle replay`: solve a puzzle from the cuts of an earlier run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use encycle::certify::{RecordedCuts, read_ledger};
use encycle::encodings::encoding::CutKind;
use encycle::formats::Parsed;
use encycle::formats::map::{self, VariableMap};
use encycle::puzzle::Puzzle;
use encycle::report::SolveReport;
use encycle::solve::{SearchOptions, Solve, SolverSelection};

use crate::cli::arguments::limits::LimitArguments;
use crate::cli::arguments::lowering::{LoweringArguments, Presolve};
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::solver::EngineArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::commands::solving::solve::{print_failures, print_round};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_json, print_message};
use crate::cli::outputs;
use crate::cli::progress::{self, Progress, ProgressMode};
use crate::cli::views::solve::text_of;

/// How many refused entries are printed.
const LISTED: usize = 10;

/// Solve a puzzle from recorded cuts: a solve with 38 rounds becomes one.
///
/// LEDGER is the folder of `encycle solve --rounds`, a certificate, or a file `cuts.jsonl` of either.
/// Its cuts are part of the first formula, so that solvers can be compared on the same formula. With
/// --unique, so are the blocking clauses of its solutions: the solver only has to prove that there is
/// no other one. If a model still has a stray loop, a cut is added and the solver runs again.
///
/// The ledger is not trusted. A cut is used only if the rules of the puzzle justify it, as in `encycle
/// verify`; other entries are listed on standard error. Each solution is checked against the rules. So
/// a wrong ledger costs rounds, but never gives a wrong verdict.
///
/// Examples:
///   encycle solve puzzle.txt --unique --encoding edge --rounds steps
///   encycle replay steps --unique                     in one round
///   encycle replay steps --unique --solver kissat     another solver on the same formula
///   encycle replay steps --rounds final               keep the formula: final/round-001.cnf
///   encycle replay cuts.jsonl puzzle.txt --encoding edge
///   encycle replay certificate --unique --json
///
/// Exit codes: 0 solved or unique; 1 no solution or several; 2 bad usage or bad input, such as the ledger of
/// another puzzle; 3 a limit was reached; 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Ledger: a folder with `cuts.jsonl`, or such a file
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// Puzzle: a file, `-` for standard input, or a URL [default: `puzzle.txt` beside the ledger]
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    #[command(flatten)]
    engines: EngineArguments,
    /// Encoding whose variables the ledger names [default: that of `formula.map` beside the ledger, or the
    /// first one listed for the kind]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Add the edges fixed by the presolver to the formula (Slitherlink on grids; see `encycle
    /// presolve`)
    #[arg(long, value_enum, value_name = "ON|OFF", default_value = "on")]
    presolve: Presolve,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Kind of further cuts, as in `encycle solve`
    #[arg(long, value_name = "KIND")]
    cuts: Option<CutKind>,
    /// After a solution, search for a second one
    #[arg(short, long)]
    unique: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// Keep the formula, model, picture and cuts of every round in this folder
    #[arg(long, value_name = "DIR")]
    rounds: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print a JSON object instead (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let file = match arguments.ledger.is_dir() {
        true => arguments.ledger.join("cuts.jsonl"),
        false => arguments.ledger.clone(),
    };
    let ledger =
        std::fs::read_to_string(&file).map_err(CliError::io(file.display().to_string()))?;
    let beside = |name: &str| Some(file.with_file_name(name)).filter(|path| path.is_file());
    let map = match (&arguments.encoding, beside("formula.map")) {
        (None, Some(path)) => Some(map::load(&path.display().to_string())?),
        _ => None,
    };
    let source = match (&arguments.puzzle, beside("puzzle.txt")) {
        (Some(source), _) => source.clone(),
        (None, Some(path)) => path.display().to_string(),
        (None, None) => {
            let message = format!(
                "no puzzle: {} has no `puzzle.txt` beside it\nhelp: name the puzzle after the ledger",
                file.display()
            );
            return Err(CliError::Usage(message));
        }
    };
    let selection = arguments.engines.selection()?;
    if let Some(folder) = &arguments.rounds {
        outputs::check_folder(folder)?;
    }
    let puzzle = arguments.source.load(&source);
    let ledger = PuzzleLedger { file: &file, text: &ledger, map };
    each([(source, puzzle)], SolveReport::SCHEMA, arguments.json, |_, name, parsed| {
        replay_one(arguments, &ledger, name, parsed, &selection)
    })
}

/// A ledger, and the map beside it.
struct PuzzleLedger<'a> {
    file: &'a Path,
    text: &'a str,
    map: Option<VariableMap>,
}

impl PuzzleLedger<'_> {
    /// Returns the encoding whose variables the ledger names.
    fn encoding(&self, puzzle: &Puzzle) -> Result<Option<String>, CliError> {
        let Some(map) = &self.map else { return Ok(None) };
        let kind = puzzle.kind().name();
        let is_other = |fact: &str, value: &str| map.fact(fact).is_some_and(|one| one != value);
        if is_other("kind", kind) || map.extent().is_some_and(|one| one != puzzle.extent()) {
            let message = format!(
                "{}: the map beside it is that of another puzzle than this {kind} of {}",
                self.file.display(),
                puzzle.extent()
            );
            return Err(CliError::Usage(message));
        }
        Ok(map.fact("encoding").map(str::to_owned))
    }

    /// Prints the entries that are not used.
    fn print_refused(&self, recorded: &RecordedCuts) {
        let file = self.file.display();
        for one in recorded.refused.iter().take(LISTED) {
            eprint_line!("warning: {file}:{}: not used: {}", one.line, one.reason);
        }
        let more = recorded.refused.len().saturating_sub(LISTED);
        if more > 0 {
            eprint_line!("warning: {file}: {more} more entries are not used");
        }
    }
}

/// Solves the puzzle and prints the outcome, which may be the failure of a solver.
fn replay_one(
    arguments: &Arguments,
    ledger: &PuzzleLedger<'_>,
    name: &str,
    parsed: &Parsed,
    selection: &SolverSelection,
) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let started_at = Some(Instant::now());
    let chosen = match &arguments.encoding {
        Some(name) => Some(name.clone()),
        None => ledger.encoding(puzzle)?,
    };
    let chosen = chosen.unwrap_or_else(|| puzzle.default_encoding());
    let encoding = puzzle.encoding(&chosen)?;
    let recorded = read_ledger(ledger.text, puzzle, &encoding, arguments.unique)
        .map_err(|error| CliError::Usage(format!("{}:{error}", ledger.file.display())))?;
    ledger.print_refused(&recorded);
    let lowering = arguments.choices.options();
    let options = SearchOptions {
        cuts: arguments.cuts,
        started_at,
        start: recorded.start.clone(),
        ..arguments.limits.options()
    };
    let mut run = Solve::new(puzzle)
        .selection(selection.clone())
        .encodings([chosen])
        .presolve(arguments.presolve == Presolve::On)
        .lowering(lowering)
        .options(options);
    if arguments.unique {
        run = run.unique();
    }
    if let Some(folder) = &arguments.rounds {
        run = run.rounds(folder);
    }
    if progress::mode() == ProgressMode::Lines {
        run = run.observe(&print_round);
    }
    let shown = Progress::start(name);
    let outcome = run.run()?;
    drop(shown);
    print_failures(name, &outcome);
    if arguments.json {
        let mut report = SolveReport::new(name, puzzle, lowering, &outcome);
        report.replayed = Some((&recorded).into());
        print_json(&report)?;
    } else {
        let style = arguments.picture.style();
        print_message(&text_of(name, parsed, &outcome, Some(recorded.cuts), &style))?;
    }
    Ok(Exit::of_run(&outcome))
}
