//! `encycle count`: count solutions, and find what they have in common.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::lowering::Presolve;
use crate::cli::arguments::model::{LoadedProblem, ModelArguments};
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_json, print_message, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::Progress;
use crate::cli::views::count::{CountedView, Report};
use encycle::count::{
    self, ALL_LENGTHS, BigUint, CountError, CountMethod, CountOptions, Diagram, EdgeOrder,
    LevelStore, SolutionCount,
};
use encycle::files;
use encycle::formats::{self, LoadError};
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;
use encycle::render::Picture;
use encycle::report::CountReport;

/// Count the solutions of puzzles exactly, and find what they have in common.
///
/// For puzzles about lines (slitherlink, slitherlynx, hamilton, numberlink, loops through cells), a
/// decision diagram represents all solutions at once, so that counts of any size are exact. For other
/// kinds, the solutions are enumerated one by one.
///
/// Examples:
///   encycle count puzzle.txt                          how many solutions?
///   encycle count puzzle.txt --forced                 which lines are in all solutions or in none?
///   encycle count puzzle.txt --sample 3 --seed 1      three uniformly random solutions
///   encycle count puzzle.txt --dot puzzle.dot         the diagram for Graphviz
///   encycle count puzzle.txt --up-to-symmetry         how many, up to rotation and reflection?
///   encycle count puzzle.txt --order rows             the diagram decides the edges row by row
///   encycle count puzzle.txt --length 10..20          how many of 10 to 20 lines?
///   encycle count large.txt --timeout 600 --checkpoint large.count.xz
///                                                     the same command again continues
///   encycle count puzzle.txt --method all             every applicable method; they must agree
///   encycle count square.cnf --rules square.rules     a formula of your own, with rules about graphs
///   encycle count *.txt --json --timeout 10 --memory 1000
///
/// Exit codes: 0 there are solutions; 1 there is no solution; 2 bad input, or a kind that the method
/// does not support; 3 a limit was reached; 4 the methods disagree, or the solver failed. With several
/// puzzles, the most severe code is returned: 4, then 2, 3, 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Counting method: `zdd`, a zero-suppressed decision diagram; `sat`, enumeration by the built-in
    /// solver; `all`, every method that supports the kind, and brute force on tiny puzzles: they must
    /// agree [default: zdd for puzzles about lines, sat for others and for few solutions]
    #[arg(long, value_name = "METHOD")]
    method: Option<CountMethod>,
    /// Derive lines first: by the presolver (Slitherlink on grids), or by the techniques of `encycle
    /// grade` up to medium (loops through cells with clues)
    #[arg(long, value_enum, value_name = "ON|OFF", default_value = "on")]
    presolve: Presolve,
    /// Order in which the diagram decides the edges: `rows`, `columns`, `diagonal`, or a file with the names of all
    /// edges. The order changes time and memory, not the count [default: an order with few states]
    #[arg(long, value_name = "ORDER|FILE", conflicts_with = "up_to_symmetry")]
    order: Option<PathBuf>,
    /// Count the solutions with this number of lines only: a number, or a range such as `10..20`, `10..` or `..20` with
    /// both ends included (puzzles about lines; only the number of solutions, by the method zdd) [default: the bound in
    /// the text, or all]
    #[arg(long, value_name = "N", value_parser = length_range, conflicts_with_all = ["forced", "up_to_symmetry", "sample", "svg", "dot", "listing"])]
    length: Option<RangeInclusive<usize>>,
    /// Draw what all solutions have in common; `?` marks what differs between them
    #[arg(long)]
    forced: bool,
    /// Also count the solutions up to the symmetries of the puzzle: rotations and reflections that
    /// keep its clues, and permutations of values that keep the rules (of kinds that are no text files)
    #[arg(long, conflicts_with_all = ["forced", "sample", "svg", "dot", "listing"])]
    up_to_symmetry: bool,
    /// Draw N uniformly random solutions, with replacement (puzzles about lines)
    #[arg(long, value_name = "N", default_value_t = 0)]
    sample: usize,
    /// Seed of the random solutions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads that count with a diagram of which only two levels are in memory [default: those of the machine]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Save the progress of a diagram to this file, and continue from it if it exists. Written after a level if the last
    /// time was a minute ago, and at a limit (puzzles about lines; one puzzle only)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["forced", "up_to_symmetry", "sample", "svg", "dot", "listing"])]
    checkpoint: Option<PathBuf>,
    /// Wall-clock limit of each puzzle and method, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Memory limit, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Also write what all solutions have in common as SVG (one puzzle only)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write the diagram for Graphviz; a dashed arc means that the edge is not in the solution
    /// (one puzzle only)
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Also write the diagram as a list of nodes, root first: from node `7: (~edge? 5: 6)`, continue at
    /// 6 if the edge is in the solution, else at 5; 1 is the end of a solution, 0 a dead end (one puzzle
    /// only)
    #[arg(long, value_name = "FILE")]
    listing: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print one JSON object per puzzle instead (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

impl Arguments {
    /// Returns whether the options and the method permit a bound of the length.
    fn may_be_bounded(&self) -> bool {
        let is_other = self.method.is_some_and(|method| method != CountMethod::Zdd);
        !is_other
            && !self.forced
            && !self.up_to_symmetry
            && !self.wants_diagram()
            && self.svg.is_none()
    }

    /// Returns the lengths that are counted, if they are bounded.
    fn lengths(&self, bound: Option<usize>) -> Option<RangeInclusive<usize>> {
        self.length.clone().or(bound.map(|most| 0..=most))
    }

    fn options(&self, problem: &LoadedProblem) -> Result<CountOptions, CliError> {
        if let Some(most) = problem.length_bound.filter(|_| !self.may_be_bounded()) {
            let bound = encycle::encodings::text::counted(most, "edge");
            return Err(CliError::Usage(format!(
                "the text bounds the paths to {bound}, and only the method zdd without further output counts within a bound\n\
                 help: omit the other options, or remove the line `l {most}` for paths of every length"
            )));
        }
        let order = self.order.as_deref().zip(problem.as_puzzle());
        Ok(CountOptions {
            presolve: self.presolve == Presolve::On,
            order: order.map(|(order, puzzle)| edge_order(order, puzzle)).transpose()?,
            lengths: self.lengths(problem.length_bound).unwrap_or(ALL_LENGTHS),
            threads: self
                .threads
                .or_else(|| available_parallelism().ok())
                .unwrap_or(NonZeroUsize::MIN),
            timeout: self.timeout,
            memory_mb: self.memory,
            ..CountOptions::default()
        })
    }

    fn outputs(&self) -> Vec<Output<'_>> {
        let svg = self.svg.as_deref().map(Output::svg);
        let others = [&self.dot, &self.listing].into_iter().flatten();
        svg.into_iter().chain(others.map(|path| Output::any(path))).collect()
    }

    /// Returns whether an option requires the method `zdd`.
    fn wants_zdd(&self) -> bool {
        self.wants_diagram() || self.order.is_some() || self.checkpoint.is_some()
    }

    /// Returns whether an option requires the diagram itself.
    fn wants_diagram(&self) -> bool {
        self.sample > 0 || self.dot.is_some() || self.listing.is_some()
    }
}

