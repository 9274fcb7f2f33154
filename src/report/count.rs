//! The result of `encycle count`.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::count::{ALL_LENGTHS, BigUint, CountError, CountMethod, OrbitCount, SolutionCount};
use crate::problem::Problem;
use crate::report::puzzle::{PuzzleSize, SolutionValue};

/// The number of solutions of a puzzle, and what the solutions have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CountReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = CountReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The method that was selected.
    pub method: CountMethod,
    /// The methods that counted, whose results agree: `zdd`, `sat`, `brute force`. Null if the count failed.
    pub methods: Option<Vec<String>>,
    /// With `--length`, or a bound in the text: the numbers of lines of the solutions that are counted; the verdict and
    /// the count refer to them only. Null if all solutions are counted.
    pub length: Option<LengthFields>,
    /// The verdict.
    pub verdict: CountVerdict,
    /// The number of solutions in decimal: a string, because it may have any number of digits. Null if it is
    /// not known.
    pub count: Option<String>,
    /// With `--up-to-symmetry`: the number of solutions up to symmetry. Null if not requested or not known.
    pub up_to_symmetry: Option<OrbitFields>,
    /// For `unknown`: the limit that was reached.
    pub reason: Option<String>,
    /// For `failed`: the error.
    pub error: Option<String>,
    /// The number of nodes of the reduced diagram without the terminals. Null if no diagram was built.
    pub nodes: Option<usize>,
    /// The names of the edges or atoms in all solutions. Null if not requested, or without a solution.
    pub in_all: Option<Vec<String>>,
    /// The names of the edges or atoms in no solution. Null if not requested, or without a solution.
    pub in_none: Option<Vec<String>>,
    /// The names of the edges or atoms in some solutions. Null if not requested, or without a solution.
    pub in_some: Option<Vec<String>>,
    /// Random solutions, if requested.
    pub samples: Vec<SolutionValue>,
    /// The wall time, including the presolver.
    pub seconds: f64,
}

/// A range of numbers of lines, with both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LengthFields {
    /// The minimum number of lines.
    pub least: usize,
    /// The maximum number of lines. Null if there is none.
    pub most: Option<usize>,
}

impl LengthFields {
    /// Describes a range of numbers of lines; `None` if every number is in it.
    #[must_use]
    pub fn new(lengths: &RangeInclusive<usize>) -> Option<Self> {
        let (least, most) = (*lengths.start(), *lengths.end());
        let fields = Self { least, most: Some(most).filter(|&most| most < usize::MAX) };
        (*lengths != ALL_LENGTHS).then_some(fields)
    }
}

/// A number of solutions up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OrbitFields {
    /// The number of symmetries of the puzzle, the identity included, in decimal.
    pub symmetries: String,
    /// The number of classes of solutions that symmetries map to each other, in decimal.
    pub count: String,
}

impl From<&OrbitCount> for OrbitFields {
    fn from(count: &OrbitCount) -> Self {
        Self { symmetries: count.symmetries.to_string(), count: count.orbits.to_string() }
    }
}

/// The verdict of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CountVerdict {
    /// There is at least one solution.
    Counted,
    /// There is no solution, or none within the range of `length`.
    NoSolution,
    /// A limit was reached.
    Unknown,
    /// The count failed.
    Failed,
}

impl CountReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-count-1";

    /// Describes the outcome of a count of the puzzle `name`.
    #[must_use]
    pub fn new(
        name: &str,
        problem: &dyn Problem,
        method: CountMethod,
        outcome: Result<&SolutionCount, &CountError>,
        time: Duration,
    ) -> Self {
        let (verdict, reason, error) = match outcome {
            Ok(count) if count.solutions == BigUint::ZERO => (CountVerdict::NoSolution, None, None),
            Ok(_) => (CountVerdict::Counted, None, None),
            Err(CountError::Limit(reason)) => (CountVerdict::Unknown, Some(reason.clone()), None),
            Err(error) => (CountVerdict::Failed, None, Some(error.to_string())),
        };
        let methods =
            |count: &SolutionCount| count.methods.iter().map(|&method| method.to_owned()).collect();
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            kind: problem.kind_name().to_owned(),
            size: problem.as_encodable().extent().into(),
            variant: problem.as_encodable().variant().map(str::to_owned),
            method,
            methods: outcome.ok().map(methods),
            length: None,
            verdict,
            count: outcome.ok().map(|count| count.solutions.to_string()),
            up_to_symmetry: None,
            reason,
            error,
            nodes: None,
            in_all: None,
            in_none: None,
            in_some: None,
            samples: Vec::new(),
            seconds: time.as_secs_f64(),
        }
    }

    /// Adds what all solutions have in common: for each atom of the puzzle, `Some(true)` if it is in all
    /// solutions, `Some(false)` if it is in none.
    #[must_use]
    pub fn with_common(self, problem: &dyn Problem, common: &[Option<bool>]) -> Self {
        let named = |wanted: Option<bool>| -> Option<Vec<String>> {
            let atoms = common.iter().enumerate().filter(|(_, known)| **known == wanted);
            Some(atoms.map(|(atom, _)| problem.atom_label(atom)).collect())
        };
        let [in_all, in_none, in_some] = [Some(true), Some(false), None].map(named);
        Self { in_all, in_none, in_some, ..self }
    }
}
