//! `encycle encode` for several puzzles: a folder with the formulas of each puzzle, and an index.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use encycle::bench::CollectionEntry;
use encycle::competition::Family;
use encycle::encodings::encoding::{Encoding, EncodingError};
use encycle::encodings::export::CnfSize;
use encycle::encodings::logic::{CnfLowering, ConstraintSink, lower_to_cnf};
use encycle::encodings::text::counted;
use encycle::export::write_variable_map;
use encycle::puzzle::Puzzle;
use encycle::solve::{Failure, Verdict, excluding_solution};
use encycle::solvers::{BatSat, Limits, SolverStatus};

use super::{Arguments, formula_format};
use crate::cli::arguments::collection::collection;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, write_to};
use crate::cli::outputs;
use crate::cli::progress::{self, Progress};

/// The name of the file that lists all formulas of a folder.
const INDEX: &str = "index.csv";

/// The heading of the index.
const INDEX_HEAD: &str = "file,expected,variables,clauses,conflicts,puzzle";

impl Arguments {
    /// Returns whether a folder is to be written.
    pub(super) fn is_family(&self) -> bool {
        let is_several =
            |source: &String| source.starts_with(Family::PREFIX) || Path::new(source).is_dir();
        let out = self.out.as_deref();
        let is_folder = |path: &Path| {
            path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
        };
        self.puzzles.len() > 1 || self.puzzles.iter().any(is_several) || out.is_some_and(is_folder)
    }

    /// Returns the folder, and checks the other options.
    fn folder(&self) -> Result<&Path, CliError> {
        let refused = [(self.dry_run, "--dry-run"), (self.cubes.cubes.is_some(), "--cubes")];
        if let Some((_, option)) = refused.into_iter().find(|(is_used, _)| *is_used) {
            let message =
                format!("{option} applies to one puzzle\nhelp: name one, or omit {option}");
            return Err(CliError::Usage(message));
        }
        self.out.as_deref().ok_or_else(|| {
            let message = "the formulas of several puzzles need a folder\nhelp: add -o DIR";
            CliError::Usage(message.to_owned())
        })
    }
}

/// Writes the formulas of all puzzles, and the index.
pub(super) fn encode_all(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let folder = arguments.folder()?;
    arguments.check_format()?;
    outputs::check_folder(folder)?;
    if let Some(maps) = arguments.map.as_deref().filter(|maps| *maps != folder) {
        outputs::check_folder(maps)?;
    }
    let (collection, mut exit) = collection(&arguments.puzzles, &arguments.source)?;
    let shown = Progress::steps(collection.entries.len() as u64, "encoding");
    let (mut index, mut used) = (String::new(), HashSet::new());
    for (number, entry) in (1..).zip(&collection.entries) {
        let name = file_name(&entry.name, &mut used);
        match write_formulas(arguments, folder, &name, entry) {
            Ok((lines, status)) => {
                index.push_str(&lines);
                exit = exit.worse(status);
            }
            Err(error @ CliError::Io { .. }) => return Err(error),
            Err(error) => {
                eprint_line!("error: {}: {error}", entry.name);
                exit = exit.worse(error.exit());
            }
        }
        progress::set_position(number);
    }
    drop(shown);
    add_to_index(folder, &index)?;
    print(&format!("{}\n", folder.join(INDEX).display()))?;
    Ok(exit.code())
}

/// Returns a short name that no other puzzle has. It consists of the name of its file and its number in the file, for
/// example `many-3` for `many.txt#3`.
fn file_name(name: &str, used: &mut HashSet<String>) -> String {
    let is_number = |text: &str| text.parse::<usize>().is_ok();
    let numbered = name.rsplit_once('#').filter(|(_, number)| is_number(number));
    let first = match numbered {
        Some((path, number)) => format!("{}-{number}", outputs::stem(path)),
        None => outputs::stem(name),
    };
    let others = (2..).map(|number| format!("{first}-{number}"));
    let mut names = std::iter::once(first.clone()).chain(others);
    names.find(|name| used.insert(name.clone())).unwrap_or(first)
}

