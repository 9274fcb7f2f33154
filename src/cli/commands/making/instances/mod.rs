//! `encycle instances`: find the clue sets that make a loop unique, and the pair sets that give a Numberlink
//! with exactly one solution.

mod clues;
mod pairs;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::cli::progress::Progress;
use clap::{Args, ValueEnum};
use encycle::encodings::grid::{Graph, Grid};
use encycle::encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use serde::Serialize;

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json};
use encycle::count::{CountError, CountOptions};
use encycle::formats;
use encycle::generate::CellName;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::report::{ClueSetsReport, InstancesVerdict, PairSetsReport};
use thiserror::Error;

/// Find all clue sets of a Slitherlink or Slitherlynx, or pair sets of a Numberlink, with one solution.
///
/// All sets are counted exactly with decision diagrams (Yoshinaka et al. 2012). Every puzzle that is
/// printed is solved again to confirm that it has exactly one solution.
///
/// Slitherlink (section 7): a set of clues is good if only one solution agrees with it. Prints the number
/// of good sets; of minimal ones, from which no clue can be removed; of minimum ones, which have the
/// fewest clues; and of hardest ones, which have the fewest 4, then the fewest 0, 3, 1, 2. The sets are
/// subsets of the puzzle's clues, which shows the superfluous ones; with `--clues all`, every cell may
/// have a clue, and --require and --forbid select cells. The solution of a Slitherlynx may have several
/// loops.
///
/// Numberlink (section 5): prints the number of good sets of pairs by size. If the puzzle has pairs,
/// only sets that contain them count. A set is good if the puzzle has exactly one solution by the rule
/// `free` and this solution covers every vertex (definition 2); `--rule` changes the definition.
///
/// Examples:
///   encycle instances puzzle.txt                           which clues are superfluous?
///   encycle instances puzzle.txt --clues all --list minimum
///   encycle instances empty.txt --solution loop.txt --clues all --list hardest --limit 10
///   encycle instances empty.txt --solution loop.txt --clues all --require 1,1 --forbid 2,2 2,3
///   encycle instances numberlink 4x4 --list minimum        all pair sets on 4 x 4 cells
///   encycle instances numberlink 4x5 --pairs 3             sets of up to three pairs
///   encycle instances begun.txt --list good --limit 5      complete the pairs of a puzzle
///
/// Exit codes: 0 there are good sets; 1 there are none, or the Slitherlink does not have exactly one
/// solution; 2 bad input; 3 a limit was reached; 4 a puzzle to be printed does not have exactly one
/// solution.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Slitherlink or Numberlink, on a grid or a graph: a file, `-` for standard input, or a URL; or the
    /// word `numberlink`, followed by a size
    puzzle: String,
    /// Size of an empty Numberlink: ROWSxCOLUMNS, such as 4x5
    size: Option<String>,
    /// Slitherlink: the loop, as for `encycle check` [default: the puzzle's only solution]
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Slitherlink: the cells that may have a clue
    #[arg(long, value_enum, value_name = "GIVEN|ALL", default_value = "given")]
    clues: ClueChoice,
    /// Slitherlink: cells that have a clue in every set, as ROW,COLUMN
    #[arg(long, value_name = "R,C", num_args = 1..)]
    require: Vec<CellName>,
    /// Slitherlink: cells that have a clue in no set, as ROW,COLUMN
    #[arg(long, value_name = "R,C", num_args = 1..)]
    forbid: Vec<CellName>,
    /// Numberlink: the definition of a good set [default: cover for puzzles of that variant, else good]
    #[arg(long, value_enum, value_name = "RULE")]
    rule: Option<PairRules>,
    /// Numberlink: consider only sets of at most N pairs
    #[arg(long, value_name = "N")]
    pairs: Option<usize>,
    /// Print puzzles with sets of this type
    #[arg(long, value_enum, value_name = "SETS")]
    list: Option<SetType>,
    /// Maximal number of puzzles to print
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, requires = "list")]
    limit: usize,
    /// Wall-clock limit of each step, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Memory limit, in megabytes; the doubling of a table may exceed it by half before it is detected
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Print a JSON object instead (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The cells that may have a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ClueChoice {
    /// The cells with a clue in the puzzle
    Given,
    /// Every cell
    All,
}

/// The definition of a good set of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PairRules {
    /// Exactly one solution by the rule `free`, and it covers every vertex
    Good,
    /// Exactly one solution by the rule `free`
    Free,
    /// Exactly one solution by the rule `cover`; solutions that leave vertices out do not count
    Cover,
}

/// A type of good sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SetType {
    /// All good sets
    Good,
    /// Sets from which no clue or pair can be removed
    Minimal,
    /// Sets with the fewest clues or pairs
    Minimum,
    /// Sets with the fewest 4, then 0, 3, 1, 2 (Slitherlink)
    Hardest,
}

/// The good sets of a puzzle.
struct GoodSets<R> {
    /// Whether there are any.
    verdict: InstancesVerdict,
    /// The numbers of sets, and the puzzles to be printed.
    text: String,
    /// The same as JSON.
    report: R,
}

