//! `encycle enumerate`: all solutions, as a stream.

use std::fs;
use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use encycle::encodings::encoding::{CutKind, Encoding};
use encycle::encodings::puzzle::Solution;
use serde_json::{Value, json};

use crate::cli::arguments::limits::LimitArguments;
use crate::cli::arguments::lowering::{ChoiceArguments, Presolve};
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, reader_is_gone, refuse_collisions, tell, write_to};
use crate::cli::views::solution::{SolutionsJson, head, size_json};
use encycle::formats::load_saved;
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, svg, text};
use encycle::solve::{
    Checkpoint, Enumerator, Failure, NextSolution, SearchOptions, SolverId, cut_kind, left_out,
};
use encycle::solvers::process::cleanup::SignalDelay;

/// Find all solutions of a puzzle, and draw each as it comes.
///
/// No solution comes twice, and each was checked against the rules. The last line says how many there
/// are, and whether that is all of them: on standard error, with --jsonl on standard output.
///
/// Examples:
///   encycle enumerate puzzle.txt                    a picture each
///   encycle enumerate puzzle.txt --limit 10         the first ten
///   encycle enumerate puzzle.txt --limit 10 --svg pictures
///                                                   and as pictures/solution-0001.svg and so on
///   encycle enumerate puzzle.txt --jsonl > all      one JSON object a line (docs/json.md)
///   encycle enumerate puzzle.txt --jsonl | head -3  whoever has read enough may close the pipe
///   encycle enumerate puzzle.txt --timeout 60 --checkpoint far.json
///                                                   said again, it goes on with the next solutions
///   encycle enumerate puzzle.txt --solver cadical   by a clause against each solution: slower
///
/// Exit codes: 0 all were found, or as many as --limit asks; 1 there is none; 3 a limit came first, or
/// the encoding may have left out some; 4 the solver failed or lied.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// Stop after so many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Write one JSON object a line instead of pictures
    #[arg(long)]
    jsonl: bool,
    /// Also write each as SVG into this folder, which is made if it is not there: `solution-0001.svg` is the first
    /// solution. Wants a --limit
    #[arg(long, value_name = "DIR", requires = "limit")]
    svg: Option<PathBuf>,
    /// Keep in this file how far it has come, and go on from there if the file is there. Written every two
    /// seconds, at the end, at a limit and on Ctrl-C
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgument,
    /// Which constraints express the rules (`encycle encode --help` lists them) [default: that of the
    /// checkpoint, else the one that serves the solver best]
    #[arg(long, value_name = "E")]
    encoding: Option<String>,
    /// Whether what the presolver fixes is added to the formula (`encycle presolve`; slitherlink on grids)
    #[arg(long, value_enum, value_name = "ON|OFF", default_value = "on")]
    presolve: Presolve,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// How stray loops are cut, as in `encycle solve`
    #[arg(long, value_name = "KIND")]
    cuts: Option<CutKind>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Tell each second on standard error how many there are [default: on a terminal, unless the pictures
    /// go there too]
    #[arg(long)]
    progress: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-enumerate-1";

/// How often a checkpoint is written.
const PERIOD: Duration = Duration::from_secs(2);

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let since = Instant::now();
    refuse_collisions(&[&arguments.puzzle], &[arguments.checkpoint.as_deref()])?;
    if arguments.checkpoint.as_deref() == Some(Path::new("-")) {
        let message = "--checkpoint -: a checkpoint is a file; name one";
        return Err(CliError::Usage(message.to_owned()));
    }
    let engine = arguments.engine.engine()?;
    let parsed = arguments.source.load(&arguments.puzzle)?;
    if let Some(folder) = &arguments.svg {
        fs::create_dir_all(folder).map_err(CliError::io(folder.display().to_string()))?;
    }
    let puzzle = &parsed.puzzle;
    let before = arguments.checkpoint.as_deref().map(load).transpose()?.flatten();
    let of_checkpoint = |error| CliError::Usage(at(arguments.checkpoint.as_deref(), &error));
    // before the encoding: that of another puzzle may not even be known for this one
    before.iter().try_for_each(|one| one.check_puzzle(puzzle)).map_err(of_checkpoint)?;
    let name = arguments.encoding.clone();
    let name = name.or_else(|| before.as_ref().map(|one| one.encoding().to_owned()));
    let best = || puzzle.complete_encoding(engine.default_encoding(puzzle));
    let encoding = puzzle.encoding(&name.unwrap_or_else(best))?;
    let encoding = match arguments.presolve {
        Presolve::On => puzzle.presolved(encoding),
        Presolve::Off => encoding,
    };
    let done = before.as_ref().map(|one| one.cubes(puzzle, &*encoding));
    let done = done.transpose().map_err(of_checkpoint)?.unwrap_or_default();
    let options = SearchOptions {
        cuts: cut_kind(&*encoding, arguments.cuts)?,
        since: Some(since),
        ..arguments.limits.options()
    };
    let delay = arguments.checkpoint.as_ref().map(|_| SignalDelay::new(&options.stop));
    let mut session = engine.session(arguments.choices.choices(), options.seed)?;
    let solver = session.solver().clone();
    let mut stream = Stream {
        arguments,
        puzzle,
        json: SolutionsJson::new(puzzle),
        encoding: &*encoding,
        solver,
        since,
        before: before.map_or(0, |one| one.solutions()),
        count: 0,
    };
    let result = stream.run(Enumerator::resume(&*encoding, &mut *session, options, done));
    drop(delay);
    result.map(Exit::code)
}

