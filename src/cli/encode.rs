//! `encycle encode`: a puzzle as DIMACS CNF or CPLEX LP.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle_encodings::export::{write_dimacs, write_lp, write_map};
use encycle_encodings::logic::ConstraintSink;
use encycle_encodings::puzzles::slitherlink::{ENCODINGS, encoding};

use super::exit::{CliError, Exit};
use super::output::write_to;
use crate::compress::plain_name;
use crate::formats::{self, Format};
use crate::puzzle::{Kind, Puzzle};

/// Write the formula of a puzzle: DIMACS CNF or CPLEX LP, and the map of its variables.
///
/// For a loop puzzle the formula is Slitherlynx: all rules but "one loop", which is left to cuts.
/// Files ending in .gz or .xz are written compressed.
///
/// Examples:
///   encycle encode puzzle.txt -o puzzle.cnf --map puzzle.map
///   encycle encode puzzle.txt --to lp | head
///   encycle encode puzzle.txt -o puzzle.lp
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// The file format [default: by the ending of the output file, else dimacs]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<To>,
    /// Which constraints express the rules
    #[arg(long, value_name = "E", default_value = "direct", value_parser = ENCODINGS)]
    encoding: String,
    /// How constraints become clauses
    #[arg(long, value_name = "METHOD", default_value = "direct", value_parser = ["direct"])]
    cnf: String,
    /// The kind of the puzzle, where its text does not say it
    #[arg(long)]
    kind: Option<Kind>,
    /// The file to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The file that says what each variable means
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// DIMACS CNF
    Dimacs,
    /// CPLEX LP
    Lp,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let output = arguments.output.as_deref();
    let is_stdout = |path: &Path| path == Path::new("-");
    let map_to_stdout = arguments.map.as_deref().is_some_and(is_stdout);
    if map_to_stdout && output.is_none_or(is_stdout) {
        let message = "the formula and the map cannot both go to standard output; use -o FILE";
        return Err(CliError::Usage(message.to_owned()));
    }
    let parsed = formats::load(&arguments.puzzle, arguments.kind)?;
    let Puzzle::Slitherlink(puzzle) = &parsed.puzzle;
    let encoding = encoding(&arguments.encoding, puzzle)
        .ok_or_else(|| CliError::Usage(format!("no encoding `{}`", arguments.encoding)))?;
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let comments = comments(&parsed.puzzle);
    let to = arguments.to.unwrap_or_else(|| format_of(output));
    write_to(output, |out| match to {
        To::Dimacs => write_dimacs(out, &comments, &encode).map(drop),
        To::Lp => write_lp(out, &comments, &encode).map(drop),
    })?;
    if let Some(map) = &arguments.map {
        let grid = puzzle.grid();
        let facts = [
            ("kind", parsed.puzzle.kind().name().to_owned()),
            ("size", format!("{} {}", grid.rows(), grid.cols())),
            ("encoding", arguments.encoding.clone()),
            ("cnf", arguments.cnf.clone()),
        ];
        write_to(Some(map), |out| write_map(out, &facts, &encode))?;
    }
    Ok(Exit::Positive.code())
}

fn format_of(output: Option<&Path>) -> To {
    let name = output.map(plain_name).unwrap_or_default();
    if name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lp")) {
        To::Lp
    } else {
        To::Dimacs
    }
}

/// The first comments of a file: the tool, the command, the puzzle.
fn comments(puzzle: &Puzzle) -> Vec<String> {
    let command: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let mut comments = vec![
        format!("encycle {}", env!("CARGO_PKG_VERSION")),
        format!("command: encycle {}", command.join(" ")),
        "puzzle:".to_owned(),
    ];
    comments.extend(formats::write(puzzle, Format::Plain).lines().map(str::to_owned));
    comments
}
