//! The status, the sizes and the difficulty of a candidate.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use encycle_encodings::encoding::{Encoding, EncodingError};
use encycle_encodings::export::{ByFamily, LpSize, NameCollector, OpbRevision, write_opb};
use encycle_encodings::logic::{
    ConstraintSink, LoweringOptions, TooLarge, lower_to_cnf, lower_to_rows,
};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::{Limits, RunEnd, SolverStatus, VariableNames, WorkDir};
use serde::{Deserialize, Serialize};

use crate::competition::candidate::Candidate;
use crate::competition::{Competition, TimedSolver, Track};
use crate::count::{CountMethod, CountOptions, count};
use crate::export::{write_cnf, write_linear_program};
use crate::sizes::HashedSizes;
use crate::solve::{Solve, SolveError, Verdict, excluding_solution};

/// A run of a solver on an instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Timing {
    /// The solver.
    pub solver: String,
    /// The limit of its wall-clock time, in seconds.
    pub limit: f64,
    /// `true` for satisfiable, `false` for unsatisfiable; null if the solver did not answer.
    pub satisfiable: Option<bool>,
    /// The CPU time, in seconds.
    pub cpu_seconds: f64,
    /// The wall-clock time, in seconds.
    pub wall_seconds: f64,
}

/// An instance with its status, its sizes and its difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Measured {
    /// The path of the instance in the bundle.
    pub file: String,
    /// The path of its puzzle in the bundle.
    pub puzzle: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The encoding.
    pub encoding: String,
    /// The CNF method.
    pub cnf: String,
    /// Whether the formula asks for a second solution.
    pub second: bool,
    /// The number of variables.
    pub variables: u64,
    /// The number of clauses, of constraints (OPB) or of rows (MPS).
    pub clauses: u64,
    /// The GBD hash of a CNF formula.
    pub gbdhash: Option<String>,
    /// The isohash of a CNF formula.
    pub isohash: Option<String>,
    /// Whether the instance is satisfiable; null if this is not known.
    pub satisfiable: Option<bool>,
    /// The source of the status.
    pub known_by: String,
    /// The exact number of solutions (model counting).
    pub models: Option<String>,
    /// The run of the easy solver.
    pub easy: Timing,
    /// The run of the hard solver.
    pub hard: Timing,
    /// The arguments of `encycle` that write the file, in the folder of the bundle.
    pub command: Vec<String>,
    /// The SHA-256 of the compressed file; null until the file is written.
    pub sha256: Option<String>,
}

/// A candidate that cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The encoding does not fit.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search for solutions could not start.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A solver returned no usable result, or a wrong result.
    #[error("{instance}: {solver}: {reason}\nhelp: probe the solver")]
    Solver {
        /// The instance.
        instance: String,
        /// The solver.
        solver: String,
        /// The reason.
        reason: String,
    },
}

/// The facts about a puzzle that the built-in solver finds.
struct KnownStatus {
    solution: Option<Solution>,
    satisfiable: Option<bool>,
    by: String,
}

