//! `encycle enumerate`: print all solutions of a puzzle as a stream.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::cli::views::drawn;
use clap::Args;
use encycle::encodings::encoding::{CutKind, Encoding};
use encycle::encodings::puzzle::Solution;
use encycle::encodings::text::counted;

use crate::cli::arguments::limits::LimitArguments;
use crate::cli::arguments::lowering::{LoweringArguments, Presolve};
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, pipe_is_closed, print, print_json, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::{self, Progress};
use crate::cli::views::head;
use crate::cli::views::model::solution_text;
use encycle::formats::load_saved;
use encycle::problem::Problem;
use encycle::render::{Picture, TextStyle};
use encycle::report::{EnumerateReport, EnumeratedSolutionView, SolutionKeys};
use encycle::solve::{
    Checkpoint, Engine, Enumerator, Failure, NextSolution, SearchOptions, SolverId, cut_kind,
    incompleteness_reason,
};
use encycle::solvers::process::cleanup::SignalDelay;

/// Find all solutions of a puzzle, and draw each one as it is found.
///
/// No solution is printed twice, and each is checked against the rules. A last line reports the number
/// of solutions and whether the list is complete: on standard error, or with --json on standard
/// output.
///
/// Examples:
///   encycle enumerate puzzle.txt                    a picture of each solution
///   encycle enumerate puzzle.txt --limit 10         the first ten
///   encycle enumerate puzzle.txt --limit 10 --pictures pictures
///                                                   also as pictures/solution-0001.svg and so on
///   encycle enumerate puzzle.txt --json > all      one JSON object per line (`encycle help json`)
///   encycle enumerate puzzle.txt --json | head -3  stops when the pipe is closed
///   encycle enumerate puzzle.txt --timeout 60 --checkpoint far.json
///                                                   the same command again finds the next solutions
///   encycle enumerate puzzle.txt --solver cadical   a blocking clause per solution: slower
///
/// Exit codes: 0 all solutions were found, or as many as --limit requests; 1 there is no solution; 2
/// bad usage or bad input; 3 a limit was reached, or the encoding may leave out solutions; 4 the
/// solver failed or its result was wrong.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// Stop after N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Print one JSON object per line instead of pictures (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    /// Also write each solution as SVG into this folder, which is created if it does not exist; the
    /// first file is `solution-0001.svg`. Requires --limit
    #[arg(long, value_name = "DIR", requires = "limit")]
    pictures: Option<PathBuf>,
    /// Save the progress to this file, and continue from it if it exists. Written every two seconds, at
    /// the end, at a limit and on Ctrl-C
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgument,
    /// Encoding: which constraints express the rules; `encycle encode --help` lists the encodings
    /// [default: that of the checkpoint, else the best one for the solver]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Add the edges fixed by the presolver to the formula (Slitherlink on grids; see `encycle grade --steps`)
    #[arg(long, value_enum, value_name = "ON|OFF", default_value = "on")]
    presolve: Presolve,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Kind of cut against stray loops, as in `encycle solve`
    #[arg(long, value_name = "KIND")]
    cuts: Option<CutKind>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

/// The interval at which the checkpoint is written.
const PERIOD: Duration = Duration::from_secs(2);

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let checkpoint = arguments.checkpoint.as_deref().filter(|path| !path.exists());
    outputs::check(&[&arguments.puzzle], checkpoint.map(Output::any))?;
    if arguments.checkpoint.as_deref() == Some(Path::new("-")) {
        let message = "--checkpoint cannot be `-`: a checkpoint is a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let engine = arguments.engine.engine()?;
    let sources = std::slice::from_ref(&arguments.puzzle);
    let puzzles = arguments.model.counted_problems(sources, &arguments.source);
    if puzzles.len() > 1 && (arguments.pictures.is_some() || arguments.checkpoint.is_some()) {
        let message = "--pictures and --checkpoint require exactly one puzzle";
        return Err(CliError::Usage(message.to_owned()));
    }
    if let Some(folder) = &arguments.pictures {
        match arguments.checkpoint.as_deref().is_some_and(Path::exists) {
            // the pictures of the earlier calls stay
            true => {
                fs::create_dir_all(folder).map_err(CliError::io(folder.display().to_string()))?
            }
            false => outputs::check_folder(folder)?,
        }
    }
    each(puzzles, EnumerateReport::SCHEMA, arguments.json, |_, name, problem| {
        enumerate_one(arguments, name, &**problem, &engine)
    })
}

