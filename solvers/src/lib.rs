//! External solvers: finding them, describing them, running them and reading what they say.
//!
//! A solver is *described by data* ([`Description`]; a [`Catalogue`] has those compiled in and those of
//! the user), *found* on this machine ([`Catalogue::find`]), *run* on a file ([`Solver::run`]) under
//! limits that hold whatever the program does, and its answer is *read* by one small reader for each
//! dialect ([`read`]). A [`probe()`] finds out whether it works and what it can do.
//! Nothing here knows a puzzle, and nothing here checks a model: a [`Reply`] is what the solver
//! claims, and the caller compares it with the formula.

pub mod answers;
mod builtin;
mod catalogue;
mod probe;
pub mod process;

pub use answers::{BadOutput, Dialect, Names, Reply};
#[cfg(feature = "cadical")]
pub use builtin::EmbeddedCadical;
pub use builtin::{BuiltIn, Embedded, EmbeddedMip, Ipasir, IpasirError, Step};
pub use catalogue::{
    BadList, Catalogue, CatalogueError, Description, FindError, Kind, ProofFormat, Proofs,
    SearchPath, VersionQuery, find,
};
pub use probe::{
    CacheError, CaseCheck, Check, ExitCodes, Facts, Probe, ProbeCache, Probed, Remembered,
    TABLE_END, TABLE_START, TimeLimit, Values, capabilities, markdown_table, probe,
    probe_remembered,
};
pub use process::{
    End, Limits, Measured, Resource, Run, Solver, Stop, WorkDir, measure, own_resident_mb,
    thread_cpu,
};
