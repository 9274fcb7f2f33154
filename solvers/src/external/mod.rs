//! External solvers: programs that are found by name or path and run as their descriptions specify.

mod find;
mod solver;

pub use find::{FindError, SearchPath, find};
pub(crate) use solver::launch;
pub use solver::{RunEnd, Solver, SolverRun};
