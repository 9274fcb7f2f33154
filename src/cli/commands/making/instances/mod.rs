//! `encycle instances`: which clues make a loop the only solution, and which pairs a Numberlink with one.

mod clues;
mod pairs;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use encycle::encodings::grid::{Graph, Grid};
use encycle::encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use serde_json::{Map, Value, json};

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, tell};
use crate::cli::views::solution::size_json;
use encycle::count::{CountError, CountOptions};
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};

/// Find all sets of clues by which the loop of a Slitherlink is its only solution, or all sets of
/// pairs that make a Numberlink with one solution.
///
/// All are counted exactly, with decision diagrams (Yoshinaka et al. 2012). Each puzzle that is shown
/// is solved again, and must have one solution.
///
/// Slitherlink (section 7): a set of clues is good if no other loop has the same clues. Told are the
/// good sets; the minimal ones, of which no clue can be taken away; the minimum ones, which have the
/// fewest clues; and the hardest, with the fewest 4, then the fewest 0, 3, 1, 2. The clues are the
/// puzzle's own, so that superfluous ones show; with `--clues all`, one in each cell.
///
/// Numberlink (section 5): how many sets of pairs there are, by the number of pairs; if the puzzle
/// has pairs, of those sets that have them. Sets are good if the puzzle has one solution by the rule
/// `free`, and that covers every vertex (definition 2); `--rule` changes that.
///
/// Examples:
///   encycle instances puzzle.txt                           which of its clues can go?
///   encycle instances puzzle.txt --clues all --show minimum
///   encycle instances empty.txt --solution loop.txt --clues all --show hardest --limit 10
///   encycle instances numberlink 4x4 --show minimum        all pairs on 4 x 4 cells
///   encycle instances numberlink 4x5 --pairs 3             those of up to three pairs
///   encycle instances begun.txt --show good --limit 5     what goes with these pairs?
///
/// Exit codes: 0 there are good sets; 1 there is none, or the Slitherlink has not one solution; 2 bad
/// input; 3 a limit was reached; 4 a puzzle that was to be shown has not one solution.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address: a Slitherlink or a Numberlink, on a grid or a graph; or
    /// `numberlink`, with a size
    puzzle: String,
    /// Rows and columns of an empty Numberlink, as in `4x5`
    size: Option<String>,
    /// Slitherlink: the loop, as for `encycle check` [default: the puzzle's only solution]
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Slitherlink: where clues may be
    #[arg(long, value_enum, value_name = "GIVEN|ALL", default_value = "given")]
    clues: Clues,
    /// Numberlink: what the only solution must be [default: cover for puzzles of that variant, else good]
    #[arg(long, value_enum, value_name = "RULE")]
    rule: Option<PairRules>,
    /// Numberlink: sets of at most so many pairs
    #[arg(long, value_name = "N")]
    pairs: Option<usize>,
    /// Write puzzles with such sets
    #[arg(long, value_enum, value_name = "SETS")]
    show: Option<Sets>,
    /// How many of them at most
    #[arg(long, value_name = "N", default_value_t = 1, requires = "show")]
    limit: usize,
    /// Wall-clock limit for each step, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Memory limit, in megabytes; tables that double in size may overshoot it by half before it is seen
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Write a JSON object instead (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// Where clues may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Clues {
    /// Where the puzzle has them
    Given,
    /// In every cell
    All,
}

/// What the only solution of a Numberlink must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PairRules {
    /// The only one by the rule `free`, and it covers every vertex
    Good,
    /// The only one by the rule `free`
    Free,
    /// The only one by the rule `cover`, whatever others leave vertices out
    Cover,
}

/// Which good sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sets {
    /// All good sets
    Good,
    /// Those of which nothing can be taken away
    Minimal,
    /// Those with the fewest clues, or pairs
    Minimum,
    /// Those with the fewest 4, then 0, 3, 1, 2 (slitherlink)
    Hardest,
}

/// What is told of the sets of a kind.
trait Found: Sized {
    /// The version of the JSON layout.
    const SCHEMA: &str;

    /// Whether there are good sets.
    fn is_any(&self) -> bool;

    fn text(&self, name: &str, puzzle: &Puzzle) -> String;

