//! `encycle repair`: what a puzzle lacks to have one solution.

use std::process::ExitCode;

use clap::Args;
use encycle::encodings::puzzle::Solution;
use serde_json::{Value, json};

use crate::cli::arguments::limits::whole_number_from;
use crate::cli::arguments::repair::MeansArguments;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::commands::making::generate::exit_of;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, tell};
use crate::cli::views::solution::solution_json;
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{RepairOutcome, repair};
use encycle::puzzle::Puzzle;
use encycle::render::{Charset, Picture, text};

/// Show why a puzzle has not one solution, and the fewest givens that mend it.
///
/// Every kind but Numberlink and reachability is mended.
///
/// Of a puzzle with several solutions: a picture of what they have in common, and the fewest givens
/// that leave one of them alone, with the mended puzzle on standard output. Of a puzzle without one:
/// givens that contradict each other, of which none can be left out.
///
/// Examples:
///   encycle repair puzzle.txt
///   encycle repair puzzle.txt --solutions 1000 > mended.txt
///
/// Exit codes: 0 it has one solution, or was mended; 1 givens contradict each other, or nothing that
/// can be given leaves one solution; 2 bad input; 3 a limit was reached; 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// How many solutions are looked at: if there are more, another one may want fewer givens
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number_from(2))]
    solutions: usize,
    #[command(flatten)]
    means: MeansArguments,
    /// The format of the mended puzzle, as in `encycle convert`
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    to: PuzzleFormat,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Write a JSON object instead (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-repair-1";

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let parsed = arguments.source.load(&arguments.puzzle)?;
    let name = &arguments.puzzle;
    let means = arguments.means.means()?;
    let repaired = match repair(&parsed.puzzle, arguments.solutions, &means) {
        Ok(repaired) => repaired,
        Err(error) => {
            tell!("encycle: {name}: {error}");
            return Ok(exit_of(&error).code());
        }
    };
    let exit = match &repaired {
        RepairOutcome::Unique(_) | RepairOutcome::Several { added: Some(_), .. } => Exit::Positive,
        RepairOutcome::Contradiction(_) | RepairOutcome::Several { added: None, .. } => {
            Exit::Negative
        }
    };
    let mended = match &repaired {
        RepairOutcome::Several { added: Some((_, puzzle)), .. } => {
            let text = formats::write(puzzle, arguments.to);
            Some(text.map_err(|error| CliError::Usage(error.to_string()))?)
        }
        _ => None,
    };
    if arguments.json {
        print(&json_line(name, &parsed.puzzle, &repaired, mended.as_deref()))?;
        return Ok(exit.code());
    }
    match &repaired {
        RepairOutcome::Unique(_) => tell!("{name}: unique; nothing is to be done"),
        RepairOutcome::Contradiction(givens) if givens.is_empty() => {
            tell!("{name}: no-solution, by the rules alone: no puzzle of this size has one");
        }
        RepairOutcome::Contradiction(givens) => {
            tell!("{name}: no-solution; these givens contradict each other:");
            givens.iter().for_each(|given| tell!("  {given}"));
        }
        RepairOutcome::Several { solutions, is_all, common, added } => {
            let count = solutions.len();
            let which = if *is_all { "all" } else { "the first" };
            tell!("{name}: several; what {which} {count} solutions have in common:");
            let charset = if arguments.ascii { Charset::Ascii } else { Charset::Unicode };
            tell!("{}", text(&Picture::partial(&*parsed.puzzle, common), charset).trim_end());
            match added {
                None => tell!("no givens leave one of them alone"),
                Some((givens, _)) => {
                    tell!("one of them is left alone by {} more:", givens.len());
                    givens.iter().for_each(|given| tell!("  {given}"));
                }
            }
        }
    }
    if let Some(text) = mended {
        print(&format!("{}\n", text.trim_end()))?;
    }
    Ok(exit.code())
}

/// One JSON object on one line.
fn json_line(
    name: &str,
    puzzle: &Puzzle,
    repaired: &RepairOutcome,
    mended: Option<&str>,
) -> String {
    let written = |solutions: &[Solution]| -> Value {
        solutions.iter().map(|solution| solution_json(puzzle, solution)).collect()
    };
    let (verdict, solutions, is_all, givens) = match repaired {
        RepairOutcome::Unique(only) => ("unique", written(std::slice::from_ref(only)), true, None),
        RepairOutcome::Contradiction(givens) => ("no-solution", json!([]), true, Some(givens)),
        RepairOutcome::Several { solutions, is_all, added, .. } => {
            ("several", written(solutions), *is_all, added.as_ref().map(|(givens, _)| givens))
        }
    };
    let is_contradiction = matches!(repaired, RepairOutcome::Contradiction(_));
    let value = json!({
        "schema": SCHEMA,
        "puzzle": name,
        "verdict": verdict,
        "solutions": solutions,
        "complete": is_all,
        "contradiction": givens.filter(|_| is_contradiction),
        "added": givens.filter(|_| !is_contradiction),
        "mended": mended,
    });
    format!("{value}\n")
}
