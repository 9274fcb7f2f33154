//! External solvers: programs that are found by name or path and run as their descriptions specify.

mod find;
mod run;
mod solver;

pub use find::{FindError, SearchPath, find};
pub use run::{RunEnd, SolverRun};
pub use solver::Solver;
pub(crate) use solver::launch;
