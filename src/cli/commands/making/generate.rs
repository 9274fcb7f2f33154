//! `encycle generate`: generate puzzles with exactly one solution.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::cli::progress::{self, Progress};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use encycle::encodings::grid::Grid;

use crate::cli::arguments::limits::{seconds, whole_number_from};
use crate::cli::arguments::lowering::named;
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::commands::making::formula::{self, Family};
use crate::cli::commands::making::in_order::each_in_order;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, write_to};
use crate::cli::outputs;
use encycle::deduce::{Level, level_of};
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{
    CellName, Difficulty, GenerateError, GenerateOptions, GeneratedPuzzle, GenerationRoute, Growth,
    LoopSize, LoopStyle, Mask, MaskCell, SAMPLE, Strategy, Symmetry, frame, generate, seed_of,
};
use encycle::puzzle::PuzzleKind;
use encycle::report::GenerateReport;

/// Generate puzzles with exactly one solution.
///
/// Removes clues from a random solution, or adds clues to an empty puzzle, until a set of clues with
/// exactly one solution is found. Uniqueness is proven twice: while the clues are chosen, and again for
/// the finished puzzle. The same seed gives the same puzzles, whatever the number of threads. Each
/// puzzle is printed with its own seed, which generates this puzzle alone.
///
/// SIZE is rows x columns. For a Sudoku, it is the size of a box: 3x3 is the usual Sudoku.
///
/// Strategies (Block 2024, section 2.3; Labath 2010, sections 3.1 and 3.2), from a random solution:
///   multi-branch      remove every clue without which the solution stays unique; minimal
///   single-branch     the same, but stop at the first clue that cannot be removed
///   bottom-up         add random clues of the solution until it is unique
///   explore-top-down, explore-bottom-up    search all sets of clues for one with the fewest
///   minimum           find a set with the fewest clues by hitting sets
/// From an empty puzzle, adding clues until one solution is left, then removing superfluous clues:
///   random            add any clue
///   least             add a clue that holds in the fewest of --sample solutions
///   last, first       the same, among the clues of the last or first of these solutions
///
/// Examples:
///   encycle generate slitherlink 10x10
///   encycle generate sudoku 3x3 --difficulty medium
///   encycle generate sudoku 3x3 --symmetry rotate2 --seed 7
///   encycle generate hamilton 8x8 --strategy random
///   encycle generate slitherlink 10x18 --count 20 --out puzzles --to puzzlink
///   encycle generate slitherlink 10x10 --count 50 --to dimacs --out family --timeout 10
///   encycle generate slitherlynx 9x21 --message HELLO
///   encycle generate neighbor-number 5x5 --strategy minimum | encycle solve - --unique
///
/// Exit codes: 0 all puzzles were generated; 1 a puzzle is impossible, or was not found in --attempts;
/// 2 bad usage; 3 a limit was reached; 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Kind: slitherlink, slitherlynx, sudoku, chaos, hamilton, numberlink or neighbor-number
    kind: PuzzleKind,
    /// Size: ROWSxCOLUMNS
    #[arg(value_parser = size)]
    size: (usize, usize),
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Seed of the random choices [default: a random seed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Variant of the rules: `cycle` or `path` for hamilton, `free` or `cover` for numberlink
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Strategy that chooses the clues; see above
    #[arg(long, value_name = "NAME", default_value = "multi-branch", value_parser = way(), hide_possible_values = true)]
    strategy: GenerationRoute,
    /// Number of tries of multi-branch, single-branch and bottom-up with each solution; the try with the
    /// fewest clues is taken
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_from(1))]
    iterations: usize,
    /// Number of solutions that least, last and first compare
    #[arg(long, value_name = "K", default_value_t = SAMPLE, value_parser = whole_number_from(1))]
    sample: usize,
    /// Difficulty: solvable without guessing by the techniques of this level, but not of the level below
    /// (docs/difficulty.md)
    #[arg(long, value_name = "LEVEL", conflicts_with = "no_guessing", value_parser = named(&Level::ALL, Level::name))]
    difficulty: Option<Level>,
    /// Require a puzzle that the techniques of some level solve without guessing
    #[arg(long)]
    no_guessing: bool,
    /// Symmetry of the clue positions: rotation by 180 degrees (rotate2) or 90 degrees (rotate4),
    /// left-right reflection (mirror), up-down reflection (flip), both reflections, or reflection at the
    /// diagonal; not with random, least, last and first
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = named(&Symmetry::ALL, Symmetry::name))]
    symmetry: Symmetry,
    /// Minimal number of clues
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "density")]
    min_clues: usize,
    /// Minimal number of clues as a share of the cells, from 0 to 1
    #[arg(long, value_name = "P", value_parser = share)]
    density: Option<f64>,
    /// File with the clue positions, a line per row: `x` clue required, `?` clue allowed, `.` no clue
    #[arg(long, value_name = "FILE")]
    mask: Option<PathBuf>,
    /// Cells that must have a clue, as ROW,COLUMN
    #[arg(long, value_name = "R,C", num_args = 1..)]
    require: Vec<CellName>,
    /// Cells that must not have a clue, as ROW,COLUMN
    #[arg(long, value_name = "R,C", num_args = 1..)]
    forbid: Vec<CellName>,
    /// Share of the cells inside a random loop, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = share)]
    inside: f64,
    /// Number of lines of a random loop, instead of --inside; the loop grows until it has at least N
    #[arg(long, value_name = "N", conflicts_with = "inside", value_parser = whole_number_from(1))]
    length: Option<usize>,
    /// Winding of a random loop, from 0 (blobs) to 1 (corridors)
    #[arg(long, value_name = "P", default_value_t = LoopStyle::default().winding, value_parser = share)]
    winding: f64,
    /// Text spelled by the loops of a slitherlynx (Yoshinaka et al. 2012, figure 11)
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    #[command(flatten)]
    engine: EngineArgument,
    /// Encoding: which constraints express the rules [default: the fastest one for generation]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Wall-clock limit of each puzzle, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Maximal number of solutions tried for each puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    attempts: u64,
    /// Number of puzzles generated in parallel [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Output format, as in `encycle convert`, or `dimacs` for CNF instances: for each puzzle, a
    /// satisfiable one and an unsatisfiable one (without the only solution), listed in index.csv
    #[arg(long, value_name = "FORMAT", default_value = "plain", value_parser = target)]
    to: Target,
    /// Encoding of the CNF instances; its models must be exactly the solutions [default: one with order
    /// labels, such as edge+order]
    #[arg(long, value_name = "E")]
    formula: Option<String>,
    /// Print one JSON object per line and puzzle (docs/json.md)
    #[arg(short, long, conflicts_with = "out")]
    json: bool,
    /// Write each puzzle to its own file in this folder
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Puzzle(PuzzleFormat),
    Dimacs,
}