    /// The keys of this kind, `null` if nothing was found.
    fn keys(found: Option<&Self>) -> Map<String, Value>;
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

impl From<CliError> for Failure {
    fn from(error: CliError) -> Self {
        Self::Cli(error)
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let puzzle = load(arguments)?;
    let options = CountOptions {
        timeout: arguments.timeout,
        memory_mb: arguments.memory,
        ..CountOptions::default()
    };
    let refuse = |message: &str| Err(CliError::Usage(format!("{}: {message}", arguments.puzzle)));
    let about_pairs = arguments.rule.is_some() || arguments.pairs.is_some();
    let about_loops = arguments.solution.is_some() || arguments.clues == Clues::All;
    match &puzzle {
        Puzzle::Slitherlink(_) if about_pairs => {
            refuse("--rule and --pairs are for numberlink, this is a slitherlink")
        }
        Puzzle::Slitherlink(slitherlink) => {
            let start = Instant::now();
            let found = clues::find(arguments, &puzzle, slitherlink, &options);
            tell_found(arguments, &puzzle, found, start.elapsed())
        }
        Puzzle::Numberlink(_) if about_loops => {
            refuse("--solution and --clues are for slitherlink, this is a numberlink")
        }
        Puzzle::Numberlink(_) if arguments.show == Some(Sets::Hardest) => {
            refuse("--show hardest is about clues of a slitherlink; use good, minimal or minimum")
        }
        Puzzle::Numberlink(numberlink) => {
            let start = Instant::now();
            let found = pairs::find(arguments, numberlink, &options);
            tell_found(arguments, &puzzle, found, start.elapsed())
        }
        other => refuse(&format!(
            "instances are found of slitherlink and numberlink, not of {}",
            other.kind()
        )),
    }
}

/// The puzzle, or the empty one of a kind and a size.
fn load(arguments: &Arguments) -> Result<Puzzle, CliError> {
    let Some(size) = &arguments.size else {
        return Ok(arguments.source.load(&arguments.puzzle)?.puzzle);
    };
    if arguments.puzzle.parse() != Ok(PuzzleKind::Numberlink) {
        let name = &arguments.puzzle;
        let message = format!("a size goes with `numberlink`, not with {name}; leave {size} out");
        return Err(CliError::Usage(message));
    }
    let numbers = size.split_once('x').map(|(rows, cols)| (rows.parse(), cols.parse()));
    let Some((Ok(rows), Ok(cols))) = numbers else {
        return Err(CliError::Usage(format!("`{size}` is no size: write ROWSxCOLS, as in 4x5")));
    };
    let Some(grid) = Grid::new(rows, cols) else {
        let message = format!("{size}: rows and columns are from 1 to {}", Grid::MAX_SIDE);
        return Err(CliError::Usage(message));
    };
    let empty = Numberlink::new(Graph::of_cells(grid), Vec::new(), NumberlinkRule::Free);
    let puzzle = Puzzle::from(empty.map_err(|error| CliError::Usage(error.to_string()))?);
    match &arguments.source.variant {
        Some(variant) => {
            puzzle.with_variant(variant).map_err(|error| CliError::Usage(error.to_string()))
        }
        None => Ok(puzzle),
    }
}

/// Tells what was found: nothing if the puzzle has not one solution.
fn tell_found<F: Found>(
    arguments: &Arguments,
    puzzle: &Puzzle,
    found: Result<Option<F>, Failure>,
    time: Duration,
) -> Result<ExitCode, CliError> {
    let name = &arguments.puzzle;
    let (verdict, reason, exit) = match &found {
        Ok(Some(found)) if found.is_any() => ("counted", None, Exit::Positive),
        Ok(Some(_)) => ("none", None, Exit::Negative),
        Ok(None) => ("not-unique", None, Exit::Negative),
        Err(Failure::Count(CountError::Limit(reason))) => {
            ("unknown", Some(reason.clone()), Exit::Unknown)
        }
        Err(Failure::Count(error)) => {
            tell!("encycle: {name}: {error}");
            ("failed", Some(error.to_string()), Exit::SolverFailed)
        }
        Err(Failure::Cli(_)) => ("failed", None, Exit::BadInput),
    };
    if let Err(Failure::Cli(error)) = found {
        return Err(error);
    }
    let found = found.ok().flatten();
    let text = if arguments.json {
        let mut value = F::keys(found.as_ref());
        for (key, entry) in [
            ("schema", json!(F::SCHEMA)),
            ("puzzle", json!(name)),
            ("size", size_json(puzzle.extent())),
            ("verdict", json!(verdict)),
            ("reason", json!(reason)),
            ("seconds", json!(time.as_secs_f64())),
        ] {
            value.insert(key.to_owned(), entry);
        }
        format!("{}\n", Value::Object(value))
    } else {
        match (&found, reason) {
            (Some(found), _) => found.text(name, puzzle),
            (None, None) => format!("{name}: not one solution; name the loop with --solution\n"),
            (None, Some(reason)) if exit == Exit::Unknown => format!("{name}: unknown, {reason}\n"),
            (None, Some(_)) => format!("{name}: failed\n"),
        }
    };
    print(&text)?;
    Ok(exit.code())
}

/// The text of a puzzle in its own format.
fn written(puzzle: impl Into<Puzzle>) -> Result<String, Failure> {
    let text = formats::write_default(&puzzle.into());
    text.map_err(|error| Failure::Cli(CliError::Usage(error.to_string())))
}

/// The keys of an object.
fn keys(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(keys) => keys,
        _ => Map::new(),
    }
}
