//! Proofs that a CNF formula has no model.
//!
//! [`Lrat`] is a proof in which every step names the clauses by which unit propagation leads to a contradiction. Its
//! [`check`](Lrat::check) needs no search: it is a page of code that uses nothing else from this crate. [`Refutation`]
//! makes such a proof from the clauses that a solver learnt, which [`DratReader`] reads from a DRAT or FRAT proof. It
//! handles proofs for which unit propagation suffices.
//!
//! Literals are numbers as in DIMACS: the variable v is written v, its negation -v.
//!
//! ```
//! use encycle_proofs::{Lrat, Refutation};
//!
//! // all four clauses over two variables
//! let formula = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
//! let mut refutation = Refutation::new(&formula);
//! refutation.add(&[1])?;
//! let proof: Lrat = refutation.into_proof()?;
//! assert_eq!(proof.to_string(), "5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 6 5 4 0\n");
//! assert_eq!(proof.check(&formula), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drat;
mod lists;
mod lrat;
mod propagation;
mod refutation;
mod scanner;

pub use drat::{DratError, DratReader, DratStep};
pub use lrat::{Lrat, LratError, LratStep};
pub use refutation::{Refutation, RefutationError};

/// A clause, as DIMACS literals.
pub type Clause = Vec<i32>;
