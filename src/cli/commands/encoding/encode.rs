//! `encycle encode`: a puzzle as DIMACS CNF or CPLEX LP.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle::encodings::encoding::{Completeness, Encoding, EncodingInfo};
use encycle::encodings::export::{
    ByFamily, CnfSize, LpSize, MapTarget, Preamble, write_dimacs, write_dimacs_head, write_lp,
};
use encycle::encodings::kinds::slitherlink::bases::BASES;
use encycle::encodings::logic::{ConstraintSink, LoweringOptions, lower_to_cnf, lower_to_rows};
use encycle::encodings::loops::eager::PARTS;

use crate::cli::arguments::lowering::{ChoiceArguments, EncodingArgument, write_map_of};
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, refuse_collisions, write_to};
use crate::cli::views::table::Table;
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};

/// Write the formula of a puzzle: DIMACS CNF or CPLEX LP, and the map of its variables.
///
/// An encoding is a base, which expresses all rules but "one loop", and parts behind a `+` each, which
/// say "one loop" beforehand or add redundant variables; they are listed below. Without a part for
/// "one loop" a model may have several loops, and `encycle solve` cuts them.
///
/// Files ending in .gz or .xz are written compressed.
///
/// Examples:
///   encycle encode puzzle.txt -o puzzle.cnf --map puzzle.map
///   encycle encode puzzle.txt --encoding pre-succ+order --cnf tseitin -o puzzle.cnf
///   encycle encode puzzle.txt --encoding edge+reach --dry-run
///   encycle encode puzzle.txt --to lp --degree-rows equation | head
///   encycle encode puzzle.txt --names --show -o puzzle.cnf       for reading, for model counters
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_long_help = list_of_encodings())]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// The file format [default: by the ending of the output file, else dimacs]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<To>,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// Name each variable in a comment: `c var 1 h_1_1` (DIMACS)
    #[arg(long)]
    names: bool,
    /// Add `c p show` lines: a model counter then counts sets of lines, which with a part for "one
    /// loop" are the solutions (DIMACS)
    #[arg(long)]
    show: bool,
    /// Print the exact sizes, the file's included, and write nothing
    #[arg(long, conflicts_with = "map")]
    dry_run: bool,
    #[command(flatten)]
    source: SourceArguments,
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
    refuse_collisions(&[&arguments.puzzle], &[output, arguments.map.as_deref()])?;
    let to = arguments.to.unwrap_or_else(|| format_of(output));
    if to == To::Lp && (arguments.names || arguments.show) {
        let message = "--names and --show are for DIMACS files; an LP file names its columns";
        return Err(CliError::Usage(message.to_owned()));
    }
    let parsed = arguments.source.load(&arguments.puzzle)?;
    let encoding = arguments.encoding.of(&parsed.puzzle)?;
    let choices = arguments.choices.choices();
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let comments = comments(&parsed.puzzle, &*encoding, choices);
    let shown = encoding.projection_size();
    let preamble =
        Preamble { comments, names: arguments.names, show: arguments.show.then_some(shown) };
    let write = |out: &mut dyn Write| match to {
        To::Dimacs => write_dimacs(out, &preamble, choices, &encode).map(drop),
        To::Lp => write_lp(out, &preamble.comments, choices, &encode).map(drop),
    };
    if arguments.dry_run {
        let mut counter = Counter(0);
        let text = match to {
            // the clauses' bytes are counted with them: only what stands before them is written
            To::Dimacs => {
                let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), choices, encode)?;
                write_dimacs_head(&mut counter, &preamble, *sizes.total(), choices, &encode)
                    .map_err(CliError::io("the formula"))?;
                let bytes = counter.0 + sizes.total().bytes;
                cnf_table(&sizes) + &file_line(bytes)
            }
            To::Lp => {
                write(&mut counter).map_err(CliError::io("the program"))?;
                let sizes = lower_to_rows(ByFamily::<LpSize>::default(), choices, encode)?;
                lp_table(&sizes) + &file_line(counter.0)
            }
        };
        print(&text)?;
        return Ok(Exit::Positive.code());
    }
    write_to(output, write)?;
    if let Some(map) = &arguments.map {
        let side = if to == To::Lp { MapTarget::Lp } else { MapTarget::Cnf };
        write_to(Some(map), |out| write_map_of(out, &parsed.puzzle, &*encoding, choices, side))?;
    }
    Ok(Exit::Positive.code())
}

