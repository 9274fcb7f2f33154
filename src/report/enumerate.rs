//! The results of `encycle enumerate`.

use serde::{Deserialize, Serialize};

use crate::report::puzzle::{PuzzleSize, SolutionFields, SolutionView};
use crate::solve::SolverId;

/// One line of `encycle enumerate --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum EnumerateLine {
    /// A solution, printed when it is found.
    Solution(EnumeratedSolution),
    /// The last line. It is missing if the reader closed the pipe.
    Summary(Box<EnumerateReport>),
}

/// One solution of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EnumeratedSolution {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = EnumerateReport::SCHEMA)))]
    pub schema: String,
    /// The number of the solution, from 1. After a checkpoint the numbers continue.
    pub number: u64,
    /// The solution.
    #[serde(flatten)]
    pub solution: SolutionFields,
}

impl EnumeratedSolution {
    /// Describes the solution with this number.
    #[must_use]
    pub fn new(number: u64, solution: SolutionFields) -> Self {
        Self { schema: EnumerateReport::SCHEMA.to_owned(), number, solution }
    }
}

/// The same layout as [`EnumeratedSolution`], with borrowed names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EnumeratedSolutionView<'a> {
    schema: &'static str,
    number: u64,
    #[serde(flatten)]
    solution: SolutionView<'a>,
}

impl<'a> EnumeratedSolutionView<'a> {
    /// Describes the solution with this number.
    #[must_use]
    pub fn new(number: u64, solution: SolutionView<'a>) -> Self {
        Self { schema: EnumerateReport::SCHEMA, number, solution }
    }
}

/// The end of an enumeration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EnumerateReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = EnumerateReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The number of solutions found, including those before the checkpoint.
    pub solutions: u64,
    /// The number of solutions found before the checkpoint.
    pub earlier: u64,
    /// Whether these are all solutions.
    pub complete: bool,
    /// If the list may be incomplete: the limit that was reached, or that the encoding excludes solutions.
    pub reason: Option<String>,
    /// The failure of the solver, if it failed.
    pub error: Option<String>,
    /// The solver.
    pub solver: SolverId,
    /// The name of the encoding.
    pub encoding: String,
    /// The wall time of this run.
    pub seconds: f64,
}

impl EnumerateReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-enumerate-1";
}
