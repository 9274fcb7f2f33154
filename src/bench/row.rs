//! A result row: the record of one run.

use std::io;

use serde::{Deserialize, Serialize};

use crate::bench::machine::Machine;
use crate::report::PuzzleSize;
use crate::solve::{Engine, Verdict};
use encycle_files::sha256;

/// The assessment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// A definite verdict. Its solutions, if any, have been checked against the rules.
    Answered,
    /// A limit was reached before a definite verdict.
    Limit,
    /// The run crashed, did not start, or produced unusable output.
    Failed,
    /// The result is incorrect: an invalid model, a solution that breaks the rules, or a verdict that another
    /// run refutes.
    Wrong,
}

impl RunStatus {
    /// All statuses, best first.
    pub const ALL: [Self; 4] = [Self::Answered, Self::Limit, Self::Failed, Self::Wrong];

    /// Returns the name used in rows and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Limit => "limit",
            Self::Failed => "failed",
            Self::Wrong => "wrong",
        }
    }
}

/// A program that took part in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UsedProgram {
    /// The name of the program.
    pub name: String,
    /// The version, if the program reports one.
    pub version: Option<String>,
    /// The SHA-256 of the program's file. For a built-in solver, this is the file of Encycle.
    pub sha256: String,
}

impl UsedProgram {
    /// Identifies the program of a solver: hashes its file and queries its version.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn of(engine: &Engine) -> io::Result<Self> {
        let (path, version) = match engine {
            Engine::External(solver) => (solver.path.clone(), solver.version()),
            Engine::Ipasir(path) => (path.clone(), None),
            _ => (std::env::current_exe()?, None),
        };
        Ok(Self { name: engine.name(), version, sha256: sha256::of_program(&path)? })
    }
}

/// The record of one run of one configuration on one puzzle. Times are in seconds, memory is in KiB.
///
/// The lines of `DIR/rows.jsonl` are in the order in which the runs ended. The last line is incomplete if `encycle bench`
/// was killed while writing, so read complete lines only. `DIR/rows.csv` has the same values, except `memory_kb` and
/// `system` of `machine`. The rows of cluster tasks that are not collected yet are in `DIR/slurm/ARRAY/TASK/rows.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ResultRow {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = ResultRow::SCHEMA)))]
    pub schema: String,
    /// The job's id: a hash of puzzle, arguments, repeat and seed.
    pub id: String,
    /// The puzzle as named by the user.
    pub puzzle: String,
    /// The SHA-256 of the puzzle's kind, variant and text.
    pub puzzle_sha256: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The number of cells or vertices.
    pub cells: usize,
    /// The variant of the rules that was used.
    pub variant: Option<String>,
    /// The name of the configuration.
    pub configuration: String,
    /// The command that repeats the run from any folder.
    pub command: Vec<String>,
    /// The repeat, counted from 1.
    pub repeat: u32,
    /// The seed passed to the solver.
    pub seed: Option<u64>,
    /// The wall-clock limit.
    pub timeout_seconds: f64,
    /// The solver.
    pub solver: UsedProgram,
    /// The Encycle program.
    pub encycle: UsedProgram,
    /// The encoding that was used.
    pub encoding: Option<String>,
    /// The CNF method that was used.
    pub cnf: Option<String>,
    /// The kind of cut that was used.
    pub cut_kind: Option<String>,
    /// The assessment of the run.
    pub status: RunStatus,
    /// The verdict.
    pub verdict: Verdict,
    /// For `limit`: the limit that was reached.
    pub reason: Option<String>,
    /// For `failed` and `wrong`: the error.
    pub error: Option<String>,
    /// The end of the process: `exit 0`, `signal 9`.
    pub end: String,
    /// The number of solver calls.
    pub rounds: usize,
    /// The number of cuts in all rounds.
    pub cuts: u64,
    /// With `--replay`: the number of recorded cuts in the first formula.
    #[serde(default)]
    pub replayed_cuts: Option<u64>,
    /// The number of variables or columns of the first formula.
    pub variables: Option<u64>,
    /// The number of clauses or rows of the first formula.
    pub clauses: Option<u64>,
    /// The GBD hash of the CNF formula of puzzle and encoding, without facts of the presolver and without cuts.
    #[serde(default)]
    pub gbdhash: Option<String>,
    /// The isohash of the formula.
    #[serde(default)]
    pub isohash: Option<String>,
    /// Wall time from the start to the end of the process.
    pub wall_seconds: f64,
    /// CPU time of all processes.
    pub cpu_seconds: f64,
    /// Wall time of the presolver.
    pub presolve_seconds: f64,
    /// Wall time of building the first formula and of writing the files of an external solver.
    pub encode_seconds: f64,
    /// Wall time of all solver calls.
    pub solver_seconds: f64,
    /// Remaining wall time: start-up, parsing, loop detection, checks.
    pub rest_seconds: f64,
    /// CPU time of building the first formula and of writing the files of an external solver.
    pub encode_cpu_seconds: f64,
    /// CPU time of all solver calls, if known.
    pub solver_cpu_seconds: Option<f64>,
    /// Remaining CPU time, if the solver's CPU time is known.
    pub rest_cpu_seconds: Option<f64>,
    /// Peak resident memory of the largest process.
    pub peak_kb: u64,
    /// The number of runs executed in parallel.
    pub jobs: usize,
    /// The machine of the run.
    pub machine: Machine,
    /// The start time, in seconds since 1970-01-01 UTC.
    pub started: u64,
}

impl ResultRow {
    /// The name of the layout (`docs/reference/json.md`).
    pub const SCHEMA: &'static str = "encycle-bench-1";
}
