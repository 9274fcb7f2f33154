//! `encycle encode`: write puzzles as DIMACS CNF, CPLEX LP, MPS, OPB or WCNF.

mod family;
mod list;
mod split;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use crate::cli::progress::{self, Progress};
use clap::Args;
use encycle::encodings::encoding::{Completeness, Encoding};
use encycle::encodings::export::{
    ByFamily, CnfSize, LpSize, MapTarget, Preamble, write_cubes, write_dimacs_head,
};
use encycle::encodings::logic::{ConstraintSink, LoweringOptions, lower_to_cnf, lower_to_rows};
use encycle::encodings::model::Model;

use crate::cli::arguments::formula_format::FormulaFormat;
use crate::cli::arguments::lowering::{EncodingArgument, LoweringArguments};
use crate::cli::arguments::map;
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::second::SecondArguments;
use crate::cli::arguments::source::SourceArguments;

use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::views::table::Table;
use encycle::export::write_variable_map;
use encycle::files::gbd::GbdHashes;
use encycle::formats::puzzle_comments;
use encycle::problem::Problem;
use encycle::sizes::HashedSizes;
use encycle::solve::SecondError;
use split::SplitArguments;

pub use list::{encodings_of_kind, sample_puzzle, table_of_encodings};

/// Write the formulas of puzzles as CNF, LP, MPS, OPB or WCNF, and their maps.
///
/// An encoding of a loop puzzle is a base, which expresses all rules except "one loop", followed by
/// parts, each after a `+`. A part expresses "one loop" eagerly or adds redundant variables; bases and
/// parts are listed below. Without a part for "one loop", a model may contain several loops, and
/// `encycle solve` adds cuts. If no encoding is named, the models of the formula are the solutions: a part
/// for "one loop", the smallest, follows the default base. A note on standard error names the encoding.
///
/// Several puzzles, a folder, or a family of generated puzzles (generate:KIND:SIZE..SIZE:COUNT, with COUNT
/// puzzles of each size, of the seeds 1 to COUNT) need a folder. It gets a formula and a text of each puzzle,
/// and index.csv, which lists the formulas with their sizes. With --second, each puzzle has two formulas: its
/// own and, if a solution is found, that of a second solution. The index then also has their status (empty if it
/// is not known at the time limit; the exit code is then 3) and the conflicts of the built-in solver, a measure of
/// hardness.
///
/// Files ending in .gz or .xz are written compressed.
///
/// Examples:
///   encycle help encodings masyu                                    the encodings of a kind
///   encycle encode puzzle.txt -o puzzle.cnf --map puzzle.map
///   encycle encode puzzle.txt --encoding pre-succ+order --cnf tseitin -o puzzle.cnf
///   encycle encode puzzle.txt --encoding edge+reach --dry-run       the sizes only
///   encycle encode puzzle.txt --to lp --degree-rows equation | head
///   encycle encode puzzle.txt -o puzzle.opb --map puzzle.map        for pseudo-Boolean solvers
///   encycle encode puzzle.txt --names --show -o puzzle.cnf          for readers and model counters
///   encycle encode puzzle.txt --second -o second.cnf                unsatisfiable if the puzzle is unique
///   encycle encode puzzle.txt --cubes 64 -o puzzle.icnf             for cube and conquer
///   encycle encode puzzles/ --encoding edge+order --to opb -o formulas
///   encycle encode tour.lp --rules tour.rules -o tour.wcnf          your own problem with its objective
///   encycle encode generate:slitherlink:10x10..12x12:5 --second --timeout 10 -o family
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL. For a folder of formulas: several, folders, or
    /// generate:KIND:SIZE..SIZE:COUNT
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Output format [default: from the extension of the output file, else dimacs]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<FormulaFormat>,
    #[command(flatten)]
    model: ModelArguments,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Name each variable in a comment: `c var 1 h_1_1` (DIMACS)
    #[arg(long)]
    names: bool,
    /// Add `c p show` lines with the projection set: a projected model counter then counts sets of
    /// lines, which are the solutions if the encoding has a part for "one loop" (DIMACS)
    #[arg(long)]
    show: bool,
    /// Add the type line of the model counting competitions: `c t mc` if each solution has exactly one
    /// model, otherwise `c t pmc` with the projection set (DIMACS)
    #[arg(long, conflicts_with = "show")]
    type_line: bool,
    /// Write no comments on command, encoding and puzzle
    #[arg(long)]
    no_comments: bool,
    #[command(flatten)]
    second: SecondArguments,
    /// Print the exact sizes of formula and file, and the hashes of the formula, and write nothing
    #[arg(long, conflicts_with = "map")]
    dry_run: bool,
    #[command(flatten)]
    cubes: SplitArguments,
    #[command(flatten)]
    source: SourceArguments,
    /// Output file, or folder for several puzzles [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = format!("{}. For several puzzles: a folder of maps", map::HELP))]
    map: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match &arguments.puzzles[..] {
        [source] if !arguments.is_family() => encode_one(arguments, source),
        _ => family::encode_all(arguments),
    }
}

