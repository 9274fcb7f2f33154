//! A row: everything about one run.

use std::io;

use encycle_encodings::puzzle::Extent;
use serde::{Deserialize, Serialize};

use crate::bench::machine::Machine;
use crate::solve::Engine;
use encycle_files::sha256;

/// The version of the layout of a row (`docs/json.md`).
pub const SCHEMA: &str = "encycle-bench-1";

/// What a run is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// A definite verdict; its solutions hold.
    Answered,
    /// A limit was reached before there was one.
    Limit,
    /// It crashed, could not be started, or said what makes no sense.
    Failed,
    /// What it said is false: a model or a solution that breaks the rules, or a verdict that another run refutes.
    Wrong,
}

impl RunStatus {
    /// All, the best first.
    pub const ALL: [Self; 4] = [Self::Answered, Self::Limit, Self::Failed, Self::Wrong];

    /// The name in rows and reports.
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

/// A program that took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version, where it tells one.
    pub version: Option<String>,
    /// The SHA-256 of its file; of a built-in solver that of Encycle's.
    pub sha256: String,
}

impl Program {
    /// The program of a solver: its file is hashed, and it is asked for its version.
    ///
    /// # Errors
    /// If that file cannot be read.
    pub fn of(engine: &Engine) -> io::Result<Self> {
        let (path, version) = match engine {
            Engine::External(solver) => (solver.path.clone(), solver.version()),
            Engine::Ipasir(path) => (path.clone(), None),
            _ => (std::env::current_exe()?, None),
        };
        Ok(Self { name: engine.name(), version, sha256: sha256::of_program(&path)? })
    }
}

/// The size of a puzzle: rows and columns of a grid, or vertices and edges of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleSize {
    /// Rows of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Columns of cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cols: Option<usize>,
    /// Vertices of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<usize>,
    /// Edges of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<usize>,
}

impl From<Extent> for PuzzleSize {
    fn from(extent: Extent) -> Self {
        match extent {
            Extent::Grid(grid) => {
                Self { rows: Some(grid.rows()), cols: Some(grid.cols()), ..Self::default() }
            }
            Extent::Graph { vertices, edges } => {
                Self { vertices: Some(vertices), edges: Some(edges), ..Self::default() }
            }
        }
    }
}

/// One run of one configuration on one puzzle. Times are in seconds, memory is in KiB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// [`SCHEMA`].
    pub schema: String,
    /// The job's id: a hash of puzzle, arguments, repeat and seed.
    pub id: String,
    /// The puzzle as the user named it.
    pub puzzle: String,
    /// The hash of the puzzle: kind, variant and text.
    pub puzzle_sha256: String,
    /// The kind of puzzle.
    pub kind: String,
    /// Its size.
    pub size: PuzzleSize,
    /// The number of its cells, or vertices.
    pub cells: usize,
    /// The variant of the rules in force.
    pub variant: Option<String>,
    /// The name of the configuration.
    pub configuration: String,
    /// The command that does it again, from any folder.
    pub command: Vec<String>,
    /// Which repeat, from 1.
    pub repeat: u32,
    /// The seed that the solver was given.
    pub seed: Option<u64>,
    /// The limit on the wall clock.
    pub timeout_seconds: f64,
    /// The solver.
    pub solver: Program,
    /// Encycle.
    pub encycle: Program,
    /// The encoding in force.
    pub encoding: Option<String>,
    /// The CNF method in force.
    pub cnf: Option<String>,
    /// The kind of cut in force.
    pub cut_kind: Option<String>,
    /// What the run is worth.
    pub status: RunStatus,
    /// The verdict.
    pub verdict: String,
    /// For `limit`: which.
    pub reason: Option<String>,
    /// For `failed` and `wrong`: what went wrong.
    pub error: Option<String>,
    /// How the process ended: `exit 0`, `signal 9`.
    pub end: String,
    /// Calls of the solver.
    pub rounds: usize,
    /// Cuts in all of them.
    pub cuts: u64,
    /// Variables or columns of the first formula.
    pub variables: Option<u64>,
    /// Clauses or rows of the first formula.
    pub clauses: Option<u64>,
    /// From the start to the end of the process.
    pub wall_seconds: f64,
    /// CPU time of all processes.
    pub cpu_seconds: f64,
    /// Wall time of the presolver.
    pub presolve_seconds: f64,
    /// Wall time of building the first formula, and of the files of an external solver.
    pub encode_seconds: f64,
    /// Wall time of all calls of the solver.
    pub solver_seconds: f64,
    /// Wall time that is left: starting, reading, looking for loops, checking.
    pub rest_seconds: f64,
    /// CPU time of these.
    pub encode_cpu_seconds: f64,
    /// CPU time of all calls of the solver, where it is known.
    pub solver_cpu_seconds: Option<f64>,
    /// CPU time that is left, where that is known.
    pub rest_cpu_seconds: Option<f64>,
    /// The most memory that one of the processes had resident.
    pub peak_kb: u64,
    /// How many runs went on side by side.
    pub jobs: usize,
    /// Where.
    pub machine: Machine,
    /// When it began, in seconds since 1970.
    pub started: u64,
}
