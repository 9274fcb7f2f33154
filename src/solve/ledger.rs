//! The cut ledger: one JSON line for each cut.

use encycle_encodings::encoding::Cut;
use serde::{Deserialize, Serialize};

/// A line of `cuts.jsonl` in a rounds folder: one cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LedgerEntry {
    /// The round whose model the cut excludes, counted from 1; 0 for a cut of the linear relaxation before the first
    /// round.
    pub round: usize,
    /// `cut`, or `block` for a blocking clause.
    pub family: String,
    /// The kind of cut: `loop`, `leave` or `separator`.
    pub kind: String,
    /// The literals of the cut, by variable name, with a `-` before negative literals.
    pub literals: Vec<String>,
    /// The reason why the cut is sound.
    pub reason: String,
    /// The number of literals of the cut's clause.
    pub length: usize,
}

impl LedgerEntry {
    /// The name of the schema. The entries have no key for it.
    pub const SCHEMA: &'static str = "encycle-cuts-1";

    /// Returns the entry for a cut; `names` are the names of the encoding's variables.
    #[must_use]
    pub fn new(round: usize, cut: &Cut, names: &[String]) -> Self {
        Self {
            round,
            family: cut.origin().family.to_owned(),
            kind: cut.kind().name().to_owned(),
            literals: cut.literal_names(names),
            reason: cut.reason.to_string(),
            length: cut.length(),
        }
    }

    /// Returns the line of the entry in a file, with the line break.
    #[must_use]
    pub fn line(&self) -> String {
        // serialization cannot fail, because the entry consists of strings and numbers
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