/// The encodings of each kind, for the help.
fn list_of_encodings() -> String {
    let line = |about: &EncodingInfo| format!("  {:<10} {}\n", about.name, about.meaning);
    let bases: String = BASES.iter().map(|base| line(base.about())).collect();
    let parts: String = PARTS.iter().map(|part| line(part.about())).collect();
    let kinds = PuzzleKind::ALL
        .iter()
        .filter(|kind| !matches!(kind, PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx));
    let others: String = kinds.map(|kind| kind_line(*kind)).collect();
    format!(
        "Encodings of slitherlink and slitherlynx: a base, and parts behind a `+` each.\n\
         Bases:\n{bases}Parts:\n{parts}\nOf other kinds, the default first:\n{others}\n\
         More of each, and its source, is in docs/encodings*.md."
    )
}

fn kind_line(kind: PuzzleKind) -> String {
    let Ok(parsed) = formats::read(kind.sample(), None) else { return String::new() };
    let puzzle = parsed.puzzle;
    let meaning =
        |name: &String| puzzle.encoding(name).map_or_else(|_| String::new(), |e| e.meaning());
    let names = puzzle.encoding_names();
    let lines = names.iter().map(|name| format!("    {name:<24} {}\n", meaning(name)));
    std::iter::once(format!("  {kind}\n")).chain(lines).collect()
}

/// Counts what is written, and keeps nothing.
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn file_line(bytes: u64) -> String {
    format!("the file: {bytes} bytes, uncompressed\n")
}

/// The sizes family by family, and in total.
fn cnf_table(sizes: &ByFamily<CnfSize>) -> String {
    let columns = ["variables", "clauses", "literals", "longest", "bytes"];
    let mut table = Table::of_numbers("family", &columns);
    for (family, size) in sizes.families().iter().chain([&("total", *sizes.total())]) {
        table.row(&[
            family,
            &size.variables,
            &size.clauses,
            &size.literals,
            &size.longest,
            &size.bytes,
        ]);
    }
    table.rule_before_last();
    table.to_string()
}

fn lp_table(sizes: &ByFamily<LpSize>) -> String {
    let mut table = Table::of_numbers("family", &["columns", "rows", "nonzeros"]);
    for (family, size) in sizes.families().iter().chain([&("total", *sizes.total())]) {
        table.row(&[family, &size.variables, &size.rows, &size.nonzeros]);
    }
    table.rule_before_last();
    table.to_string()
}

fn format_of(output: Option<&Path>) -> To {
    let name = output.map(|path| path.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = name.trim_end_matches(".gz").trim_end_matches(".xz");
    if name.ends_with(".lp") { To::Lp } else { To::Dimacs }
}

/// The first comments of a file: the tool, the command, what the formula says, the puzzle.
fn comments(puzzle: &Puzzle, encoding: &dyn Encoding, choices: LoweringOptions) -> Vec<String> {
    // the command that writes the file, also where it is only counted
    let command: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .filter(|word| word != "--dry-run")
        .collect();
    let loops = match encoding.is_exact() {
        _ if encoding.completeness() == Completeness::Equisatisfiable => {
            "some solutions of the puzzle are left out, never all"
        }
        _ if encoding.completeness() == Completeness::Underapproximation => {
            "solutions of the puzzle are left out, perhaps all: that there is no model says nothing"
        }
        true => "the solutions are those of the puzzle",
        false => "the solutions may have stray loops",
    };
    let models = match encoding.has_one_model_per_solution(choices) {
        true => "each has exactly one model",
        false => "each may have several models",
    };
    let mut comments = vec![
        format!("encycle {}", env!("CARGO_PKG_VERSION")),
        format!("command: encycle {}", command.join(" ")),
        format!("encoding {}: {loops}; {models}", encoding.name()),
        "puzzle:".to_owned(),
    ];
    if let Ok(text) = formats::write_default(puzzle) {
        comments.extend(text.lines().map(str::to_owned));
    }
    comments
}
