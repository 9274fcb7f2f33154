//! External solvers: finding them, describing them, running them and reading what they say.
//!
//! A solver is *described by data* ([`Description`]; a [`Catalogue`] has those compiled in and those of
//! the user), *found* on this machine ([`Catalogue::find`]), *run* on a file ([`Solver::run`]) under
//! limits that hold whatever the program does, and its answer is *read* by one small reader for each
//! dialect ([`read`]). A [`probe()`] finds out whether it works and what it can do.
//! Nothing here knows a puzzle, and nothing here checks a model: a [`Reply`] is what the solver
//! claims, and the caller compares it with the formula.

mod arguments;
mod built_in;
#[cfg(feature = "cadical")]
mod cadical;
mod capture;
mod catalogue;
pub mod cleanup;
mod description;
mod dialect;
mod directories;
mod embedded;
mod entry;
mod find;
mod ipasir;
mod limits;
mod located;
mod measured;
mod mip;
mod pace;
mod path;
mod probe;
mod process;
mod proof;
pub mod read;
mod run;
mod solver;
mod usage;
mod watchdog;
mod watched;

pub use built_in::BuiltIn;
#[cfg(feature = "cadical")]
pub use cadical::EmbeddedCadical;
pub use catalogue::{BadList, Catalogue, CatalogueError};
pub use cleanup::WorkDir;
pub use description::{Description, Kind, VersionQuery};
pub use dialect::Dialect;
pub use embedded::Embedded;
pub use find::{FindError, SearchPath, find};
pub use ipasir::{Ipasir, IpasirError};
pub use limits::{Limits, Resource, Stop};
pub(crate) use measured::{Measured, measure};
pub use mip::EmbeddedMip;
pub use path::Step;
pub use probe::{
    CacheError, CaseCheck, Check, ExitCodes, Facts, Probe, ProbeCache, Probed, Remembered,
    TABLE_END, TABLE_START, TimeLimit, Values, capabilities, markdown_table, probe,
    probe_remembered,
};
pub use proof::{ProofFormat, Proofs};
pub use read::{BadOutput, Names, Reply};
pub use run::{End, Run};
pub use solver::Solver;
pub(crate) use usage::{own_resident_mb, thread_cpu};