impl Competition {
    /// Measures a candidate: its status by the built-in solver, its sizes, and the times of both solvers. Returns
    /// `None` if there is no such instance, because there is no solution to exclude, or no exact count within the
    /// limit.
    ///
    /// # Errors
    /// Returns a [`MeasureError`] if the candidate cannot be measured, or a result is wrong. Every result is checked: a
    /// solution by the rules of the puzzle, and a status against the known status.
    pub fn measure(&self, candidate: &Candidate<'_>) -> Result<Option<Measured>, MeasureError> {
        let puzzle = &candidate.entry.puzzle;
        let known = self.known(candidate)?;
        if candidate.second && known.solution.is_none() {
            return Ok(None);
        }
        let models = match self.track {
            Track::Mc => {
                let options =
                    CountOptions { timeout: Some(self.hard.limit), ..CountOptions::default() };
                match count(puzzle, CountMethod::Zdd, &options) {
                    Ok(count) => Some(count.solutions.to_string()),
                    Err(_) => return Ok(None),
                }
            }
            _ => None,
        };
        let mut encoding = puzzle.encoding(&candidate.encoding)?;
        if let Some(solution) = known.solution.as_ref().filter(|_| candidate.second) {
            encoding = excluding_solution(puzzle, encoding, solution)?;
        }
        let lowering = LoweringOptions { cnf: candidate.cnf, ..LoweringOptions::default() };
        let work = WorkDir::new()?;
        let file = self.write_for_timing(&encoding, lowering, work.path())?;
        let run = |timed: &TimedSolver| {
            let timing = time(timed, &file, work.path(), &|model| {
                let solution = encoding.solution(model);
                puzzle.check(&solution).is_ok()
                    && (!candidate.second || known.solution.as_ref() != Some(&solution))
            });
            let wrong = |reason: String| MeasureError::Solver {
                instance: candidate.name(),
                solver: timed.solver.name(),
                reason,
            };
            let timing = timing.map_err(&wrong)?;
            match (timing.satisfiable, known.satisfiable) {
                (Some(answer), Some(truth)) if answer != truth => {
                    let (one, other) = (status(Some(answer)), status(Some(truth)));
                    Err(wrong(format!(
                        "the answer is {one}, but the instance is {other}: {}",
                        known.by
                    )))
                }
                _ => Ok(timing),
            }
        };
        let (easy, hard) = (run(&self.easy)?, run(&self.hard)?);
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        let (variables, clauses, hashes) = match self.track {
            Track::Sat | Track::Mc => {
                let HashedSizes { sizes, hasher } =
                    lower_to_cnf(HashedSizes::default(), lowering, encode)?;
                (sizes.total().variables, sizes.total().clauses, Some(hasher.finish()))
            }
            Track::Pb | Track::Mip => {
                let sizes = lower_to_rows(ByFamily::<LpSize>::default(), lowering, encode)?;
                (sizes.total().variables, sizes.total().rows, None)
            }
        };
        let said = [&hard, &easy].into_iter().find(|timing| timing.satisfiable.is_some());
        let (satisfiable, known_by) = match (known.satisfiable, said) {
            (None, Some(timing)) => (timing.satisfiable, format!("answer of {}", timing.solver)),
            (satisfiable, _) => (satisfiable, known.by),
        };
        Ok(Some(Measured {
            file: candidate.file(self.track),
            puzzle: candidate.puzzle_file(),
            kind: puzzle.kind().name().to_owned(),
            encoding: candidate.encoding.clone(),
            cnf: candidate.cnf.name().to_owned(),
            second: candidate.second,
            variables: variables as u64,
            clauses: clauses as u64,
            gbdhash: hashes.as_ref().map(|hashes| hashes.gbdhash.clone()),
            isohash: hashes.map(|hashes| hashes.isohash),
            satisfiable,
            known_by,
            models,
            easy,
            hard,
            command: candidate.command(self),
            sha256: None,
        }))
    }

    /// Solves the puzzle with the built-in solver, within the time limit of the hard solver.
    fn known(&self, candidate: &Candidate<'_>) -> Result<KnownStatus, MeasureError> {
        let outcome =
            Solve::new(&candidate.entry.puzzle).unique().timeout(self.hard.limit).run()?;
        let verdict = outcome.verdict();
        let satisfiable = match (candidate.second, verdict) {
            (false, _) if outcome.solution().is_some() => Some(true),
            (true, Verdict::Several) => Some(true),
            (true, Verdict::Unique) | (false, Verdict::NoSolution) => Some(false),
            _ => None,
        };
        let by = match satisfiable {
            Some(true) => "a solution of the puzzle, checked by its rules".to_owned(),
            Some(false) => format!("the built-in solver: {verdict}"),
            None => "nobody".to_owned(),
        };
        Ok(KnownStatus { solution: outcome.solution().cloned(), satisfiable, by })
    }

