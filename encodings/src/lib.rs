//! Puzzle rules as constraints over named Boolean variables, and their lowering to CNF clauses or
//! linear rows.
//!
//! Each rule is written once, as a [constraint](logic::Constraint). A *lowering* turns constraints
//! into clauses or rows and passes them to a *sink*: a file writer, a size counter or a solver.
//!
//! | module | content |
//! |---|---|
//! | [`logic`] | literals, formulas, constraints, sinks; the lowerings to clauses and rows |
//! | [`export`] | sinks that write DIMACS, LP and map files, count sizes, or trace a clause to its rule |
//! | [`grid`] | cells, vertices and edges of a rectangular grid; general graphs |
//! | [`puzzle`] | what all kinds share: [`Instance`](puzzle::Instance), solutions, rule checks, sketches |
//! | [`encoding`] | [`Encoding`](encoding::Encoding), a list of parts with at most one global constraint, and cuts |
//! | [`rules`] | the global constraints: one loop, one path, connected cells, acyclic arcs; their cuts and eager parts |
//! | [`cell_loops`], [`shading`] | what kinds with a loop through cells, and kinds with shaded cells, share |
//! | [`kinds`] | the puzzle kinds, one folder each |
//! | [`presolve`] | deductions before the solver |
//!
//! The crate is pure: it starts no process, opens no file and reads no clock. Modules import only
//! what is to their right (`puzzle` and `encoding` refer to each other):
//!
//! ```text
//! presolve → kinds → cell_loops, shading → rules → encoding → puzzle → grid → logic        export → logic
//! ```
//!
//! # Example
//!
//! Count the size of a puzzle's CNF by streaming, without keeping the formula in memory:
//!
//! ```
//! use encycle_encodings::export::CnfSize;
//! use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
//! use encycle_encodings::kinds::slitherlink::Slitherlink;
//!
//! let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
//! let options = LoweringOptions::default();
//! let size = lower_to_cnf(CnfSize::default(), options, |sink| puzzle.encode(sink))?;
//! // 8nm + 7 (for the 3) + 8 (for the 2) + 1 clauses over n(m+1) + m(n+1) edges
//! assert_eq!((size.variables, size.clauses), (12, 8 * 4 + 7 + 8 + 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cell_loops;
pub mod cell_values;
pub mod encoding;
pub mod export;
pub mod grid;
pub mod kinds;
pub mod logic;
pub mod model;
pub mod presolve;
pub mod puzzle;
pub mod rules;
pub mod shading;
pub mod suggest;
pub mod text;

/// The version of RustSAT whose literals, clauses and formulas this crate has.
pub use rustsat;
