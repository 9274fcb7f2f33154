//! The selection of solvers: the solvers that race, and the solver that confirms a negative verdict.

use std::borrow::Cow;
use std::path::Path;

#[cfg(feature = "process")]
use encycle_solvers::{CatalogueError, FindError};

use crate::solve::engine::Engine;

/// A selection of solvers that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// A list of names has an empty entry.
    #[error("empty name in the list of solvers")]
    EmptyName,
    /// A solver is not described or not installed.
    #[cfg(feature = "process")]
    #[error(transparent)]
    Find(#[from] FindError),
    /// The IPASIR library is missing.
    #[cfg(feature = "process")]
    #[error(
        "{0}: no such IPASIR library\nhelp: give the path of the shared library after `ipasir:`"
    )]
    NoLibrary(String),
    /// The user's list of solvers is malformed.
    #[cfg(feature = "process")]
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The solver is not built in, and this build has no external solvers.
    #[cfg(not(feature = "process"))]
    #[error("unknown built-in solver: `{0}`\nhelp: enable the cargo feature `process` for others")]
    NoProcess(String),
    /// No second solver is installed.
    #[error(
        "no second solver to confirm with: none is installed besides those that solve\n\
         help: name one, or install one with scripts/install-solvers"
    )]
    NoConfirmer,
    /// The confirming solver is one of the solvers that solve the puzzle.
    #[error("a solver cannot confirm itself: {0}")]
    ConfirmsItself(String),
}

/// The solvers of a run, and the verdicts that another solver confirms.
#[derive(Clone, Debug)]
pub struct SolverSelection {
    /// The solvers that race; at least one.
    pub solvers: Vec<Engine>,
    /// The verdicts that are confirmed.
    pub confirmation: Confirmation,
}

impl Default for SolverSelection {
    /// Returns the built-in SAT solver that suits the puzzle.
    fn default() -> Self {
        Self { solvers: vec![Engine::Default], confirmation: Confirmation::default() }
    }
}

/// The verdicts that a second solver confirms, among the verdicts that rest on an UNSAT result.
#[derive(Clone, Debug, Default)]
pub enum Confirmation {
    /// No verdict.
    Never,
    /// The verdicts of solvers that calculate with floating-point numbers ([`Engine::is_floating_point`]), confirmed by
    /// the built-in SAT solver. Rounding errors have made such solvers report feasible programs as infeasible.
    #[default]
    FloatingPoint,
    /// All such verdicts, confirmed by this solver.
    Always(Engine),
    /// All such verdicts, confirmed by the first of these solvers that takes the problem.
    Automatic(Vec<Engine>),
}

/// The solver that confirms, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Confirmer<'a> {
    /// No solver: [`Confirmation::Never`].
    Never,
    /// The built-in SAT solver, verdicts of floating-point solvers only: [`Confirmation::FloatingPoint`].
    #[default]
    FloatingPoint,
    /// The first solver that does not race and takes the problem: the built-in solvers, then the installed solvers, best
    /// first.
    Automatic,
    /// The solver of this name or path.
    Named(Cow<'a, str>),
}

/// Solvers that may confirm a result of the built-in solver, best first. Those at the end take linear programs.
const CONFIRMERS: [&str; 11] = [
    "cadical",
    "kissat",
    "cryptominisat5",
    "glucose",
    "minisat",
    "clasp",
    "picosat",
    "highs",
    "scip",
    "cbc",
    "glpsol",
];

impl SolverSelection {
    /// Selects solvers by a comma-separated list of names and paths (the path of an existing file may contain commas),
    /// and the solver that confirms. `find` resolves a name, as [`Engine::find`] does.
    ///
    /// # Errors
    /// A name is empty or unknown, or there is no other solver to confirm with.
    pub fn parse(
        solvers: &str,
        confirmer: Confirmer<'_>,
        find: impl Fn(&str) -> Result<Engine, SelectError>,
    ) -> Result<Self, SelectError> {
        let path = solvers.strip_prefix("ipasir:").unwrap_or(solvers);
        let separator = if Path::new(path).is_file() { '\0' } else { ',' };
        let engine = |name: &str| match name {
            "" => Err(SelectError::EmptyName),
            name => find(name),
        };
        let solvers = solvers.split(separator).map(str::trim).map(engine);
        let solvers = solvers.collect::<Result<Vec<_>, _>>()?;
        let solves = |engine: &Engine| solvers.iter().any(|other| other.is_same(engine));
        let confirmation = match confirmer {
            Confirmer::Never => Confirmation::Never,
            Confirmer::FloatingPoint => Confirmation::FloatingPoint,
            Confirmer::Automatic => {
                let installed = CONFIRMERS.into_iter().filter_map(|name| find(name).ok());
                let others = [Engine::BatSat, Engine::Microlp].into_iter().chain(installed);
                Confirmation::Automatic(others.filter(|one| !solves(one)).collect())
            }
            Confirmer::Named(name) => match engine(&name)? {
                engine if solves(&engine) => {
                    return Err(SelectError::ConfirmsItself(name.into_owned()));
                }
                engine => Confirmation::Always(engine),
            },
        };
        Ok(Self { solvers, confirmation })
    }
}
