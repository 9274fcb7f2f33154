//! Run any SAT, MIP, pseudo-Boolean or MaxSAT solver from Rust: external programs, IPASIR libraries and built-in solvers.
//!
//! A solver program is *described by data* ([`Description`]): its arguments, and the dialect of its output. A
//! [`Catalogue`] has the descriptions of about twenty solvers and those in users' TOML files. [`find()`] looks up an
//! installed program, [`Solver::run`] runs it on a file under [`Limits`] that it cannot escape, and a small reader for
//! each dialect ([`answers`]) turns its output into a [`SolverStatus`]. A [`probe()`] runs small cases to find out
//! whether a solver works and what it can do.
//!
//! ```no_run
//! use std::path::Path;
//! use std::time::Duration;
//!
//! use encycle_solvers::{Limits, SolverStatus, VariableNames, WorkDir, find};
//!
//! let kissat = find("kissat")?;
//! let limits = Limits { wall: Some(Duration::from_secs(60)), ..Limits::default() };
//! let work_dir = WorkDir::new()?;
//! let variables = VariableNames::Numbered(3); // of the formula
//! let run = kissat.run(Path::new("formula.cnf"), variables, &limits, work_dir.path());
//! match run.status {
//!     Some(SolverStatus::Satisfiable(model)) => println!("a model: {model:?}"),
//!     Some(SolverStatus::Unsatisfiable) => println!("no model"),
//!     Some(SolverStatus::Unknown) => println!("kissat returned no result"),
//!     None => println!("kissat {}", run.end),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A run leaves no process and no temporary file behind, even if the solver starts processes of its own or this program
//! is killed. The crate does not check models: a [`SolverStatus`] is the claim of a solver, which may be wrong.
//!
//! # Built-in solvers
//! [`BatSat`] solves clauses and [`Microlp`] solves linear rows inside this process, without any external program:
//!
//! ```
//! use encycle_solvers::{BatSat, Limits, Lit, SolverStatus};
//!
//! let mut solver = BatSat::new(None);
//! let (a, b) = (Lit::positive(0), Lit::positive(1));
//! solver.add_clause(&[a, b]);
//! solver.add_clause(&[!a]);
//! let model = SolverStatus::Satisfiable(vec![Some(false), Some(true)]);
//! assert_eq!(solver.solve(&Limits::default()), model);
//!
//! solver.assume(&[!b]);
//! assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
//! assert_eq!(solver.core(), [!b]);
//! ```
//!
//! # Cargo features
//! - `process` (default): programs, probes and IPASIR libraries, on Linux, macOS and Windows. Without it, the crate
//!   contains the built-in solvers, the descriptions and the readers of solver output, and builds for
//!   `wasm32-unknown-unknown`.
//! - `rustsat`: `RustSatSolver`, an adapter for any incremental solver of the library RustSAT.
//! - `cadical`: the built-in solver `CadicalSolver` (CaDiCaL); needs a C++ compiler.

pub mod answers;
mod builtin;
mod catalogue;
#[cfg(feature = "process")]
mod external;
mod kind;
mod limits;
mod own_usage;
#[cfg(feature = "process")]
mod probe;
#[cfg(feature = "process")]
pub mod process;
#[cfg(feature = "rustsat")]
mod rustsat_adapter;

pub use answers::{
    Dialect, OutputError, ParsedOutput, SolverStatus, UnknownDialect, VariableNames,
};
#[cfg(feature = "cadical")]
pub use builtin::CadicalSolver;
pub use builtin::{
    BatSat, BatSatOptions, BuiltIn, ClauseExchange, IncrementalSolver, Microlp, MicrolpError,
    MicrolpOutcome, MicrolpPoint, Outlined, Refuted, RelaxedPoint, StableOptions, StableSat,
    TrailStep, refute,
};
#[cfg(feature = "process")]
pub use builtin::{Ipasir, IpasirError};
pub use catalogue::directories::config as config_directory;
pub use catalogue::{
    Catalogue, CatalogueError, Description, ProofArguments, ProofFormat, SolverListError,
    VersionQuery,
};
/// Literals, sinks and propagators of the built-in solvers.
pub use encycle_encodings::logic::{ClauseSink, ExternalPropagator, Lit, RowSink};
#[cfg(feature = "process")]
pub use external::{FindError, RunEnd, SearchPath, Solver, SolverRun, find};
pub use kind::SolverKind;
pub use limits::{Limits, Resource, Stop};
pub use own_usage::{own_resident_mb, thread_cpu};
#[cfg(feature = "process")]
pub use probe::{
    CacheError, CachedProbe, CaseCheck, Check, CheckFailure, ExitCodes, ModelCoverage, Probe,
    ProbeCache, ProbeOutcome, SolverFacts, TimeLimitSupport, capabilities, markdown_table, probe,
    probe_cached,
};
#[cfg(feature = "process")]
pub use process::{MeasuredRun, WorkDir, measure};
#[cfg(feature = "rustsat")]
pub use rustsat_adapter::RustSatSolver;
