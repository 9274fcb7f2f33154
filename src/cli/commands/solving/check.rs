//! `encycle check`: check a solution against the rules of a puzzle.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use encycle::formats;

/// Check a solution against the rules, and print the first broken rule with its place.
///
/// SOLUTION is the output of `encycle solve --json`, or one of these texts: for loops on a grid, a
/// grid of cells with `x` inside the loop and `.` outside; for numbers in cells, a grid of numbers;
/// otherwise, the names of the lines drawn. Without SOLUTION, PUZZLE must be a janko.at text, and its
/// solution block is checked.
///
/// Examples:
///   encycle check puzzle.txt solution.txt
///   encycle solve puzzle.txt --json > answer.json && encycle check puzzle.txt answer.json
///
/// Exit codes: 0 it is a solution; 1 a rule is broken; 2 bad usage or bad input.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// File with the solution
    solution: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let parsed = arguments.source.load(&arguments.puzzle)?;
    let puzzle = &parsed.puzzle;
    let solution = match (&arguments.solution, parsed.solution) {
        (Some(path), _) => formats::load_solution(path, puzzle)?,
        (None, Some(solution)) => solution,
        (None, None) => {
            let message = "no solution to check\nhelp: name its file, or use a janko.at text with \
                           a solution block";
            return Err(CliError::Usage(message.to_owned()));
        }
    };
    let (text, exit) = match puzzle.check(&solution) {
        Ok(()) => ("solution: every rule holds\n".to_owned(), Exit::Positive),
        Err(broken) => (format!("no solution: {broken}\n"), Exit::Negative),
    };
    print(&text)?;
    Ok(exit.code())
}
