//! External solvers: finding them, describing them, running them and reading what they say.
//!
//! A solver is *described by data* ([`Description`]; a [`Catalogue`] has those compiled in and those of
//! the user), *found* on this machine ([`Catalogue::find`]), *run* on a file ([`Solver::run`]) under
//! limits that hold whatever the program does, and its answer is *read* by one small reader for each
//! dialect ([`answers`]). A [`probe()`] finds out whether it works and what it can do.
//! Nothing here knows a puzzle, and nothing here checks a model: a [`SolverStatus`] is what the solver
//! claims, and the caller compares it with the formula.

pub mod answers;
mod builtin;
mod catalogue;
mod kind;
mod probe;
pub mod process;

pub use answers::{Dialect, OutputError, SolverStatus, VariableNames};
#[cfg(feature = "cadical")]
pub use builtin::CadicalSolver;
pub use builtin::{BatSat, BuiltIn, Ipasir, IpasirError, Microlp, TrailStep};
pub use catalogue::{
    Catalogue, CatalogueError, Description, FindError, ProofArguments, ProofFormat, SearchPath,
    SolverListError, VersionQuery, find,
};
pub use kind::SolverKind;
pub use probe::{
    CacheError, CachedProbe, CaseCheck, Check, ExitCodes, ModelCoverage, Probe, ProbeCache,
    ProbeOutcome, SolverFacts, TABLE_END, TABLE_START, TimeLimitSupport, capabilities,
    markdown_table, probe, probe_cached,
};
pub use process::{
    Limits, MeasuredRun, Resource, RunEnd, Solver, SolverRun, Stop, WorkDir, measure,
    own_resident_mb, thread_cpu,
};
