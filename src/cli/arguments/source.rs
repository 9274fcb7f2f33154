//! The options for reading puzzles, shared by all commands that read puzzles.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::kind_file::KindFileArgument;
use crate::cli::exit::{CliError, Exit};
use crate::cli::in_order::each_in_order;
use crate::cli::output::{eprint_line, pipe_is_closed, print_json};
use crate::cli::progress::{self, Progress};
use encycle::bench::{FolderPuzzles, puzzle_of_solution};
use encycle::competition::Family;
use encycle::encodings::text::counted;
use encycle::formats::{self, LoadError, Parsed};
use encycle::puzzle::PuzzleKind;
use encycle::report::FailedPuzzle;

/// The options that complete the text of a puzzle.
#[derive(Args, Clone, Debug)]
pub struct SourceArguments {
    /// Kind of the puzzle, if its text does not determine the kind
    #[arg(long)]
    pub kind: Option<PuzzleKind>,
    #[command(flatten)]
    pub file: KindFileArgument,
    /// Variant of the rules: `free` or `cover` for numberlink, `cycle` or `path` for hamilton
    /// [default: the variant in the text]
    #[arg(long, value_name = "V")]
    pub variant: Option<String>,
    /// Whether the command applies the bound of a text on the length of solutions, so that no note is needed.
    #[arg(skip)]
    pub obeys_bound: bool,
}

impl SourceArguments {
    /// Reads the single puzzle of a source.
    pub fn load(&self, source: &str) -> Result<Parsed, CliError> {
        if Path::new(source).is_dir() {
            let message = format!("{source} is a folder\nhelp: name one of its files");
            return Err(CliError::Usage(message));
        }
        let parsed = formats::load(source, self.named_kind())?;
        self.print_notes(source, &parsed);
        self.with_variant(parsed)
    }

    /// Reads one puzzle. If the text does not determine its kind, it is read as `kind`, unless `--kind` names a kind.
    ///
    /// # Errors
    /// The puzzle cannot be read.
    pub fn load_as(&self, source: &str, kind: Option<PuzzleKind>) -> Result<Parsed, CliError> {
        match (self.load(source), kind) {
            (Err(error), Some(kind)) if self.kind.is_none() => formats::load(source, Some(kind))
                .map_or(Err(error), |parsed| self.with_variant(parsed)),
            (loaded, _) => loaded,
        }
    }

    /// Reads all puzzles of a source, each with its name: of a file, of the puzzle files of a folder, or of a family of generated
    /// puzzles. If the source cannot be read, or is a folder without a puzzle, returns a single entry with the error.
    pub fn load_all(&self, source: &str) -> Vec<NamedPuzzle> {
        let failed = |error: CliError| vec![(source.to_owned(), Err(error))];
        if source.starts_with(Family::PREFIX) {
            return match source.parse::<Family>() {
                Ok(family) => generated(family).collect(),
                Err(error) => failed(error.into()),
            };
        }
        if Path::new(source).is_dir() {
            let (puzzles, models) = self.load_folder(source);
            print_models(source, &models);
            return if puzzles.is_empty() { failed(no_puzzle()) } else { puzzles };
        }
        match formats::load_all(source, self.named_kind()) {
            Err(error) => failed(error.into()),
            Ok(all) => {
                let all = all.into_iter().map(|(name, one)| (name, one.map_err(LoadError::from)));
                all.map(|(name, parsed)| self.with_notes(name, parsed)).collect()
            }
        }
    }

    /// Reads all puzzles of some sources, as [`Self::load_all`] does, without the [solutions](without_solutions) among them.
    pub fn load_each(&self, sources: &[String]) -> Vec<NamedPuzzle> {
        without_solutions(sources).into_iter().flat_map(|source| self.load_all(source)).collect()
    }

