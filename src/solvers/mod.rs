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
mod dialect;
mod embedded;
mod find;
mod probe;
mod process;
pub mod read;
mod run;
mod solver;

pub use catalogue::{Catalogue, CatalogueError};
pub use cleanup::WorkDir;
pub use description::{Description, Kind, VersionQuery};
pub use dialect::Dialect;
pub use embedded::Embedded;
pub use find::{FindError, SearchPath, find, installed};
pub use probe::{Check, Probe, probe};
pub use process::Resource;
pub use read::{BadOutput, Names, Reply};
pub use run::{End, Limits, Run};
pub use solver::Solver;
