//! Engines: the solvers that a session can use, whether built in, in a shared library, or an external program.

mod defaults;
mod select;

#[cfg(feature = "process")]
use std::path::{Path, PathBuf};

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::LoweringOptions;
use encycle_solvers::{BatSatOptions, BuiltIn, SolverKind, StableOptions};
#[cfg(feature = "process")]
use encycle_solvers::{CacheError, Catalogue, FindError, ProbeCache, Solver};

use crate::problem::Problem;
use crate::puzzle::Puzzle;
#[cfg(feature = "cadical")]
use crate::solve::session::CadicalSession;
use crate::solve::session::{
    BatSatSession, ConfirmedSession, Failure, MicrolpSession, OutlinedSession, Session, SolverId,
    StableSession,
};
#[cfg(feature = "process")]
use crate::solve::session::{IpasirSession, external_session};

pub use select::{Confirmation, Confirmer, SelectError, SolverSelection};

/// A solver that sessions can be started with.
///
/// ```
/// use encycle::solve::Engine;
/// assert_eq!(Engine::BatSat.name(), "batsat");
/// assert!(Engine::Microlp.is_linear());
/// ```
#[derive(Clone, Debug)]
pub enum Engine {
    /// The built-in SAT solver that suits the puzzle ([`Self::suited_to`]).
    Default,
    /// The built-in SAT solver for finding models.
    Stable,
    /// The built-in SAT solver BatSat.
    BatSat,
    /// The built-in SAT solver CaDiCaL (cargo feature `cadical`).
    #[cfg(feature = "cadical")]
    Cadical,
    /// The built-in MIP solver microlp.
    Microlp,
    /// A shared library with the IPASIR interface.
    #[cfg(feature = "process")]
    Ipasir(PathBuf),
    /// An external solver.
    #[cfg(feature = "process")]
    External(Box<Solver>),
}

/// The prefix of an engine name that is the path of an IPASIR library.
#[cfg(feature = "process")]
const IPASIR: &str = "ipasir:";

/// Returns the external solver of this name or path. A program without a description gets its description from the
/// probe cache, if there is one; an error in reading the cache is returned with the solver.
///
/// # Errors
/// Returns an error if no solver of this name is described or installed, or the path is not a program.
#[cfg(feature = "process")]
pub fn find_solver(
    catalogue: &Catalogue,
    name: &str,
) -> Result<(Solver, Option<CacheError>), FindError> {
    let (name, options) = split_options(name);
    let mut solver = catalogue.find(&name)?;
    solver.description.set_options(options);
    let Some(cache) = ProbeCache::of_user().filter(|_| solver.is_fallback()) else {
        return Ok((solver, None));
    };
    Ok(match cache.get(&solver) {
        Ok(Some(mut probed)) => {
            probed.description.options = solver.description.options;
            (Solver::new(probed.description, solver.path), None)
        }
        Ok(None) => (solver, None),
        Err(error) => (solver, Some(error)),
    })
}

/// Returns the external MaxSAT solver of this name or path, with the options that follow the name.
///
/// # Errors
/// Returns an error if no MaxSAT solver of this name is described or installed, or the path is not a program.
#[cfg(feature = "process")]
pub fn find_max_sat_solver(catalogue: &Catalogue, name: &str) -> Result<Solver, FindError> {
    let (name, options) = split_options(name);
    let mut solver = catalogue.find_max_sat(&name)?;
    solver.description.set_options(options);
    Ok(solver)
}

/// Splits `kissat --sat` into the name and the options, with the quoting rules of a shell. A name that is the path of
/// an existing file has no options.
#[cfg(feature = "process")]
fn split_options(name: &str) -> (String, Vec<String>) {
    if Path::new(name).exists() {
        return (name.to_owned(), Vec::new());
    }
    match shlex::split(name).map(|words| words.into_iter()) {
        Some(mut words) => (words.next().unwrap_or_default(), words.collect()),
        // the name has an unclosed quote
        None => (name.to_owned(), Vec::new()),
    }
}

impl Engine {
    /// Returns the built-in solver of this name ([`BuiltIn`]), if there is one.
    #[must_use]
    pub fn builtin(name: &str) -> Option<Self> {
        let builtin = [
            Self::Default,
            Self::BatSat,
            Self::Stable,
            #[cfg(feature = "cadical")]
            Self::Cadical,
            Self::Microlp,
        ];
        builtin.into_iter().find(|engine| engine.name() == name)
    }

    /// Returns the engine of a name: a built-in solver, `ipasir:PATH`, or the external solver that `find` returns.
    ///
    /// # Errors
    /// Returns the errors of `find`.
    #[cfg(feature = "process")]
    pub fn named<E: Into<SelectError>>(
        name: &str,
        find: impl FnOnce(&str) -> Result<Solver, E>,
    ) -> Result<Self, SelectError> {
        if let Some(builtin) = Self::builtin(name) {
            return Ok(builtin);
        }
        match name.strip_prefix(IPASIR) {
            Some(path) if Path::new(path).exists() => Ok(Self::Ipasir(path.into())),
            Some(path) => Err(SelectError::NoLibrary(path.to_owned())),
            None => Ok(Self::External(Box::new(find(name).map_err(Into::into)?))),
        }
    }

