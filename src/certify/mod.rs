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

mod arguments;
mod claim;
mod folder;
mod lines;
mod make;
#[cfg(feature = "process")]
mod proof_file;
mod prover;
mod values;
mod verify;

pub use claim::{Certificate, Claim};
pub use folder::{CertificateInfo, FolderError};
pub use make::{CertifyError, CertifyOptions, certify};
pub use prover::{Prover, ProverError};
pub use verify::VerifyError;