/// Writes the puzzle as `NAME.txt`, its formula and, with `--second`, the formula of a second solution if a first one is
/// found. Returns the lines of the formulas for the index, and [`Exit::Unknown`] if the status of one is not known.
fn write_formulas(
    arguments: &Arguments,
    folder: &Path,
    name: &str,
    entry: &CollectionEntry,
) -> Result<(String, Exit), CliError> {
    let puzzle = &entry.puzzle;
    let encoding_name = arguments.encoding.name_for(puzzle);
    let encoding = || arguments.encoding.with_name(puzzle, &encoding_name);
    let first = encoding()?;
    if arguments.second.is_wanted && !first.is_whole() {
        let reason = "its models are not exactly the solutions, so it gives no instance of known status\n\
                      help: add a part such as `order`";
        return Err(EncodingError::new(first.name(), reason).into());
    }
    let mut formulas = vec![(String::new(), first)];
    let mut has_solution = None;
    if arguments.second.is_wanted {
        let outcome = arguments.second.first_search(puzzle).run()?;
        if let Some(solution) = outcome.solution() {
            let second = excluding_solution(puzzle, encoding()?, solution)?;
            formulas.push(("-second".to_owned(), second));
            has_solution = Some(true);
        } else {
            let verdict = outcome.verdict();
            has_solution = (verdict == Verdict::NoSolution).then_some(false);
            let reason = format!("{verdict}, so it has no formula of a second solution");
            eprint_line!("note: {}: {reason}", entry.name);
        }
    }
    let (to, choices) = (formula_format(arguments), arguments.choices.of_problem(puzzle));
    let (mut lines, mut exit) = (String::new(), Exit::Positive);
    for (suffix, encoding) in formulas {
        let file = format!("{name}{suffix}.{}", to.ending());
        let status = match arguments.second.is_wanted {
            true => {
                let is_second = !suffix.is_empty();
                Some(FormulaStatus::of(arguments, puzzle, &encoding, is_second, has_solution)?)
            }
            false => None,
        };
        if status.as_ref().is_some_and(|status| status.satisfiable.is_none()) {
            exit = Exit::Unknown;
        }
        let mut preamble = arguments.preamble(puzzle, &encoding);
        if let (Some(status), false) = (&status, arguments.no_comments) {
            preamble.comments.push(status.words());
        }
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        write_to(Some(&folder.join(&file)), |out| {
            to.write(out, &preamble, choices, &encode, None)
        })?;
        if let Some(maps) = &arguments.map {
            write_to(Some(&maps.join(format!("{name}{suffix}.map"))), |out| {
                write_variable_map(out, puzzle, &encoding, choices, to.map_target())
            })?;
        }
        let CnfSize { variables, clauses, .. } = lower_to_cnf(CnfSize::default(), choices, encode)?;
        let (expected, conflicts) = status.map_or(("", String::new()), |one| one.fields());
        // writing to a String cannot fail
        let _ = writeln!(lines, "{file},{expected},{variables},{clauses},{conflicts},{name}.txt");
    }
    // after the formulas, of which one may be too large
    write_to(Some(&folder.join(format!("{name}.txt"))), |out| {
        out.write_all(entry.text.as_bytes())
    })?;
    Ok((lines, exit))
}

/// The status of a formula, and the number of conflicts of the built-in solver: a measure of hardness that does not
/// depend on the machine.
struct FormulaStatus {
    /// Whether the formula is satisfiable; `None` if this is not known.
    satisfiable: Option<bool>,
    conflicts: Option<u64>,
}

impl FormulaStatus {
    /// Solves a formula within the time limit. If the limit is reached, the status follows from the puzzle: its formula
    /// is satisfiable if it has a solution, and the formula of a second solution is unsatisfiable if the puzzle is
    /// unique.
    fn of(
        arguments: &Arguments,
        puzzle: &Puzzle,
        encoding: &Encoding<'_>,
        is_second: bool,
        has_solution: Option<bool>,
    ) -> Result<Self, CliError> {
        let mut solver = CnfLowering::new(BatSat::new(None), arguments.choices.options());
        encoding.encode(&mut solver);
        let limits = Limits { wall: arguments.second.timeout, ..Limits::default() };
        let reply = solver.sink()?.solve(&limits);
        let satisfiable = match (&reply, is_second) {
            (SolverStatus::Satisfiable(_), _) => Some(true),
            (SolverStatus::Unsatisfiable, _) => Some(false),
            (SolverStatus::Unknown, false) => has_solution,
            (SolverStatus::Unknown, true) => status_of_second(arguments, puzzle)?,
        };
        if !is_second && has_solution.is_some() && has_solution != satisfiable {
            let message = "the built-in solver contradicts itself about a puzzle and its formula";
            return Err(CliError::Failure(Failure::Internal(message.to_owned())));
        }
        let is_solved = !matches!(reply, SolverStatus::Unknown);
        let conflicts = if is_solved { Some(solver.sink()?.conflicts()) } else { None };
        Ok(Self { satisfiable, conflicts })
    }

    /// Returns the word for the status; an empty text if it is not known.
    fn word(&self) -> &'static str {
        match self.satisfiable {
            Some(true) => "satisfiable",
            Some(false) => "unsatisfiable",
            None => "",
        }
    }

    /// Returns the comment on a formula.
    fn words(&self) -> String {
        let conflicts = match self.conflicts {
            Some(count) => {
                let conflicts = counted(count, "conflict");
                format!("{conflicts} of {} {}", BatSat::NAME, BatSat::VERSION)
            }
            None => "not solved within the time limit".to_owned(),
        };
        let expected = if self.satisfiable.is_some() { self.word() } else { "unknown" };
        format!("expected: {expected}; {conflicts}")
    }

    /// Returns the columns of the index.
    fn fields(self) -> (&'static str, String) {
        (self.word(), self.conflicts.map_or_else(String::new, |count| count.to_string()))
    }
}

/// Returns whether the formula of a second solution is satisfiable, which is found by solving the puzzle with its fastest
/// encoding.
fn status_of_second(arguments: &Arguments, puzzle: &Puzzle) -> Result<Option<bool>, CliError> {
    Ok(match arguments.second.first_search(puzzle).unique().run()?.verdict() {
        Verdict::Unique => Some(false),
        Verdict::Several => Some(true),
        _ => None,
    })
}

/// Adds lines to the index of a folder. They replace older lines about the same files.
fn add_to_index(folder: &Path, lines: &str) -> Result<(), CliError> {
    let path = folder.join(INDEX);
    let before = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(CliError::io(path.display().to_string())(error)),
    };
    let file = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
    let new: Vec<String> = lines.lines().map(file).collect();
    let kept = before.lines().filter(|line| *line != INDEX_HEAD && !new.contains(&file(line)));
    let all: Vec<&str> = std::iter::once(INDEX_HEAD).chain(kept).chain(lines.lines()).collect();
    write_to(Some(&path), |out| writeln!(out, "{}", all.join("\n")))
}
