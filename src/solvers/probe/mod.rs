//! Does a solver really work? Three small questions, asked through the same machinery as real ones.

mod cases;

use std::path::Path;
use std::time::Duration;

use super::cleanup::WorkDir;
use super::limits::Limits;
use super::read::{Names, Reply};
use super::run::{End, Run};
use super::solver::Solver;
use cases::Case;

/// The time limit of the question that is too hard, and how late it may be.
const LIMIT: Duration = Duration::from_secs(1);
const LATENESS: Duration = Duration::from_secs(10);

/// Nothing, or what went wrong.
pub type Check = Result<(), String>;

/// What a probe found.
#[derive(Clone, Debug)]
pub struct Probe {
    /// A satisfiable question: answered with a model, which is right; with and without the
    /// options for time and seed.
    pub satisfiable: Check,
    /// An unsatisfiable one.
    pub unsatisfiable: Check,
    /// A hard one: ends at the time limit, or with the right verdict before.
    pub limit: Check,
    /// The shortest run: what a question costs at least.
    pub startup: Option<Duration>,
}

impl Probe {
    /// The checks, with names for people.
    pub fn checks(&self) -> [(&'static str, &Check); 3] {
        [
            ("satisfiable", &self.satisfiable),
            ("unsatisfiable", &self.unsatisfiable),
            ("time limit", &self.limit),
        ]
    }

    /// Whether the solver can be used.
    pub fn is_ok(&self) -> bool {
        self.checks().iter().all(|(_, check)| check.is_ok())
    }
}

/// Tries a solver out; takes a second or two.
pub fn probe(solver: &Solver) -> Probe {
    let mut startup: Option<Duration> = None;
    let mut quick = |case: &Case, limits: &Limits| {
        let run = ask(solver, case, limits)?;
        if run.reply.is_some() {
            startup = Some(startup.map_or(run.wall, |least| least.min(run.wall)));
        }
        right(case, &run)
    };
    let limits = Limits { wall: Some(Duration::from_secs(20)), ..Limits::default() };
    let seeded = Limits { seed: Some(7), ..limits.clone() };
    let plain = Limits::default();
    let (yes, no) = (Case::satisfiable(), Case::unsatisfiable());
    let satisfiable =
        quick(&yes, &limits).and_then(|()| quick(&yes, &plain)).and_then(|()| quick(&yes, &seeded));
    let unsatisfiable = quick(&no, &limits);
    let limit = hard(solver);
    Probe { satisfiable, unsatisfiable, limit, startup }
}

fn hard(solver: &Solver) -> Check {
    let case = Case::hard(solver.description.kind);
    let limits = Limits { wall: Some(LIMIT), ..Limits::default() };
    let run = ask(solver, &case, &limits)?;
    if run.wall > LIMIT + LATENESS {
        return Err(format!("ran for {:?} instead of {LIMIT:?}", run.wall));
    }
    match (&run.end, &run.reply) {
        (End::Limit(_), _) | (_, Some(Reply::Unknown)) => Ok(()),
        _ => right(&case, &run),
    }
}

fn ask(solver: &Solver, case: &Case, limits: &Limits) -> Result<Run, String> {
    let failed = |error: std::io::Error| format!("the question could not be written: {error}");
    let work_dir = WorkDir::new().map_err(failed)?;
    let (name, text) = case.file(solver.description.kind);
    let input = work_dir.path().join(Path::new(name));
    std::fs::write(&input, text).map_err(failed)?;
    Ok(solver.run(&input, Names::Numbered(case.variables), limits, work_dir.path()))
}

fn right(case: &Case, run: &Run) -> Check {
    let said = match &run.reply {
        Some(Reply::Model(model)) if case.holds(model) => return Ok(()),
        Some(Reply::Unsatisfiable) if !case.satisfiable => return Ok(()),
        Some(Reply::Model(_)) => "gave a wrong model".to_owned(),
        Some(Reply::Unsatisfiable) => "denied that there is a model".to_owned(),
        Some(Reply::Unknown) => "did not know".to_owned(),
        None => run.end.to_string(),
    };
    match run.last_lines.last() {
        Some(last) => Err(format!("{said}; its last line: {last}")),
        None => Err(said),
    }
}
