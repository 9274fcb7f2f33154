//! `encycle convert`: convert a puzzle from one text format to another.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::write_to;
use crate::cli::outputs::{self, Output};
use encycle::formats::{self, PuzzleFormat};

/// Convert a puzzle to another text format.
///
/// The format of the input is detected; `encycle help formats` describes all. Output formats: plain
/// (every kind); janko, puzzlink, pzprv3, loopy, graph (Slitherlink); line, boxed, sdk (Sudoku); hcp,
/// edges, col (Hamilton cycles of graphs); puzzlink (Numberlink); board (Neighbor Number).
///
/// Examples:
///   encycle convert puzzle.txt --to puzzlink
///   encycle convert 'https://puzz.link/p?slither/5/5/...' --to plain -o puzzle.txt
///   encycle convert '5x5t0de:...' --to janko
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// Output format
    #[arg(long, value_name = "FORMAT")]
    to: PuzzleFormat,
    #[command(flatten)]
    source: SourceArguments,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    outputs::check(&[&arguments.puzzle], arguments.out.as_deref().map(Output::any))?;
    let mut text = String::new();
    for (_, parsed) in arguments.source.load_all(&arguments.puzzle) {
        let written = formats::write(&parsed?.puzzle, arguments.to);
        // a blank line between puzzles of several lines
        if text.trim_end().contains('\n') {
            text.push('\n');
        }
        text += &written.map_err(|error| CliError::Usage(error.to_string()))?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    write_to(arguments.out.as_deref(), |out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Positive.code())
}
