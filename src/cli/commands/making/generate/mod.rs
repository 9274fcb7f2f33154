//! `encycle generate`: generate puzzles with exactly one solution.

mod options;

use std::collections::HashSet;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::cli::progress::{self, Progress};
use clap::Args;

use crate::cli::arguments::certificate::{self, CertificateArgument};
use crate::cli::arguments::kind_file::KindFileArgument;
use crate::cli::arguments::limits::{seconds, whole_number_from};
use crate::cli::arguments::lowering::named;
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::commands::making::generate::options::{options, share, size, way};
use crate::cli::exit::{CliError, Exit};
use crate::cli::in_order::each_in_order;
use crate::cli::output::{eprint_line, print, print_json, write_to};
use crate::cli::outputs::{self, Output};
use encycle::certify::{CertifyOptions, certify};
use encycle::deduce::{Level, grade, level_of};
use encycle::encodings::text::counted;
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{
    CellName, Difficulty, GenerateOptions, GeneratedPuzzle, GenerationRoute, LoopStyle, SAMPLE,
    Symmetry, generate, random_clues, seed_of,
};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::report::{GenerateReport, GradeReport};

/// Generate puzzles, by default with exactly one solution.
///
/// Removes clues from a random solution, or adds clues to an empty puzzle, until a set of clues with
/// exactly one solution is found. Uniqueness is proven twice: while the clues are chosen, and again for
/// the finished puzzle. The same seed gives the same puzzles, whatever the number of --jobs. Each
/// puzzle is printed with its own seed, which generates this puzzle alone.
///
/// SIZE is rows x columns of the whole grid: a usual Sudoku is 9x9.
///
/// Strategies (Block 2024, section 2.3; Labath 2010, sections 3.1 and 3.2), from a random solution:
///   multi-branch      remove every clue that is not needed
///   single-branch     the same, but stop at the first clue that cannot be removed
///   bottom-up         add random clues of the solution until it is unique
///   explore-top-down, explore-bottom-up    search all sets of clues for one with the fewest
///   minimum           find a set with the fewest clues by hitting sets
/// From an empty puzzle, adding clues until one solution is left, then removing superfluous clues:
///   random            add any clue
///   least             add a clue that holds in the fewest of --solutions
///   last, first       the same, among the clues of the last or first of these solutions
/// A clue is needed if the puzzle has several solutions without it, or with --difficulty (by default,
/// no-guessing) does not have that difficulty. So `encycle thin` finds no superfluous clue in a puzzle of
/// multi-branch with `--difficulty any`, and may find some in others.
///
/// A puzzle needs a --technique if the techniques of the difficulty solve it, but not without this
/// technique; `encycle grade --techniques KIND` lists the names. Some techniques are rarely or never
/// needed, because others draw the same conclusions. More --attempts find rare puzzles.
///
/// Examples:
///   encycle generate slitherlink 10x10
///   encycle generate sudoku 9x9 --difficulty medium
///   encycle generate sudoku 9x9 --technique x-wing --steps-out steps.json
///   encycle generate sudoku 9x9 --symmetry rotate2 --seed 7
///   encycle generate hamilton 8x8 --strategy random
///   encycle generate slitherlink 10x18 --count 20 --out puzzles --to puzzlink
///   encycle generate slitherlink 10x10 --count 50 --out puzzles && encycle encode puzzles --second -o family
///   encycle generate slitherlink 10x10 --count 20 --out puzzles --certificate proofs
///   encycle generate slitherlynx 9x21 --message HELLO
///   encycle generate slitherlink 200x200 --density 0.2 --no-unique
///   encycle generate neighbor-number 5x5 --strategy minimum | encycle solve - --unique
///
/// Exit codes: 0 all puzzles were generated; 1 a puzzle is impossible, or was not found in --attempts;
/// 2 bad usage; 3 a limit was reached; 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Kind; most kinds can be generated, and an error says why another cannot
    kind: PuzzleKind,
    #[command(flatten)]
    file: KindFileArgument,
    /// Size: ROWSxCOLUMNS
    #[arg(value_parser = size)]
    size: (usize, usize),
    /// Rows and columns of the boxes of a sudoku [default: as square as possible: 3x3 for 9x9, 2x3 for 6x6]
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size)]
    boxes: Option<(usize, usize)>,
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Seed of the random choices [default: a random seed]
    #[arg(long, value_name = "N")]
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
    /// Number of random clues from which least, last and first begin; with many, they only finish the puzzle
    /// [default: a twentieth of the places]
    #[arg(long, value_name = "N")]
    random_clues: Option<usize>,
    /// Number of solutions that least, last and first compare
    #[arg(long, value_name = "N", default_value_t = SAMPLE, value_parser = whole_number_from(1))]
    solutions: usize,
    /// Difficulty: easy, medium or hard, solvable without guessing by the techniques of this level, but not
    /// of the level below (`encycle help difficulty`); no-guessing, solvable by the techniques of some
    /// level; up-to-medium, of easy or medium; or any [default: no-guessing with multi-branch, single-branch and bottom-up; any with the
    /// other strategies and --message]
    #[arg(long, value_name = "LEVEL", value_parser = named(&Difficulty::ALL, Difficulty::name))]
    difficulty: Option<Difficulty>,
    /// Technique that the puzzle must need, such as x-wing; see above
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,
    /// Symmetry of the clue positions: rotation by 180 degrees (rotate2) or 90 degrees (rotate4),
    /// left-right reflection (mirror), up-down reflection (flip), both reflections, or reflection at the
    /// diagonal; not with random, least, last and first
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = named(&Symmetry::ALL, Symmetry::name))]
    symmetry: Symmetry,
    /// Minimal number of clues
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "density")]
    min_clues: usize,
    /// Maximal number of clues: the strategy stops at the first set that is as small, and a solution without
    /// such a set is given up
    #[arg(long, value_name = "N", conflicts_with = "no_unique", value_parser = whole_number_from(1))]
    max_clues: Option<usize>,
    /// Minimal number of clues as a share of the cells, from 0 to 1
    #[arg(long, value_name = "P", value_parser = share)]
    density: Option<f64>,
    /// Keep just this number of random clues (--density or --min-clues), whether or not the solution is
    /// the only one. For large instances to measure solvers
    #[arg(long, conflicts_with_all = ["strategy", "difficulty", "technique", "symmetry", "steps_out", "certificate"])]
    no_unique: bool,
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
    area: f64,
    /// Number of lines of a random loop, instead of --area; the loop grows until it has at least N
    #[arg(long, value_name = "N", conflicts_with = "area", value_parser = whole_number_from(1))]
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
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Maximal number of solutions tried for each puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    attempts: u64,
    /// Number of puzzles generated in parallel; if there is one, of its --iterations (with a --difficulty but `any`)
    /// [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: Option<u64>,
    /// Also write the solving path of each puzzle into this file
    ///
    /// One JSON object per line and puzzle, as `encycle grade --steps --json` prints it.
    #[arg(long, value_name = "FILE")]
    steps_out: Option<PathBuf>,
    #[command(flatten)]
    certificate: CertificateArgument,
    /// Output format, as in `encycle convert`
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    to: PuzzleFormat,
    /// Print one JSON object per line and puzzle (`encycle help json`)
    #[arg(short, long, conflicts_with = "out")]
    json: bool,
    /// Write each puzzle to its own file in this folder; existing files are kept
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let options = options(arguments)?;
    let seed = arguments.seed.unwrap_or_else(any_seed);
    outputs::check(&[], arguments.steps_out.as_deref().map(Output::any))?;
    if let Some(folder) = &arguments.out {
        outputs::create_folder(folder)?;
    }
    let known = arguments.known_number();
    let proofs = arguments.certificate.folder()?;
    let certify_options = CertifyOptions {
        engine: options.engine.clone(),
        timeout: options.timeout,
        ..CertifyOptions::default()
    };
    let _shown = match arguments.count {
        1 => Progress::start(&format!("generating {}", arguments.kind)),
        count => Progress::steps(count, &format!("generating {}", arguments.kind)),
    };
    let mut exit = Exit::Positive;
    let mut made = 0;
    #[allow(
        clippy::mutable_key_type,
        reason = "the constraints that a written puzzle makes when they are needed are not part of its hash"
    )]
    let mut seen = HashSet::new();
    let jobs = arguments.jobs().min(arguments.count);
    let mut solving_paths = String::new();
    let make = |number| {
        let own = seed_of(seed, number);
        let make = if arguments.no_unique { random_clues } else { generate };
        let start = Instant::now();
        let generated = make(&options, own)?;
        let time = start.elapsed();
        let proof = proofs.map(|_| certify(&generated.puzzle, &certify_options));
        let name = arguments.puzzle_name(known, number, own);
        let steps = arguments.steps_out.as_ref().map(|_| steps_line(&name, &generated.puzzle));
        Ok::<_, CliError>((generated, time, proof, steps.transpose()?))
    };
    each_in_order(arguments.count, jobs, make, |number, result| {
        let own = seed_of(seed, number);
        match result {
            // a single puzzle cannot be a duplicate, so its canonical form, which takes long for a large puzzle, is not
            // needed
            Ok((generated, ..))
                if arguments.count > 1 && !seen.insert(generated.puzzle.canonical()) =>
            {
                eprint_line!(
                    "warning: {} with seed {own}: left out, an image of an earlier one under rotation, reflection or \
                     relabelling",
                    arguments.kind
                );
            }
            Ok((generated, time, proof, steps)) => {
                made += 1;
                write(arguments, &options, number, known, own, &generated, time)?;
                solving_paths.extend(steps);
                if let (Some(proof), Some(folder)) = (proof, proofs) {
                    let folder =
                        certificate::folder_of(folder, number as usize + 1, arguments.count == 1);
                    let name = format!("{} with seed {own}", arguments.kind);
                    exit = exit.worse(certificate::write(&name, proof, &folder)?);
                }
            }
            Err(error) => {
                eprint_line!("error: {} with seed {own}: {error}", arguments.kind);
                exit = exit.worse(error.exit());
            }
        }
        progress::set_position(number + 1);
        Ok(ControlFlow::Continue(()))
    })?;
    if let Some(path) = &arguments.steps_out {
        write_to(Some(path), |out| out.write_all(solving_paths.as_bytes()))?;
    }
    Ok(exit.code())
}

