//! Running a program: in a process group of its own, within limits, with nothing left behind.

mod capture;
pub mod cleanup;
mod limits;
mod measure;
mod run;
mod solver;
mod supervise;
mod usage;
mod watchdog;

pub use cleanup::WorkDir;
pub(crate) use limits::LimitCheck;
pub use limits::{Limits, Resource, Stop};
pub use measure::{MeasuredRun, measure};
pub use run::{RunEnd, SolverRun};
pub use solver::Solver;
pub(crate) use solver::{absolute, launch};
pub use usage::{own_resident_mb, thread_cpu};
