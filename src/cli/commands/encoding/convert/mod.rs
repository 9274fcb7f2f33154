//! `encycle convert`: convert a puzzle or a formula from one format to another, or draw a puzzle.

mod formula;
mod picture;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;

use crate::cli::arguments::formula_format::FormulaFormat;
use crate::cli::arguments::lowering::LoweringArguments;
use crate::cli::arguments::map;
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::{SourceArguments, print_error};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::write_to;
use crate::cli::outputs::{self, Output};
use encycle::files::plain_ending;
use encycle::formats::{self, PuzzleFormat};
use encycle::puzzle::Puzzle;
use formula::Files;
use picture::PictureFormat;

pub use formula::read_formula;

/// Convert a puzzle or a formula to another format, or draw a puzzle.
///
/// The format of the input is detected; `encycle help formats` describes all. Output formats for
/// puzzles: plain (every kind); puzzlink, pzprv3 (Slitherlink, Numberlink, Sudoku, loops through cells,
/// shaded cells); janko (the same without Numberlink and Sudoku); loopy, graph (Slitherlink); line, csv,
/// hodoku, opensudoku, boxed, sdk (Sudoku); hcp, edges, col, graph6, sparse6, dot, gml, metis, mtx (Hamilton
/// cycles of graphs); board (Neighbor Number). Pictures: picture (text), svg, pdf and png, of the puzzle or, with
/// --solution, of a solution, which is drawn without being checked. Without --to, the ending of the output file
/// selects the format, such as svg, pdf, png, g6, dot, sdk or lp. `encycle sheet` prints many puzzles.
///
/// Output formats for formulas: dimacs, lp, mps, mps-fixed, opb, opb-2016. Clauses become rows, and rows
/// become clauses with the same solutions. With the map of the input, variables keep their names, and
/// --map-out writes the map of the output for `encycle decode`.
///
/// Examples:
///   encycle convert puzzle.txt --to puzzlink
///   encycle convert 'https://puzz.link/p?slither/5/5/...' --to plain -o puzzle.txt
///   encycle convert '5x5t0de:...' --to janko
///   encycle convert puzzle.txt --to plain --canonical    equal for rotated and reflected puzzles
///   encycle convert graph.dot -o graph.g6
///   encycle convert puzzle.txt --to picture
///   encycle convert puzzle.txt --solution solution.txt -o picture.svg
///   encycle convert puzzle.txt --print -o picture.pdf
///   encycle generate slitherlink 5x5 --count 3 | encycle convert - --to picture
///   encycle convert puzzle.cnf --map puzzle.map --to lp -o puzzle.lp --map-out lp.map
///   encycle convert puzzle.lp.xz --to dimacs --card totalizer | kissat
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle or formula: a file, `-` for standard input, or a URL
    #[arg(value_name = "PUZZLE|FORMULA")]
    source: String,
    /// Output format [default: from the ending of the output file]
    #[arg(long, value_name = "FORMAT")]
    to: Option<ConvertTarget>,
    #[command(flatten)]
    puzzle: SourceArguments,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Write the canonical form of a puzzle: of its images under the symmetries of the grid, and under
    /// permutations of values that keep the rules (of kinds that are no text files), the one with the least plain text
    #[arg(long)]
    canonical: bool,
    /// Draw this solution: the output of `encycle solve` or `encycle solve --json`, or a text that
    /// `encycle check` reads
    #[arg(long, value_name = "FILE", conflicts_with = "canonical")]
    solution: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = map::HELP)]
    map: Option<String>,
    /// Also write the map of the output formula
    #[arg(long, value_name = "FILE", requires = "map")]
    map_out: Option<PathBuf>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
}

/// An output format.
#[derive(Clone, Copy, Debug)]
enum ConvertTarget {
    Puzzle(PuzzleFormat),
    Picture(PictureFormat),
    Formula(FormulaFormat),
}

impl FromStr for ConvertTarget {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if let Some(format) = PictureFormat::of_name(name) {
            return Ok(Self::Picture(format));
        }
        FormulaFormat::from_str(name).map(Self::Formula).or_else(|_| {
            let format = PuzzleFormat::from_str(name).map(Self::Puzzle);
            format.map_err(|error| {
                format!(
                    "{error}; for pictures picture, svg, pdf or png; for formulas dimacs, lp, mps, mps-fixed, opb or opb-2016"
                )
            })
        })
    }
}

impl ConvertTarget {
    /// Returns the format that the ending of a file name selects.
    fn of_name(path: &Path) -> Option<Self> {
        let ending = plain_ending(path);
        match ending.as_deref().and_then(PictureFormat::of_name) {
            Some(format) => Some(Self::Picture(format)),
            None => FormulaFormat::of_name(path).map(Self::Formula).or_else(|| {
                let (format, _) = PuzzleFormat::of_ending(ending.as_deref()?)?;
                Some(Self::Puzzle(format))
            }),
        }
    }
}

