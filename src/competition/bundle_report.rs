//! The contents of a bundle, as JSON.

use serde::{Deserialize, Serialize};

use crate::competition::Measured;

/// The contents of a bundle: the file `bundle.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BundleReport {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = BundleReport::SCHEMA)))]
    pub schema: String,
    /// The track: `sat`, `mc`, `pb` or `mip`.
    pub track: String,
    /// The version of Encycle.
    pub encycle: String,
    /// The authors, each with an affiliation.
    pub authors: Vec<String>,
    /// Whether the instances contain comments.
    pub comments: bool,
    /// The number of candidates that were left out because they equal another candidate.
    pub twins: usize,
    /// The instances.
    pub instances: Vec<Measured>,
}

impl BundleReport {
    /// The name of the layout (`docs/reference/json.md`).
    pub const SCHEMA: &'static str = "encycle-bundle-1";
}
