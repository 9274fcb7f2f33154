//! `encycle convert`: convert a puzzle or a formula from one format to another.

mod formula;

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;

use crate::cli::arguments::formula_format::FormulaFormat;
use crate::cli::arguments::lowering::LoweringArguments;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::write_to;
use crate::cli::outputs::{self, Output};
use encycle::formats::{self, PuzzleFormat};
use formula::Files;

pub use formula::read_formula;

/// Convert a puzzle, or a formula that Encycle wrote, to another format.
///
/// The format of the input is detected; `encycle help formats` describes all. Output formats for
/// puzzles: plain (every kind); puzzlink, pzprv3 (Slitherlink, Numberlink, Sudoku, loops through cells,
/// shaded cells); janko (the same without Numberlink and Sudoku); loopy, graph (Slitherlink); line, csv,
/// hodoku, opensudoku, boxed, sdk (Sudoku); hcp, edges, col (Hamilton cycles of graphs); board (Neighbor
/// Number).
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
///   encycle convert puzzle.cnf --map puzzle.map --to lp -o puzzle.lp --map-out lp.map
///   encycle convert puzzle.lp.xz --to dimacs --card totalizer | kissat
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle or formula: a file, `-` for standard input, or a URL
    #[arg(value_name = "PUZZLE|FORMULA")]
    source: String,
    /// Output format
    #[arg(long, value_name = "FORMAT")]
    to: ConvertTarget,
    #[command(flatten)]
    puzzle: SourceArguments,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Write the canonical form of a puzzle: of its images under the symmetries of the grid, and under
    /// permutations of values that keep the rules, the one with the least plain text
    #[arg(long)]
    canonical: bool,
    /// Map of the input formula
    #[arg(long, value_name = "FILE")]
    map: Option<String>,
    /// Also write the map of the output formula
    #[arg(long, value_name = "FILE", requires = "map")]
    map_out: Option<PathBuf>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// An output format.
#[derive(Clone, Copy, Debug)]
enum ConvertTarget {
    Puzzle(PuzzleFormat),
    Formula(FormulaFormat),
}

impl FromStr for ConvertTarget {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        FormulaFormat::from_str(name).map(Self::Formula).or_else(|_| {
            let format = PuzzleFormat::from_str(name).map(Self::Puzzle);
            format.map_err(|error| {
                format!("{error}; for formulas dimacs, lp, mps, mps-fixed, opb or opb-2016")
            })
        })
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match arguments.to {
        ConvertTarget::Puzzle(format) => convert_puzzle(arguments, format)?,
        ConvertTarget::Formula(_) if arguments.canonical => {
            let message = "--canonical applies to puzzles\nhelp: select a format of puzzles with --to, such as plain";
            return Err(CliError::Usage(message.to_owned()));
        }
        ConvertTarget::Formula(format) => {
            let out = arguments.out.as_deref();
            let map_out = arguments.map_out.as_deref();
            let outputs = [out.map(|path| format.output(path)), map_out.map(Output::any)];
            let inputs = [Some(&*arguments.source), arguments.map.as_deref()];
            let inputs: Vec<&str> = inputs.into_iter().flatten().collect();
            outputs::check(&inputs, outputs.into_iter().flatten())?;
            let files =
                Files { formula: &arguments.source, map: arguments.map.as_deref(), out, map_out };
            formula::convert(&files, format, arguments.choices.options())?;
        }
    }
    Ok(Exit::Positive.code())
}

fn convert_puzzle(arguments: &Arguments, format: PuzzleFormat) -> Result<(), CliError> {
    if arguments.map.is_some() {
        let message =
            "--map applies to formulas\nhelp: select a format of formulas with --to, such as lp";
        return Err(CliError::Usage(message.to_owned()));
    }
    outputs::check(&[&arguments.source], arguments.out.as_deref().map(Output::any))?;
    let mut text = String::new();
    for (_, parsed) in arguments.puzzle.load_all(&arguments.source) {
        let mut puzzle = parsed?.puzzle;
        if arguments.canonical {
            puzzle = puzzle.canonical();
        }
        let written = formats::write(&puzzle, format);
        // a blank line between puzzles of several lines
        if text.trim_end().contains('\n') {
            text.push('\n');
        }
        text += &written.map_err(|error| CliError::Usage(error.to_string()))?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    write_to(arguments.out.as_deref(), |out| out.write_all(text.as_bytes()))
}