impl Arguments {
    /// Returns the output format, and checks that the other options apply to it.
    fn target(&self) -> Result<ConvertTarget, CliError> {
        let named = self.out.as_deref().and_then(ConvertTarget::of_name);
        let Some(target) = self.to.or(named) else {
            let message =
                "the output format is open\nhelp: add --to, such as --to plain or --to picture";
            return Err(CliError::Usage(message.to_owned()));
        };
        let (is_formula, is_picture) = (
            matches!(target, ConvertTarget::Formula(_)),
            matches!(target, ConvertTarget::Picture(_)),
        );
        for (is_used, message) in [
            (
                self.canonical && is_formula,
                "--canonical applies to puzzles\nhelp: select a format of puzzles with --to, such as plain",
            ),
            (
                self.map.is_some() && !is_formula,
                "--map applies to formulas\nhelp: select a format of formulas with --to, such as lp",
            ),
            (
                self.solution.is_some() && !is_picture,
                "--solution applies to pictures\nhelp: write --to picture, svg, pdf or png",
            ),
        ] {
            if is_used {
                return Err(CliError::Usage(message.to_owned()));
            }
        }
        Ok(target)
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match arguments.target()? {
        ConvertTarget::Picture(format) => return picture::draw(arguments, format),
        ConvertTarget::Puzzle(format) => return Ok(convert_puzzle(arguments, format)?.code()),
        ConvertTarget::Formula(format) => convert_formula(arguments, format)?,
    }
    Ok(Exit::Positive.code())
}

fn convert_formula(arguments: &Arguments, format: FormulaFormat) -> Result<(), CliError> {
    let (out, map_out) = (arguments.out.as_deref(), arguments.map_out.as_deref());
    let outputs = [out.map(|path| format.output(path)), map_out.map(Output::any)];
    let inputs = [Some(&*arguments.source), arguments.map.as_deref()];
    let inputs: Vec<&str> = inputs.into_iter().flatten().collect();
    outputs::check(&inputs, outputs.into_iter().flatten())?;
    let files = Files { formula: &arguments.source, map: arguments.map.as_deref(), out, map_out };
    formula::convert(&files, format, arguments.choices.options())
}

/// Writes the puzzles of a source that can be read. Returns the most severe exit code of the others.
fn convert_puzzle(arguments: &Arguments, format: PuzzleFormat) -> Result<Exit, CliError> {
    outputs::check(&[&arguments.source], arguments.out.as_deref().map(Output::any))?;
    let (mut puzzles, mut exit) = (Vec::new(), Exit::Positive);
    for (name, parsed) in arguments.puzzle.load_all(&arguments.source) {
        match parsed {
            Ok(parsed) if arguments.canonical => puzzles.push(parsed.puzzle.canonical()),
            Ok(parsed) => puzzles.push(parsed.puzzle),
            Err(error) => {
                print_error(&name, &error);
                exit = exit.worse(error.exit());
            }
        }
    }
    if !puzzles.is_empty() {
        let text = joined(&puzzles, format)?;
        write_to(arguments.out.as_deref(), |out| out.write_all(text.as_bytes()))?;
    }
    Ok(exit)
}

/// Returns the text of some puzzles, one after the other.
///
/// # Errors
/// The format cannot express a puzzle, or has one puzzle only.
fn joined(puzzles: &[Puzzle], format: PuzzleFormat) -> Result<String, CliError> {
    let mut text = String::new();
    for puzzle in puzzles {
        let written =
            formats::write(puzzle, format).map_err(|error| CliError::Usage(error.to_string()))?;
        let mut written = &*written;
        // a table has one head
        if let (PuzzleFormat::Columns, false, Some((_, rows))) =
            (format, text.is_empty(), written.split_once('\n'))
        {
            written = rows;
        }
        // a blank line between puzzles of several lines
        if !text.is_empty() && written.trim_end().contains('\n') {
            text.push('\n');
        }
        text += written;
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    let count = puzzles.len();
    let is_read = |kind| {
        let all = formats::read_all(&text, kind);
        all.len() == count && all.iter().all(|(_, parsed)| parsed.is_ok())
    };
    // the ending of a file names the kind, but blank lines may also stand within a list of edges
    let kind = puzzles.first().map(Puzzle::kind).filter(|_| format != PuzzleFormat::Edges);
    if count > 1 && !is_read(None) && !is_read(kind) {
        return Err(CliError::Usage(format!(
            "{count} puzzles, and a text in the format {} has one\n\
             help: convert them one by one, or use another format",
            format.name()
        )));
    }
    Ok(text)
}