#[derive(Debug, Error)]
#[error(transparent)]
enum InstancesFailure {
    Count(#[from] CountError),
    Cli(#[from] CliError),
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let puzzle = load(arguments)?;
    let _shown = Progress::start(&arguments.puzzle);
    let options = CountOptions {
        timeout: arguments.timeout,
        memory_mb: arguments.memory,
        ..CountOptions::default()
    };
    let refuse = |message: &str| Err(CliError::Usage(format!("{}: {message}", arguments.puzzle)));
    let about_pairs = arguments.rule.is_some() || arguments.pairs.is_some();
    let about_loops = arguments.solution.is_some()
        || arguments.clues == ClueChoice::All
        || !(arguments.require.is_empty() && arguments.forbid.is_empty());
    let start = Instant::now();
    match &puzzle {
        Puzzle::Slitherlink(_) | Puzzle::Slitherlynx(_) if about_pairs => refuse(&format!(
            "--rule and --pairs apply to numberlink only, and this is of the kind {}",
            puzzle.kind()
        )),
        Puzzle::Slitherlink(slitherlink) | Puzzle::Slitherlynx(slitherlink) => {
            let found = clues::find(arguments, &puzzle, slitherlink, &options, start);
            print_found(arguments, found, |verdict, reason| {
                ClueSetsReport::new(&arguments.puzzle, &puzzle, verdict, reason, start.elapsed())
            })
        }
        Puzzle::Numberlink(_) if about_loops => refuse(
            "--solution, --clues, --require and --forbid apply to slitherlink and slitherlynx only, and this is of the kind numberlink",
        ),
        Puzzle::Numberlink(_) if arguments.list == Some(SetType::Hardest) => {
            refuse("--list hardest applies to slitherlink only\nhelp: use good, minimal or minimum")
        }
        Puzzle::Numberlink(numberlink) => {
            let found = pairs::find(arguments, &puzzle, numberlink, &options, start);
            print_found(arguments, found, |verdict, reason| {
                PairSetsReport::new(&arguments.puzzle, &puzzle, verdict, reason, start.elapsed())
            })
        }
        other => refuse(&format!(
            "instances supports slitherlink, slitherlynx and numberlink, not {}",
            other.kind()
        )),
    }
}

/// Reads the puzzle, or creates an empty Numberlink of the requested size.
fn load(arguments: &Arguments) -> Result<Puzzle, CliError> {
    let Some(size) = &arguments.size else {
        return Ok(arguments.source.load(&arguments.puzzle)?.puzzle);
    };
    if arguments.puzzle.parse() != Ok(PuzzleKind::Numberlink) {
        let name = &arguments.puzzle;
        let message =
            format!("a size requires the word `numberlink` instead of {name}\nhelp: omit {size}");
        return Err(CliError::Usage(message));
    }
    let numbers = size.split_once('x').map(|(rows, cols)| (rows.parse(), cols.parse()));
    let Some((Ok(rows), Ok(cols))) = numbers else {
        return Err(CliError::Usage(format!(
            "not a size: `{size}`\nhelp: write ROWSxCOLUMNS, such as 4x5"
        )));
    };
    let Some(grid) = Grid::new(rows, cols) else {
        let message =
            format!("size out of range: {size}: rows and columns are from 1 to {}", Grid::MAX_SIDE);
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

/// Prints the result, and returns the exit code. `found` is `Ok(None)` if the puzzle does not have exactly
/// one solution; `failed` returns the JSON object of a result without numbers.
fn print_found<R: Serialize>(
    arguments: &Arguments,
    found: Result<Option<GoodSets<R>>, InstancesFailure>,
    failed: impl Fn(InstancesVerdict, Option<String>) -> R,
) -> Result<ExitCode, CliError> {
    let name = &arguments.puzzle;
    let found = match found {
        Ok(Some(found)) => found,
        Ok(None) => GoodSets {
            verdict: InstancesVerdict::NotUnique,
            text: format!(
                "{name}: does not have exactly one solution\nhelp: select the loop with --solution\n"
            ),
            report: failed(InstancesVerdict::NotUnique, None),
        },
        Err(InstancesFailure::Count(CountError::Limit(reason))) => GoodSets {
            verdict: InstancesVerdict::Unknown,
            text: format!("{name}: unknown, {reason}\n"),
            report: failed(InstancesVerdict::Unknown, Some(reason)),
        },
        Err(InstancesFailure::Count(error)) => {
            eprint_line!("error: {name}: {error}");
            GoodSets {
                verdict: InstancesVerdict::Failed,
                text: format!("{name}: failed\n"),
                report: failed(InstancesVerdict::Failed, Some(error.to_string())),
            }
        }
        Err(InstancesFailure::Cli(error)) => return Err(error),
    };
    match arguments.json {
        true => print_json(&found.report)?,
        false => print(&found.text)?,
    }
    let exit = match found.verdict {
        InstancesVerdict::Counted => Exit::Positive,
        InstancesVerdict::NoSet | InstancesVerdict::NotUnique => Exit::Negative,
        InstancesVerdict::Unknown => Exit::Unknown,
        InstancesVerdict::Failed => Exit::SolverFailed,
    };
    Ok(exit.code())
}

/// Returns the text of a puzzle in the default format of its kind.
fn written(puzzle: impl Into<Puzzle>) -> Result<String, InstancesFailure> {
    let text = formats::write_default(&puzzle.into());
    Ok(text.map_err(|error| CliError::Usage(error.to_string()))?)
}
