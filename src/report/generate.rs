//! The results of `encycle generate`, `encycle thin` and `encycle repair`.

use std::time::Duration;

use encycle_encodings::puzzle::Solution;
use serde::{Deserialize, Serialize};

use crate::deduce::Level;
use crate::generate::{GeneratedPuzzle, RepairOutcome, ThinOutcome};
use crate::puzzle::Puzzle;
use crate::report::puzzle::{PuzzleSize, SolutionFields, SolutionKeys, SolutionValue};

/// The verdict on the clues of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClueVerdict {
    /// There is exactly one solution.
    Unique,
    /// There are at least two solutions.
    Several,
    /// There is no solution.
    NoSolution,
    /// There is a solution; whether there are others was not tested.
    Solved,
}

impl ClueVerdict {
    /// Returns the name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Several => "several",
            Self::NoSolution => "no-solution",
            Self::Solved => "solved",
        }
    }
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GenerateReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = GenerateReport::SCHEMA)))]
    pub schema: String,
    /// The kind of the puzzle.
    pub kind: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The variant of the rules in force, if the kind has several.
    pub variant: Option<String>,
    /// The seed that generates this puzzle alone.
    pub seed: u64,
    /// `unique`, or `solved` with `--no-unique`.
    pub verdict: ClueVerdict,
    /// The number of clues.
    pub clues: usize,
    /// The lowest level that solves the puzzle. Null if it needs guessing, and with `--no-unique`.
    pub difficulty: Option<Level>,
    /// The number of solutions tried.
    pub attempts: u64,
    /// The number of clue sets tested, for all solutions tried. With `random`, `least`, `last` and `first`, the sets of the
    /// removal of clues, not of their growth.
    pub tested_sets: u64,
    /// The number of clue sets that were met again and not tested again.
    pub repeated_sets: u64,
    /// The mean number of clues at the end of an iteration.
    pub mean_clues: f64,
    /// The wall time of the generation, in seconds.
    pub seconds: f64,
    /// The text of the puzzle, in the selected format.
    pub puzzle: String,
    /// The solution.
    #[serde(flatten)]
    pub solution: SolutionFields,
}

impl GenerateReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-generate-1";

    /// Describes a generated puzzle, whose text is `text`, and whose generation took `time`.
    #[must_use]
    pub fn new(
        generated: &GeneratedPuzzle,
        seed: u64,
        level: Option<Level>,
        time: Duration,
        text: &str,
    ) -> Self {
        let puzzle = &generated.puzzle;
        Self {
            schema: Self::SCHEMA.to_owned(),
            kind: puzzle.kind().name().to_owned(),
            size: puzzle.extent().into(),
            variant: puzzle.variant().map(str::to_owned),
            seed,
            verdict: match generated.is_unique {
                true => ClueVerdict::Unique,
                false => ClueVerdict::Solved,
            },
            clues: generated.clues,
            difficulty: level,
            attempts: generated.attempts,
            tested_sets: generated.tested_sets,
            repeated_sets: generated.repeated_sets,
            mean_clues: generated.mean_clues,
            seconds: time.as_secs_f64(),
            puzzle: text.to_owned(),
            solution: SolutionFields::new(puzzle, &generated.solution),
        }
    }
}

/// The superfluous clues of a puzzle. Every value but the verdict is null unless the puzzle has exactly one
/// solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ThinReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = ThinReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The verdict.
    pub verdict: ClueVerdict,
    /// The number of clues of the puzzle.
    pub clues: Option<usize>,
    /// The clues each of which can be removed alone: value and place, as text.
    pub superfluous: Option<Vec<String>>,
    /// The number of clues of the thinned puzzle.
    pub kept: Option<usize>,
    /// The text of the thinned puzzle, in the selected format.
    pub thinned: Option<String>,
}

