//! Encycle solves grid puzzles and Hamilton problems with SAT, MIP and pseudo-Boolean solvers: it translates the rules into
//! DIMACS CNF, CPLEX LP, MPS or OPB, runs a built-in or installed solver, checks the solution itself, and adds cuts until
//! one loop is left. Problems of your own, with constraints and rules about graphs, take the same paths.
//!
//! # Start
//!
//! ```toml
//! [dependencies.encycle]
//! path = "../encycle"
//! default-features = false
//! ```
//!
//! `path` is the folder of the repository. The default features are those of the command; a program that calls the
//! library rarely needs them ([Features](#features)). [`prelude`] has what most programs import.
//!
//! # Solve
//!
//! A [`Puzzle`](puzzle::Puzzle) is parsed from any [format](formats) that the command reads: plain text, addresses of
//! puzz.link, janko, graph6, and so on. [`Solve`](solve::Solve) has the options of a run.
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
//! Errors are types. [`ErrorHelp`] splits the text of any error into the problem and the fix:
//!
//! ```
//! use encycle::prelude::*;
//!
//! let error = "slitherlink 2 2\n31\n.7\n".parse::<Puzzle>().unwrap_err();
//! assert_eq!((error.line, error.column), (3, 2));
//! println!("{}\n{}", error.problem(), error.help().unwrap_or_default());
//! ```
//!
//! # Your own problem
//!
//! A [`Model`](encodings::model::Model) takes the place of a puzzle everywhere. It has Boolean variables with
//! names, constraints, rules about graphs that are enforced by cuts, and an objective:
//!
//! ```
//! use encycle::encodings::model::HamiltonCycle;
//! use encycle::prelude::*;
//!
//! // the shortest tour through four towns
//! let roads = [("A", "B", 3.0), ("B", "C", 4.0), ("C", "D", 3.0), ("D", "A", 5.0), ("A", "C", 1.0), ("B", "D", 1.0)];
//! let (mut model, mut map, mut lengths) = (Model::new(), RuleGraph::undirected("map"), Vec::new());
//! for (from, to, length) in roads {
//!     let road = model.variable(&format!("{from}{to}"));
//!     map.edge(from, to, road);
//!     lengths.push((length, road));
//! }
//! model.require(HamiltonCycle::new(map));
//! model.minimize(&lengths);
//!
//! let outcome = Solve::new(&model).run()?;
//! assert_eq!(outcome.verdict(), Verdict::Optimal);
//! let tour = outcome.solution().expect("a tour").true_atoms();
//! assert_eq!(tour.map(|road| model.atom_name(road)).collect::<Vec<_>>(), ["AB", "CD", "AC", "BD"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a formula, decode the solver's output
//!
//! Any solver can solve the file. With the map of its variables, one call reads what the solver printed, in the dialect
//! of any of 20 solvers, and checks the solution:
//!
//! ```
//! use encycle::prelude::*;
//!
//! let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
//! // the smallest exact encoding, whose models are the solutions: the default of `encycle encode`
//! let encoding = puzzle.encoding(&puzzle.exported_encoding())?;
//! let lowering = puzzle.default_lowering();
//! let (mut file, mut map) = (Vec::new(), Vec::new());
//! let size = write_cnf(&mut file, &encoding, lowering)?;
//! write_variable_map(&mut map, &puzzle, &encoding, lowering, MapTarget::Cnf)?;
//! assert!(file.starts_with(format!("p cnf {} {}\n", size.variables, size.clauses).as_bytes()));
//!
//! // what a solver prints for the file
//! let output = "s SATISFIABLE\nv 1 2 3 4 0\n";
//! let decoded = decode_output(&puzzle, std::str::from_utf8(&map)?, output)?;
//! assert!(decoded.solution().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For a program that uses [RustSAT](rustsat), [`collect_cnf`](export::collect_cnf) returns its `Cnf`, `Model::from(&cnf)`
//! reads one, and `RustSatSession` (feature `rustsat`) runs a search on any of its incremental solvers.
//!
//! # List, count, generate, certify
//!
//! ```
//! use encycle::prelude::*;
//! use encycle::solve::BatSatSession;
//!
//! let open: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
//! let encoding = open.encoding(&open.builtin_encoding())?;
//! let mut session = BatSatSession::new(LoweringOptions::default(), None);
//! for solution in Enumerator::new(&encoding, &mut session, SearchOptions::default()).take(3) {
//!     println!("{}", open.picture(&solution?));
//! }
//! assert_eq!(count(&open, CountMethod::Zdd, &CountOptions::default())?.solutions, 13_u32.into());
//!
//! // the defaults are those of `encycle generate`: one solution, and no guessing
//! let generated = generate(&GenerateOptions::new(PuzzleKind::Sudoku, 6, 6), 7)?;
//! assert_eq!(Solve::new(&generated.puzzle).unique().run()?.verdict(), Verdict::Unique);
//! // a proof that there is one solution, for any checker
//! certify(&generated.puzzle, &CertifyOptions::default())?.verify()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `cli` | yes | the command `encycle`, with `process` and `print` |
//! | `process` | by `cli` | external solvers, IPASIR libraries, campaigns; needs Linux, macOS or Windows |
//! | `print` | by `cli` | pictures as PDF and PNG |
//! | `schemas` | no | the function `json_schemas`: a JSON Schema for each layout of JSON |
//! | `cadical` | no | CaDiCaL as another built-in solver; compiles C++ |
//! | `rustsat` | no | `RustSatSession`: sessions with any incremental solver of [RustSAT](https://docs.rs/rustsat) |
//!
//! The default features compile about 160 crates. Without them the library is pure Rust, compiles about 80 crates, and
//! builds for `wasm32-unknown-unknown`. No kind, format or encoding needs a feature,
//! nor do the built-in SAT and MIP solvers.
//!
//! # Where to go on
//!
//! | to ... | see |
//! |---|---|
//! | choose solvers, encodings and limits | [`Solve`](solve::Solve), [`SearchOptions`](solve::SearchOptions) |
//! | use a solver of your own | [`Session`](solve::Session), and [`own_solver.rs`] |
//! | write LP, MPS, OPB, WCNF | [`export`], [`encodings::export`] |
//! | add an encoding or a kind of puzzle | [`own_encoding.rs`], [`own_kind.rs`] |
//! | read the JSON of the command | [`report`] |
//! | compare encodings | [`sizes`], [`strength`] |
//! | check or make proofs | [`certify`](mod@certify), [`proofs`] |
//!
//! The folder `examples/` also has [`solve.rs`], [`encode.rs`] and [`decode.rs`].
//!
//! [`solve.rs`]: https://docs.rs/crate/encycle/latest/source/examples/solve.rs
//! [`encode.rs`]: https://docs.rs/crate/encycle/latest/source/examples/encode.rs
//! [`decode.rs`]: https://docs.rs/crate/encycle/latest/source/examples/decode.rs
//! [`own_solver.rs`]: https://docs.rs/crate/encycle/latest/source/examples/own_solver.rs
//! [`own_encoding.rs`]: https://docs.rs/crate/encycle/latest/source/examples/own_encoding.rs
//! [`own_kind.rs`]: https://docs.rs/crate/encycle/latest/source/examples/own_kind.rs

#[cfg(feature = "process")]
pub mod bench;
pub mod certify;
#[cfg(feature = "process")]
pub mod competition;
mod error_help;
pub mod page;
pub mod prelude;
pub mod report;
#[cfg(feature = "schemas")]
mod schemas;
pub mod sheet;

#[cfg(feature = "schemas")]
pub use schemas::json_schemas;

pub use error_help::ErrorHelp;

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

pub use encycle_encodings::rustsat;
