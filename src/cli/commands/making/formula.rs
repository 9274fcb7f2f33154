//! Families of CNF instances from generated puzzles: one satisfiable and one unsatisfiable formula per
//! puzzle.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use encycle::encodings::encoding::{Cut, CutKind, CutReason, Encoding, EncodingError};
use encycle::encodings::export::{Preamble, write_dimacs};
use encycle::encodings::logic::{CnfLowering, ConstraintSink, LoweringOptions};

use crate::cli::exit::CliError;
use crate::cli::output::write_to;
use encycle::formats;
use encycle::generate::GeneratedPuzzle;
use encycle::puzzle::Puzzle;
use encycle::solvers::{BatSat, Limits, SolverStatus};

/// The name of the file that lists all formulas of a folder.
pub const INDEX: &str = "index.csv";

/// The heading of the index.
const INDEX_HEAD: &str = "file,expected,variables,clauses,conflicts,puzzle";

/// Adds lines to the index of a folder. They replace older lines about the same files.
///
/// # Errors
/// If the index cannot be read or written.
pub fn add_to_index(folder: &Path, lines: &str) -> Result<(), CliError> {
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

/// The settings of a family of formulas.
pub struct FamilySettings<'a> {
    /// The folder of the files.
    pub folder: &'a Path,
    /// The encoding; `None` selects [`exact_encoding`].
    pub encoding: Option<&'a str>,
    /// The time limit of the built-in solver for each formula.
    pub timeout: Option<Duration>,
}

/// Returns the encoding with the fewest clauses among those with one model for each solution, without cuts.
fn exact_encoding(puzzle: &Puzzle) -> Option<String> {
    puzzle.smallest_encoding(|encoding| {
        encoding.is_whole() && encoding.has_one_model_per_solution(LoweringOptions::default())
    })
}

impl FamilySettings<'_> {
    /// Writes three files, and returns their lines for the index:
    ///
    /// - `NAME.txt`: the puzzle;
    /// - `NAME.cnf`: its rules, satisfied only by its solution;
    /// - `NAME-unsat.cnf`: its rules and the negation of its solution, which is unsatisfiable.
    ///
    /// # Errors
    /// If a file cannot be written, the encoding needs cuts, or the built-in solver contradicts the
    /// generator.
    pub fn write(
        &self,
        name: &str,
        generated: &GeneratedPuzzle,
        text: &str,
    ) -> Result<String, CliError> {
        let puzzle = &generated.puzzle;
        let exact = self.encoding.map(str::to_owned).or_else(|| exact_encoding(puzzle));
        let encoding_name = exact.unwrap_or_else(|| puzzle.default_encoding());
        let encoding = puzzle.encoding(&encoding_name)?;
        if !encoding.is_whole() {
            let reason = "its models are not exactly the solutions, so it gives no instance of known status\n\
                          help: add a part such as `order`";
            return Err(EncodingError::new(&encoding_name, reason).into());
        }
        write_to(Some(&self.folder.join(format!("{name}.txt"))), |out| {
            out.write_all(text.as_bytes())
        })?;
        let choices = LoweringOptions::default();
        let limits = Limits { wall: self.timeout, ..Limits::default() };
        let mut lines = String::new();
        let mut block: Option<Cut> = None;
        for expected in ["satisfiable", "unsatisfiable"] {
            // a new solver for each formula, so that clauses learnt from the first do not lower the number of
            // conflicts of the second
            let mut solver = CnfLowering::new(BatSat::new(None), choices);
            encoding.encode(&mut solver);
            if let Some(block) = &block {
                solver.constraint(block.constraint(), block.origin());
            }
            let reply = solver.sink()?.solve(&limits);
            let conflicts = match (&reply, expected) {
                (SolverStatus::Unknown, _) => None,
                (SolverStatus::Satisfiable(_), "satisfiable")
                | (SolverStatus::Unsatisfiable, "unsatisfiable") => {
                    Some(solver.sink()?.conflicts())
                }
                _ => {
                    let message = format!(
                        "{name}: the built-in solver contradicts the expected status: {expected}"
                    );
                    return Err(CliError::Failure(encycle::solve::Failure::Internal(message)));
                }
            };
            let suffix = if expected == "satisfiable" { "" } else { "-unsat" };
            let file = format!("{name}{suffix}.cnf");
            let encode = |sink: &mut dyn ConstraintSink| {
                encoding.encode(sink);
                if let Some(block) = &block {
                    sink.constraint(block.constraint(), block.origin());
                }
            };
            let preamble = Preamble {
                comments: comments(puzzle, &encoding_name, expected, conflicts),
                ..Preamble::default()
            };
            let mut size = None;
            write_to(Some(&self.folder.join(&file)), |out| {
                size = Some(write_dimacs(out, &preamble, choices, &encode)?);
                Ok(())
            })?;
            let size = size.unwrap_or_default();
            let conflicts = conflicts.map_or_else(String::new, |count| count.to_string());
            let (variables, clauses) = (size.variables, size.clauses);
            let _ =
                writeln!(lines, "{file},{expected},{variables},{clauses},{conflicts},{name}.txt");
            if expected == "satisfiable" {
                let model = encoded(&encoding, reply, generated)?;
                let separation = encoding.separate(&model, CutKind::default());
                block =
                    separation.cuts.into_iter().find(|cut| cut.reason == CutReason::KnownSolution);
            }
        }
        Ok(lines)
    }
}

/// Returns a model of the generated solution: the model found by the solver, or the values of the atoms if
/// the solver reached its limit.
///
/// # Errors
/// If the model is that of another solution.
fn encoded(
    encoding: &Encoding<'_>,
    reply: SolverStatus,
    generated: &GeneratedPuzzle,
) -> Result<Vec<bool>, CliError> {
    let model = match reply {
        SolverStatus::Satisfiable(values) => {
            values.into_iter().map(|value| value.unwrap_or(false)).collect::<Vec<bool>>()
        }
        _ => generated.solution.atoms().to_vec(),
    };
    match encoding.solution(&model) == generated.solution {
        true => Ok(model),
        false => {
            let message = "the formula of a generated puzzle has a second solution".to_owned();
            Err(CliError::Failure(encycle::solve::Failure::Internal(message)))
        }
    }
}

/// Returns the comments at the start of a formula's file.
fn comments(
    puzzle: &Puzzle,
    encoding: &str,
    expected: &str,
    conflicts: Option<u64>,
) -> Vec<String> {
    let what = match expected {
        "satisfiable" => "the rules of a puzzle with exactly one solution",
        _ => "the rules of a puzzle, and the negation of its only solution",
    };
    let grade = match conflicts {
        Some(count) => format!("{count} conflicts of {} {}", BatSat::NAME, BatSat::VERSION),
        None => "not solved within the time limit".to_owned(),
    };
    let mut comments = vec![
        format!("encycle {} generate", env!("CARGO_PKG_VERSION")),
        format!("{what}, by the encoding {encoding}"),
        format!("expected: {expected}; {grade}"),
        "puzzle:".to_owned(),
    ];
    if let Ok(text) = formats::write_default(puzzle) {
        comments.extend(text.lines().map(str::to_owned));
    }
    comments
}
