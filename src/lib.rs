//! Encycle turns grid puzzles into DIMACS CNF and CPLEX LP, launches whichever solver is
//! installed, reads its model back, adds the cuts that forbid stray loops, and asks again until one
//! loop is left.
//!
//! Dependencies point downwards only:
//!
//! ```text
//! cli → {search, decode} → {solvers, formats, render} → encycle-encodings
//! cli → count → encycle-diagrams → encycle-encodings
//! ```
//!
//! # Example
//!
//! ```
//! use encycle::formats;
//! use encycle_encodings::logic::Choices;
//! use encycle::search::{EmbeddedSession, Options, Verdict, solve};
//!
//! let puzzle = formats::read("slitherlink 2 2\n31\n..\n", None)?.puzzle;
//! let encoding = puzzle.encoding("direct")?;
//! let mut session = EmbeddedSession::new(Choices::default(), None);
//! let outcome = solve(&*encoding, &mut session, Options::default(), true, &mut ());
//! assert_eq!(outcome.verdict, Verdict::Unique);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod cli;
pub mod compress;
pub mod count;
pub mod decode;
pub mod deduce;
pub mod formats;
pub mod generate;
pub mod lint;
pub mod puzzle;
pub mod render;
pub mod search;
mod sha256;
pub mod sizes;
pub mod solvers;
