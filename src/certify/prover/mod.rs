//! The solvers that prove that the final formula has no model.

#[cfg(feature = "process")]
mod proof_file;

use encycle_proofs::{Clause, Lrat, Refutation, RefutationError};
use encycle_solvers::{BatSat, BuiltIn, Limits, Refuted, refute};

use crate::certify::CertifyError;
use crate::solve::{Engine, Failure};
#[cfg(feature = "process")]
use encycle_solvers::{Catalogue, ProofFormat, Solver};

/// The formats of proofs that can be read, the preferred one first.
#[cfg(feature = "process")]
pub(super) const FORMATS: [ProofFormat; 2] = [ProofFormat::Drat, ProofFormat::Frat];

/// A solver that proves that a formula has no model.
#[derive(Clone, Debug, Default)]
pub enum Prover {
    /// The built-in SAT solver BatSat.
    #[default]
    BatSat,
    /// The built-in SAT solver CaDiCaL (cargo feature `cadical`).
    #[cfg(all(feature = "cadical", feature = "process"))]
    Cadical,
    /// An external solver whose description has arguments for a proof in DRAT or FRAT.
    #[cfg(feature = "process")]
    External(Box<Solver>),
}

/// A solver that writes no proofs, or only proofs in formats that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("solver without proofs: {name}")]
pub struct ProverError {
    /// The solver.
    pub name: String,
}

impl TryFrom<Engine> for Prover {
    type Error = ProverError;

    fn try_from(engine: Engine) -> Result<Self, ProverError> {
        match engine {
            Engine::BatSat => Ok(Self::BatSat),
            #[cfg(all(feature = "cadical", feature = "process"))]
            Engine::Cadical => Ok(Self::Cadical),
            #[cfg(feature = "process")]
            Engine::External(solver) if solver.description.proof.first_of(&FORMATS).is_some() => {
                Ok(Self::External(solver))
            }
            other => Err(ProverError { name: other.name() }),
        }
    }
}

impl Prover {
    /// Returns the names of the built-in provers, and of the installed solvers whose descriptions name a proof format.
    #[cfg(feature = "process")]
    #[must_use]
    pub fn installed(catalogue: &Catalogue) -> Vec<String> {
        let mut names = vec![BuiltIn::BATSAT.name.to_owned()];
        if cfg!(feature = "cadical") {
            names.push(BuiltIn::CADICAL.name.to_owned());
        }
        let installed = catalogue.installed().into_iter();
        let provers = installed.filter(|(description, path)| {
            path.is_some() && description.proof.first_of(&FORMATS).is_some()
        });
        names.extend(provers.map(|(description, _)| description.name));
        names
    }

    /// Returns the name and the version.
    #[must_use]
    pub fn name(&self) -> String {
        let builtin = |solver: BuiltIn| match solver.version {
            Some(version) => format!("{} {version}", solver.name),
            None => solver.name.to_owned(),
        };
        match self {
            Self::BatSat => builtin(BuiltIn::BATSAT),
            #[cfg(all(feature = "cadical", feature = "process"))]
            Self::Cadical => builtin(BuiltIn::CADICAL),
            #[cfg(feature = "process")]
            Self::External(solver) => match solver.version() {
                Some(version) => format!("{} {version}", solver.name()),
                None => solver.name(),
            },
        }
    }

    /// Proves that a formula has no model.
    ///
    /// # Errors
    /// Returns an error if the solver fails, reaches a limit, finds a model, or its proof does not hold.
    pub(super) fn refute(&self, formula: &[Clause], limits: &Limits) -> Result<Lrat, CertifyError> {
        match self {
            Self::BatSat => learnt_by_batsat(formula, limits),
            #[cfg(all(feature = "cadical", feature = "process"))]
            Self::Cadical => proof_file::by_cadical(self, formula, limits),
            #[cfg(feature = "process")]
            Self::External(solver) => proof_file::by_program(self, solver, formula, limits),
        }
    }

    /// Returns the error of a failure of this solver.
    pub(super) fn failure(&self, reason: impl ToString, last_lines: Vec<String>) -> CertifyError {
        let (solver, reason) = (self.name(), reason.to_string());
        Failure::Solver { solver, reason, last_lines }.into()
    }

    /// Returns the error for clauses of this solver that do not refute the formula.
    pub(super) fn wrong_proof(&self, error: &RefutationError) -> CertifyError {
        let help = match error {
            RefutationError::Incomplete => "",
            _ => {
                "\nhelp: it may be a RAT step, which is not supported: select another prover, or \
                 add an option that turns the technique off, as in 'kissat --no-factor'"
            }
        };
        self.failure(format!("proof: {error}{help}"), Vec::new())
    }
}

/// Returns the error of a prover that reached a limit.
pub(super) fn limit(reason: impl std::fmt::Display) -> CertifyError {
    CertifyError::Limit(format!("proof: {reason}"))
}

fn learnt_by_batsat(formula: &[Clause], limits: &Limits) -> Result<Lrat, CertifyError> {
    let prover = Prover::BatSat;
    let learnt = match refute(formula, limits) {
        Refuted::Yes(learnt) => learnt,
        Refuted::No => return Err(CertifyError::FurtherModel),
        Refuted::Unknown => return Err(limit(format_args!("{} reached the limit", BatSat::NAME))),
    };
    let mut refutation = Refutation::new(formula);
    let added = learnt.iter().try_for_each(|clause| refutation.add(clause));
    added.and_then(|()| refutation.into_proof()).map_err(|error| prover.wrong_proof(&error))
}
