//! Does a solver really work, and what can it do? Small questions, asked through the same machinery as
//! real ones.

mod ask;
mod cache;
mod cases;
mod facts;
mod table;
mod ways;

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::answers::{SolverStatus, VariableNames};
use crate::process::Solver;
use crate::process::cleanup::WorkDir;
use crate::process::{Limits, Resource};
use crate::process::{RunEnd, SolverRun};
use ask::is_right;
use cases::{ExpectedStatus, ProbeCase};

pub use cache::{CacheError, CachedProbe, ProbeCache, ProbeOutcome, probe_cached};
pub use facts::{ExitCodes, ModelCoverage, SolverFacts, TimeLimitSupport};
pub use table::{TABLE_END, TABLE_START, capabilities, markdown_table};

/// The time limit of the question that is too hard, and how late it may be.
const LIMIT_SECONDS: u64 = 1;
const LIMIT: Duration = Duration::from_secs(LIMIT_SECONDS);
const LATENESS: Duration = Duration::from_secs(10);
/// The limit of the tiny questions, which SCIP answers in 0.2 s and everybody else in less.
const QUICK: Duration = Duration::from_secs(10);

/// Nothing, or what went wrong.
pub type Check = Result<(), String>;

/// What a probe found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// A satisfiable question: answered with a model, which is right; with and without the
    /// options for time and seed.
    #[serde(with = "check")]
    pub satisfiable: Check,
    /// An unsatisfiable one.
    #[serde(with = "check")]
    pub unsatisfiable: Check,
    /// A hard one: ends at the time limit, or with the right verdict before.
    #[serde(with = "check")]
    pub limit: Check,
    /// All the others, one after the other in the same folder, as in the rounds of a search.
    pub cases: Vec<CaseCheck>,
    /// The shortest run: what a question costs at least.
    pub startup: Option<Duration>,
    /// What it can do; `None` if it does not work.
    pub facts: Option<SolverFacts>,
}

/// How one question was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCheck {
    /// The question.
    pub name: String,
    /// Whether it was answered rightly.
    #[serde(with = "check")]
    pub check: Check,
}

/// A check as JSON: `null`, or what went wrong.
mod check {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Check;

    pub fn serialize<S: Serializer>(check: &Check, serializer: S) -> Result<S::Ok, S::Error> {
        check.as_ref().err().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Check, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map_or(Ok(()), Err))
    }
}

impl Probe {
    /// The checks, with names for people.
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

    /// Whether the solver can be used.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.checks().iter().all(|(_, check)| check.is_ok())
    }
}

/// Tries a solver out; takes some seconds. One that fails the first question is asked only one more,
/// and one that hangs is asked nothing more.
pub fn probe(solver: &Solver) -> Probe {
    let mut startup: Option<Duration> = None;
    let mut hangs = false;
    let mut quick = |case: &ProbeCase, limits: &Limits| {
        if hangs {
            return Err("not asked, since it did not answer before".to_owned());
        }
        let run = ask_as_usual(solver, case, limits)?;
        hangs = run.end == RunEnd::Limit(Resource::Wall);
        if run.reply.is_some() {
            startup = Some(startup.map_or(run.wall, |least| least.min(run.wall)));
        }
        right(case, &run)
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
        limit: Err("not asked, since simpler questions went wrong".to_owned()),
        cases: Vec::new(),
        startup,
        facts: None,
    };
    if probe.satisfiable.is_ok() && probe.unsatisfiable.is_ok() {
        probe.limit = hard(solver);
        probe.cases = one_after_the_other(solver);
    }
    if probe.is_ok() {
        probe.facts = SolverFacts::learn(solver).ok();
    }
    probe
}

/// Asks all cases in one folder, where an answer to one must not be taken for an answer to the next,
/// and the first one again.
fn one_after_the_other(solver: &Solver) -> Vec<CaseCheck> {
    let limits = Limits { wall: Some(QUICK), ..Limits::default() };
    let cases = cases::all(solver.description.kind);
    let work_dir = WorkDir::new().map_err(not_written);
    let mut checks = Vec::with_capacity(cases.len() + 1);
    let again = cases.first().map(|case| (case, "the same question again"));
    for (case, name) in cases.iter().map(|case| (case, case.name)).skip(2).chain(again) {
        let ask = |folder: &WorkDir| {
            let run = run_in(solver, case, &limits, folder.path())?;
            right(case, &run)
        };
        let check = work_dir.as_ref().map_err(Clone::clone).and_then(ask);
        checks.push(CaseCheck { name: name.to_owned(), check });
    }
    checks
}

fn hard(solver: &Solver) -> Check {
    let limits = Limits { wall: Some(LIMIT), ..Limits::default() };
    for case in ProbeCase::hard(solver.description.kind) {
        let run = ask_as_usual(solver, &case, &limits)?;
        if run.wall > LIMIT + LATENESS {
            return Err(format!("ran for {:?} instead of {LIMIT:?}", run.wall));
        }
        match (&run.end, &run.reply) {
            (RunEnd::Limit(_), _) | (_, Some(SolverStatus::Unknown)) => return Ok(()),
            // nobody can tell
            (_, Some(SolverStatus::Unsatisfiable)) if case.expected == ExpectedStatus::Nothing => {}
            _ => right(&case, &run)?,
        }
    }
    Ok(())
}

fn not_written(error: std::io::Error) -> String {
    format!("the question could not be written: {error}")
}

fn ask_as_usual(solver: &Solver, case: &ProbeCase, limits: &Limits) -> Result<SolverRun, String> {
    let work_dir = WorkDir::new().map_err(not_written)?;
    run_in(solver, case, limits, work_dir.path())
}

fn run_in(
    solver: &Solver,
    case: &ProbeCase,
    limits: &Limits,
    folder: &Path,
) -> Result<SolverRun, String> {
    let (name, text) = case.file(solver.description.kind);
    let input = folder.join(name);
    std::fs::write(&input, text).map_err(not_written)?;
    Ok(solver.run(&input, VariableNames::Numbered(case.variables), limits, folder))
}

fn right(case: &ProbeCase, run: &SolverRun) -> Check {
    let said = match &run.reply {
        Some(reply) if is_right(case, reply) => return Ok(()),
        Some(SolverStatus::Satisfiable(_)) if case.expected == ExpectedStatus::NoModel => {
            "gave a model where there is none".to_owned()
        }
        Some(SolverStatus::Satisfiable(_)) => "gave a wrong model".to_owned(),
        Some(SolverStatus::Unsatisfiable) => "denied that there is a model".to_owned(),
        Some(SolverStatus::Unknown) => "did not know".to_owned(),
        None => run.end.to_string(),
    };
    match run.last_lines.last() {
        Some(last) => Err(format!("{said}; its last line: {last}")),
        None => Err(said),
    }
}
