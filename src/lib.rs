//! Encycle solves grid puzzles with SAT, MIP and pseudo-Boolean solvers: it translates the rules into DIMACS CNF, CPLEX LP,
//! MPS or OPB, runs a built-in or installed solver, checks the solution, and adds cuts until one loop is left.
//!
//! # Read, solve, print
//!
//! ```
//! use encycle::prelude::*;
//!
//! let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
//! let outcome = Solve::new(&puzzle).unique().run()?;
//! assert_eq!(outcome.verdict(), Verdict::Unique);
//! print!("{}", puzzle.picture(outcome.solution().expect("a unique solution")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Encode to a writer, decode a model
//!
//! ```
//! use encycle::prelude::*;
//!
//! let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
//! let encoding = puzzle.encoding("edge")?;
//! let mut file = Vec::new();
//! write_cnf(&mut file, &encoding, LoweringOptions::default())?;
//! assert!(file.starts_with(b"p cnf 4 "));
//!
//! // the model of a solver: one value a variable
//! let solution = encoding.solution(&[true; 4]);
//! assert!(puzzle.check(&solution).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Count and generate
//!
//! ```
//! use encycle::prelude::*;
//!
//! let open: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
//! assert_eq!(count(&open, CountMethod::Zdd, &CountOptions::default())?.solutions, 13_u32.into());
//!
//! let generated = generate(&GenerateOptions::new(PuzzleKind::Slitherlink, 4, 4), 7)?;
//! assert_eq!(Solve::new(&generated.puzzle).unique().run()?.verdict(), Verdict::Unique);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has complete programs: [`solve.rs`], [`encode.rs`], [`decode.rs`], [`own_solver.rs`] (a
//! solver of one's own behind the [`Session`](solve::Session) trait) and [`own_kind.rs`] (a kind of puzzle outside this
//! crate).
//!
//! [`solve.rs`]: https://docs.rs/crate/encycle/latest/source/examples/solve.rs
//! [`encode.rs`]: https://docs.rs/crate/encycle/latest/source/examples/encode.rs
//! [`decode.rs`]: https://docs.rs/crate/encycle/latest/source/examples/decode.rs
//! [`own_solver.rs`]: https://docs.rs/crate/encycle/latest/source/examples/own_solver.rs
//! [`own_kind.rs`]: https://docs.rs/crate/encycle/latest/source/examples/own_kind.rs
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `cli` | yes | the command `encycle` |
//! | `process` | by `cli` | external solvers, IPASIR libraries, campaigns ([`mod@bench`]); needs Linux, macOS or Windows |
//! | `print` | by `cli` | pictures as PDF and PNG |
//! | `schemas` | no | the function `json_schemas`: a JSON Schema for each layout of JSON |
//! | `cadical` | no | CaDiCaL as another built-in solver; compiles C++ |
//!
//! Without default features the library is pure Rust and builds for `wasm32-unknown-unknown`.

#[cfg(feature = "process")]
pub mod bench;
pub mod certify;
#[cfg(feature = "process")]
pub mod competition;
pub mod page;
pub mod prelude;
pub mod report;
#[cfg(feature = "schemas")]
mod schemas;
pub mod sheet;

#[cfg(feature = "schemas")]
pub use schemas::json_schemas;

#[doc(inline)]
pub use encycle_core::{
    count, decode, deduce, export, formats, generate, methods, problem, puzzle, render, simplify,
    sizes, solve, strength, unsat_core,
};

pub use encycle_diagrams as diagrams;
pub use encycle_encodings as encodings;
pub use encycle_files as files;
pub use encycle_lint as lint;
pub use encycle_proofs as proofs;
pub use encycle_solvers as solvers;
