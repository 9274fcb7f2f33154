//! Probes: small cases that show whether a solver works and which capabilities it has. The code that solves real
//! problems runs them, too.

mod cache;
mod cases;
mod discovery;
mod facts;
mod table;

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::answers::SolverStatus;
use crate::external::{RunEnd, Solver, SolverRun};
use crate::process::WorkDir;
use crate::{Limits, Resource};
use cases::{ExpectedStatus, ProbeCase};
use facts::is_correct;

pub use cache::{CacheError, CachedProbe, ProbeCache, ProbeOutcome, probe_cached};
pub use facts::{ExitCodes, ModelCoverage, SolverFacts, TimeLimitSupport};
pub use table::{capabilities, markdown_table};

/// The time limit of the hard case, in seconds.
const LIMIT_SECONDS: u64 = 1;
const LIMIT: Duration = Duration::from_secs(LIMIT_SECONDS);
/// The time after its limit at which a run of the hard case counts as failed.
const LATENESS: Duration = Duration::from_secs(10);
/// The time limit of the tiny cases. SCIP needs 0.2 s for them, and every other solver needs less.
const QUICK: Duration = Duration::from_secs(10);

/// The result of one case.
pub type Check = Result<(), CheckFailure>;

/// The reason why a solver failed a case.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckFailure {
    /// The case was skipped because an earlier case reached its time limit.
    #[error("not run, because an earlier case reached its time limit")]
    SkippedAfterHang,
    /// The case was skipped because a simpler case failed.
    #[error("not run, because a simpler case failed")]
    Skipped,
    /// The input file could not be written.
    #[error("cannot write the case: {0}")]
    NotWritten(String),
    /// The time limit did not end the solver.
    #[error("ran for {ran:?} instead of {limit:?}")]
    Late {
        /// The wall-clock time of the run.
        ran: Duration,
        /// The time limit.
        limit: Duration,
    },
    /// The result is wrong or missing.
    #[error("{fault}{}", and_last_line(.last_line))]
    Incorrect {
        /// What is wrong with the result.
        fault: String,
        /// The last line that the solver printed.
        last_line: Option<String>,
    },
}

fn and_last_line(line: &Option<String>) -> String {
    line.as_ref().map(|line| format!("; last line of output: {line}")).unwrap_or_default()
}

/// The results of a probe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// A satisfiable case with a correct model, with and without the options for time and seed.
    #[serde(with = "check")]
    pub satisfiable: Check,
    /// An unsatisfiable case.
    #[serde(with = "check")]
    pub unsatisfiable: Check,
    /// A hard case, which must end at the time limit, or earlier with a correct status.
    #[serde(with = "check")]
    pub limit: Check,
    /// The other cases, which run one after the other in the same folder, as in an incremental search.
    pub cases: Vec<CaseCheck>,
    /// The wall-clock time of the shortest run, which is the start-up time.
    pub startup: Option<Duration>,
    /// The capabilities of the solver; `None` if it does not work.
    pub facts: Option<SolverFacts>,
}

/// The result of one case with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCheck {
    /// The name of the case.
    pub name: String,
    /// The result.
    #[serde(with = "check")]
    pub check: Check,
}

/// Serialization of a check: the failure, or nothing if the check passed.
mod check {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Check, CheckFailure};

    pub fn serialize<S: Serializer>(check: &Check, serializer: S) -> Result<S::Ok, S::Error> {
        check.as_ref().err().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Check, D::Error> {
        Ok(Option::<CheckFailure>::deserialize(deserializer)?.map_or(Ok(()), Err))
    }
}

impl Probe {
    /// Returns the results with the names of the cases.
    #[must_use]
    pub fn checks(&self) -> Vec<(&str, &Check)> {
        let first = [
            ("satisfiable", &self.satisfiable),
            ("unsatisfiable", &self.unsatisfiable),
            ("time limit", &self.limit),
        ];
        let others = self.cases.iter().map(|case| (case.name.as_str(), &case.check));
        first.into_iter().chain(others).collect()
    }

    /// Returns whether the solver passed all cases.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.checks().iter().all(|(_, check)| check.is_ok())
    }
}