    /// Writes the formula for the solvers that are timed. MIP solvers read the rows from an LP file, because the
    /// command lines of all of them accept this format. Pseudo-Boolean solvers read a file with the first line of 2016,
    /// because all of them accept it.
    fn write_for_timing(
        &self,
        encoding: &Encoding<'_>,
        lowering: LoweringOptions,
        folder: &Path,
    ) -> io::Result<TimedFile> {
        let extension = match self.track {
            Track::Sat | Track::Mc => "cnf",
            Track::Pb => "opb",
            Track::Mip => "lp",
        };
        let path = folder.join(format!("instance.{extension}"));
        let mut out = BufWriter::new(File::create(&path)?);
        let names = match self.track {
            Track::Sat | Track::Mc => {
                FileColumns::Numbered(write_cnf(&mut out, encoding, lowering)?.variables)
            }
            Track::Pb => {
                let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
                let size = write_opb(&mut out, &[], OpbRevision::Pb16, lowering, &encode)?;
                FileColumns::Opb(size.variables)
            }
            Track::Mip => {
                write_linear_program(&mut out, encoding, lowering)?;
                let names = lower_to_rows(NameCollector::default(), lowering, |sink| {
                    encoding.encode(sink);
                });
                let names = names.map_err(io::Error::other)?;
                FileColumns::Columns(names.iter().map(str::to_owned).collect())
            }
        };
        Ok(TimedFile { path, names })
    }
}

/// Returns the standard word for a status, such as `sat`.
pub(super) fn status(satisfiable: Option<bool>) -> &'static str {
    match satisfiable {
        Some(true) => "sat",
        Some(false) => "unsat",
        None => "unknown",
    }
}

/// The names of the variables of a file.
enum FileColumns {
    Numbered(usize),
    Opb(usize),
    Columns(Vec<String>),
}

struct TimedFile {
    path: std::path::PathBuf,
    names: FileColumns,
}

/// Runs a solver on a file. Its result is used only if `is_solution` accepts its model.
fn time(
    timed: &TimedSolver,
    file: &TimedFile,
    work: &Path,
    is_solution: &dyn Fn(&[bool]) -> bool,
) -> Result<Timing, String> {
    let names = match &file.names {
        FileColumns::Numbered(count) => VariableNames::Numbered(*count),
        FileColumns::Opb(count) => VariableNames::Opb(*count),
        FileColumns::Columns(names) => VariableNames::Columns(names),
    };
    let limits = Limits { wall: Some(timed.limit), ..Limits::default() };
    let run = timed.solver.run(&file.path, names, &limits, work);
    let satisfiable = match (&run.end, &run.status) {
        (_, Some(SolverStatus::Satisfiable(values))) => {
            let model: Vec<bool> = values.iter().map(|value| *value == Some(true)).collect();
            if !is_solution(&model) {
                return Err("the model is not a solution".to_owned());
            }
            Some(true)
        }
        (_, Some(SolverStatus::Unsatisfiable)) => Some(false),
        (_, Some(SolverStatus::Unknown)) | (RunEnd::Limit(_), None) => None,
        (end, None) => return Err(end.to_string()),
    };
    Ok(Timing {
        solver: timed.solver.name(),
        limit: timed.limit.as_secs_f64(),
        satisfiable,
        cpu_seconds: run.cpu.unwrap_or_default().as_secs_f64(),
        wall_seconds: run.wall.as_secs_f64(),
    })
}

// The contents of a bundle, as JSON.

/// The contents of a bundle: the file `bundle.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BundleReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = BundleReport::SCHEMA)))]
    pub schema: String,
    /// The track: `sat`, `mc`, `pb` or `mip`.
    pub track: String,
    /// The version of Encycle.
    pub encycle: String,
    /// The authors, each with an affiliation.
    pub authors: Vec<String>,
    /// Whether the instances contain comments.
    pub comments: bool,
    /// The number of candidates that were left out because they equal another candidate.
    pub twins: usize,
    /// The instances.
    pub instances: Vec<Measured>,
}

impl BundleReport {
    /// The name of the layout (`docs/reference/json.md`).
    pub const SCHEMA: &'static str = "encycle-bundle-1";
}

