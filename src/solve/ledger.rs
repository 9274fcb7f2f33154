//! The cut ledger.

use encycle_encodings::encoding::Cut;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One cut: a line of `cuts.jsonl` in a folder of rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerEntry {
    /// The round whose model the cut excludes, from 1; 0 for a cut of the linear relaxation before the first.
    pub round: usize,
    /// `cut`, or `block` for the block of a known solution.
    pub family: String,
    /// The kind of cut: `loop`, `leave` or `separator`.
    pub kind: String,
    /// Its literals by the names of the variables, negative ones with a `-`.
    pub literals: Vec<String>,
    /// Why no other solution violates it.
    pub reason: String,
    /// The number of literals of its clause.
    pub length: usize,
}

impl LedgerEntry {
    /// The name of the layout. The entries have no key for it.
    pub const SCHEMA: &'static str = "encycle-cuts-1";

    /// Describes a cut; `names` are those of the encoding's variables.
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
}