/// Parses a range of lengths.
fn length_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |word: &str, missing: usize| match word {
        "" => Some(missing),
        word => word.parse().ok(),
    };
    let range = match text.split_once("..") {
        None => text.parse().ok().map(|only: usize| only..=only),
        Some((least, most)) => number(least, 0).zip(number(most, usize::MAX)).map(|(a, b)| a..=b),
    };
    match range {
        None => Err("not a number of lines or a range of such numbers, as `10..20`".to_owned()),
        Some(range) if range.is_empty() => Err(format!(
            "the ends are in the wrong order: write `{}..{}`",
            range.end(),
            range.start()
        )),
        Some(range) => Ok(range),
    }
}

/// Returns the order of this name, or the list in this file.
fn edge_order(order: &Path, puzzle: &Puzzle) -> Result<EdgeOrder, CliError> {
    if let Some(named) = order.to_str().and_then(EdgeOrder::named) {
        return Ok(named);
    }
    if !order.exists() {
        let names = EdgeOrder::NAMED.map(|(name, _)| name).join(", ");
        let message = format!(
            "--order: there is no order and no file `{}`\nhelp: use {names}, or a file that lists all edges",
            order.display()
        );
        return Err(CliError::Usage(message));
    }
    let list = EdgeOrder::read(&formats::load_text(order)?, puzzle);
    Ok(list.map_err(|error| LoadError::from(error.in_origin(order.display().to_string())))?)
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if arguments.order.is_some() && arguments.method == Some(CountMethod::Sat) {
        let message = "--order is the order of a diagram\nhelp: omit `--method sat`";
        return Err(CliError::Usage(message.to_owned()));
    }
    let zdd_only =
        [("length", arguments.length.is_some()), ("checkpoint", arguments.checkpoint.is_some())];
    let is_other = arguments.method.is_some_and(|method| method != CountMethod::Zdd);
    if let Some((option, _)) = zdd_only.iter().find(|(_, is_given)| *is_given && is_other) {
        let message = format!("--{option} is for the method zdd only\nhelp: omit --method");
        return Err(CliError::Usage(message));
    }
    if arguments.checkpoint.as_deref() == Some(Path::new("-")) {
        let message = "--checkpoint cannot be `-`: a checkpoint is a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    outputs::check(&inputs, arguments.outputs())?;
    let source = SourceArguments { obeys_bound: true, ..arguments.source.clone() };
    let puzzles = arguments.model.counted_problems(&arguments.puzzles, &source);
    if puzzles.len() > 1 && (!arguments.outputs().is_empty() || arguments.checkpoint.is_some()) {
        let message = "--svg, --dot, --listing and --checkpoint require exactly one puzzle";
        return Err(CliError::Usage(message.to_owned()));
    }
    each(puzzles, CountReport::SCHEMA, arguments.json, |_, name, problem| {
        count_one(arguments, name, problem)
    })
}

fn count_one(arguments: &Arguments, name: &str, problem: &LoadedProblem) -> Result<Exit, CliError> {
    let _shown = Progress::start(name);
    let start = Instant::now();
    let options = arguments.options(problem)?;
    let problem = &**problem;
    let best = || match arguments.wants_zdd() || options.lengths != ALL_LENGTHS {
        true => CountMethod::Zdd,
        false => CountMethod::best(problem, &options),
    };
    let method = arguments.method.unwrap_or_else(best);
    let counted = counted(arguments, method, problem, &options);
    let time = start.elapsed();
    let exit = match &counted {
        Ok(counted) if counted.count.solutions == BigUint::ZERO => Exit::Negative,
        Ok(_) => Exit::Positive,
        Err(CountError::Limit(_)) => Exit::Unknown,
        Err(error @ (CountError::Kind(_) | CountError::Encoding(_))) => {
            return Err(CliError::Usage(error.to_string()));
        }
        Err(CountError::Checkpoint(error)) => {
            let path = arguments.checkpoint.as_deref().unwrap_or(Path::new(name));
            return Err(CliError::Usage(format!("{}: {error}", path.display())));
        }
        Err(error) => {
            eprint_line!("error: {name}: {error}");
            Exit::SolverFailed
        }
    };
    let lengths = &options.lengths;
    let report = Report { name, problem, method, lengths, counted: &counted, time };
    let style = arguments.picture.style();
    match arguments.json {
        true => print_json(&report.report())?,
        false => print_message(&report.text(&style))?,
    }
    if let Ok(counted) = &counted {
        write_files(arguments, problem, counted)?;
    }
    Ok(exit)
}

fn counted<'a>(
    arguments: &Arguments,
    method: CountMethod,
    problem: &'a dyn Problem,
    options: &CountOptions,
) -> Result<CountedView<'a>, CountError> {
    if arguments.up_to_symmetry {
        let orbits =
            count::count_up_to_symmetry(count::required_puzzle(problem)?, method, options)?;
        let (solutions, methods) = (orbits.solutions.clone(), orbits.methods.clone());
        let count = SolutionCount { solutions, methods };
        let (diagram, common, samples) = (None, None, Vec::new());
        return Ok(CountedView { count, orbits: Some(orbits), diagram, common, samples });
    }
    let wants_common = arguments.forced || arguments.svg.is_some();
    let wants_diagram = arguments.wants_diagram() || (wants_common && method.has_diagram(problem));
    let build = || Diagram::build(count::required_puzzle(problem)?, options);
    let diagram = wants_diagram.then(build).transpose()?;
    let count = match (&diagram, &arguments.checkpoint) {
        (Some(diagram), _) => diagram.count(method, options)?,
        (None, Some(path)) => {
            let mut store = CheckpointFile { path, last: Instant::now() };
            count::count_resumed(count::required_puzzle(problem)?, options, &mut store)?
        }
        (None, None) => count::count(problem, method, options)?,
    };
    let common = match &diagram {
        _ if !wants_common => None,
        Some(diagram) => diagram.common(method, options)?,
        None => count::common(problem, method, options)?,
    };
    let samples = diagram.as_ref().map(|all| all.samples(arguments.sample, arguments.seed));
    let samples = samples.transpose()?.unwrap_or_default();
    Ok(CountedView { count, orbits: None, diagram, common, samples })
}

