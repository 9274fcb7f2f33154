//! A result row: the record of one run.

use std::collections::HashMap;
use std::io;

use encycle_files::sha256;
use serde::{Deserialize, Serialize};

use crate::report::PuzzleSize;
use crate::solve::{Engine, Verdict};

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
    /// The number of cells, vertices or variables.
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
    /// The encoding that was used, or the method without a formula.
    pub encoding: Option<String>,
    /// The CNF method that was used. Null for a method without a formula, as are the sizes.
    pub cnf: Option<String>,
    /// The kind of cut that was used.
    pub cut_kind: Option<String>,
    /// The assessment of the run.
    pub status: RunStatus,
    /// The verdict.
    pub verdict: Verdict,
    /// For a model with an objective: the value of the solution, negated if the objective is maximized.
    #[serde(default)]
    pub cost: Option<f64>,
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

// The machine on which a run was measured.

/// The properties of a machine that run times depend on. A property that cannot be determined is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Machine {
    /// The model of the processor.
    pub processor: Option<String>,
    /// The number of processors available to this process.
    pub cores: usize,
    /// The memory, in KiB.
    pub memory_kb: Option<u64>,
    /// The operating system and its release.
    pub system: Option<String>,
}

impl Machine {
    /// Describes the machine that runs this process.
    #[must_use]
    pub fn this() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cores, ..Self::from_system() }
    }

    /// Reads processor model, memory and kernel release from `/proc`.
    #[cfg(target_os = "linux")]
    fn from_system() -> Self {
        use procfs::Current as _;
        let processor = procfs::CpuInfo::current()
            .ok()
            .and_then(|all| all.model_name(0).map(|name| name.trim().to_owned()));
        let memory = procfs::Meminfo::current().ok().map(|memory| memory.mem_total / 1024);
        let release = procfs::sys::kernel::Version::current().ok();
        let system = release.map(|it| format!("Linux {}.{}.{}", it.major, it.minor, it.patch));
        Self { processor, cores: 0, memory_kb: memory, system }
    }

    /// Reads processor model, memory and release with the program `sysctl`.
    #[cfg(target_os = "macos")]
    fn from_system() -> Self {
        let value = |name| {
            let output = std::process::Command::new("/usr/sbin/sysctl").args(["-n", name]).output();
            let text = String::from_utf8(output.ok()?.stdout).ok()?.trim().to_owned();
            (!text.is_empty()).then_some(text)
        };
        let bytes = value("hw.memsize").and_then(|bytes| bytes.parse::<u64>().ok());
        Self {
            processor: value("machdep.cpu.brand_string"),
            cores: 0,
            memory_kb: bytes.map(|bytes| bytes / 1024),
            system: value("kern.osproductversion").map(|version| format!("macOS {version}")),
        }
    }

    /// Reads processor model, memory and release with system calls.
    #[cfg(windows)]
    fn from_system() -> Self {
        use sysinfo::{CpuRefreshKind, System};
        let mut system = System::new();
        system.refresh_cpu_list(CpuRefreshKind::nothing());
        system.refresh_memory();
        let processor = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        Self {
            processor: processor.filter(|name| !name.is_empty()),
            cores: 0,
            memory_kb: Some(system.total_memory() / 1024).filter(|&memory| memory > 0),
            system: System::long_os_version(),
        }
    }
}

// Detection of contradictory verdicts on the same puzzle.

/// The relative difference of costs that floating-point solvers may have.
const COST_TOLERANCE: f64 = 1e-6;

/// Marks contradictory verdicts as [`RunStatus::Wrong`]: each `no-solution` on a puzzle for which another run has a
/// solution, each `unique` on a puzzle for which another run has two solutions, and each `optimal` on a model for which
/// another run has a solution of a lower cost. Because all solutions have been checked against the rules, the verdict that
/// contradicts them is wrong.
pub fn mark_contradictions(rows: &mut [ResultRow]) {
    let mut proven: HashMap<String, usize> = HashMap::new();
    let mut least: HashMap<String, f64> = HashMap::new();
    for row in rows.iter().filter(|row| row.status == RunStatus::Answered) {
        if let Some(cost) = row.cost {
            let best = least.entry(row.puzzle_sha256.clone()).or_insert(cost);
            *best = best.min(cost);
        }
        let solutions = match row.verdict {
            Verdict::Solved | Verdict::Unique | Verdict::Optimal => 1,
            Verdict::Several => 2,
            _ => 0,
        };
        let most = proven.entry(row.puzzle_sha256.clone()).or_default();
        *most = solutions.max(*most);
    }
    for row in rows.iter_mut().filter(|row| row.status == RunStatus::Answered) {
        let found = proven.get(&row.puzzle_sha256).copied().unwrap_or(0);
        let refuted = match row.verdict {
            Verdict::NoSolution => found > 0,
            Verdict::Unique => found > 1,
            _ => false,
        };
        let best = least.get(&row.puzzle_sha256).copied();
        if let (Verdict::Optimal, Some(cost), Some(best)) = (row.verdict, row.cost, best)
            && cost - best > COST_TOLERANCE * best.abs().max(1.0)
        {
            row.status = RunStatus::Wrong;
            row.error = Some(format!(
                "wrong verdict `optimal`: another run found a solution of cost {best}, not {cost}, checked against the rules"
            ));
        }
        if refuted {
            row.status = RunStatus::Wrong;
            let solutions = if found > 1 { "two solutions" } else { "a solution" };
            let verdict = row.verdict;
            row.error = Some(format!(
                "wrong verdict `{verdict}`: another run found {solutions}, checked against the rules"
            ));
        }
    }
}
