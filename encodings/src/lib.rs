//! Puzzle rules, written once as constraints over named yes/no variables, and the ways to lower
//! them to CNF clauses or linear rows.
//!
//! This crate is pure: it starts no process, opens no file and reads no clock. Data flows one way,
//! and every module uses only those to its right:
//!
//! ```text
//! presolve → puzzles → connectivity → puzzle → grid → logic        export → logic
//! ```
//!
//! # Example
//!
//! The size of the CNF of a puzzle, counted by streaming (no formula is kept in memory):
//!
//! ```
//! use encycle_encodings::export::CnfSize;
//! use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
//! use encycle_encodings::kinds::slitherlink::Slitherlink;
//!
//! let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
//! let size = lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| puzzle.encode(sink))?;
//! // 8nm + 7 (a 3) + 8 (a 2) + 1 clauses over n(m+1) + m(n+1) edges
//! assert_eq!((size.variables, size.clauses), (12, 8 * 4 + 7 + 8 + 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod encoding;
pub mod export;
pub mod grid;
pub mod kinds;
pub mod logic;
pub mod loops;
pub mod presolve;
pub mod puzzle;
