//! Certificates: a "no" that anyone can check.
//!
//! A [`Certificate`] contains a formula, why each of its clauses holds in every solution, and a proof that the formula has no
//! model. A clause is one of the rules, a cut, or excludes a listed solution; so a puzzle has no solutions but the listed
//! ones. [`certify`] makes a certificate with any solver that finds and any [`Prover`] that
//! proves, and [`Certificate::verify`] checks it without a solver and
//! without an encoder: each clause by a local argument, made from the puzzle alone, the proof by unit propagation, and the
//! solutions by the rules.
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

mod arguments;
mod checker;
mod claim;
mod cubes;
mod definitions;
mod folder;
mod make;
mod prover;
mod replay;
mod verify;

pub use claim::{Certificate, Claim};
#[cfg(feature = "process")]
pub use cubes::CubeFolder;
pub use cubes::{CubeProof, PartitionError, check_partition, cubes_of, join, refute_cube};
pub use folder::{CertificateInfo, FolderError};
pub use make::{CertifyError, CertifyOptions, certificate_encoding, certify, has_certificates};
pub use prover::{Prover, ProverError};
pub use replay::{LedgerError, RecordedCuts, RefusedCut, read_ledger};
pub use verify::VerifyError;

use crate::puzzle::Puzzle;

/// Returns the atoms and values of literals: names of atoms, with a `-` before absent ones.
///
/// # Errors
/// The first literal that is none.
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
