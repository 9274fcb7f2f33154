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
pub(crate) use limits::Watch;
pub use limits::{Limits, Resource, Stop};
pub use measure::{Measured, measure};
pub use run::{End, Run};
pub use solver::Solver;
pub(crate) use solver::{absolute, launch};
pub use usage::{own_resident_mb, thread_cpu};