/// Returns the format of the formula.
fn formula_format(arguments: &Arguments) -> FormulaFormat {
    let named = arguments.out.as_deref().and_then(FormulaFormat::of_name);
    arguments.to.or(named).unwrap_or(FormulaFormat::Dimacs)
}

impl Arguments {
    /// Checks the options for DIMACS files.
    fn check_format(&self) -> Result<(), CliError> {
        let message = match formula_format(self) {
            FormulaFormat::Dimacs => return Ok(()),
            _ if self.cubes.cubes.is_some() => "--cubes applies to DIMACS files only",
            _ if self.names || self.show || self.type_line => {
                "--names, --show and --type-line apply to DIMACS files only\nhelp: write the names to a map with --map FILE"
            }
            _ => return Ok(()),
        };
        Err(CliError::Usage(message.to_owned()))
    }

    /// Checks the output files.
    fn check_outputs(&self, source: &str) -> Result<(), CliError> {
        let output = self.out.as_deref();
        let is_stdout = |path: &Path| path == Path::new("-");
        if self.map.as_deref().is_some_and(is_stdout) && output.is_none_or(is_stdout) {
            let message = "formula and map cannot both go to standard output\nhelp: write the formula \
                           to a file with -o FILE";
            return Err(CliError::Usage(message.to_owned()));
        }
        let to = formula_format(self);
        let formula = output.map(|path| match self.cubes.is_inside() {
            true if to == FormulaFormat::Dimacs => Output::icnf(path),
            _ if self.to.is_none() => Output::formula(path),
            _ => to.output(path),
        });
        let further = [&self.map, &self.cubes.cube_file].into_iter().flatten();
        let further = further.map(|path| Output::any(path));
        outputs::check(&[source], formula.into_iter().chain(further))
    }

    /// Returns the preamble of the file: everything before the clauses, except the cubes.
    fn preamble(&self, problem: &dyn Problem, encoding: &Encoding<'_>) -> Preamble {
        let choices = self.choices.of_problem(problem);
        let mut comments = match self.no_comments {
            true => Vec::new(),
            false => comments(problem, encoding, choices),
        };
        if let (Some(model), MapTarget::Lp, false) =
            (problem.as_model(), formula_format(self).map_target(), self.no_comments)
        {
            comments.extend(model.rename_comments());
        }
        let counts_models = self.type_line && encoding.has_one_model_per_solution(choices);
        let shows = self.show || self.type_line && !counts_models;
        let show = shows.then(|| encoding.projection_size());
        Preamble { comments, names: self.names, counts_models, show, cubes: None }
    }
}

/// Writes the formula of one puzzle, its cubes and its map.
fn encode_one(arguments: &Arguments, source: &str) -> Result<ExitCode, CliError> {
    arguments.check_outputs(source)?;
    arguments.check_format()?;
    let output = arguments.out.as_deref();
    let to = formula_format(arguments);
    let problem = arguments.model.problem(source, &arguments.source)?;
    let problem = &*problem;
    let encoding = arguments.second.of(problem, arguments.encoding.of(problem)?)?;
    let choices = arguments.choices.of_problem(problem);
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let cubes = arguments.cubes.split(&encoding, choices)?;
    let preamble = Preamble { cubes: cubes.inside, ..arguments.preamble(problem, &encoding) };
    let program = problem.program();
    if let Some(program) = program {
        let wrong = |error| CliError::Usage(format!("{source}: {error}"));
        to.check(program).map_err(wrong)?;
        if to == FormulaFormat::Dimacs {
            eprint_line!(
                "warning: {source}: a DIMACS file has no objective, so the formula has every solution\n\
                 help: write a file .wcnf, .opb, .lp or .mps for the best solution"
            );
        }
    }
    // the names of rows are written without an objective, too
    let part = problem.as_model().map(Model::program);
    let write = |out: &mut dyn Write| to.write(out, &preamble, choices, &encode, part);
    if arguments.encoding.is_open() {
        eprint_line!("note: {source}: {}", choice(problem, &encoding));
    }
    if arguments.dry_run {
        let mut counter = ByteCounter(0);
        let text = match to {
            // the sizes include the bytes of the clauses, so only the lines before them are formatted
            FormulaFormat::Dimacs => {
                let HashedSizes { sizes, hasher } =
                    lower_to_cnf(HashedSizes::default(), choices, encode)?;
                write_dimacs_head(&mut counter, &preamble, *sizes.total(), choices, &encode)
                    .map_err(CliError::io("the formula"))?;
                write_cubes(&mut counter, preamble.cubes.as_deref().unwrap_or_default())
                    .map_err(CliError::io("the cubes"))?;
                let bytes = counter.0 + sizes.total().bytes;
                let GbdHashes { gbdhash, isohash } = hasher.finish();
                let hashes = format!("gbdhash: {gbdhash}\nisohash: {isohash}\n");
                cnf_table(&sizes) + &file_line(bytes) + &hashes
            }
            FormulaFormat::Wcnf => {
                write(&mut counter).map_err(CliError::io("the formula"))?;
                let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), choices, encode)?;
                cnf_table(&sizes) + &file_line(counter.0)
            }
            _ => {
                write(&mut counter).map_err(CliError::io("the program"))?;
                let mut sizes = lower_to_rows(ByFamily::<LpSize>::default(), choices, encode)?;
                program.into_iter().for_each(|program| sizes.add_program(program));
                lp_table(&sizes) + &file_line(counter.0)
            }
        };
        print(&text)?;
        return Ok(Exit::Positive.code());
    }
    let shown = Progress::count("writing the formula");
    write_to(output, |out| write(&mut MeasuredWriter::new(out)))?;
    drop(shown);
    if let Some(file) = &arguments.cubes.cube_file {
        write_to(Some(file), |out| write_cubes(out, &cubes.beside))?;
    }
    if let Some(map) = &arguments.map {
        write_to(Some(map), |out| {
            write_variable_map(out, problem, &encoding, choices, to.map_target())
        })?;
    }
    Ok(Exit::Positive.code())
}