impl ThinReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-thin-1";

    /// Describes the outcome for the puzzle `name`; `text` is the text of the thinned puzzle, if there is one.
    #[must_use]
    pub fn new(name: &str, outcome: &ThinOutcome, text: Option<String>) -> Self {
        let (verdict, clues) = match outcome {
            ThinOutcome::NoSolution => (ClueVerdict::NoSolution, None),
            ThinOutcome::Several(..) => (ClueVerdict::Several, None),
            ThinOutcome::Unique { superfluous, clues, kept, .. } => {
                (ClueVerdict::Unique, Some((superfluous, *clues, *kept)))
            }
        };
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            verdict,
            clues: clues.map(|(_, clues, _)| clues),
            superfluous: clues.map(|(superfluous, ..)| superfluous.clone()),
            kept: clues.map(|(.., kept)| kept),
            thinned: text,
        }
    }
}

/// The MaxSAT solver that found the fewest clues to remove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MaxSatReport {
    /// The name and the version of the solver.
    pub solver: String,
    /// Whether the built-in search proved that fewer clues do not suffice.
    pub confirmed: bool,
}

/// The repair of a puzzle that does not have exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RepairReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = RepairReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The verdict on the puzzle before the repair.
    pub verdict: ClueVerdict,
    /// The solutions that were found.
    pub solutions: Vec<SolutionValue>,
    /// Whether these are all solutions, and no limit was reached.
    pub complete: bool,
    /// For `no-solution`: a minimal set of contradictory clues.
    pub contradiction: Option<Vec<String>>,
    /// For `no-solution`: the fewest clues without which the others have a solution. Null if the rules alone have none, or a
    /// limit was reached.
    pub removed: Option<Vec<String>>,
    /// With `--max-sat` and for `no-solution`: the solver that found `removed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_sat: Option<MaxSatReport>,
    /// For `several`: the fewest clues that leave only one of these solutions; for `no-solution`, of the puzzle without the
    /// clues of `removed`. Null if no clues do, none are needed, or a limit was reached.
    pub added: Option<Vec<String>>,
    /// The text of the puzzle with, and without, these clues, in the selected format: it has exactly one solution.
    pub mended: Option<String>,
    /// Why the puzzle is not repaired, such as the limit that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RepairReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-repair-1";

    /// Describes the outcome for the puzzle `name`; `text` is the text of the repaired puzzle, if there is one.
    #[must_use]
    pub fn new(name: &str, puzzle: &Puzzle, outcome: &RepairOutcome, text: Option<String>) -> Self {
        let empty = Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            verdict: ClueVerdict::NoSolution,
            solutions: Vec::new(),
            complete: outcome.limit().is_none(),
            contradiction: None,
            removed: None,
            max_sat: None,
            reason: outcome.failure_reason(),
            added: outcome.added_clues().map(<[String]>::to_vec),
            mended: text,
        };
        let values = |solutions: &[Solution]| {
            let keys = SolutionKeys::new(puzzle);
            solutions.iter().map(|solution| keys.value(solution)).collect()
        };
        match outcome {
            RepairOutcome::Unique(only) => Self {
                verdict: ClueVerdict::Unique,
                solutions: values(std::slice::from_ref(only)),
                ..empty
            },
            RepairOutcome::Contradiction {
                clues,
                removed,
                #[cfg(feature = "process")]
                optimum,
                ..
            } => Self {
                #[cfg(feature = "process")]
                max_sat: optimum.as_ref().map(|optimum| MaxSatReport {
                    solver: optimum.solver.clone(),
                    confirmed: optimum.is_confirmed,
                }),
                contradiction: Some(clues.clone()),
                removed: removed.as_ref().map(|(clues, _)| clues.clone()),
                ..empty
            },
            RepairOutcome::Several { solutions, is_all, .. } => Self {
                verdict: ClueVerdict::Several,
                solutions: values(solutions),
                complete: *is_all && empty.complete,
                ..empty
            },
        }
    }
}
