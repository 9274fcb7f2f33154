//! External solvers: finding them, describing them, running them and reading what they say.
//!
//! A solver is *described by data* ([`Description`], the compiled-in `builtin.json`), *found* on
//! this machine ([`find`]), *run* on a file ([`Solver::run`]) under limits that hold whatever the
//! program does, and its answer is *read* by one small reader for each dialect ([`read`]).
//! Nothing here knows a puzzle, and nothing here checks a model: a [`Reply`] is what the solver
//! claims, and the caller compares it with the formula.

mod arguments;
mod capture;
mod catalogue;
pub mod cleanup;
mod description;
mod embedded;
mod find;
mod ipasir;
mod limits;
mod probe;
mod process;
pub mod read;
mod run;
mod solver;
mod usage;
mod watchdog;

pub use catalogue::{Catalogue, CatalogueError};
pub use cleanup::WorkDir;
pub use description::{Description, Dialect, Kind, VersionQuery};
pub use embedded::Embedded;
pub use find::{FindError, SearchPath, find, installed};
pub use ipasir::{Ipasir, IpasirError};
pub use limits::{Limits, Resource, Stop};
pub use probe::{Check, Probe, probe};
pub use read::{BadOutput, Names, Reply};
pub use run::{End, Run};
pub use solver::Solver;
pub(crate) use usage::{own_resident_mb, thread_cpu};
