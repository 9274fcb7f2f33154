//! External solvers: programs that are found by name or path, called as their descriptions say, and whose output is read.

mod find;
mod run;
mod solver;

pub use find::{FindError, SearchPath, find};
pub use run::{RunEnd, SolverRun};
pub use solver::Solver;
pub(crate) use solver::launch;
