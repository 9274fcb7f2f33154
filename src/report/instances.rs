//! The results of `encycle instances`: the clue sets of a Slitherlink, and the pair sets of a Numberlink.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::count::PairRule;
use crate::puzzle::Puzzle;
use crate::report::puzzle::PuzzleSize;

/// The verdict on the sets of clues or pairs. A set is good if the puzzle with this set has exactly one
/// solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum InstancesVerdict {
    /// There are good sets.
    Counted,
    /// There is no good set.
    #[serde(rename = "none")]
    NoSet,
    /// No loop was named, and the puzzle does not have exactly one solution (Slitherlink).
    NotUnique,
    /// A limit was reached.
    Unknown,
    /// The count failed, or a puzzle to be shown does not have exactly one solution.
    Failed,
}

/// The good sets of clues of a Slitherlink. Numbers of sets are strings in decimal, because they may have any
/// number of digits; they are null unless the verdict is `counted` or `none`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClueSetsReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = ClueSetsReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The verdict.
    pub verdict: InstancesVerdict,
    /// For `unknown`: the limit that was reached; for `failed`: the error.
    pub reason: Option<String>,
    /// The number of clues from which the sets are chosen.
    pub clues: Option<usize>,
    /// The number of good sets.
    pub good: Option<String>,
    /// The number of good sets from which no clue can be removed.
    pub minimal: Option<String>,
    /// The number of good sets with the fewest clues.
    pub minimum: Option<String>,
    /// The number of good sets with the fewest 4, among these the fewest 0, then 3, 1, 2.
    pub hardest: Option<String>,
    /// The number of clues in a minimum set. Null if there is no good set.
    pub fewest_clues: Option<usize>,
    /// The number of nodes of the diagram of the good sets, without the terminals.
    pub nodes: Option<usize>,
    /// With `--list`: the texts of puzzles.
    pub puzzles: Option<Vec<String>>,
    /// The wall time.
    pub seconds: f64,
}

impl ClueSetsReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-instances-1";

    /// Describes the end of a count for the puzzle `name`, with null in place of all numbers.
    #[must_use]
    pub fn new(
        name: &str,
        puzzle: &Puzzle,
        verdict: InstancesVerdict,
        reason: Option<String>,
        time: Duration,
    ) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            size: puzzle.extent().into(),
            verdict,
            reason,
            clues: None,
            good: None,
            minimal: None,
            minimum: None,
            hardest: None,
            fewest_clues: None,
            nodes: None,
            puzzles: None,
            seconds: time.as_secs_f64(),
        }
    }
}

/// The condition on the only solution of a Numberlink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PairSetRule {
    /// Exactly one solution by the rule `free`, and it covers every vertex.
    Good,
    /// Exactly one solution by the rule `free`.
    Free,
    /// Exactly one solution by the rule `cover`; solutions that leave vertices out do not count.
    Cover,
}

impl From<PairRule> for PairSetRule {
    fn from(rule: PairRule) -> Self {
        match rule {
            PairRule::Good => Self::Good,
            PairRule::Free => Self::Free,
            PairRule::Cover => Self::Cover,
        }
    }
}

/// The good sets of pairs of a Numberlink. Numbers of sets are strings in decimal, because they may have any
/// number of digits; they are null unless the verdict is `counted` or `none`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PairSetsReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = PairSetsReport::SCHEMA)))]
    pub schema: String,
    /// The puzzle as named on the command line.
    pub puzzle: String,
    /// The size of the puzzle.
    pub size: PuzzleSize,
    /// The verdict.
    pub verdict: InstancesVerdict,
    /// For `unknown`: the limit that was reached; for `failed`: the error.
    pub reason: Option<String>,
    /// The condition on the only solution.
    pub rule: Option<PairSetRule>,
    /// The number of pairs in the puzzle. Every set contains them.
    pub given: Option<usize>,
    /// The maximal number of pairs of a set, from `--pairs`. Null if it is not limited.
    pub most_pairs: Option<usize>,
    /// The number of good sets.
    pub good: Option<String>,
    /// The number of good sets for each number of pairs that occurs.
    pub by_pairs: Option<Vec<PairSetCount>>,
    /// With `--list`: the type of sets that are shown (`good`, `minimal` or `minimum`).
    pub shown: Option<String>,
    /// With `--list`: the number of sets of this type.
    pub shown_count: Option<String>,
    /// The number of nodes of the diagram of the good sets, without the terminals.
    pub nodes: Option<usize>,
    /// The number of states (path matchings) that the frontier-based search visited.
    pub states: Option<usize>,
    /// With `--list`: the texts of puzzles.
    pub puzzles: Option<Vec<String>>,
    /// The wall time.
    pub seconds: f64,
}

/// The number of good sets with a number of pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PairSetCount {
    /// The number of pairs of each set.
    pub pairs: usize,
    /// The number of sets, in decimal.
    pub sets: String,
}

impl PairSetsReport {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-pair-sets-1";

    /// Describes the end of a count for the puzzle `name`, with null in place of all numbers.
    #[must_use]
    pub fn new(
        name: &str,
        puzzle: &Puzzle,
        verdict: InstancesVerdict,
        reason: Option<String>,
        time: Duration,
    ) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            puzzle: name.to_owned(),
            size: puzzle.extent().into(),
            verdict,
            reason,
            rule: None,
            given: None,
            most_pairs: None,
            good: None,
            by_pairs: None,
            shown: None,
            shown_count: None,
            nodes: None,
            states: None,
            puzzles: None,
            seconds: time.as_secs_f64(),
        }
    }
}
