//! `encycle instances`: which clues make a loop the only solution.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::puzzles::slitherlink::Slitherlink;
use serde_json::{Value, json};

use super::exit::{CliError, Exit};
use super::limits::seconds;
use super::output::{print, tell};
use super::source::SourceArguments;
use super::told::{head, size_json};
use crate::count::{CountError, Instances, Options, only_solution, with_all_clues};
use crate::formats;
use crate::puzzle::Puzzle;

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-instances-1";

/// Find all sets of clues by which the loop of a Slitherlink is its only solution.
///
/// A set of clues is good if no other loop has the same clues. Counted exactly, with a decision diagram
/// (Yoshinaka et al. 2012, section 7): the good sets; the minimal ones, of which no clue can be taken away;
/// the minimum ones, which have the fewest clues; and the hardest, with the fewest 4, then the fewest 0, 3, 1, 2.
/// Each puzzle that is shown is solved again, and must have this solution alone.
///
/// The clues are the puzzle's own, so that superfluous ones show; with `--clues all`, one in each cell.
///
/// Examples:
///   encycle instances puzzle.txt                           which of its clues can go?
///   encycle instances puzzle.txt --clues all --show minimum
///   encycle instances empty.txt --solution loop.txt --clues all --show hardest --limit 10
///
/// Exit codes: 0 there are good sets; 1 there is none, or the puzzle has not one solution; 2 bad input; 3 a
/// limit was reached.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address: a Slitherlink on a grid
    puzzle: String,
    /// The loop, as for `encycle check` [default: the puzzle's only solution]
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Where clues may be
    #[arg(long, value_enum, value_name = "GIVEN|ALL", default_value = "given")]
    clues: Clues,
    /// Write puzzles with such sets of clues
    #[arg(long, value_enum, value_name = "SETS")]
    show: Option<Sets>,
    /// How many of them at most
    #[arg(long, value_name = "N", default_value_t = 1, requires = "show")]
    limit: usize,
    /// Wall-clock limit for each step, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Memory limit, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Write a JSON object instead (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// Where clues may be.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Clues {
    /// Where the puzzle has them
    Given,
    /// In every cell
    All,
}

/// Which good sets.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sets {
    /// All good sets
    Good,
    /// Those of which no clue can be taken away
    Minimal,
    /// Those with the fewest clues
    Minimum,
    /// Those with the fewest 4, then 0, 3, 1, 2
    Hardest,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let parsed = arguments.source.load(&arguments.puzzle)?;
    let name = &arguments.puzzle;
    let Puzzle::Slitherlink(puzzle) = &parsed.puzzle else {
        let kind = parsed.puzzle.kind();
        return Err(CliError::Usage(format!(
            "{name}: instances are found of slitherlink, not of {kind}"
        )));
    };
    if puzzle.grid().is_none() {
        let message = format!("{name}: instances are found on grids, not on general graphs");
        return Err(CliError::Usage(message));
    }
    let options =
        Options { timeout: arguments.timeout, memory_mb: arguments.memory, ..Options::default() };
    let start = Instant::now();
    let found = find(arguments, &parsed.puzzle, puzzle, &options);
    let (text, exit) = match &found {
        Ok(Some(found)) => {
            let exit = if found.numbers[0] == "0" { Exit::Negative } else { Exit::Positive };
            (found.text(name, &parsed.puzzle), exit)
        }
        Ok(None) => {
            let text = "not one solution; name the loop with --solution";
            (format!("{name}: {text}\n"), Exit::Negative)
        }
        Err(Failure::Count(CountError::Limit(reason))) => {
            (format!("{name}: unknown, {reason}\n"), Exit::Unknown)
        }
        Err(Failure::Count(error)) => {
            tell!("encycle: {name}: {error}");
            (format!("{name}: failed\n"), Exit::SolverFailed)
        }
        Err(Failure::Cli(_)) => (String::new(), Exit::BadInput),
    };
    let text = match arguments.json {
        true => json_line(arguments, &parsed.puzzle, found.as_ref(), start.elapsed()),
        false => text,
    };
    if let Err(Failure::Cli(error)) = found {
        return Err(error);
    }
    print(&text)?;
    Ok(exit.code())
}

/// What was found.
struct Found {
    /// Of the good sets, the minimal, the minimum and the hardest ones, how many.
    numbers: [String; 4],
    clues: usize,
    /// How many clues a minimum set has, if there is one.
    fewest: Option<usize>,
    nodes: usize,
    puzzles: Vec<String>,
}

