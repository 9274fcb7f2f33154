//! `encycle check`: does a solution keep the rules?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use encycle::formats;

/// Check a solution against the rules; name the first broken rule and where.
///
/// A solution is the output of `encycle solve --json`; or for loops on a grid a grid of cells, `x`
/// inside and `.` outside; for numbers in cells a grid of numbers; else the names of what is drawn.
/// Without one, the solution block of a janko.at text is checked.
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
            let message = "no solution: name its file, or give a janko.at text with a solution";
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