// The selection of instances by their difficulty.

/// The difficulty of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// The easy solver solves it.
    Easy,
    /// Only the hard solver solves it.
    Window,
    /// Neither solver solves it.
    TooHard,
}

impl Measured {
    /// Returns the difficulty.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        match (self.easy.satisfiable, self.hard.satisfiable) {
            (Some(_), _) => Difficulty::Easy,
            (None, Some(_)) => Difficulty::Window,
            (None, None) => Difficulty::TooHard,
        }
    }
}

/// The selected instances.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The instances, the fastest first.
    pub instances: Vec<Measured>,
    /// The number of candidates that were left out because they equal another candidate, or differ from it only by a
    /// renaming. The hashes of the formulas show this.
    pub twins: usize,
}

/// An error: too few instances have a suitable difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{window} of {all} candidates are in the window, {easy} are too easy and {hard} too hard; {wanted} instances \
     need {} in the window\nhelp: {}", .wanted.div_ceil(2), help(*.easy, *.window, *.hard, *.wanted)
)]
pub struct TooFew {
    /// The number of wanted instances.
    pub wanted: usize,
    /// The number of candidates without twins.
    pub all: usize,
    /// The number of candidates in the window.
    pub window: usize,
    /// The number of candidates that are too easy.
    pub easy: usize,
    /// The number of candidates that are too hard.
    pub hard: usize,
}

fn help(easy: usize, window: usize, hard: usize, wanted: usize) -> &'static str {
    // where most candidates are in the window, more of them suffice
    if window >= wanted.div_ceil(2) || window >= easy + hard {
        "add candidates: more puzzles, sizes, encodings or CNF methods"
    } else if easy > hard {
        "sweep larger sizes, such as generate:KIND:30x30..60x60, or use an encoding with weaker propagation"
    } else {
        "sweep smaller sizes, or give the hard solver more time"
    }
}

/// Selects `wanted` instances. All candidates in the window come first; if there are too many, they are spread evenly
/// over the times of the hard solver. Then come the hardest of the easy candidates, and finally candidates that are too
/// hard.
///
/// # Errors
/// Returns [`TooFew`] if there are fewer than `wanted` candidates, or fewer than half of them are in the window.
pub fn select(measured: Vec<Measured>, wanted: usize) -> Result<Selection, TooFew> {
    let before = measured.len();
    let mut known = HashSet::new();
    let mut is_new = |one: &Measured| {
        let hashes = [&one.gbdhash, &one.isohash, &Some(one.file.clone())];
        let hashes: Vec<String> = hashes.into_iter().flatten().cloned().collect();
        let is_new = hashes.iter().all(|hash| !known.contains(hash));
        known.extend(hashes);
        is_new
    };
    let mut all: Vec<Measured> = measured.into_iter().filter(|one| is_new(one)).collect();
    let count = |wanted| all.iter().filter(|one| one.difficulty() == wanted).count();
    let counts = [Difficulty::Easy, Difficulty::Window, Difficulty::TooHard].map(count);
    let [easy, window, hard] = counts;
    let twins = before - all.len();
    if all.len() < wanted || window < wanted.div_ceil(2) {
        return Err(TooFew { wanted, all: all.len(), window, easy, hard });
    }
    all.sort_by(|a, b| a.hard.cpu_seconds.total_cmp(&b.hard.cpu_seconds));
    let of = |wanted| all.iter().filter(move |one| one.difficulty() == wanted);
    let inside: Vec<&Measured> = of(Difficulty::Window).collect();
    let taken = inside.len().min(wanted);
    let spread = (0..taken).map(|i| inside[i * inside.len() / taken.max(1)]);
    let rest = of(Difficulty::Easy).rev().chain(of(Difficulty::TooHard));
    let mut instances: Vec<Measured> = spread.chain(rest).take(wanted).cloned().collect();
    instances.sort_by(|a, b| a.hard.cpu_seconds.total_cmp(&b.hard.cpu_seconds));
    Ok(Selection { instances, twins })
}