    /// Reads the puzzles of a folder, as [`Self::load_all`] does, and returns its files with problems of their own, too. If it has
    /// neither, or cannot be read, the only puzzle is an error.
    pub fn load_folder(&self, folder: &str) -> (Vec<NamedPuzzle>, Vec<String>) {
        let found = match FolderPuzzles::read(Path::new(folder), self.named_kind()) {
            Ok(found) => found,
            Err(error) => {
                return (vec![(folder.to_owned(), Err(CliError::io(folder)(error)))], Vec::new());
            }
        };
        print_others(folder, &found.others);
        let named = found.puzzles.into_iter();
        let mut puzzles: Vec<NamedPuzzle> =
            named.map(|(name, parsed)| self.with_notes(name, parsed)).collect();
        if puzzles.is_empty() && found.models.is_empty() {
            puzzles.push((folder.to_owned(), Err(no_puzzle())));
        }
        (puzzles, found.models)
    }

    fn with_notes(&self, name: String, parsed: Result<Parsed, LoadError>) -> NamedPuzzle {
        let parsed = parsed.map_err(CliError::from);
        if let Ok(parsed) = &parsed {
            self.print_notes(&name, parsed);
        }
        (name, parsed.and_then(|parsed| self.with_variant(parsed)))
    }

    /// Prints remarks about how a text is read.
    fn print_notes(&self, name: &str, parsed: &Parsed) {
        for note in &parsed.notes {
            eprint_line!("note: {name}: {note}");
        }
        if let Some(most) = parsed.length_bound.filter(|_| !self.obeys_bound) {
            let bound = counted(most, "edge");
            eprint_line!(
                "note: {name}: the text bounds the paths to {bound}, and the puzzle does not: `encycle count` applies the bound"
            );
        }
    }

    /// Returns the kind of `--kind`, or else that of `--kind-file`.
    pub fn named_kind(&self) -> Option<PuzzleKind> {
        self.kind.or_else(|| self.file.kind())
    }

    fn with_variant(&self, mut parsed: Parsed) -> Result<Parsed, CliError> {
        if let Some(variant) = &self.variant {
            parsed.puzzle = parsed
                .puzzle
                .with_variant(variant)
                .map_err(|error| CliError::Usage(error.to_string()))?;
        }
        Ok(parsed)
    }
}

/// Returns the sources without the solutions (`NAME.solution.txt`) whose puzzles (`NAME.txt`) are among the sources, too, such as
/// those of a pattern `*.txt`. A note counts the solutions.
pub fn without_solutions(sources: &[String]) -> Vec<&str> {
    let is_solution = |source: &&str| {
        puzzle_of_solution(Path::new(source))
            .is_some_and(|puzzle| sources.iter().any(|other| Path::new(other) == puzzle))
    };
    let (solutions, puzzles): (Vec<&str>, Vec<&str>) =
        sources.iter().map(String::as_str).partition(is_solution);
    if let Some(first) = solutions.first() {
        let files = counted(solutions.len(), "solution file");
        eprint_line!("note: left out {files} beside the puzzles, such as {first}");
    }
    puzzles
}

/// A puzzle with its name, or why it cannot be read.
pub type NamedPuzzle = (String, Result<Parsed, CliError>);

/// Generates the puzzles of a family, each with its name. One that cannot be generated has an error.
pub fn generated(family: Family) -> impl Iterator<Item = NamedPuzzle> {
    let puzzles = family.sizes().flat_map(|size| (1..=family.count).map(move |seed| (size, seed)));
    let puzzles: Vec<((usize, usize), u64)> = puzzles.collect();
    let shown = Progress::steps(puzzles.len() as u64, "generating");
    (0..).zip(puzzles).map(move |(number, (size, seed))| {
        // shown until the last one is made
        let _ = &shown;
        progress::set_position(number);
        let name = format!("{}-{}x{}-{seed}", family.kind, size.0, size.1);
        let made = family.puzzle(size, seed).map(|made| Parsed::from(made.puzzle));
        (name, made.map_err(CliError::from))
    })
}

/// Returns the error of a folder without a puzzle.
fn no_puzzle() -> CliError {
    CliError::Usage("no puzzle in this folder".to_owned())
}

/// The most files of a folder that a note names.
const NAMED_FILES: usize = 8;

/// Prints in one note the files of a folder that are not puzzles.
pub fn print_others(folder: &str, others: &[String]) {
    print_left_out(folder, others, "without a puzzle");
}

