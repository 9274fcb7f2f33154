//! The solvers that a search can be done with: built in, in a shared library, or a program.

use std::path::{Path, PathBuf};

use encycle_encodings::logic::LoweringOptions;

use crate::puzzle::Puzzle;
use crate::solve::external::external_session;
#[cfg(feature = "cadical")]
use crate::solve::incremental::CadicalSession;
use crate::solve::incremental::{BatSatSession, IpasirSession};
use crate::solve::linear::MicrolpSession;
use crate::solve::session::{Failure, Session};
use encycle_solvers::{BuiltIn, Solver, SolverKind};

/// A solver, before there is a session with it.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The one that is always built in, BatSat.
    BatSat,
    /// CaDiCaL, where it is built in.
    #[cfg(feature = "cadical")]
    Cadical,
    /// The MIP solver that is always built in, microlp.
    Microlp,
    /// A shared library that offers IPASIR.
    Ipasir(PathBuf),
    /// A program.
    External(Box<Solver>),
}

/// What stands before the path of a library.
const IPASIR: &str = "ipasir:";

impl Engine {
    /// The engine of a word of `--solver`: a built-in one ([`BuiltIn`]), `ipasir:PATH`, or a program that `find` knows.
    ///
    /// # Errors
    /// Those of `find`.
    pub fn named<E>(word: &str, find: impl FnOnce(&str) -> Result<Solver, E>) -> Result<Self, E> {
        if word == BuiltIn::BATSAT.name {
            return Ok(Self::BatSat);
        }
        #[cfg(feature = "cadical")]
        if word == BuiltIn::CADICAL.name {
            return Ok(Self::Cadical);
        }
        if word == BuiltIn::MICROLP.name {
            return Ok(Self::Microlp);
        }
        match word.strip_prefix(IPASIR) {
            Some(path) => Ok(Self::Ipasir(path.into())),
            None => find(word).map(|solver| Self::External(Box::new(solver))),
        }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::BatSat => BuiltIn::BATSAT.name.to_owned(),
            #[cfg(feature = "cadical")]
            Self::Cadical => BuiltIn::CADICAL.name.to_owned(),
            Self::Microlp => BuiltIn::MICROLP.name.to_owned(),
            Self::Ipasir(path) => format!("{IPASIR}{}", path.display()),
            Self::External(solver) => solver.description.name.clone(),
        }
    }

    /// Whether the two are the same solver, by whatever name.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match (self, other) {
            #[cfg(feature = "cadical")]
            (Self::Cadical, Self::Cadical) => true,
            (Self::Microlp, Self::Microlp) => true,
            (Self::Ipasir(one), Self::Ipasir(two)) => real(one) == real(two),
            (Self::External(one), Self::External(two)) => {
                let (a, b) = (&one.description, &two.description);
                real(&one.path) == real(&two.path) && a.arguments == b.arguments
            }
            _ => self.is_batsat() && other.is_batsat(),
        }
    }

    /// Whether it is a SAT solver that is built in: it keeps what it learnt, and can be watched while it searches.
    #[must_use]
    pub fn is_builtin_sat(&self) -> bool {
        !matches!(self, Self::Microlp | Self::Ipasir(_) | Self::External(_))
    }

    /// Whether it is BatSat, also as a program of its own.
    fn is_batsat(&self) -> bool {
        match self {
            Self::BatSat => true,
            Self::External(solver) => solver.description.name == "encycle",
            _ => false,
        }
    }

    /// Whether it takes rows and not clauses.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        match self {
            Self::Microlp => true,
            Self::External(solver) => solver.description.kind == SolverKind::Mip,
            _ => false,
        }
    }

    /// Whether its sessions have points of the linear relaxation ([`Session::relax`]).
    #[must_use]
    pub fn has_relaxation(&self) -> bool {
        matches!(self, Self::Microlp)
    }

    /// The encoding that it is given where nobody names one.
    #[must_use]
    pub fn default_encoding(&self, puzzle: &Puzzle) -> String {
        match self.is_builtin_sat() {
            true => puzzle.builtin_encoding(),
            false => puzzle.default_encoding(),
        }
    }

    /// Starts a session, with an empty formula.
    ///
    /// # Errors
    /// If a library cannot be loaded or a temporary file not made.
    pub fn session(
        &self,
        choices: LoweringOptions,
        seed: Option<u64>,
    ) -> Result<Box<dyn Session>, Failure> {
        Ok(match self {
            Self::BatSat => Box::new(BatSatSession::new(choices, seed)),
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(CadicalSession::new(choices, seed)),
            Self::Microlp => Box::new(MicrolpSession::new(choices)),
            Self::Ipasir(path) => Box::new(IpasirSession::load(path, choices)?),
            Self::External(solver) => external_session((**solver).clone(), choices)?,
        })
    }
}
