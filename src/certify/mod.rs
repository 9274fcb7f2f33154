//! Certificates: files that prove that a puzzle has no solutions other than the listed solutions.
//!
//! A [`Certificate`] contains a formula and a proof that the formula has no model. Each clause of the formula is a rule
//! or a cut, which holds in every solution, or excludes a listed solution. So the puzzle has no other solutions.
//!
//! [`certify`] makes a certificate with any solver that finds the solutions and any [`Prover`] that proves that there
//! are no others. [`Certificate::verify`] checks it without a solver and without an encoder: each clause by a local
//! argument, made from the puzzle alone, the proof by unit propagation, and the solutions by the rules.
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