impl Arguments {
    /// Returns the number of threads.
    fn jobs(&self) -> u64 {
        self.jobs.unwrap_or_else(processors)
    }

    /// Returns the beginning of the names of files, before their numbers.
    fn stem(&self) -> String {
        let (rows, cols) = self.size;
        format!("{}-{rows}x{cols}-", self.kind)
    }

    /// Returns the largest number of a file in the folder of `--out`, because further puzzles are added behind it; 0 with
    /// `--force`, which replaces the files.
    fn known_number(&self) -> u64 {
        let stem = self.stem();
        let number = |name: &str| name.strip_prefix(&stem)?.strip_suffix(".txt")?.parse().ok();
        let entries =
            self.out.iter().filter(|_| !outputs::is_forced()).flat_map(|folder| folder.read_dir());
        let numbers =
            entries.flatten().flatten().filter_map(|entry| number(entry.file_name().to_str()?));
        numbers.max().unwrap_or(0)
    }

    /// Returns the file of a puzzle, whose number follows the `known` ones; `None` without `--out`.
    fn puzzle_file(&self, known: u64, number: u64) -> Option<PathBuf> {
        let folder = self.out.as_ref()?;
        let digits = self.count.to_string().len().max(2);
        let number = known.saturating_add(number + 1);
        Some(folder.join(format!("{}{number:0digits$}.txt", self.stem())))
    }