/// Prints in one note the files of a folder that have problems, for a command about puzzles.
pub fn print_models(folder: &str, models: &[String]) {
    print_left_out(folder, models, "with a problem that is not a puzzle");
}

fn print_left_out(folder: &str, others: &[String], what: &str) {
    if others.is_empty() {
        return;
    }
    let short = |path: &String| {
        let path = Path::new(path);
        path.strip_prefix(folder).unwrap_or(path).display().to_string()
    };
    let names: Vec<String> = others.iter().take(NAMED_FILES).map(short).collect();
    let (names, more) = (names.join(", "), others.len().saturating_sub(NAMED_FILES));
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let files = counted(others.len(), "file");
    eprint_line!("note: {folder}: left out {files} {what}: {names}{more}");
}

/// Calls `one` for each puzzle, with its number counted from 1 and its name. Stops when the reader of
/// standard output closes the pipe.
///
/// A puzzle that cannot be read, or for which `one` fails, does not stop the loop. Its error is printed on standard
/// error or, with `json`, as an object with this schema on standard output. Returns the most severe exit code (see
/// [`Exit::worse`]).
///
/// # Errors
/// If a file other than a puzzle cannot be read or written.
pub fn each<T>(
    puzzles: impl IntoIterator<Item = (String, Result<T, CliError>)>,
    schema: &str,
    json: bool,
    one: impl Fn(usize, &str, &T) -> Result<Exit, CliError>,
) -> Result<ExitCode, CliError> {
    let mut exit = Exit::Positive;
    for (number, (name, parsed)) in (1..).zip(puzzles) {
        let ended = match parsed.and_then(|parsed| one(number, &name, &parsed)) {
            Ok(ended) => ended,
            Err(error @ CliError::Io { .. }) => return Err(error),
            Err(error) => print_failure(schema, json, &name, &error)?,
        };
        exit = exit.worse(ended);
        if pipe_is_closed() {
            break;
        }
    }
    Ok(exit.code())
}

/// Processes puzzles as [`each`] does, but on `jobs` threads: `make` computes the result of a puzzle on one of these
/// threads, and `show` prints the results on the calling thread, in the order of the puzzles.
///
/// # Errors
/// If a file other than a puzzle cannot be read or written.
pub fn each_on<T: Send>(
    jobs: u64,
    puzzles: &[(String, Result<Parsed, CliError>)],
    schema: &str,
    json: bool,
    make: impl Fn(usize, &str, &Parsed) -> Result<T, CliError> + Sync,
    show: impl Fn(&str, &Parsed, T) -> Result<Exit, CliError>,
) -> Result<ExitCode, CliError> {
    let mut exit = Exit::Positive;
    let solve = |index: u64| {
        let (name, parsed) = &puzzles[index as usize];
        parsed.as_ref().ok().map(|parsed| make(index as usize + 1, name, parsed))
    };
    each_in_order(puzzles.len() as u64, jobs, solve, |index, made| {
        let (name, parsed) = &puzzles[index as usize];
        let ended = match (parsed, made) {
            (Ok(parsed), Some(made)) => match made.and_then(|made| show(name, parsed, made)) {
                Err(error @ CliError::Io { .. }) => return Err(error),
                Err(error) => print_failure(schema, json, name, &error)?,
                Ok(ended) => ended,
            },
            (Err(error), _) => print_failure(schema, json, name, error)?,
            (Ok(_), None) => Exit::Positive,
        };
        exit = exit.worse(ended);
        Ok(match pipe_is_closed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    })?;
    Ok(exit.code())
}

/// Prints the error of one of several puzzles, and returns its exit code.
fn print_failure(schema: &str, json: bool, name: &str, error: &CliError) -> Result<Exit, CliError> {
    match json {
        true => print_json(&FailedPuzzle::new(schema, name, error))?,
        false => print_error(name, error),
    }
    Ok(error.exit())
}

/// Prints the error of one of several puzzles to standard error.
pub fn print_error(name: &str, error: &CliError) {
    match error {
        // the message begins with the name of the file
        CliError::Load(_) => eprint_line!("error: {error}"),
        _ => eprint_line!("error: {name}: {error}"),
    }
}