/// Prints all solutions of one puzzle.
fn enumerate_one(
    arguments: &Arguments,
    puzzle_name: &str,
    problem: &dyn Problem,
    engine: &Engine,
) -> Result<Exit, CliError> {
    let since = Instant::now();
    if arguments.pictures.is_some() && problem.as_puzzle().is_none() {
        let message = "--pictures applies to puzzles, not to a formula of your own";
        return Err(CliError::Usage(format!("{message}\nhelp: omit --pictures")));
    }
    problem.require_boolean().map_err(|error| CliError::Usage(error.to_string()))?;
    let before = arguments.checkpoint.as_deref().map(load).transpose()?.flatten();
    let of_checkpoint = |error| CliError::Usage(at(arguments.checkpoint.as_deref(), &error));
    // check first that the checkpoint belongs to this puzzle: its encoding may not exist for another puzzle
    before.iter().try_for_each(|one| one.check_puzzle(problem)).map_err(of_checkpoint)?;
    let name = arguments.encoding.clone();
    let name = name.or_else(|| before.as_ref().map(|one| one.encoding().to_owned()));
    let best = || problem.complete_encoding(engine.default_encoding(problem));
    let encoding = problem.encoding(&name.unwrap_or_else(best))?;
    let encoding = match arguments.presolve {
        Presolve::On => problem.presolved(encoding),
        Presolve::Off => encoding,
    };
    let done = before.as_ref().map(|one| one.cubes(problem, &encoding));
    let done = done.transpose().map_err(of_checkpoint)?.unwrap_or_default();
    let options = SearchOptions {
        cuts: cut_kind(&encoding, arguments.cuts)?,
        started_at: Some(since),
        ..arguments.limits.options()
    };
    let delay = arguments.checkpoint.as_ref().map(|_| SignalDelay::new(&options.stop));
    let mut session =
        engine.confirmed_session(arguments.choices.of_problem(problem), options.seed)?;
    let solver = session.solver().clone();
    let mut stream = SolutionStream {
        arguments,
        name: puzzle_name,
        problem,
        style: arguments.picture.style(),
        keys: SolutionKeys::new(problem),
        encoding: &encoding,
        solver,
        since,
        before: before.map_or(0, |one| one.solutions()),
        count: 0,
    };
    let result = stream.run(Enumerator::resume(&encoding, &mut *session, options, done));
    drop(delay);
    result
}

/// Prefixes a message with the path of the checkpoint.
fn at(path: Option<&Path>, message: &dyn std::fmt::Display) -> String {
    format!("{}: {message}", path.unwrap_or(Path::new("")).display())
}

/// Reads the checkpoint in a file, if the file exists.
fn load(path: &Path) -> Result<Option<Checkpoint>, CliError> {
    if !path.exists() {
        return Ok(None);
    }
    let text = load_saved(&path.to_string_lossy())?;
    let read = Checkpoint::read(&text);
    read.map(Some).map_err(|error| CliError::Usage(at(Some(path), &error)))
}

/// The reason for which an enumeration stopped.
enum StreamEnd {
    /// The search is complete: the encoding has no further model.
    Exhausted,
    /// The number of solutions requested with `--limit` was found.
    Enough,
    /// A limit other than `--limit` was reached, such as time or memory.
    Limit(String),
    /// The solver failed.
    Failed(Failure),
    /// The reader of standard output closed the pipe.
    PipeClosed,
}

/// The state of the output: its options, and the number of solutions so far.
struct SolutionStream<'a> {
    arguments: &'a Arguments,
    /// The name of the puzzle.
    name: &'a str,
    problem: &'a dyn Problem,
    /// The style of the pictures.
    style: TextStyle,
    keys: SolutionKeys,
    encoding: &'a Encoding<'a>,
    solver: SolverId,
    since: Instant,
    /// The number of solutions recorded in the checkpoint from which the enumeration resumed; otherwise 0.
    before: u64,
    /// The number of solutions found by this process.
    count: u64,
}

