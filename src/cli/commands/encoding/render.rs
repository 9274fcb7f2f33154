//! `encycle render`: draw a puzzle, optionally with a solution.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::views::drawn;
use encycle::formats;
use encycle::puzzle::Puzzle;
use encycle::render::Picture;

/// Draw a puzzle, optionally with a solution.
///
/// SOLUTION is the output of `encycle solve` or `encycle solve --json`, or a text that `encycle check`
/// reads. It is drawn without being checked.
///
/// Examples:
///   encycle render puzzle.txt
///   encycle render puzzle.txt solution.txt --svg picture.svg
///   encycle generate slitherlink 5x5 --count 3 | encycle render -
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// File with a solution
    solution: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    picture: PictureArguments,
    /// Write an SVG picture to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let Arguments { puzzle, solution, source, svg, .. } = arguments;
    outputs::check(&[puzzle], svg.as_deref().map(Output::svg))?;
    if svg.is_some() || solution.is_some() {
        // one picture a file, and one puzzle a solution; the error for several says how to select one
        return draw(arguments, &source.load(puzzle)?.puzzle).map(Exit::code);
    }
    each(source.load_all(puzzle), "", false, |number, _, parsed| {
        if number > 1 {
            print("\n")?;
        }
        draw(arguments, &parsed.puzzle)
    })
}

fn draw(arguments: &Arguments, puzzle: &Puzzle) -> Result<Exit, CliError> {
    let solution = arguments.solution.as_deref();
    let solution = solution.map(|path| formats::load_solution(path, puzzle)).transpose()?;
    let picture = Picture::new(&**puzzle, solution.as_ref());
    let drawn = match &arguments.svg {
        Some(_) => arguments.picture.svg(picture),
        None => drawn(&picture, &arguments.picture.style()),
    };
    write_to(arguments.svg.as_deref(), |out| out.write_all(drawn.as_bytes()))?;
    Ok(Exit::Positive)
}