impl From<SecondError> for CliError {
    fn from(error: SecondError) -> Self {
        match error {
            SecondError::Solve(error) => error.into(),
            SecondError::Encoding(error) => error.into(),
            error @ SecondError::NoSolution(_) => Self::Usage(error.to_string()),
        }
    }
}

/// A writer that reports the number of bytes as progress.
struct MeasuredWriter<'a> {
    out: &'a mut dyn Write,
    bytes: u64,
    begin: Instant,
}

impl<'a> MeasuredWriter<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Self { out, bytes: 0, begin: Instant::now() }
    }
}

impl Write for MeasuredWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        // a message every mebibyte is frequent enough
        let is_due = self.bytes >> 20 != (self.bytes + written as u64) >> 20;
        self.bytes += written as u64;
        if is_due {
            progress::update(|| {
                let megabytes = self.bytes as f64 / 1e6;
                let rate = megabytes / self.begin.elapsed().as_secs_f64();
                format!("{megabytes:.0} MB, {rate:.0} MB/s")
            });
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A writer that counts bytes and discards them.
struct ByteCounter(u64);

impl Write for ByteCounter {
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

/// Formats the sizes per rule family and in total.
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

/// Returns a sentence about the encoding that was chosen, with the names of a few others.
fn choice(problem: &dyn Problem, encoding: &Encoding<'_>) -> String {
    const NAMED: usize = 4;
    let name = encoding.name();
    let others: Vec<String> =
        problem.as_encodable().encoding_names().into_iter().filter(|one| one != name).collect();
    let models = match (encoding.is_exact(), encoding.completeness()) {
        (true, Completeness::Complete) => "its models are the solutions",
        (true, Completeness::AllButOne) => "its models are the solutions but a known one",
        _ => "its models may break a rule, which `encycle solve` adds as cuts",
    };
    let more = if others.len() > NAMED { ", ..." } else { "" };
    match &others[..others.len().min(NAMED)] {
        [] => format!("encoding {name}: {models}"),
        first => {
            format!(
                "encoding {name}: {models} (--encoding names another: {}{more})",
                first.join(", ")
            )
        }
    }
}

/// Returns the comments at the start of a file: version, command, properties of the encoding, and puzzle.
fn comments(
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
) -> Vec<String> {
    // `--dry-run` is left out, so that the counted bytes are those of the file that would be written; `--force` is left
    // out, because it does not affect the content
    let command: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .filter(|word| word != "--dry-run" && word != "--force")
        .collect();
    let noun = if problem.as_model().is_some() { "problem" } else { "puzzle" };
    let loops = match encoding.is_exact() {
        _ if encoding.completeness() == Completeness::Equisatisfiable => {
            format!("leaves out some solutions of the {noun}, but never all")
        }
        _ if encoding.completeness() == Completeness::Underapproximation => format!(
            "leaves out solutions of the {noun}, possibly all: unsatisfiability proves nothing"
        ),
        true if encoding.completeness() == Completeness::AllButOne => format!(
            "its solutions are those of the {noun} but a known one: unsatisfiable if the {noun} is unique"
        ),
        true => format!("its solutions are those of the {noun}"),
        false => "it leaves a rule to cuts, so its solutions may break it".to_owned(),
    };
    let models = match encoding.has_one_model_per_solution(choices) {
        true => "exactly one model per solution",
        false => "possibly several models per solution",
    };
    let mut comments = vec![
        format!("encycle {}", env!("CARGO_PKG_VERSION")),
        format!("command: encycle {}", command.join(" ")),
        format!("encoding {}: {loops}; {models}", encoding.name()),
    ];
    if let Some(text) = problem.text() {
        comments.extend(puzzle_comments(&text));
    }
    comments
}
