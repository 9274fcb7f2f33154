//! Certificates: files that prove that a puzzle has no solutions other than the listed solutions.
//!
//! A [`Certificate`] contains a formula and a proof that the formula has no model. Each clause of the formula is a rule
//! or a cut, which holds in every solution, or excludes a listed solution. So the puzzle has no other solutions.
//!
//! [`certify`] makes a certificate with any solver that finds the solutions and any [`Prover`] that proves that there
//! are no others, unless counting alone shows that there is no solution ([`CountingProof`]). [`Certificate::verify`] checks it
//! without a solver and without an encoder: each clause by a local argument, made from the puzzle alone, the proof by unit
//! propagation, and the solutions by the rules.
//!
//! A [`RowsCertificate`] is for VeriPB, a checker of other authors.
//!
//! ```
//! use encycle::certify::{CertifyOptions, certify};
//! use encycle::prelude::*;
//!
//! let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
//! let certificate = certify(&puzzle, &CertifyOptions::default())?;
//! assert_eq!(certificate.claim.to_string(), "unique");
//! assert_eq!(certificate.verify(), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use encycle_encodings::puzzle::Solution;
use encycle_proofs::{Clause, Lrat};
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;
use crate::solve::LedgerEntry;

mod arguments;
mod checker;
mod counting;
mod cubes;
mod folder;
mod make;
mod prover;
mod replay;
mod rows;
mod verify;

pub use arguments::CountingRow;
pub use counting::{CountingProof, CountingToken};
#[cfg(feature = "process")]
pub use cubes::CubeFolder;
pub use cubes::{CubeProof, PartitionError, check_partition, cubes_of, join, refute_cube};
pub use folder::{CertificateInfo, FolderError};
pub use make::{CertifyError, CertifyOptions, certificate_encoding, certify, has_certificates};
pub use prover::{Prover, ProverError};
pub use replay::{LedgerError, RecordedCuts, RefusedCut, read_ledger};
pub use rows::RowsCertificate;
pub use verify::VerifyError;

/// Returns the atoms and values of literals, given as names of atoms with a `-` before an absent atom.
///
/// # Errors
/// Returns the first text that is not a literal.
pub fn literals_of<'n>(
    puzzle: &Puzzle,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Vec<(usize, bool)>, &'n str> {
    let atoms: HashMap<String, usize> =
        (0..puzzle.atom_count()).map(|atom| (puzzle.atom_name(atom), atom)).collect();
    let literal = |literal: &'n str| {
        let (name, value) = name_and_value(literal);
        atoms.get(name).map(|&atom| (atom, value)).ok_or(literal)
    };
    names.into_iter().map(literal).collect()
}

/// Splits a literal into its name and its value: false after a `-`.
fn name_and_value(literal: &str) -> (&str, bool) {
    literal.strip_prefix('-').map_or((literal, true), |name| (name, false))
}

/// What a certificate says about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution.
    Unique,
    /// There are exactly the listed solutions, at least two.
    Exactly,
    /// Every solution has the listed literals.
    Forced,
}

impl Claim {
    /// Returns the claim for a number of solutions.
    #[must_use]
    pub fn of(solutions: usize) -> Self {
        match solutions {
            0 => Self::NoSolution,
            1 => Self::Unique,
            _ => Self::Exactly,
        }
    }

    /// Returns the name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSolution => "no-solution",
            Self::Unique => "unique",
            Self::Exactly => "exactly",
            Self::Forced => "forced",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A claim with everything that its check needs.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The claim.
    pub claim: Claim,
    /// All solutions; empty for the claim [`Claim::Forced`].
    pub solutions: Vec<Solution>,
    /// The literals of the claim [`Claim::Forced`]: atoms, each with the value that it has in every solution.
    pub forced: Vec<(usize, bool)>,
    /// The formula. Its clauses are the rules, the cuts, and a clause that excludes each solution or, for the claim
    /// [`Claim::Forced`], all solutions with the forced literals. Literals are numbered as in DIMACS.
    pub formula: Vec<Clause>,
    /// The names of the variables of the formula: the names of atoms, and other names for auxiliary variables.
    pub names: Vec<String>,
    /// The proof that the formula has no model.
    pub proof: Lrat,
    /// A proof by counting that there is no solution at all. It justifies every clause, so the formula is the empty
    /// clause.
    pub counting: Option<CountingProof>,
    /// The cuts with their reasons, for people; the check does not need them.
    pub cuts: Vec<LedgerEntry>,
    /// The encoding of the rules.
    pub encoding: String,
    /// The solver that found the solutions and the cuts.
    pub solver: String,
    /// The solver whose clauses became the proof.
    pub prover: String,
    /// Whether a check has left auxiliary variables after elimination, so `verify.py` has to know what they mean.
    has_kept_variables: OnceLock<bool>,
}
