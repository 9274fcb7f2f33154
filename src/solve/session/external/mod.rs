//! Sessions with external solvers: a file that grows, and a new process for each round.

mod cnf;
mod growing;
mod lp;
mod opb;

use std::io;
use std::path::PathBuf;

use encycle_encodings::logic::LoweringOptions;

use crate::solve::session::{CallResult, Failure, Session, SolverId, SolverUsage, complete};
use encycle_solvers::{Limits, RunEnd, Solver, SolverKind, SolverStatus, VariableNames, WorkDir};

pub use cnf::ExternalCnf;
pub use lp::ExternalLp;
pub use opb::ExternalOpb;

/// Returns a session with an external solver, which writes the format that it reads.
///
/// # Errors
/// [`Failure::Io`] if its temporary files cannot be created.
pub fn external_session(
    solver: Solver,
    options: LoweringOptions,
) -> Result<Box<dyn Session>, Failure> {
    Ok(match solver.description.kind {
        SolverKind::Sat => Box::new(ExternalCnf::new(solver, options)?),
        SolverKind::Mip => Box::new(ExternalLp::new(solver, options)?),
        SolverKind::Pb => Box::new(ExternalOpb::new(solver, options)?),
    })
}

/// The parts that both external sessions share: the solver, its temporary directory and its last run.
#[derive(Debug)]
struct Runner {
    id: SolverId,
    solver: Solver,
    work: WorkDir,
    input: PathBuf,
    last: SolverUsage,
}

impl Runner {
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
        match (run.status, run.end) {
            (Some(SolverStatus::Satisfiable(values)), _) => Ok(CallResult::Model(complete(values))),
            (Some(SolverStatus::Unsatisfiable), _) => Ok(CallResult::Unsatisfiable),
            (Some(SolverStatus::Unknown), RunEnd::Answered) => {
                Ok(CallResult::Unknown(format!("{} stopped at its own limit", self.id)))
            }
            (_, end @ (RunEnd::Limit(_) | RunEnd::Stopped)) => {
                Ok(CallResult::Unknown(format!("{}: {end}", self.id)))
            }
            (_, end) => Err(Failure::Solver {
                solver: self.id.to_string(),
                reason: end.to_string(),
                last_lines: run.last_lines,
            }),
        }
    }
}

fn creating_directory() -> String {
    let place = std::env::temp_dir();
    format!("creating a temporary directory in {} (set TMPDIR to use another)", place.display())
}

fn io_failure(what: &str, error: io::Error) -> Failure {
    Failure::Io { what: what.to_owned(), error }
}