enum Failure {
    Count(CountError),
    Cli(CliError),
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        Self::Count(error)
    }
}

fn find(
    arguments: &Arguments,
    shape: &Puzzle,
    puzzle: &Slitherlink,
    options: &Options,
) -> Result<Option<Found>, Failure> {
    let solution = match &arguments.solution {
        Some(path) => {
            let load = |error| Failure::Cli(CliError::from(error));
            let solution = formats::load_solution(path, shape).map_err(load)?;
            let broken = |broken| {
                let message = format!("{}: no solution of the puzzle: {broken}", path.display());
                Failure::Cli(CliError::Usage(message))
            };
            shape.check(&solution).map_err(broken)?;
            Some(solution)
        }
        None => only_solution(puzzle, options)?,
    };
    let Some(solution) = solution else { return Ok(None) };
    let everywhere = match arguments.clues {
        Clues::Given => None,
        Clues::All => with_all_clues(puzzle, &solution),
    };
    let instances = Instances::build(everywhere.as_ref().unwrap_or(puzzle), &solution, options)?;
    let families =
        [instances.good(), instances.minimal(), instances.minimum(), instances.hardest()];
    let shown = arguments.show.map(|sets| match sets {
        Sets::Good => families[0],
        Sets::Minimal => families[1],
        Sets::Minimum => families[2],
        Sets::Hardest => families[3],
    });
    let chosen = shown.into_iter().flat_map(|family| instances.puzzles(family));
    let puzzles: Result<Vec<String>, Failure> =
        chosen.take(arguments.limit).map(|one| written(one, &solution, options)).collect();
    Ok(Some(Found {
        numbers: families.map(|family| instances.count(family).to_string()),
        clues: everywhere.as_ref().unwrap_or(puzzle).clues().count(),
        fewest: instances.puzzles(families[2]).next().map(|one| one.clues().count()),
        nodes: instances.nodes(families[0]),
        puzzles: puzzles?,
    }))
}

/// The text of a puzzle, if its only solution is indeed this one.
fn written(puzzle: Slitherlink, solution: &Solution, options: &Options) -> Result<String, Failure> {
    let only = only_solution(&puzzle, options)?;
    if only.as_ref() != Some(solution) {
        return Err(Failure::Count(CountError::NotUnique));
    }
    let text = formats::write_default(&Puzzle::from(puzzle));
    text.map_err(|error| Failure::Cli(CliError::Usage(error.to_string())))
}

impl Found {
    fn text(&self, name: &str, puzzle: &Puzzle) -> String {
        let [good, minimal, minimum, hardest] = &self.numbers;
        let head = head(puzzle);
        let fewest =
            self.fewest.map_or_else(String::new, |clues| format!(" with {clues} clues each"));
        let mut out = format!(
            "{name}: {good} good sets of {} clues ({head}, {} nodes)\n\
             {minimal} minimal, {minimum} minimum{fewest}, {hardest} hardest\n",
            self.clues, self.nodes
        );
        for puzzle in &self.puzzles {
            out.push('\n');
            out.push_str(puzzle);
        }
        out
    }
}

/// One JSON object on one line.
fn json_line(
    arguments: &Arguments,
    puzzle: &Puzzle,
    found: Result<&Option<Found>, &Failure>,
    time: Duration,
) -> String {
    let (verdict, reason) = match found {
        Ok(Some(found)) if found.numbers[0] == "0" => ("none", None),
        Ok(Some(_)) => ("counted", None),
        Ok(None) => ("not-unique", None),
        Err(Failure::Count(CountError::Limit(reason))) => ("unknown", Some(reason.clone())),
        Err(Failure::Count(error)) => ("failed", Some(error.to_string())),
        Err(Failure::Cli(_)) => ("failed", None),
    };
    let found = found.ok().and_then(Option::as_ref);
    let number = |at: usize| -> Value { json!(found.map(|found| &found.numbers[at])) };
    let value = json!({
        "schema": SCHEMA,
        "puzzle": arguments.puzzle,
        "size": size_json(puzzle.extent()),
        "verdict": verdict,
        "reason": reason,
        "clues": found.map(|found| found.clues),
        "good": number(0),
        "minimal": number(1),
        "minimum": number(2),
        "hardest": number(3),
        "fewest_clues": found.and_then(|found| found.fewest),
        "nodes": found.map(|found| found.nodes),
        "puzzles": found.map(|found| &found.puzzles),
        "seconds": time.as_secs_f64(),
    });
    format!("{value}\n")
}
