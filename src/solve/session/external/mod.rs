//! Sessions with external solvers: a file that grows, and a new process for each round.

mod cnf;
mod growing;
mod lp;
mod opb;

use std::io;
use std::path::PathBuf;

use encycle_encodings::logic::LoweringOptions;

use crate::solve::session::{CallResult, Failure, Session, SolverId, SolverUsage, complete};
use encycle_solvers::{
    Limits, RunEnd, Solver, SolverKind, SolverRun, SolverStatus, VariableNames, WorkDir,
};

pub use cnf::ExternalCnf;
pub use lp::ExternalLp;
pub use opb::ExternalOpb;

/// Returns a session with an external solver. The session writes the format that the solver reads.
///
/// # Errors
/// [`Failure::Io`] if its temporary files cannot be created, [`Failure::Solver`] for a MaxSAT solver.
pub fn external_session(
    solver: Solver,
    options: LoweringOptions,
) -> Result<Box<dyn Session>, Failure> {
    Ok(match solver.description.kind {
        SolverKind::Sat => Box::new(ExternalCnf::new(solver, options)?),
        SolverKind::Mip => Box::new(ExternalLp::new(solver, options)?),
        SolverKind::Pb => Box::new(ExternalOpb::new(solver, options)?),
        SolverKind::MaxSat => {
            let (solver, last_lines) = (solver.name(), Vec::new());
            let reason = "it is a MaxSAT solver, which solves no puzzles".to_owned();
            return Err(Failure::Solver { solver, reason, last_lines });
        }
    })
}

/// The parts that all external sessions share: the solver, its temporary directory and its last run.
#[derive(Debug)]
struct SolverRunner {
    id: SolverId,
    solver: Solver,
    work: WorkDir,
    input: PathBuf,
    last: SolverUsage,
}

impl SolverRunner {
    fn new(solver: Solver, file_name: &str) -> Result<Self, Failure> {
        let work = WorkDir::new().map_err(|error| io_failure(&creating_directory(), error))?;
        let input = work.path().join(file_name);
        let id = SolverId { name: solver.description.name.clone(), version: solver.version() };
        Ok(Self { id, solver, work, input, last: SolverUsage::default() })
    }

    fn run(&mut self, names: VariableNames<'_>, limits: &Limits) -> Result<CallResult, Failure> {
        if !self.input.exists() {
            let error = io::Error::new(io::ErrorKind::NotFound, "the file has been deleted");
            return Err(io_failure(&format!("the formula {}", self.input.display()), error));
        }
        let run = self.solver.run(&self.input, names, limits, self.work.path());
        self.last = SolverUsage { cpu: run.cpu, wall: Some(run.wall), peak_kb: run.peak_kb };
        call_result(&self.id, run)
    }
}

/// Returns the result of a run of an external solver.
///
/// # Errors
/// [`Failure::Solver`] if the run has no result.
pub(crate) fn call_result(id: &SolverId, run: SolverRun) -> Result<CallResult, Failure> {
    match (run.status, run.end) {
        (Some(SolverStatus::Satisfiable(values)), _) => Ok(CallResult::Model(complete(values))),
        (Some(SolverStatus::Unsatisfiable), _) => Ok(CallResult::Unsatisfiable),
        (Some(SolverStatus::Unknown), RunEnd::Answered) => {
            Ok(CallResult::Unknown(format!("{id} stopped at its own limit")))
        }
        (_, end @ (RunEnd::Limit(_) | RunEnd::Stopped)) => {
            Ok(CallResult::Unknown(format!("{id}: {end}")))
        }
        (_, end) => Err(Failure::Solver {
            solver: id.to_string(),
            reason: end.to_string(),
            last_lines: run.last_lines,
        }),
    }
}

pub(crate) fn creating_directory() -> String {
    let place = std::env::temp_dir();
    format!("creating a temporary directory in {} (set TMPDIR to use another)", place.display())
}

pub(crate) fn io_failure(what: &str, error: io::Error) -> Failure {
    Failure::Io { what: what.to_owned(), error }
}