    /// Returns the name used in reports.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Default => BuiltIn::DEFAULT_NAME.to_owned(),
            Self::BatSat => BuiltIn::BATSAT.name.to_owned(),
            Self::Stable => BuiltIn::STABLE.name.to_owned(),
            #[cfg(feature = "cadical")]
            Self::Cadical => BuiltIn::CADICAL.name.to_owned(),
            Self::Microlp => BuiltIn::MICROLP.name.to_owned(),
            #[cfg(feature = "process")]
            Self::Ipasir(path) => format!("{IPASIR}{}", path.display()),
            #[cfg(feature = "process")]
            Self::External(solver) => solver.name(),
        }
    }

    /// Returns the name without a version, for an attempt without a session.
    pub(super) fn unversioned_id(&self) -> SolverId {
        SolverId { name: self.name(), version: None.into() }
    }

    /// Returns whether both engines are the same solver, possibly under different names.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        #[cfg(feature = "process")]
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match (self, other) {
            #[cfg(feature = "cadical")]
            (Self::Cadical, Self::Cadical) => true,
            (Self::Microlp, Self::Microlp) | (Self::Stable, Self::Stable) => true,
            // the default may be either BatSat or this solver
            (Self::Default, Self::Stable) | (Self::Stable, Self::Default) => true,
            #[cfg(feature = "process")]
            (Self::Ipasir(one), Self::Ipasir(two)) => real(one) == real(two),
            #[cfg(feature = "process")]
            (Self::External(one), Self::External(two)) => {
                let (a, b) = (&one.description, &two.description);
                real(&one.path) == real(&two.path)
                    && a.arguments == b.arguments
                    && a.options == b.options
            }
            _ => self.is_batsat() && other.is_batsat(),
        }
    }

    /// Returns whether this engine is a built-in SAT solver, which keeps its learnt clauses between calls.
    #[must_use]
    pub fn is_builtin_sat(&self) -> bool {
        match self {
            Self::Default | Self::BatSat | Self::Stable => true,
            #[cfg(feature = "cadical")]
            Self::Cadical => true,
            _ => false,
        }
    }

    /// Returns whether the sessions of this engine accept an external propagator
    /// ([`IncrementalSolver::attach_propagator`](encycle_solvers::IncrementalSolver::attach_propagator)).
    #[must_use]
    pub fn accepts_propagator(&self) -> bool {
        self.is_builtin_sat() && !matches!(self, Self::Stable)
    }

    /// Returns whether this engine may be BatSat, built in or as the external solver `encycle sat`.
    fn is_batsat(&self) -> bool {
        match self {
            Self::Default | Self::BatSat => true,
            #[cfg(feature = "process")]
            Self::External(solver) => solver.description.name == "encycle",
            _ => false,
        }
    }

    /// Returns whether this engine takes rows (MIP, pseudo-Boolean) instead of clauses (SAT).
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.kind().is_linear()
    }

    /// Returns the family of solvers, which determines the format of formulas.
    #[must_use]
    pub fn kind(&self) -> SolverKind {
        match self {
            Self::Microlp => SolverKind::Mip,
            #[cfg(feature = "process")]
            Self::External(solver) => solver.description.kind,
            _ => SolverKind::Sat,
        }
    }

    /// Returns whether this engine takes an objective: MIP, pseudo-Boolean and MaxSAT solvers do.
    #[must_use]
    pub fn takes_objective(&self) -> bool {
        self.kind() != SolverKind::Sat
    }

    /// Returns whether this engine is a MIP solver.
    #[must_use]
    pub fn is_mip(&self) -> bool {
        self.kind() == SolverKind::Mip
    }

    /// Returns whether this engine calculates with floating-point numbers, so that its UNSAT results may be rounding
    /// errors.
    #[must_use]
    pub fn is_floating_point(&self) -> bool {
        match self {
            Self::Microlp => true,
            #[cfg(feature = "process")]
            Self::External(solver) => solver.description.is_floating_point(),
            _ => false,
        }
    }

    /// Returns whether this engine takes a problem, or chooses a solver that does: columns that are not 0-1, and objectives that
    /// clauses cannot count, need a MIP solver.
    #[must_use]
    pub fn takes(&self, problem: &dyn Problem) -> bool {
        !problem.needs_mip() || self.is_mip() || matches!(self, Self::Default)
    }

    /// Returns whether the sessions of this engine solve the linear relaxation ([`Session::relax`]).
    #[must_use]
    pub fn has_relaxation(&self) -> bool {
        self.is_mip()
    }

    /// Returns the built-in solver that suits the problem if this engine is [`Self::Default`], and this engine
    /// otherwise.
    ///
    /// `needs_batsat`: the run requires a proof of uniqueness, or a feature that only BatSat supports.
    #[must_use]
    pub fn suited_to(&self, problem: &dyn Problem, needs_batsat: bool) -> &Self {
        match self {
            Self::Default if !needs_batsat && problem.prefers_mip() => &Self::Microlp,
            Self::Default if !needs_batsat && problem.prefers_stable() => &Self::Stable,
            Self::Default => &Self::BatSat,
            other => other,
        }
    }

    /// Returns the encoding that is used if no encoding is chosen.
    #[must_use]
    pub fn default_encoding(&self, problem: &dyn Problem) -> String {
        // the best encoding for BatSat was measured with other SAT solvers for Numberlinks only
        let is_alike =
            !self.is_linear() && matches!(problem.as_puzzle(), Some(Puzzle::Numberlink(_)));
        match self {
            Self::Default | Self::BatSat => problem.builtin_encoding(),
            _ if self.is_mip() => problem.mip_encoding(),
            _ if self.is_builtin_sat() || is_alike => problem.encoding_without_outline(),
            _ => problem.as_encodable().default_encoding(),
        }
    }

    /// Returns the built-in or external solver of a name or path, with the user's own list of solvers.
    ///
    /// # Errors
    /// Returns an error if the user's list is malformed or no such solver exists.
    #[cfg(feature = "process")]
    pub fn find(name: &str) -> Result<Self, SelectError> {
        Self::named(name, |name| {
            let catalogue = Catalogue::of_user()?;
            Ok::<_, SelectError>(find_solver(&catalogue, name)?.0)
        })
    }

    /// Returns the built-in solver of a name, because this build has no external solvers.
    ///
    /// # Errors
    /// Returns an error if no built-in solver has this name.
    #[cfg(not(feature = "process"))]
    pub fn find(name: &str) -> Result<Self, SelectError> {
        Self::builtin(name).ok_or_else(|| SelectError::NoProcess(name.to_owned()))
    }

    /// Starts a session with an empty formula for an encoding of a puzzle. The difference from [`Self::session`] is
    /// that the built-in SAT solvers get the search options that suit the puzzle and the encoding
    /// ([`Puzzle::builtin_search`], [`Puzzle::stable_search`]).
    ///
    /// # Errors
    /// Returns the errors of [`Self::session`].
    pub fn session_for(
        &self,
        problem: &dyn Problem,
        encoding: &Encoding<'_>,
        choices: LoweringOptions,
        seed: Option<u64>,
    ) -> Result<Box<dyn Session>, Failure> {
        match self {
            Self::Default | Self::BatSat => {
                let suited = problem.builtin_search(encoding);
                let options = BatSatOptions { seed: seed.or(suited.seed), ..suited };
                Ok(match encoding.outline() {
                    Some(outline) => Box::new(OutlinedSession::new(choices, options, outline)),
                    None => Box::new(BatSatSession::with_options(choices, options)),
                })
            }
            Self::Stable => {
                let suited = problem.stable_search();
                let options = StableOptions { seed: seed.or(suited.seed), ..suited };
                Ok(Box::new(StableSession::with_options(choices, options)))
            }
            _ => self.session(choices, seed),
        }
    }

    /// Starts a session with an empty formula.
    ///
    /// # Errors
    /// Returns an error if a library cannot be loaded or a temporary file cannot be created.
    pub fn session(
        &self,
        choices: LoweringOptions,
        seed: Option<u64>,
    ) -> Result<Box<dyn Session>, Failure> {
        Ok(match self {
            Self::Default | Self::BatSat => Box::new(BatSatSession::new(choices, seed)),
            Self::Stable => Box::new(StableSession::new(choices, seed)),
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(CadicalSession::new(choices, seed)),
            Self::Microlp => Box::new(MicrolpSession::new(choices)),
            #[cfg(feature = "process")]
            Self::Ipasir(path) => Box::new(IpasirSession::load(path, choices)?),
            #[cfg(feature = "process")]
            Self::External(solver) => external_session((**solver).clone(), choices)?,
        })
    }

    /// Starts a session with an empty formula, in which the built-in SAT solver confirms the UNSAT results of
    /// floating-point solvers ([`ConfirmedSession`]).
    ///
    /// # Errors
    /// Returns the errors of [`Self::session`].
    pub fn confirmed_session(
        &self,
        choices: LoweringOptions,
        seed: Option<u64>,
    ) -> Result<Box<dyn Session>, Failure> {
        let session = self.session(choices, seed)?;
        Ok(match self.is_floating_point() {
            true => Box::new(ConfirmedSession::new(session, choices)),
            false => session,
        })
    }
}