fn target(text: &str) -> Result<Target, String> {
    match text {
        "dimacs" => Ok(Target::Dimacs),
        name => {
            let format = name.parse::<PuzzleFormat>();
            format.map(Target::Puzzle).map_err(|error| format!("{error}, dimacs"))
        }
    }
}

/// Parses ROWSxCOLUMNS.
fn size(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "not a size; write ROWSxCOLUMNS, such as 10x10".to_owned();
    let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let number = |word: &str| word.parse::<usize>().ok().filter(|&number| number > 0);
    number(rows).zip(number(cols)).ok_or_else(wrong)
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Returns a parser that accepts the names of all strategies, top-down and growing.
fn way() -> impl clap::builder::TypedValueParser<Value = GenerationRoute> {
    let ways = || {
        let down = Strategy::ALL.into_iter().map(|one| (one.name(), GenerationRoute::TopDown(one)));
        down.chain(Growth::ALL.into_iter().map(|one| (one.name(), GenerationRoute::Grow(one))))
    };
    PossibleValuesParser::new(ways().map(|(name, _)| name)).map(move |text| {
        let found = ways().find(|(name, _)| *name == text);
        found.map_or(GenerationRoute::TopDown(Strategy::MultiBranch), |(_, way)| way)
    })
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let options = options(arguments)?;
    if arguments.to == Target::Dimacs && arguments.out.is_none() {
        let message = "--to dimacs writes several files\nhelp: select a folder with --out DIR";
        return Err(CliError::Usage(message.to_owned()));
    }
    if arguments.formula.is_some() && arguments.to != Target::Dimacs {
        let message = "--formula requires --to dimacs";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut index = String::new();
    let seed = arguments.seed.unwrap_or_else(any_seed);
    if let Some(folder) = &arguments.out {
        outputs::check_folder(folder)?;
    }
    let _shown = match arguments.count {
        1 => Progress::start(&format!("generating a {}", arguments.kind)),
        count => Progress::steps(count, &format!("generating {}", arguments.kind)),
    };
    let mut exit = Exit::Positive;
    let mut made = 0;
    let threads = arguments.threads.unwrap_or_else(processors).min(arguments.count);
    let make = |number| generate(&options, seed_of(seed, number));
    each_in_order(arguments.count, threads, make, |number, result| {
        let own = seed_of(seed, number);
        match result {
            Ok(generated) => {
                made += 1;
                index.push_str(&write(arguments, number, own, &generated)?);
            }
            Err(error) => {
                eprint_line!("error: {} with seed {own}: {error}", arguments.kind);
                exit = exit.worse(exit_of(&error));
            }
        }
        progress::set_position(number + 1);
        Ok(())
    })?;
    if let (Target::Dimacs, Some(folder)) = (arguments.to, &arguments.out) {
        formula::add_to_index(folder, &index)?;
    }
    Ok(exit.code())
}

fn processors() -> u64 {
    std::thread::available_parallelism().map_or(1, |count| count.get() as u64)
}

/// Returns a random seed that is short enough to be typed.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// Returns the exit code of an error.
pub(super) fn exit_of(error: &GenerateError) -> Exit {
    match error {
        GenerateError::Limit(_) => Exit::Unknown,
        GenerateError::Impossible(_) => Exit::Negative,
        GenerateError::Unfit(_) | GenerateError::Encoding(_) => Exit::BadInput,
        GenerateError::Failure(_) => Exit::SolverFailed,
    }
}

/// Converts the arguments to options of the library, and checks their combination.
fn options(arguments: &Arguments) -> Result<GenerateOptions, CliError> {
    let (rows, cols) = arguments.size;
    let kind = arguments.kind;
    let grid = match kind {
        PuzzleKind::Numberlink => Grid::new(rows, cols).ok_or_else(|| no_size(rows, cols)),
        _ => frame(kind, rows, cols)
            .map(|frame| frame.grid())
            .map_err(|error| CliError::Usage(error.to_string())),
    }?;
    let is_shaped = arguments.mask.is_some()
        || !(arguments.require.is_empty() && arguments.forbid.is_empty())
        || arguments.symmetry != Symmetry::None
        || arguments.density.is_some()
        || arguments.min_clues > 0
        || arguments.strategy != GenerationRoute::TopDown(Strategy::MultiBranch);
    if kind == PuzzleKind::Numberlink && is_shaped {
        let message = "the pairs of a numberlink come from random paths: options for the strategy and the \
                       positions of clues do not apply";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut mask = match &arguments.mask {
        Some(path) => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(CliError::io(name.clone()))?;
            Mask::read(&text, grid).map_err(|wrong| CliError::Usage(format!("{name}:{wrong}")))?
        }
        None => Mask::default(),
    };
    for (cells, what) in
        [(&arguments.require, MaskCell::Must), (&arguments.forbid, MaskCell::MustNot)]
    {
        for &CellName(cell) in cells {
            if cell.row >= grid.rows() || cell.col >= grid.cols() {
                let (rows, cols) = (grid.rows(), grid.cols());
                let message =
                    format!("cell out of range: {cell}: the puzzle has {rows} x {cols} cells");
                return Err(CliError::Usage(message));
            }
            let before = mask.at(grid.cell_index(cell));
            if before != MaskCell::May && before != what {
                let message = format!(
                    "contradictory options for {cell}: a clue is both required and forbidden\nhelp: name the \
                     cell in only one of --mask, --require and --forbid"
                );
                return Err(CliError::Usage(message));
            }
            mask.set(grid, cell, what);
        }
    }
    if arguments.message.is_some() && matches!(arguments.strategy, GenerationRoute::Grow(_)) {
        let message = "--message requires a strategy that starts from a solution";
        return Err(CliError::Usage(message.to_owned()));
    }
    if arguments.symmetry != Symmetry::None
        && matches!(arguments.strategy, GenerationRoute::Grow(_))
    {
        let message = "--symmetry requires a strategy that starts from a solution";
        return Err(CliError::Usage(message.to_owned()));
    }
    let density =
        arguments.density.map(|share| (share * grid.cell_count() as f64).round() as usize);
    Ok(GenerateOptions {
        variant: arguments.variant.clone(),
        route: arguments.strategy,
        iterations: arguments.iterations,
        sample: arguments.sample,
        symmetry: arguments.symmetry,
        mask,
        at_least: density.unwrap_or(arguments.min_clues),
        difficulty: match arguments.difficulty {
            Some(level) => Difficulty::Level(level),
            None if arguments.no_guessing => Difficulty::NoGuessing,
            None => Difficulty::Any,
        },
        loop_style: LoopStyle {
            size: arguments.length.map_or(LoopSize::Inside(arguments.inside), LoopSize::Length),
            winding: arguments.winding,
        },
        message: arguments.message.clone(),
        engine: arguments.engine.engine()?,
        encoding: arguments.encoding.clone(),
        timeout: arguments.timeout,
        attempts: arguments.attempts,
        ..GenerateOptions::new(kind, rows, cols)
    })
}

fn no_size(rows: usize, cols: usize) -> CliError {
    CliError::Usage(format!("invalid size of a grid: {rows} x {cols}"))
}

/// Writes one puzzle to its file or to standard output, or writes its formulas. Returns the lines for the
/// index, which are empty unless formulas are written.
fn write(
    arguments: &Arguments,
    number: u64,
    seed: u64,
    generated: &GeneratedPuzzle,
) -> Result<String, CliError> {
    let format = match arguments.to {
        Target::Puzzle(format) => format,
        Target::Dimacs => PuzzleFormat::Plain,
    };
    let puzzle = formats::write(&generated.puzzle, format)
        .map_err(|error| CliError::Usage(error.to_string()))?;
    let level = arguments.difficulty.or_else(|| level_of(&generated.puzzle));
    if arguments.json {
        print_json(&GenerateReport::new(generated, seed, level, &puzzle))?;
        return Ok(String::new());
    }
    let mut text = String::new();
    // only the plain format allows comments
    if format == PuzzleFormat::Plain {
        let version = env!("CARGO_PKG_VERSION");
        let clues = generated.clues;
        let level = level.map_or("needs guessing", Level::name);
        text =
            format!("# unique: {clues} clues, {level}, seed {seed} (encycle {version} generate)\n");
    }
    text.push_str(puzzle.trim_end());
    text.push('\n');
    let Some(folder) = &arguments.out else {
        let gap = if number > 0 && format == PuzzleFormat::Plain { "\n" } else { "" };
        print(&format!("{gap}{text}"))?;
        return Ok(String::new());
    };
    let (rows, cols) = arguments.size;
    let name = format!("{}-{rows}x{cols}-{seed}", arguments.kind);
    if arguments.to == Target::Dimacs {
        let (encoding, timeout) = (arguments.formula.as_deref(), arguments.timeout);
        return Family { folder, encoding, timeout }.write(&name, generated, &text);
    }
    write_to(Some(&folder.join(format!("{name}.txt"))), |out| out.write_all(text.as_bytes()))?;
    Ok(String::new())
}
