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
//! use encycle::encodings::logic::LoweringOptions;
//! use encycle::solve::{BatSatSession, SearchOptions, Verdict, solve};
//!
//! let puzzle = formats::read("slitherlink 2 2\n31\n..\n", None)?.puzzle;
//! let encoding = puzzle.encoding("edge")?;
//! let mut session = BatSatSession::new(LoweringOptions::default(), None);
//! let outcome = solve(&*encoding, &mut session, SearchOptions::default(), true, &mut ());
//! assert_eq!(outcome.verdict, Verdict::Unique);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "process")]
pub mod bench;
pub mod count;
pub mod decode;
pub mod deduce;
pub mod formats;
pub mod generate;
pub mod prelude;
pub mod puzzle;
pub mod render;
pub mod report;
pub mod sizes;
pub mod solve;

pub use encycle_diagrams as diagrams;
pub use encycle_encodings as encodings;
pub use encycle_files as files;
pub use encycle_lint as lint;
pub use encycle_solvers as solvers;
