//! Results as types: what the command prints with `--json`, and what campaigns read back.
//!
//! Every type serializes to one JSON object and deserializes from it; `docs/json.md` documents the keys, and
//! [`json_schemas`] returns a JSON Schema for each layout. A layout's `schema` key changes when a key changes
//! its meaning or goes.
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

mod ledger;
mod puzzle;
mod solve;

pub use ledger::LedgerEntry;
pub use puzzle::{FailedPuzzle, FailedVerdict, PuzzleSize, SolutionFields, SolutionKeys};
pub use solve::{OtherAttempt, RoundFields, SolveReport};

/// Returns the JSON Schema of each layout, under its name.
#[must_use]
pub fn json_schemas() -> Vec<(&'static str, schemars::Schema)> {
    vec![
        (SolveReport::SCHEMA, schemars::schema_for!(SolveReport)),
        ("cuts.jsonl", schemars::schema_for!(LedgerEntry)),
    ]
}