impl SolutionStream<'_> {
    fn run(&mut self, mut all: Enumerator<'_>) -> Result<Exit, CliError> {
        let mut saved = self.since;
        // write a checkpoint now, so that an unwritable file is reported before the search
        self.save(&all)?;
        let _shown = Progress::count(self.name);
        let end = loop {
            match all.next_solution(&mut ()) {
                Ok(NextSolution::Solution(solution)) => {
                    self.count += 1;
                    self.draw(&solution)?;
                    self.print_solution(&solution)?;
                }
                Ok(NextSolution::Exhausted) => break StreamEnd::Exhausted,
                Ok(NextSolution::Unknown(reason)) => break StreamEnd::Limit(reason),
                Err(failure) => break StreamEnd::Failed(failure),
            }
            if pipe_is_closed() {
                // do not update the checkpoint, so that solutions the reader missed are found again on resuming
                break StreamEnd::PipeClosed;
            }
            if self.arguments.limit == Some(self.count) {
                break StreamEnd::Enough;
            }
            let now = Instant::now();
            if now - saved >= PERIOD {
                self.save(&all)?;
                saved = Instant::now();
            }
            progress::update(|| self.progress());
        };
        if matches!(end, StreamEnd::PipeClosed) {
            return Ok(Exit::Positive);
        }
        self.save(&all)?;
        self.print_summary(&end)?;
        Ok(self.exit(&end))
    }

    /// Writes the checkpoint, if `--checkpoint` is set.
    fn save(&self, all: &Enumerator<'_>) -> Result<(), CliError> {
        let Some(path) = &self.arguments.checkpoint else { return Ok(()) };
        let total = self.before + self.count;
        let checkpoint = Checkpoint::new(self.problem, self.encoding, total, &all.done());
        write_to(Some(path), |out| out.write_all(checkpoint.to_text().as_bytes()))?;
        let path = path.display();
        progress::set_kept(format!(
            "{} saved in {path}; the same command continues from it",
            counted(total, "solution")
        ));
        Ok(())
    }

    /// Writes the picture of a solution, if `--pictures` is set.
    fn draw(&self, solution: &Solution) -> Result<(), CliError> {
        let Some(folder) = &self.arguments.pictures else { return Ok(()) };
        let path = folder.join(format!("solution-{:04}.svg", self.before + self.count));
        let picture =
            self.arguments.picture.svg(Picture::solved(self.problem.as_encodable(), solution));
        write_to(Some(&path), |out| out.write_all(picture.as_bytes()))
    }

    /// Prints a solution.
    fn print_solution(&self, solution: &Solution) -> Result<(), CliError> {
        let number = self.before + self.count;
        if self.arguments.json {
            return print_json(&EnumeratedSolutionView::new(number, self.keys.view(solution)));
        }
        let picture = match self.problem.as_model() {
            Some(model) => solution_text(model, solution, &[]),
            None => drawn(&Picture::solved(self.problem.as_encodable(), solution), &self.style),
        };
        print(&format!("solution {number}\n{picture}"))
    }

    fn progress(&self) -> String {
        let seconds = self.since.elapsed().as_secs_f64();
        let rate = self.count as f64 / seconds;
        format!("{} so far, {rate:.0} per second", counted(self.before + self.count, "solution"))
    }

    /// Returns the reason why the list may be incomplete, or `None` if it is complete.
    fn reason(&self, end: &StreamEnd) -> Option<String> {
        match end {
            StreamEnd::Exhausted => incompleteness_reason(self.encoding),
            StreamEnd::Enough => Some("the limit of solutions was reached".to_owned()),
            StreamEnd::Limit(reason) => Some(reason.clone()),
            StreamEnd::Failed(_) => Some("the solver failed".to_owned()),
            StreamEnd::PipeClosed => Some("the output was closed".to_owned()),
        }
    }

    /// Prints the summary: the number of solutions, and whether the list is complete.
    fn print_summary(&self, end: &StreamEnd) -> Result<(), CliError> {
        let (name, total) = (self.name, self.before + self.count);
        if let StreamEnd::Failed(failure) = end {
            eprint_line!("error: {name}: {failure}");
        }
        let reason = self.reason(end);
        if !self.arguments.json {
            let seconds = self.since.elapsed().as_secs_f64();
            let whether = match &reason {
                None => "the list is complete".to_owned(),
                Some(reason) => format!("there may be more: {reason}"),
            };
            let earlier = match self.before {
                0 => String::new(),
                before => format!(", {before} of them earlier"),
            };
            eprint_line!(
                "{name}: {}{earlier}; {whether} ({}, {}, {}, {seconds:.3} s)",
                counted(total, "solution"),
                head(self.problem),
                self.solver,
                self.encoding.name(),
            );
            return Ok(());
        }
        let error = match end {
            StreamEnd::Failed(failure) => Some(failure.to_string()),
            _ => None,
        };
        print_json(&EnumerateReport {
            schema: EnumerateReport::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            kind: self.problem.kind_name().to_owned(),
            size: self.problem.as_encodable().extent().into(),
            variant: self.problem.as_encodable().variant().map(str::to_owned),
            solutions: total,
            earlier: self.before,
            complete: reason.is_none(),
            reason,
            error,
            solver: self.solver.clone(),
            encoding: self.encoding.name().to_owned(),
            seconds: self.since.elapsed().as_secs_f64(),
        })
    }

    fn exit(&self, end: &StreamEnd) -> Exit {
        match end {
            StreamEnd::Failed(_) => Exit::SolverFailed,
            StreamEnd::Enough | StreamEnd::PipeClosed => Exit::Positive,
            _ if self.reason(end).is_some() => Exit::Unknown,
            _ if self.before + self.count == 0 => Exit::Negative,
            _ => Exit::Positive,
        }
    }
}
