//! Results as types: the JSON that the commands print, and that campaigns read back.
//!
//! Every type serializes to JSON and deserializes from it; `docs/reference/json.md` documents the keys, and `json_schemas` (feature
//! `schemas`) returns a JSON Schema for each layout. The `schema` key of a layout changes when a key is removed or changes
//! its meaning. Types named `...Line` are the lines of a list, in which a failed input has an object of its own.
//!
//! Times are in seconds. Rows, columns and lines are counted from 1. An `Option` is null if its value is missing,
//! except where its documentation states that the key is missing.
//!
//! ```
//! use encycle::prelude::*;
//! use encycle::report::SolveReport;
//!
//! let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
//! let outcome = Solve::new(&puzzle).run()?;
//! let report = SolveReport::new("ring.txt", &puzzle, Default::default(), &outcome);
//! let text = serde_json::to_string(&report)?;
//! let again: SolveReport = serde_json::from_str(&text)?;
//! assert_eq!(again.verdict, Verdict::Solved);
//! assert_eq!(again.solution.edges.map(|edges| edges.len()), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
mod decode;
mod deduction;
mod enumerate;
mod generate;
mod instances;
pub mod latex;
mod lint;
mod puzzle;
mod sizes;
mod solve;
#[cfg(feature = "process")]
mod solvers;
mod strength;
mod unsat_core;

pub use crate::solve::LedgerEntry;
pub use count::{CountReport, CountVerdict, LengthFields, OrbitFields};
pub use decode::{
    BrokenRuleFields, DecodeLine, DecodeReport, DecodeVerdict, DecodedSolution, FailedDecode,
};
pub use deduction::{DeductionVerdict, GradeReport, GradeStep, TechniqueUse};
pub use enumerate::{EnumerateLine, EnumerateReport, EnumeratedSolution, EnumeratedSolutionView};
pub use generate::{ClueVerdict, GenerateReport, RepairReport, ThinReport};
pub use instances::{ClueSetsReport, InstancesVerdict, PairSetCount, PairSetRule, PairSetsReport};
pub use lint::{FailedFile, LintFinding, LintLine, LintVerdict, LintedFile};
pub use puzzle::{
    FailedPuzzle, FailedVerdict, PuzzleSize, ResultLine, SolutionFields, SolutionKeys,
    SolutionValue, SolutionView,
};
pub use sizes::{FailedSizes, SizeFields, SizesLine, SizesReport};
pub use solve::{FailureClass, OtherAttempt, ReplayFields, RoundFields, SolveReport};
#[cfg(feature = "process")]
pub use solvers::{ProbeFields, SolverEntry, SolverList};
pub use strength::{DepthShare, StrengthFields, StrengthReport, WitnessFields};
pub use unsat_core::{CoreReport, EffortFields, FamilyFields};