/// The file of `--checkpoint`.
struct CheckpointFile<'a> {
    path: &'a Path,
    /// The time of the last write.
    last: Instant,
}

impl CheckpointFile<'_> {
    /// The interval at which the file is written.
    const PERIOD: Duration = Duration::from_secs(60);
}

impl LevelStore for CheckpointFile<'_> {
    fn load(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        if !self.path.exists() {
            return Ok(None);
        }
        Ok(Some(Box::new(files::open(self.path)?)))
    }

    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= Self::PERIOD
    }

    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let written = write_to(Some(self.path), |out| write(out));
        self.last = Instant::now();
        written.map_err(|error| io::Error::other(error.to_string()))
    }
}

fn write_files(
    arguments: &Arguments,
    problem: &dyn Problem,
    counted: &CountedView<'_>,
) -> Result<(), CliError> {
    if let (Some(path), Some(common)) = (&arguments.svg, &counted.common) {
        let picture = arguments.picture.svg(Picture::partial(problem.as_encodable(), common));
        write_to(Some(path), |out| out.write_all(picture.as_bytes()))?;
    }
    let Some(diagram) = &counted.diagram else { return Ok(()) };
    let solutions = diagram.solutions();
    let (arena, family) = (solutions.arena(), solutions.family());
    let name = |level: u32| problem.atom_label(solutions.edges()[level as usize].index());
    if let Some(path) = &arguments.dot {
        write_to(Some(path), |out| arena.write_dot(out, family, &name))?;
    }
    if let Some(path) = &arguments.listing {
        write_to(Some(path), |out| arena.write_listing(out, family, &name))?;
    }
    Ok(())
}