/// A message about a checkpoint.
fn at(path: Option<&Path>, message: &dyn std::fmt::Display) -> String {
    format!("{}: {message}", path.unwrap_or(Path::new("")).display())
}

/// The checkpoint in a file, if there is one.
fn load(path: &Path) -> Result<Option<Checkpoint>, CliError> {
    if !path.exists() {
        return Ok(None);
    }
    let text = load_saved(&path.to_string_lossy())?;
    let read = Checkpoint::read(&text);
    read.map(Some).map_err(|error| CliError::Usage(at(Some(path), &error)))
}

/// How the stream ended.
enum End {
    /// There is no further model.
    Exhausted,
    /// As many as were asked for.
    Enough,
    /// A limit.
    Limit(String),
    Failed(Failure),
    /// Nobody reads any more.
    Alone,
}

/// Solutions on their way out.
struct Stream<'a> {
    arguments: &'a Arguments,
    puzzle: &'a Puzzle,
    json: SolutionsJson<'a>,
    encoding: &'a dyn Encoding,
    solver: SolverId,
    since: Instant,
    /// How many were found by those that wrote the checkpoint before.
    before: u64,
    /// How many are found now.
    count: u64,
}

impl Stream<'_> {
    fn run(&mut self, mut all: Enumerator<'_>) -> Result<Exit, CliError> {
        let (mut kept, mut told) = (self.since, self.since);
        // where it cannot be written, this is told before the first solution and not after
        self.keep(&all)?;
        let shows = self.arguments.progress || stderr().is_terminal() && !stdout().is_terminal();
        let end = loop {
            match all.next(&mut ()) {
                Ok(NextSolution::Solution(solution)) => {
                    self.count += 1;
                    self.draw(&solution)?;
                    print(&self.solution(&solution)?)?;
                }
                Ok(NextSolution::Exhausted) => break End::Exhausted,
                Ok(NextSolution::Unknown(reason)) => break End::Limit(reason),
                Err(failure) => break End::Failed(failure),
            }
            if reader_is_gone() {
                // what it has not read is to come again: the checkpoint stays as it was
                break End::Alone;
            }
            if self.arguments.limit == Some(self.count) {
                break End::Enough;
            }
            let now = Instant::now();
            if now - kept >= PERIOD {
                self.keep(&all)?;
                kept = Instant::now();
            }
            if shows && now - told >= Duration::from_secs(1) {
                tell!("{}", self.progress());
                told = now;
            }
        };
        if matches!(end, End::Alone) {
            return Ok(Exit::Positive);
        }
        self.keep(&all)?;
        self.tell(&end)?;
        Ok(self.exit(&end))
    }

    /// Writes the checkpoint, if one is wanted.
    fn keep(&self, all: &Enumerator<'_>) -> Result<(), CliError> {
        let Some(path) = &self.arguments.checkpoint else { return Ok(()) };
        let total = self.before + self.count;
        let checkpoint = Checkpoint::new(self.puzzle, self.encoding, total, &all.done());
        write_to(Some(path), |out| out.write_all(checkpoint.to_text().as_bytes()))
    }

    /// Writes one solution into the folder of pictures, if there is one.
    fn draw(&self, solution: &Solution) -> Result<(), CliError> {
        let Some(folder) = &self.arguments.svg else { return Ok(()) };
        let path = folder.join(format!("solution-{:04}.svg", self.before + self.count));
        let picture = svg(&Picture::solved(&**self.puzzle, solution));
        write_to(Some(&path), |out| out.write_all(picture.as_bytes()))
    }

    /// One solution as it is printed.
    fn solution(&self, solution: &Solution) -> Result<String, CliError> {
        let number = self.before + self.count;
        if self.arguments.jsonl {
            let line = self.json.line(SCHEMA, number, solution);
            return line.map_err(CliError::io("a solution as JSON"));
        }
        let charset = if self.arguments.ascii { Charset::Ascii } else { Charset::Unicode };
        let picture = text(&Picture::solved(&**self.puzzle, solution), charset);
        Ok(format!("solution {number}\n{picture}"))
    }

    fn progress(&self) -> String {
        let seconds = self.since.elapsed().as_secs_f64();
        let rate = self.count as f64 / seconds;
        format!("{} so far, {rate:.0} a second", solutions(self.before + self.count))
    }

    /// Why it is not known that these are all solutions.
    fn reason(&self, end: &End) -> Option<String> {
        match end {
            End::Exhausted => left_out(self.encoding),
            End::Enough => Some("as many as were asked for".to_owned()),
            End::Limit(reason) => Some(reason.clone()),
            End::Failed(_) => Some("the solver failed".to_owned()),
            End::Alone => Some("nobody reads".to_owned()),
        }
    }

    /// The last line.
    fn tell(&self, end: &End) -> Result<(), CliError> {
        let (name, total) = (&self.arguments.puzzle, self.before + self.count);
        if let End::Failed(failure) = end {
            tell!("encycle: {name}: {failure}");
        }
        let reason = self.reason(end);
        if !self.arguments.jsonl {
            let seconds = self.since.elapsed().as_secs_f64();
            let whether = match &reason {
                None => "that is all".to_owned(),
                Some(reason) => format!("there may be more: {reason}"),
            };
            let earlier = match self.before {
                0 => String::new(),
                before => format!(", {before} of them earlier"),
            };
            tell!(
                "{name}: {}{earlier}; {whether} ({}, {}, {}, {seconds:.3} s)",
                solutions(total),
                head(self.puzzle),
                self.solver,
                self.encoding.name(),
            );
            return Ok(());
        }
        let error = match end {
            End::Failed(failure) => Value::String(failure.to_string()),
            _ => Value::Null,
        };
        let value = json!({
            "schema": SCHEMA,
            "puzzle": name,
            "kind": self.puzzle.kind().name(),
            "size": size_json(self.puzzle.extent()),
            "variant": self.puzzle.variant(),
            "solutions": total,
            "earlier": self.before,
            "complete": reason.is_none(),
            "reason": reason,
            "error": error,
            "solver": serde_json::json!(&self.solver),
            "encoding": self.encoding.name(),
            "seconds": self.since.elapsed().as_secs_f64(),
        });
        print(&format!("{value}\n"))
    }

    fn exit(&self, end: &End) -> Exit {
        match end {
            End::Failed(_) => Exit::SolverFailed,
            End::Enough | End::Alone => Exit::Positive,
            _ if self.reason(end).is_some() => Exit::Unknown,
            _ if self.before + self.count == 0 => Exit::Negative,
            _ => Exit::Positive,
        }
    }
}

fn solutions(count: u64) -> String {
    match count {
        1 => "1 solution".to_owned(),
        _ => format!("{count} solutions"),
    }
}
