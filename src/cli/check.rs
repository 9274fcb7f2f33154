//! `encycle check`: does a solution keep the rules?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use encycle_encodings::connectivity::{Lines, LoopPuzzle};

use super::exit::{CliError, Exit};
use super::output::print;
use crate::formats;
use crate::puzzle::{Kind, Puzzle};

/// Check a solution against the rules; name the first broken rule and where.
///
/// A solution is a grid of cells, `x` inside the loop and `.` outside, or the output of
/// `encycle solve --json`. Without one, the solution block of a janko.at text is checked.
///
/// Examples:
///   encycle check puzzle.txt solution.txt
///   encycle solve puzzle.txt --json > answer.json && encycle check puzzle.txt answer.json
///
/// Exit code: 0 if it is a solution, 1 if a rule is broken.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// The file of the solution
    solution: Option<PathBuf>,
    /// The kind of the puzzle, where its text does not say it
    #[arg(long)]
    kind: Option<Kind>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let parsed = formats::load(&arguments.puzzle, arguments.kind)?;
    let Puzzle::Slitherlink(puzzle) = &parsed.puzzle;
    let lines = match (&arguments.solution, &parsed.solution) {
        (Some(path), _) => formats::load_solution(path, puzzle.grid())?,
        (None, Some(inside)) => Lines::around(puzzle.grid(), inside),
        (None, None) => {
            let message = "no solution: name its file, or give a janko.at text with a solution";
            return Err(CliError::Usage(message.to_owned()));
        }
    };
    let (text, exit) = match puzzle.check(&lines) {
        Ok(()) => ("solution: every rule holds\n".to_owned(), Exit::Positive),
        Err(broken) => (format!("no solution: {broken}\n"), Exit::Negative),
    };
    print(&text)?;
    Ok(exit.code())
}