    /// Returns the name of a puzzle in a result: its file, or its kind and its seed.
    fn puzzle_name(&self, known: u64, number: u64, seed: u64) -> String {
        let named = || format!("{} with seed {seed}", self.kind);
        self.puzzle_file(known, number).map_or_else(named, |path| path.display().to_string())
    }
}

/// Returns the line of `--steps-out` for a puzzle.
fn steps_line(name: &str, puzzle: &Puzzle) -> Result<String, CliError> {
    let start = Instant::now();
    let grade = grade(puzzle)?;
    let report = GradeReport::new(name, puzzle, &grade, start.elapsed()).with_search(puzzle)?;
    let line = serde_json::to_string(&report.with_steps(puzzle, &grade)).map_err(io::Error::from);
    Ok(line.map_err(CliError::io("JSON"))? + "\n")
}

fn processors() -> u64 {
    std::thread::available_parallelism().map_or(1, |count| count.get() as u64)
}

/// Returns a random seed of at most nine digits, which is short enough to be typed.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// Writes one puzzle to its file, whose number follows the `known` ones, or to standard output.
fn write(
    arguments: &Arguments,
    options: &GenerateOptions,
    number: u64,
    known: u64,
    seed: u64,
    generated: &GeneratedPuzzle,
    time: Duration,
) -> Result<(), CliError> {
    let format = arguments.to;
    let puzzle = formats::write(&generated.puzzle, format)
        .map_err(|error| CliError::Usage(error.to_string()))?;
    let level = match options.wanted_difficulty() {
        _ if !generated.is_unique => None,
        Difficulty::Level(level) => Some(level),
        Difficulty::Any | Difficulty::UpTo(_) => level_of(&generated.puzzle),
    };
    if arguments.json {
        return print_json(&GenerateReport::new(generated, seed, level, time, &puzzle));
    }
    let mut text = String::new();
    // only the plain format allows comments
    if format == PuzzleFormat::Plain {
        let version = env!("CARGO_PKG_VERSION");
        let clues = counted(generated.clues, "clue");
        let level = level.map_or("needs guessing", Level::name);
        let needs = options.technique.as_ref().map(|name| format!(", needs {name}"));
        let needs = needs.unwrap_or_default();
        let verdict = match generated.is_unique {
            true => format!("unique: {clues}, {level}{needs}"),
            false => format!("not proven unique: {clues}"),
        };
        text = format!("# {verdict}, seed {seed} (encycle {version} generate)\n");
    }
    text.push_str(puzzle.trim_end());
    text.push('\n');
    let Some(path) = arguments.puzzle_file(known, number) else {
        let gap = if number > 0 && format == PuzzleFormat::Plain { "\n" } else { "" };
        return print(&format!("{gap}{text}"));
    };
    write_to(Some(&path), |out| out.write_all(text.as_bytes()))?;
    print(&format!("{}\n", path.display()))
}
