//! Running programs: in a process group of their own, within limits, with no process or file left behind.

mod capture;
pub mod cleanup;
mod measure;
mod run;
mod solver;
mod supervise;
mod usage;
mod watchdog;

pub use cleanup::WorkDir;
pub use measure::{MeasuredRun, measure};
pub use run::{RunEnd, SolverRun};
pub use solver::Solver;
pub(crate) use solver::{absolute, launch};