/// Probes a solver, which takes some seconds. After a failure of the first case it runs only one more case, and after a
/// run that hangs, none.
#[must_use]
pub fn probe(solver: &Solver) -> Probe {
    let mut startup: Option<Duration> = None;
    let mut hangs = false;
    let mut quick = |case: &ProbeCase, limits: &Limits| {
        if hangs {
            return Err(CheckFailure::SkippedAfterHang);
        }
        let run = run_case(solver, case, limits)?;
        hangs = run.end == RunEnd::Limit(Resource::Wall);
        if run.status.is_some() {
            startup = Some(startup.map_or(run.wall, |least| least.min(run.wall)));
        }
        check_run(case, &run)
    };
    let limits = Limits { wall: Some(QUICK), ..Limits::default() };
    let seeded = Limits { seed: Some(7), ..limits.clone() };
    let plain = Limits::default();
    let (yes, no) = (ProbeCase::satisfiable(), ProbeCase::unsatisfiable());
    let satisfiable =
        quick(&yes, &limits).and_then(|()| quick(&yes, &plain)).and_then(|()| quick(&yes, &seeded));
    let unsatisfiable = quick(&no, &limits);
    let mut probe = Probe {
        satisfiable,
        unsatisfiable,
        limit: Err(CheckFailure::Skipped),
        cases: Vec::new(),
        startup,
        facts: None,
    };
    if probe.satisfiable.is_ok() && probe.unsatisfiable.is_ok() {
        probe.limit = check_limit(solver);
        probe.cases = check_in_one_folder(solver);
    }
    if probe.is_ok() {
        probe.facts = SolverFacts::learn(solver).ok();
    }
    probe
}

/// Runs all other cases in one folder, and then the first case again. The folder is shared in order to find a solver
/// that returns the result of one case for the next.
fn check_in_one_folder(solver: &Solver) -> Vec<CaseCheck> {
    let limits = Limits { wall: Some(QUICK), ..Limits::default() };
    let cases = cases::all(solver.description.kind);
    let work_dir = WorkDir::new().map_err(not_written);
    let mut checks = Vec::with_capacity(cases.len() + 1);
    let again = cases.first().map(|case| (case, "the first case again"));
    for (case, name) in cases.iter().map(|case| (case, case.name)).skip(2).chain(again) {
        let run = |folder: &WorkDir| {
            let run = run_in(solver, case, &limits, folder.path())?;
            check_run(case, &run)
        };
        let check = work_dir.as_ref().map_err(Clone::clone).and_then(run);
        checks.push(CaseCheck { name: name.to_owned(), check });
    }
    checks
}

/// Runs the hard cases until one reaches the time limit.
fn check_limit(solver: &Solver) -> Check {
    let limits = Limits { wall: Some(LIMIT), ..Limits::default() };
    for case in ProbeCase::hard(solver.description.kind) {
        let run = run_case(solver, &case, &limits)?;
        if run.wall > LIMIT + LATENESS {
            return Err(CheckFailure::Late { ran: run.wall, limit: LIMIT });
        }
        match (&run.end, &run.status) {
            (RunEnd::Limit(_), _) | (_, Some(SolverStatus::Unknown)) => return Ok(()),
            // the UNSAT result of such a case cannot be checked
            (_, Some(SolverStatus::Unsatisfiable)) if case.expected == ExpectedStatus::Nothing => {}
            _ => check_run(&case, &run)?,
        }
    }
    Ok(())
}

fn not_written(error: std::io::Error) -> CheckFailure {
    CheckFailure::NotWritten(error.to_string())
}

/// Runs a case in a folder of its own.
fn run_case(solver: &Solver, case: &ProbeCase, limits: &Limits) -> Result<SolverRun, CheckFailure> {
    let work_dir = WorkDir::new().map_err(not_written)?;
    run_in(solver, case, limits, work_dir.path())
}

/// Runs a case in this folder.
fn run_in(
    solver: &Solver,
    case: &ProbeCase,
    limits: &Limits,
    folder: &Path,
) -> Result<SolverRun, CheckFailure> {
    let (name, text) = case.file(solver.description.kind);
    let input = folder.join(name);
    std::fs::write(&input, text).map_err(not_written)?;
    Ok(solver.run(&input, case.names(solver.description.kind), limits, folder))
}

/// Checks the result of a run.
fn check_run(case: &ProbeCase, run: &SolverRun) -> Check {
    let fault = match &run.status {
        Some(status) if is_correct(case, status) => return Ok(()),
        Some(SolverStatus::Satisfiable(_)) if case.expected == ExpectedStatus::NoModel => {
            "returned a model of an unsatisfiable case".to_owned()
        }
        Some(SolverStatus::Satisfiable(_)) => "returned an invalid model".to_owned(),
        Some(SolverStatus::Unsatisfiable) => {
            "reported a satisfiable case as unsatisfiable".to_owned()
        }
        Some(SolverStatus::Unknown) => "returned no result".to_owned(),
        None => run.end.to_string(),
    };
    Err(CheckFailure::Incorrect { fault, last_line: run.last_lines.last().cloned() })
}
